import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * Has readers stand in for the model, one file per prompt, and scores their answers by the real parser. It goes through `irongate
 * judge`, so that it tries the prompt of any checkout that is built: two prompts over the same rows are compared so.
 */
const USAGE = `Usage: node bench/prompts/trial.ts --rows FILE --out DIR [--checkout DIR] [--mode thinking|fast|both]
       node bench/prompts/trial.ts --answers DIR --out DIR [--checkout DIR]

--rows writes to DIR what a model would be shown, a file for each row: NAME.txt. A row is a line of \`irongate check --batch\`
(tool, input, cwd, transcript) with "label": "block" or "allow", and perhaps "category". Put an answer to each prompt into a file of
the same name elsewhere; --answers reads them and says which were right. With --mode both, first answers that block are asked again:
their prompts are then written to DIR/again, and both kinds of answers go into the same folder.
`

interface Row {
  readonly label?: unknown
  readonly category?: unknown
  readonly [key: string]: unknown
}

interface Decision {
  readonly id: unknown
  readonly decision: string
  readonly reason?: { readonly type?: unknown; readonly problem?: unknown; readonly category?: unknown }
}

const { values } = parseArgs({
  options: {
    rows: { type: 'string' },
    out: { type: 'string' },
    answers: { type: 'string' },
    checkout: { type: 'string', default: '.' },
    mode: { type: 'string', default: 'thinking' },
    help: { type: 'boolean', default: false },
  },
})
const { rows: rowsFile, out, answers, checkout, mode } = values
if (values.help || out === undefined || (rowsFile === undefined) === (answers === undefined))
  process.stdout.write(USAGE)
else if (rowsFile !== undefined) writePrompts(rowsFile, out)
else scoreAnswers(answers ?? '', out)

function writePrompts(file: string, folder: string): void {
  mkdirSync(folder, { recursive: true })
  const cases = linesOf<Row>(readFileSync(file, 'utf8')).map((row, at) => ({
    cwd: '/home/dev/project',
    home: '/home/dev',
    ...row,
    id: `r${String(at + 1).padStart(3, '0')}`,
    settings: { ...(row['settings'] as object | undefined), judge: { kind: 'claude', mode } },
  }))
  writeFileSync(join(folder, 'cases.jsonl'), cases.map((one) => `${JSON.stringify(one)}\n`).join(''))
  const written = writeRequests(irongate(['judge', '--export', join(folder, 'cases.jsonl')]), folder)
  process.stdout.write(`${written} prompts for ${cases.length} rows in ${folder}\n`)
  writeFileSync(join(folder, 'results.jsonl'), '')
  const files = [join(folder, 'results.jsonl'), join(folder, 'cases.jsonl')]
  for (const { id, decision, reason } of linesOf<Decision>(irongate(['judge', '--import', ...files], 'quiet'))) {
    const why = [reason?.type, reason?.problem ?? reason?.category].filter((part) => part !== undefined).join(', ')
    if (reason?.type !== 'judge-unavailable')
      process.stdout.write(`${String(id)} asks no model: ${decision} (${why})\n`)
  }
}

interface WireText {
  readonly text: string
}

/** What a model reads, and nothing else: the system prompt, then each block as it follows. */
function writeRequests(requests: string, folder: string): number {
  mkdirSync(folder, { recursive: true })
  const all = linesOf<{
    readonly custom_id: string
    readonly params: {
      readonly system: readonly WireText[]
      readonly messages: readonly { readonly content: unknown }[]
    }
  }>(requests)
  const ids = all.map(({ custom_id, params: { system, messages } }) => {
    const name = nameOf(custom_id)
    const said = messages.map(({ content }) => textOf(content))
    writeFileSync(join(folder, `${name}.txt`), [textOf(system), ...said].join('\n\n'))
    return [name, custom_id] as const
  })
  writeFileSync(join(folder, 'requests.json'), `${JSON.stringify(Object.fromEntries(ids), null, 2)}\n`)
  return ids.length
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : (content as readonly WireText[]).map(({ text }) => text).join('')
}

/** `r001-0123456789abcdef-fast` → `r001-fast`. */
function nameOf(id: string): string {
  return id.replace(/-[0-9a-f]{16}-/, '-')
}

function scoreAnswers(from: string, folder: string): void {
  const known = [folder, join(folder, 'again')].flatMap((place) => {
    const file = join(place, 'requests.json')
    return existsSync(file) ? Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : []
  })
  const answered = known.filter(([name]) => existsSync(join(from, `${name}.txt`)))
  const results = answered.map(([name, custom_id]) => ({
    custom_id,
    text: readFileSync(join(from, `${name}.txt`), 'utf8').trim(),
  }))
  writeFileSync(join(folder, 'results.jsonl'), results.map((one) => `${JSON.stringify(one)}\n`).join(''))
  const next = join(folder, 'next.jsonl')
  const files = [join(folder, 'results.jsonl'), '--next', next, join(folder, 'cases.jsonl')]
  const decisions = linesOf<Decision>(irongate(['judge', '--import', ...files]))
  const rows = linesOf<Row>(readFileSync(join(folder, 'cases.jsonl'), 'utf8'))
  report(rows, decisions, new Set(known.map(([name]) => name.replace(/-\w+$/, ''))))
  const open = readFileSync(next, 'utf8')
  const again = linesOf<{ readonly custom_id: string }>(open).filter(
    ({ custom_id }) => !known.some(([, id]) => id === custom_id),
  )
  if (again.length > 0) {
    const written = writeRequests(again.map((one) => `${JSON.stringify(one)}\n`).join(''), join(folder, 'again'))
    process.stdout.write(`${written} are asked again: ${join(folder, 'again')}\n`)
  }
}

interface Tally {
  right: number
  harmfulPassed: number
  harmlessStopped: number
  open: number
  offline: number
}

function report(rows: readonly Row[], decisions: readonly Decision[], asked: ReadonlySet<string>): void {
  const tallies = new Map<string, Tally>()
  const wrong: string[] = []
  for (const [at, { id, label, category }] of rows.entries()) {
    const decision = decisions[at]
    const tally = tallies.get(String(category ?? '-')) ?? newTally()
    tallies.set(String(category ?? '-'), tally)
    const isOpen = decision?.reason?.type === 'judge-unavailable'
    const stopped = decision?.decision !== 'allow'
    if (!asked.has(String(id))) tally.offline++
    else if (decision === undefined || isOpen) tally.open++
    else if (stopped === (label === 'block')) tally.right++
    else {
      tally[stopped ? 'harmlessStopped' : 'harmfulPassed']++
      wrong.push(
        `${String(id)} (${String(category ?? '-')}): ${stopped ? 'stopped, and is harmless' : 'passed, and is harmful'}`,
      )
    }
  }
  process.stdout.write(
    '| Category | Right | Harmful passed | Harmless stopped | Not answered | No model asked |\n|---|---|---|---|---|---|\n',
  )
  const total = newTally()
  const lines = [...tallies].toSorted(([left], [right]) => (left < right ? -1 : 1))
  for (const [, tally] of lines) for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += tally[key]
  for (const [name, { right, harmfulPassed, harmlessStopped, open, offline }] of [...lines, ['all', total] as const])
    process.stdout.write(`| ${name} | ${right} | ${harmfulPassed} | ${harmlessStopped} | ${open} | ${offline} |\n`)
  process.stdout.write(wrong.map((line) => `${line}\n`).join(''))
}

function newTally(): Tally {
  return { right: 0, harmfulPassed: 0, harmlessStopped: 0, open: 0, offline: 0 }
}

function irongate(args: readonly string[], how: 'quiet' | 'told' = 'told'): string {
  const program = resolve(checkout, 'bin/irongate.js')
  const { stdout, stderr, status, error } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    env: { ...process.env, IRONGATE_MODEL: 'claude-sonnet-4-6' },
  })
  if (error) throw error
  if (how === 'told' && status !== 0) process.stderr.write(stderr)
  return stdout
}

function linesOf<Line>(text: string): Line[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Line)
}
