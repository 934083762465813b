import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EXTRA_KEYS } from '../judge/claude/settings.ts'
import { LISTS } from './draft.ts'
import { settingsSchema, settingsSchemaText } from './json-schema.ts'
import { HOST_VALUES, VALUES } from './read-values.ts'

interface Node {
  readonly properties?: Readonly<Record<string, Node>>
  readonly additionalProperties?: unknown
}

describe('the JSON Schema', () => {
  it('the committed file is the one that is built', () => {
    const file = new URL('../../schema/settings.schema.json', import.meta.url)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(settingsSchemaText()))
  })

  it('describes exactly the values that are read', () => {
    const root = settingsSchema() as Node
    for (const [section, values] of VALUES) {
      const described = Object.keys(root.properties?.[section]?.properties ?? {})
      const more = section === 'autoMode' ? LISTS : section === 'judge' ? EXTRA_KEYS : []
      const read = [...values.keys(), ...more]
      expect(described.sort()).toEqual(read.sort())
    }
  })

  it('describes every value of a host that is read', () => {
    const { hosts } = (settingsSchema() as Node).properties ?? {}
    const host = hosts?.additionalProperties as Node | undefined
    expect(Object.keys(host?.properties ?? {}).sort()).toEqual([...HOST_VALUES.keys()].sort())
  })
})
