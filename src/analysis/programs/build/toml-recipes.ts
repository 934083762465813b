import { linesOf } from './recipe-lines.ts'

/** A value as it stands in the file: its text, brackets and quotes included. */
type Entries = ReadonlyMap<string, string>

/** Every entry takes a line, and longer files are not read at all. */
const MAX_ENTRIES = 20_000

/** Table name → its keys with their values. Linear; what is not a plain table is skipped. */
export function tomlTables(text: string): ReadonlyMap<string, Entries> {
  const tables = new Map<string, Map<string, string>>()
  let current = new Map<string, string>()
  tables.set('', current)
  const lines = linesOf(text)
  for (let at = 0, count = 0; at < lines.length && count < MAX_ENTRIES; at++) {
    const line = (lines[at] ?? '').trim()
    const header = /^\[{1,2}([^\]]{1,200})\]{1,2}\s*(?:#.*)?$/.exec(line)
    if (header) {
      const name = (header[1] ?? '').replaceAll(/["'\s]/g, '')
      current = tables.get(name) ?? new Map<string, string>()
      tables.set(name, current)
      continue
    }
    const equals = line.indexOf('=')
    if (equals <= 0 || line.startsWith('#')) continue
    let value = line.slice(equals + 1).trim()
    while (isOpen(value) && at + 1 < lines.length) value += `\n${lines[++at] ?? ''}`
    current.set(line.slice(0, equals).trim().replaceAll(/["']/g, ''), value)
    count++
  }
  return tables
}

/** A list, a table or a block of text that goes on in the next line. */
function isOpen(value: string): boolean {
  if (value.length > 64 * 1024) return false
  const fence = value.slice(0, 3)
  if (fence === '"""' || fence === "'''") return value.indexOf(fence, 3) < 0
  if (!/^[[{]/.test(value)) return false
  const bare = value.replace(/"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*/g, '')
  return count(bare, /[[{]/g) > count(bare, /[\]}]/g)
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** The strings of a value, in order. */
export function tomlStrings(value: string): string[] {
  const fence = value.slice(0, 3)
  if (fence === '"""' || fence === "'''")
    return [value.slice(3, value.indexOf(fence, 3) < 0 ? undefined : value.indexOf(fence, 3))]
  return [...value.matchAll(/"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'/g)].map(
    (match) => match[2] ?? (match[1] ?? '').replaceAll('\\"', '"').replaceAll('\\\\', '\\'),
  )
}

/** `commands = [["a", "b"], ["c"]]`: one line for each inner list. */
export function tomlCommandLists(value: string): string[] {
  return [...value.matchAll(/\[([^[\]]{0,4000})\]/g)].map((match) =>
    tomlStrings(match[1] ?? '')
      .map((word) => (/^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
      .join(' '),
  )
}

const RUNS = [
  'cmd',
  'shell',
  'run',
  'script',
  'command',
  'composite',
  'sequence',
  'parallel',
  'args',
  'depends-on',
  'depends_on',
  'deps',
  'pre',
  'post',
]

/** The commands of a script: a text, a list, or a table with `cmd`, `shell`, `composite` or `sequence`. */
export function tomlScript(
  tables: ReadonlyMap<string, Entries>,
  places: readonly string[],
  name: string,
): string[] | undefined {
  for (const [table, entries] of tables) {
    if (!places.some((place) => matches(table, place))) {
      const own = places.some((place) => table.endsWith(`.${name}`) && matches(table.slice(0, -name.length - 1), place))
      if (own) return RUNS.flatMap((key) => tomlStrings(entries.get(key) ?? ''))
      continue
    }
    const value = entries.get(name)
    if (value === undefined) continue
    return value.startsWith('{') ? inline(value) : tomlStrings(value)
  }
  return undefined
}

/** `tool.hatch.envs.*.scripts`: a star stands for one name. */
function matches(table: string, place: string): boolean {
  const parts = table.split('.')
  const wanted = place.split('.')
  return parts.length === wanted.length && wanted.every((each, index) => each === '*' || each === parts[index])
}

/** `{ cmd = "…", env = { … } }`: only what is run. */
function inline(value: string): string[] {
  return [
    ...value.matchAll(/\b([\w-]{1,40})\s{0,4}=\s{0,4}("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\[[^\]]{0,4000}\])/g),
  ].flatMap((match) => (RUNS.includes(match[1] ?? '') ? tomlStrings(match[2] ?? '') : []))
}
