import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { folderTrust } from './folder-trust.ts'

describe('whether Gemini CLI trusts a folder', () => {
  let base: string
  let config: string
  beforeEach(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'folder-trust-')))
    config = join(base, '.gemini')
    mkdirSync(join(base, 'work/app/src'), { recursive: true })
    mkdirSync(join(base, 'work/app-two'))
    mkdirSync(config)
  })
  afterEach(() => rmSync(base, { recursive: true, force: true }))

  const rules = (said: Readonly<Record<string, string>>) => {
    const named = Object.entries(said).map(([path, level]) => [join(base, path), level])
    writeFileSync(join(config, 'trustedFolders.json'), JSON.stringify(Object.fromEntries(named)))
  }

  it.each<[string, Readonly<Record<string, string>>, string, string]>([
    ['no rule', {}, 'work/app', 'undecided'],
    ['the folder itself', { 'work/app': 'TRUST_FOLDER' }, 'work/app', 'trusted'],
    ['a folder above', { work: 'TRUST_FOLDER' }, 'work/app/src', 'trusted'],
    ['the parent of what was asked about', { 'work/app': 'TRUST_PARENT' }, 'work/app-two', 'trusted'],
    ['a refusal', { 'work/app': 'DO_NOT_TRUST' }, 'work/app', 'refused'],
    ['a refusal below a yes', { work: 'TRUST_FOLDER', 'work/app': 'DO_NOT_TRUST' }, 'work/app/src', 'refused'],
    ['a yes below a refusal', { work: 'DO_NOT_TRUST', 'work/app': 'TRUST_FOLDER' }, 'work/app', 'trusted'],
    ['a name that only begins alike', { 'work/app': 'TRUST_FOLDER' }, 'work/app-two', 'undecided'],
    ['a word that it does not know', { 'work/app': 'SURE' }, 'work/app', 'undecided'],
  ])('%s', (_name, said, folder, trust) => {
    rules(said)
    expect(folderTrust(join(base, folder), config)).toBe(trust)
  })

  it('follows links', () => {
    rules({ 'work/app': 'TRUST_FOLDER' })
    symlinkSync(join(base, 'work/app'), join(base, 'link'))
    expect(folderTrust(join(base, 'link'), config)).toBe('trusted')
  })

  it('trusts every folder where its settings do not ask', () => {
    rules({ 'work/app': 'DO_NOT_TRUST' })
    writeFileSync(join(config, 'settings.json'), '{ "security": { "folderTrust": { "enabled": false } } }')
    expect(folderTrust(join(base, 'work/app'), config)).toBe('trusted')
  })

  it('knows nothing where the file is broken', () => {
    writeFileSync(join(config, 'trustedFolders.json'), '{')
    expect(folderTrust(join(base, 'work/app'), config)).toBe('undecided')
  })
})
