import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LISTS } from './draft.ts'
import { settingsSchema, settingsSchemaText } from './json-schema.ts'
import { VALUES } from './read-values.ts'

interface Node {
  readonly properties?: Readonly<Record<string, Node>>
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
      const read = [...values.keys(), ...(section === 'autoMode' ? LISTS : [])]
      expect(described.sort()).toEqual(read.sort())
    }
  })
})
