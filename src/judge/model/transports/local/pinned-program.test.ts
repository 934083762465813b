import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hashOfProgram, readyProgram } from './pinned-program.ts'

describe('a program that a person chose', () => {
  let folder: string
  let program: string
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text)
  const state = () => join(folder, 'state')
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pinned-'))
    mkdirSync(join(folder, 'package/bin'), { recursive: true })
    write('package/package.json', '{ "version": "1.0.0" }')
    write('package/bin/client.js', '#!/usr/bin/env node\n')
    program = join(folder, 'client')
    symlinkSync(join(folder, 'package/bin/client.js'), program)
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const ready = async (sha256: string) => readyProgram('codex-cli', { program, sha256 }, state())

  it('is ready for as long as nobody touched it', async () => {
    const sha256 = await hashOfProgram(program, state())
    expect(await ready(sha256)).toEqual({ argv: [process.execPath, program] })
  })

  it.each([
    ['its script', 'package/bin/client.js', '#!/usr/bin/env node\n// newer\n'],
    ['the version of its package, while its script stays the same', 'package/package.json', '{ "version": "1.0.1" }'],
  ])('is another one with %s changed', async (_name, path, text) => {
    const sha256 = await hashOfProgram(program, state())
    write(path, text)
    expect(await ready(sha256)).toMatchObject({ cause: 'client-changed' })
  })

  it('is missing once its file is gone', async () => {
    const sha256 = await hashOfProgram(program, state())
    rmSync(join(folder, 'package/bin/client.js'))
    expect(await ready(sha256)).toMatchObject({
      cause: 'client-missing',
      reason: expect.stringContaining(' is gone; '),
    })
  })

  it('is missing where it cannot be read', async () => {
    program = join(folder, 'package')
    const reason = expect.stringContaining(' cannot be read; ')
    expect(await ready('')).toMatchObject({ cause: 'client-missing', reason })
  })

  it('is none by half a path', async () => {
    program = 'package/bin/client.js'
    expect(await ready('')).toMatchObject({ cause: 'misconfigured' })
  })
})
