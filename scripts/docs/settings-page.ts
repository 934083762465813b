import { settingsSchema } from '../../src/settings/json-schema.ts'
import { code, type Page, table } from './markdown.ts'

/** What of a JSON Schema this page shows. */
interface Schema {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
}

type Row = readonly string[]

function valuesOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(', ')
  if (schema.type === 'array') return schema.items?.enum ? `list of ${valuesOf(schema.items)}` : 'list'
  const { minimum, maximum } = schema
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`
  if (minimum !== undefined) return `${minimum} or more`
  return schema.type ?? ''
}

/** One row for each value; an object stands for what is in it, and `<name>` for names that people choose. */
function rowsOf(key: string, schema: Schema): readonly Row[] {
  const { properties = {}, additionalProperties: named } = schema
  const inner = Object.entries(properties).flatMap(([name, value]) => rowsOf(inside(key, name), value))
  const chosen = typeof named === 'object' ? rowsOf(inside(key, '<name>'), named) : []
  if (inner.length + chosen.length > 0) return [...inner, ...chosen]
  const otherwise = schema.default === undefined ? '' : code(JSON.stringify(schema.default))
  return [[code(key), valuesOf(schema), otherwise, schema.description ?? '']]
}

const inside = (key: string, name: string) => (key === '' ? name : `${key}.${name}`)

/** The rules of a project are those of `permissions`: listed once. */
const LISTED_ELSEWHERE = new Set(['$schema', 'projects'])
const HEAD = ['Key', 'Values', 'Default', 'Meaning']

const { properties = {} } = settingsSchema() as Schema
const keys = Object.entries(properties).filter(([key]) => !LISTED_ELSEWHERE.has(key))
const isSection = ([, schema]: readonly [string, Schema]) => schema.type === 'object'
const single = keys.filter((entry) => !isSection(entry)).flatMap(([key, schema]) => rowsOf(key, schema))
const sections = keys
  .filter(isSection)
  .map(([key, schema]) => `## ${key}\n\n${schema.description ?? ''}\n\n${table(HEAD, rowsOf('', schema))}\n`)

export const SETTINGS_PAGE: Page = [
  'docs/settings-reference.md',
  `<!-- Generated from src/settings/json-schema.ts. -->

# Settings reference

Look up a key, its values and its default. [Rules and settings](settings.md) explains which file to write, and how to write rules. The package
has the same as a JSON Schema for editors: \`schema/settings.schema.json\`. A key in the section \`judge\` is a key of the object \`judge\`:
\`transcript\` there is \`{ "judge": { "transcript": … } }\`.

${sections.join('\n')}
## projects

${properties['projects']?.description ?? ''}

\`projects.<path>.permissions\` takes what [\`permissions\`](#permissions) takes.

## Other keys

${table(HEAD, single)}
`,
]
