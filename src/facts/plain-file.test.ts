import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NotPlainFileError, readPlainText } from './plain-file.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'irongate-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('files that a repository put there', () => {
  it('a plain one is read', () => {
    writeFileSync(join(folder, 'a'), 'text')
    expect(readPlainText(join(folder, 'a'), 10)).toBe('text')
  })

  it('a pipe is not waited for', () => {
    spawnSync('mkfifo', [join(folder, 'pipe')])
    expect(() => readPlainText(join(folder, 'pipe'), 10)).toThrow(NotPlainFileError)
  })

  it.each(['/dev/zero', '/'])('%s is none', (file) => expect(() => readPlainText(file, 10)).toThrow(NotPlainFileError))

  it('one that is too long is not read', () => {
    writeFileSync(join(folder, 'b'), 'x'.repeat(11))
    expect(() => readPlainText(join(folder, 'b'), 10)).toThrow(NotPlainFileError)
  })
})
