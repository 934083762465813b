import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ParseError, parse } from 'jsonc-parser'
import { afterAll, describe, expect, it } from 'vitest'
import { readPolicy } from '../../src/integrations/policy.ts'
import { settingsSchema } from '../../src/settings/json-schema.ts'
import { docPages } from './commands.ts'

/** Every settings file that a page shows is read as one, without a word of complaint. */
const ROOT = new URL('../../', import.meta.url).pathname
const KEYS = Object.keys(settingsSchema()['properties'] as object)

interface Block {
  readonly page: string
  readonly line: number
  readonly text: string
}

const blocks: readonly Block[] = docPages().flatMap((page) => {
  const source = readFileSync(join(ROOT, page), 'utf8')
  return [...source.matchAll(/^```jsonc?\n(.*?)^```$/gms)].map(({ 1: text = '', index }) => ({
    page,
    line: source.slice(0, index).split('\n').length,
    text,
  }))
})
const isSettings = ({ text }: Block) => Object.keys(parse(text) ?? {}).some((key) => KEYS.includes(key))
const settings = blocks.filter(isSettings)

const home = mkdtempSync(join(tmpdir(), 'irongate-docs-settings-'))
mkdirSync(join(home, '.irongate'))
mkdirSync(join(home, 'project'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('JSON of the docs', () => {
  it.each(blocks)('$page:$line can be read', ({ text }) => {
    const errors: ParseError[] = []
    parse(text, errors, { allowTrailingComma: true })
    expect(errors).toEqual([])
  })

  it('has settings among it', () => expect(settings.length).toBeGreaterThan(10))

  it.each(settings)('$page:$line is settings without a fault', ({ text }) => {
    writeFileSync(join(home, '.irongate/settings.json'), text)
    const { broken, notices } = readPolicy({ cwd: join(home, 'project'), home })
    expect([...broken, ...notices].map((notice) => notice.text)).toEqual([])
  })
})
