import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '../frame/random.ts'
import { type Row, readRows } from './rows.ts'
import { instrument, type Switch } from './switches.ts'

/**
 * Which exported functions of the analysis do rows pin? One is pinned by a row that is understood in another way when the function is switched
 * off. `node bench/compare/pins.ts ROWS [--only PATH] [--out FILE]` prints those that fewer than three rows pin, and for each of the others
 * the rows that do (`--out`).
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    only: { type: 'string', default: '' },
    tries: { type: 'string', default: '400' },
  },
})
const [file] = positionals
if (file === undefined) throw new Error('which rows?')
const switches = instrument()
const { readingsOf } = await import('./reading.ts')
const random = createRandom(20261118)

const ENOUGH = 3
const PER_GROUP = 8
const TRIES = Number(values.tries)

async function said(row: Row): Promise<string> {
  const hash = createHash('sha1')
  for await (const { facets, outcome, why } of readingsOf(row)) hash.update(JSON.stringify([outcome, why, facets]))
  return hash.digest('base64url')
}

const rows = readRows(file).filter(({ asked }) => 'lines' in asked)
/** Of each file that rows come from, some that call each function: a function is pinned soonest by the tests of its neighbours. */
const callers: Map<string, Row[]>[] = []
const met: number[] = []
/** What each row said with all switched on, and which functions it called. */
const plain: { readonly said: string; readonly called: Uint16Array }[] = []
for (const [at, row] of rows.entries()) {
  switches.called()
  const answer = await said(row)
  const called = Uint16Array.from(switches.called())
  plain.push({ said: answer, called })
  for (const id of called) {
    met[id] = (met[id] ?? 0) + 1
    const groups = callers[id] ?? new Map<string, Row[]>()
    callers[id] = groups
    keep(groups, row)
  }
  if (at % 5000 === 0) process.stderr.write(`${at}/${rows.length}\n`)
}

function keep(groups: Map<string, Row[]>, row: Row): void {
  const kept = groups.get(row.group)
  if (kept === undefined) groups.set(row.group, [row])
  else if (kept.length < PER_GROUP) kept.push(row)
  else if (random.chance(0.1)) kept[random.below(PER_GROUP)] = row
}

/** The rows to try, those of the nearest files first. */
function nearest(id: string, groups: Map<string, Row[]>): Row[] {
  const near = (group: string) => {
    const [file, folder] = [stemOf(id), dirname(id)]
    return stemOf(group) === file ? 0 : dirname(group) === folder ? 1 : group.startsWith('src/') ? 2 : 3
  }
  return [...groups]
    .toSorted(([left], [right]) => near(left) - near(right))
    .flatMap(([, kept]) => kept)
    .slice(0, TRIES)
}

function stemOf(path: string): string {
  return basename(path).replace(/(?:\.test)?\.ts.*$/, '')
}

async function differs(row: Row, ids: readonly string[], answers: boolean, before: string): Promise<boolean> {
  for (const answer of answers ? [false, true] : [false]) {
    switches.off(ids, answer)
    if ((await said(row)) !== before) return true
  }
  return false
}

const pinnedBy = new Map<Switch, Set<string>>()
for (const [at, one] of switches.all.entries()) {
  if (!one.exported || !one.id.includes(values.only)) continue
  const pinning = new Set<string>()
  pinnedBy.set(one, pinning)
  for (const row of nearest(one.id, callers[at] ?? new Map())) {
    if (pinning.size >= ENOUGH) break
    switches.off([])
    if (await differs(row, [one.id], one.answers, await said(row))) pinning.add(row.key)
  }
}

/** Those that are left are switched off all at once: only where that is seen is each of them tried by itself. */
for (const [index, row] of rows.entries()) {
  const { said: before, called } = plain[index] ?? { said: '', called: [] }
  const open = [...called].flatMap((at) => {
    const one = switches.all[at]
    return one !== undefined && (pinnedBy.get(one)?.size ?? ENOUGH) < ENOUGH ? [one] : []
  })
  const ids = open.map(({ id }) => id)
  if (
    open.length === 0 ||
    !(await differs(
      row,
      ids,
      open.some(({ answers }) => answers),
      before,
    ))
  )
    continue
  for (const one of open) if (await differs(row, [one.id], one.answers, before)) pinnedBy.get(one)?.add(row.key)
  if (index % 5000 === 0) process.stderr.write(`again ${index}/${rows.length}\n`)
}
switches.off([])

const FRESH = 300
/** What runs once, as a file is loaded or for a whole process, can only be seen by processes of their own: with these rows. */
const spread = rows.filter((_, at) => at % Math.ceil(rows.length / FRESH) === 0)
const report = [...pinnedBy].map(([one, pinning]) => {
  const at = switches.all.indexOf(one)
  const near = nearest(one.id, callers[at] ?? new Map(rows.map((row) => [row.group, [row]])))
  return {
    id: one.id,
    called: met[at] ?? 0,
    pinned: pinning.size,
    rows: [...pinning].slice(0, ENOUGH),
    fresh: pinning.size < ENOUGH ? [...near.slice(0, FRESH), ...spread].map(({ key }) => key) : [],
  }
})
const weak = report.filter(({ pinned }) => pinned < ENOUGH)
for (const { id, called, pinned } of weak) process.stdout.write(`${pinned} ${called} ${id}\n`)
process.stderr.write(
  `${report.length - weak.length} of ${report.length} exported functions are pinned by ${ENOUGH} rows\n`,
)
if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(report))
