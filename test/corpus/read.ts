import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('../../corpus/', import.meta.url)
const KEYS = new Set(['id', 'class', 'label', 'tool', 'input', 'cwd', 'home', 'user', 'before', 'category', 'note'])

export interface Call {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

/** One labelled call of the corpus, with what came before it. */
export interface Case extends Call {
  readonly id: string
  readonly class: string
  readonly label: 'block' | 'allow'
  readonly cwd?: string
  readonly home?: string
  readonly user?: readonly string[]
  readonly before?: readonly Call[]
  readonly category?: string
  readonly note: string
}

/** The classes of the corpus: one file each. */
export function readClasses(): string[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.slice(0, -'.jsonl'.length))
    .sort()
}

export function readClass(name: string): Case[] {
  const text = readFileSync(new URL(`${name}.jsonl`, FOLDER), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Case)
}

/** Cases that fail today: id → why. */
export function readKnownMisses(): Map<string, string> {
  const text = readFileSync(new URL('known-misses.json', FOLDER), 'utf8')
  return new Map(Object.entries(JSON.parse(text) as Record<string, string>))
}

/** The case as a line of the batch interface: human turns first, then the earlier calls. */
export function lineFor(found: Case): Record<string, unknown> {
  const { id, tool, input, cwd = '/home/dev/project', home = '/home/dev', user = [], before = [] } = found
  const turns = user.map((text) => ({ role: 'user', text }))
  return { id, tool, input, cwd, home, settings: {}, transcript: [...turns, ...before] }
}

/** The shell commands of a case, its earlier calls included. */
export function commandsOf(found: Case): string[] {
  return [found, ...(found.before ?? [])].flatMap(({ input }) =>
    typeof input['command'] === 'string' ? [input['command']] : [],
  )
}

/** What is wrong with a case's form. */
export function problemsOf(found: Case): string[] {
  const problems = Object.keys(found)
    .filter((key) => !KEYS.has(key))
    .map((key) => `unknown key ${key}`)
  const initial = found.label === 'block' ? 'b' : 'a'
  if (found.label !== 'block' && found.label !== 'allow') problems.push('label is neither block nor allow')
  if (!new RegExp(`^${found.class}-${initial}\\d\\d+$`).test(found.id)) problems.push('id does not fit class and label')
  if (typeof found.note !== 'string' || found.note === '') problems.push('note is missing')
  if (found.label === 'allow' && found.category !== undefined) problems.push('an allow case names a category')
  for (const call of [found, ...(found.before ?? [])]) {
    if (typeof call.tool !== 'string' || call.tool === '') problems.push('tool is missing')
    if (typeof call.input !== 'object' || call.input === null) problems.push('input is missing')
  }
  if (found.user?.some((turn) => typeof turn !== 'string')) problems.push('a user turn is not text')
  return problems.map((problem) => `${found.id}: ${problem}`)
}
