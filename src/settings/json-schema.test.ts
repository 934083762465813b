import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EXTRA_SETTING_KEYS } from '../judge/model/settings.ts'
import { settingsSchema, settingsSchemaText } from './json-schema.ts'
import { JUDGE_KEYS } from './read-values.ts'

interface Node {
  readonly properties?: Readonly<Record<string, Node>>
  readonly additionalProperties?: unknown
}

describe('the JSON Schema', () => {
  it('the committed file is the one that is built', () => {
    const file = new URL('../../schema/settings.schema.json', import.meta.url)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(settingsSchemaText()))
  })

  it('describes exactly the values of the judge that are read', () => {
    const root = settingsSchema() as Node
    const described = Object.keys(root.properties?.['judge']?.properties ?? {})
    expect(described.sort()).toEqual([...JUDGE_KEYS, ...EXTRA_SETTING_KEYS].sort())
  })
})
