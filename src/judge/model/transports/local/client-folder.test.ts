import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clientEnvironment, emptyFolder, ownFolder, textFile } from './client-folder.ts'

let state: string
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'clients-'))
})
afterEach(() => rmSync(state, { recursive: true, force: true }))

const modeOf = (path: string) => statSync(path).mode & 0o777

describe('what a client is given', () => {
  it('a text is a private file, written once, whose name says what is in it', () => {
    const file = textFile(state, 'system', 'rules')
    expect(readFileSync(file, 'utf8')).toBe('rules')
    expect(modeOf(file)).toBe(0o600)
    expect(textFile(state, 'system', 'rules')).toBe(file)
    expect(textFile(state, 'system', 'other rules')).not.toBe(file)
    expect(textFile(state, 'settings', 'rules')).not.toBe(file)
    expect(readdirSync(join(state, 'judge-clients')).filter((name) => name.endsWith('.txt'))).toHaveLength(3)
  })

  it.each([
    ['the one it starts in', emptyFolder],
    ['its own', (folder: string) => ownFolder(folder, 'codex')],
  ])('a folder, %s, is private and empty', (_name, folderIn) => {
    const folder = folderIn(state)
    expect(folder.startsWith(state)).toBe(true)
    expect(readdirSync(folder)).toEqual([])
    expect(modeOf(folder)).toBe(0o700)
    writeFileSync(join(folder, 'kept'), '')
    expect(folderIn(state)).toBe(folder)
  })

  it('an environment has nothing of ours', () => {
    expect(clientEnvironment('/home/anna')).toEqual({ HOME: '/home/anna', PATH: '/usr/local/bin:/usr/bin:/bin' })
  })
})
