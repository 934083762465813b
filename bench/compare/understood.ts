import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { FACETS } from './facets.ts'
import { readRows } from './rows.ts'

/**
 * Prints what this build understands of rows, a line for each call: `node bench/compare/understood.ts ROWS`. A hash for each facet, or all of
 * it for the keys that stand in `--whole FILE`. `--without ID` switches a function off, to see what it is good for.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { whole: { type: 'string' }, without: { type: 'string', multiple: true } },
})
const [file] = positionals
if (file === undefined) throw new Error('which rows?')
const { without = [] } = values
const { instrument, isFunctionOf } = await import('./switches.ts')
const switches = without.length === 0 ? undefined : instrument()
for (const id of without) if (!isFunctionOf(id)) throw new Error(`no function of the analysis is called ${id}`)
switches?.off(without)
const { readingsOf } = await import('./reading.ts')
const whole =
  values.whole === undefined ? undefined : new Set(JSON.parse(readFileSync(values.whole, 'utf8')) as string[])

const hash = (lines: readonly string[]) => createHash('sha1').update(lines.join('\n')).digest('base64url').slice(0, 8)

let printed: string[] = []
async function print(line: unknown): Promise<void> {
  printed.push(JSON.stringify(line))
  if (printed.length < 1000) return
  const text = `${printed.join('\n')}\n`
  printed = []
  if (!process.stdout.write(text)) await new Promise((next) => process.stdout.once('drain', next))
}

for (const row of readRows(file)) {
  if (whole !== undefined && !whole.has(row.key)) continue
  let at = 0
  switches?.called()
  for await (const { outcome, why, facets, ...reading } of readingsOf(row)) {
    switches?.called()
    at = reading.at
    const shown = whole === undefined ? FACETS.map((facet) => hash(facets[facet])).join(' ') : facets
    await print({ key: row.key, at, outcome, why, facets: shown })
  }
}
process.stdout.write(`${printed.join('\n')}\n`)
