import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EXTRA_SETTING_KEYS } from '../judge/model/settings.ts'
import { TRANSPORT_IDS } from '../judge/model/transport-id.ts'
import { settingsSchema, settingsSchemaText } from './json-schema.ts'
import { JUDGE_KEYS } from './read-values.ts'

interface Node {
  readonly properties?: Readonly<Record<string, Node>>
  readonly additionalProperties?: unknown
  readonly items?: { readonly enum?: readonly string[] }
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

  it('names exactly the transports that there are, and the clients of those that start one', () => {
    const judge = (settingsSchema() as Node).properties?.['judge']?.properties
    expect(judge?.['transports']?.items?.enum).toEqual(TRANSPORT_IDS)
    const clients = Object.keys(judge?.['clients']?.properties ?? {})
    expect(clients).toEqual(TRANSPORT_IDS.filter((id) => id !== 'messages' && id !== 'openai'))
  })
})
