import { writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '../frame/random.ts'
import { type Row, readRows } from './rows.ts'
import { instrument } from './switches.ts'

/**
 * Which exported functions of the analysis do rows pin? One is pinned by a row that is understood in another way when the function is switched
 * off. `node bench/compare/pins.ts ROWS [--out FILE]` prints those that fewer than three rows pin.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, tries: { type: 'string', default: '400' } },
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
  const parts: unknown[] = []
  for await (const { facets, outcome, why } of readingsOf(row)) parts.push([outcome, why, facets])
  return JSON.stringify(parts)
}

const rows = readRows(file).filter(({ asked }) => 'lines' in asked)
/** Of each file that rows come from, some that call each function: a function is pinned soonest by the tests of its neighbours. */
const callers: Map<string, Row[]>[] = []
const met: number[] = []
for (const [at, row] of rows.entries()) {
  switches.called()
  await said(row)
  for (const id of switches.called()) {
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

const report: { readonly id: string; readonly called: number; readonly pinned: number }[] = []
for (const [at, { id, exported, answers }] of switches.all.entries()) {
  if (!exported) continue
  const pinning = new Set<string>()
  for (const row of nearest(id, callers[at] ?? new Map())) {
    if (pinning.size >= ENOUGH) break
    switches.off([])
    const before = await said(row)
    for (const answer of answers ? [false, true] : [false]) {
      switches.off([id], answer)
      if ((await said(row)) !== before) pinning.add(row.key)
    }
  }
  switches.off([])
  report.push({ id, called: met[at] ?? 0, pinned: pinning.size })
}
const weak = report.filter(({ pinned }) => pinned < ENOUGH)
for (const { id, called, pinned } of weak) process.stdout.write(`${pinned} ${called} ${id}\n`)
process.stderr.write(
  `${report.length - weak.length} of ${report.length} exported functions are pinned by ${ENOUGH} rows\n`,
)
if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(report))
