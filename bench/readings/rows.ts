import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type CallLine, callLineOf } from '../../src/cli/call-line.ts'
import { type ReadableTurn, readableTurns } from '../../src/intent/statements/ledger.ts'
import { createRandom } from '../frame/random.ts'

/** A labelled row: what people said, and a call that follows. */
export interface ReadingRow {
  /** Tells nothing of the row: readers see it. */
  readonly key: string
  readonly id: string
  /** `expect`: what the gate should answer. `label`: what was said about the call. */
  readonly label:
    | { readonly kind: 'expect'; readonly group: string; readonly expect: 'allow' | 'stop' }
    | { readonly kind: 'label'; readonly label: 'asked' | 'limit' | 'none' }
  readonly line: CallLine
  readonly turns: readonly ReadableTurn[]
}

type Fields = Readonly<Record<string, unknown>>

const PLACE = { cwd: '/home/dev/project', home: '/home/dev' }

/** The rows of a file, in an order that a seed gives, so that their place tells nothing; the same seed gives the same keys. */
export function readRows(
  file: string,
  { seed, sample }: { readonly seed: number; readonly sample: number },
): ReadingRow[] {
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, at) => rowOf(JSON.parse(line), `${basename(file)}:${at + 1}`))
  return shuffled(rows, seed)
    .slice(0, sample)
    .map((row, at) => ({ ...row, key: `r${String(at + 1).padStart(4, '0')}` }))
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = createRandom(seed)
  const left = [...items]
  const out: T[] = []
  while (left.length > 0) out.push(...left.splice(random.below(left.length), 1))
  return out
}

function rowOf(fields: Fields, origin: string): Omit<ReadingRow, 'key'> {
  const said = fields['said']
  const id = typeof fields['id'] === 'string' ? fields['id'] : origin
  const call = Array.isArray(said) ? callOf(String(fields['call'])) : { tool: fields['tool'], input: fields['input'] }
  const transcript = Array.isArray(said) ? said.map((text) => ({ role: 'user', text })) : fields['transcript']
  const cwd = typeof fields['cwd'] === 'string' ? fields['cwd'] : PLACE.cwd
  const parsed = callLineOf({ id, ...call, cwd, home: PLACE.home, settings: {}, transcript })
  if (!parsed.ok) throw new Error(`${origin}: ${parsed.problem}`)
  return { id, label: labelOf(fields, origin), line: parsed.line, turns: readableTurns(parsed.line.transcript) }
}

function labelOf(fields: Fields, origin: string): ReadingRow['label'] {
  const { group, expect, label } = fields
  if (expect === 'allow' || expect === 'stop') return { kind: 'expect', group: String(group), expect }
  if (label === 'asked' || label === 'limit' || label === 'none') return { kind: 'label', label }
  throw new Error(`${origin}: no label`)
}

/** The field that a tool's text stands for in `Tool: text`. */
const TEXT_FIELDS: ReadonlyMap<string, string> = new Map([
  ['Bash', 'command'],
  ['PowerShell', 'command'],
  ['WebFetch', 'url'],
  ['WebSearch', 'query'],
  ['Read', 'file_path'],
  ['Agent', 'prompt'],
  ['Task', 'prompt'],
])

/** `Bash: git push`, `Edit: a.ts: new text`, `mcp__x__y: key=value`. */
export function callOf(text: string): { readonly tool: string; readonly input: Fields } {
  const [, tool = '', rest = ''] = /^([^:\s]+):\s*([\s\S]*)$/.exec(text) ?? []
  const field = TEXT_FIELDS.get(tool)
  if (field !== undefined) return { tool, input: { [field]: rest } }
  const [, path = rest, content = ''] = /^([^:\n]+):\s?([\s\S]*)$/.exec(rest) ?? []
  if (tool === 'Edit') return { tool, input: { file_path: path, old_string: '…', new_string: content } }
  if (tool === 'Write') return { tool, input: { file_path: path, content } }
  return { tool, input: argumentsOf(rest) }
}

const ARGUMENT = /([A-Za-z_][\w.-]*)=("(?:[^"\\]|\\.)*"|\[[^\]]*\]|\S+)/g

function argumentsOf(text: string): Fields {
  const found = [...text.matchAll(ARGUMENT)].map(([, key = '', value = '']) => [key, value.replace(/^"|"$/g, '')])
  return found.length === 0 ? { text } : Object.fromEntries(found)
}
