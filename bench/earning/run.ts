import { parseArgs } from 'node:util'
import './hole.ts'
import type { Row } from './rows.ts'

/**
 * Which names of programs earn their place: takes each out of the registry in turn, judges every row that mentions it again, and
 * says what changed. `node bench/earning/run.ts [--family F]… [--name N]… [--data PLACE]… [--together]`
 */
const HELP = `node bench/earning/run.ts [options]
  --family F   names of this family (repeatable; default: all)
  --name N     this name (repeatable)
  --data P     a folder of labelled rows and sessions, or a file of chains (repeatable), beside the corpus
  --program    takes a program out with all its names
  --together   takes all of them out at once
  --least N    rows that change for the worse before the next name is tried (default 3)
  --json       a line for each
`

const { values } = parseArgs({
  options: {
    family: { type: 'string', multiple: true, default: [] },
    name: { type: 'string', multiple: true, default: [] },
    data: { type: 'string', multiple: true, default: [] },
    program: { type: 'boolean', default: false },
    together: { type: 'boolean', default: false },
    least: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

// After the hook: all of these must see the registry with a hole.
const { takeOut } = await import('./registry-with-hole.ts')
const { LOADER_FAMILIES: SHELF_FAMILIES, PROGRAM_LOADERS: SHELVES } = await import(
  '../../src/knowledge/programs/families.ts'
)
const {
  createCase: caseOf,
  freshSession,
  rememberCall: remember,
  CLI_TOOLS: TOOLS,
} = await import('../../src/cli/call-case.ts')
const { createGate } = await import('../../src/gate.ts')
const { createEmbeddedJudge } = await import('../../src/judge/embedded/judge.ts')
const { readRows } = await import('./rows.ts')

const judge = createEmbeddedJudge()

interface Said {
  readonly stopped: boolean
  readonly why: string
  readonly grade: string
}

type Change = 'looser' | 'stricter' | 'better' | 'reason' | 'grade'

if (values.help) process.stdout.write(HELP)
else await main()

async function main(): Promise<void> {
  const rows = await readRows(new URL('../..', import.meta.url).pathname, values.data)
  const mentions = mentionsIn(rows)
  const before = new Map<Row, Said>()
  for (const names of entries()) {
    const found = [...new Set(names.flatMap((name) => mentions.get(name) ?? []))]
    takeOut([])
    for (const row of found) if (!before.has(row)) before.set(row, await answer(row))
    takeOut(names)
    const changes = await changesOf(found, before)
    print(names, found.length, changes)
  }
}

async function changesOf(rows: readonly Row[], before: ReadonlyMap<Row, Said>): Promise<Map<Change, Row[]>> {
  const changes = new Map<Change, Row[]>()
  const worse = () => (changes.get('looser')?.length ?? 0) + (changes.get('stricter')?.length ?? 0)
  for (const row of rows) {
    const was = before.get(row)
    const change = was && changeOf(row, was, await answer(row))
    if (change) changes.set(change, [...(changes.get(change) ?? []), row])
    if (!values.together && worse() >= Number(values.least)) break
  }
  return changes
}

function changeOf({ label }: Row, was: Said, is: Said): Change | undefined {
  if (was.stopped !== is.stopped) {
    if (is.stopped === (label === 'block')) return 'better'
    return is.stopped ? 'stricter' : 'looser'
  }
  if (is.stopped) return was.why === is.why ? undefined : 'reason'
  return was.grade === is.grade ? undefined : 'grade'
}

/** What is taken out in one go: a name, a program with all its names, or all that was asked for. */
function entries(): readonly (readonly string[])[] {
  const programs = SHELVES.flatMap((shelf, at) =>
    values.family.length === 0 || values.family.includes(SHELF_FAMILIES[at] ?? '') ? shelf() : [],
  )
  const asked = ({ length }: readonly string[], name: string) => length === 0 || values.name.includes(name)
  const found = programs
    .map(({ names }) => names.filter((name) => asked(values.name, name)))
    .filter(({ length }) => length > 0)
  if (values.together) return [found.flat()]
  return values.program ? found : found.flat().map((name) => [name])
}

/** The rows that hold a name as a word. */
function mentionsIn(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const text = row.text.toLowerCase().replaceAll(/\\[nrt]/g, ' ')
    const words = new Set(text.split(/[^\w.+@[:-]+/).flatMap((word) => [word, word.replace(/\.exe$/, '')]))
    for (const word of words) {
      const list = found.get(word)
      if (list) list.push(row)
      else found.set(word, [row])
    }
  }
  return found
}

/** What the gate says of a row: its first stop, or how its last call passed. */
async function answer({ id, lines }: Row): Promise<Said> {
  const live = freshSession(id)
  let grade = ''
  for (const line of lines) {
    const { policy, call, session } = caseOf(line, live)
    const decision = await createGate({ policy, tools: TOOLS, judge }).check(call, session)
    if (decision.outcome !== 'allow')
      return { stopped: true, why: decision.category ?? decision.reason.type, grade: decision.outcome }
    grade = decision.grade ?? ''
    if (lines.length > 1) remember(live, call, session.facts)
  }
  return { stopped: false, why: '', grade }
}

function print(names: readonly string[], rows: number, changes: ReadonlyMap<Change, readonly Row[]>): void {
  const told = Object.fromEntries([...changes].map(([change, found]) => [change, found.map(({ id }) => id)]))
  if (values.json) process.stdout.write(`${JSON.stringify({ names, rows, ...told })}\n`)
  else {
    const counts = [...changes].map(([change, { length }]) => `${change} ${length}`).join(', ') || 'nothing changes'
    const such = [...(told['looser'] ?? []), ...(told['stricter'] ?? [])].slice(0, values.together ? 500 : 3)
    process.stdout.write(
      `${names.slice(0, 6).join(' ')}: ${rows} rows, ${counts}${such.map((id) => `\n    ${id}`).join('')}\n`,
    )
  }
}
