import { writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ACCURACY } from './accuracy/run.ts'
import { AMBIGUITY } from './ambiguity/run.ts'
import { ATTACK } from './attack/run.ts'
import { CHAINS } from './chains/run.ts'
import { PINS } from './compare/pins-run.ts'
import { COMPARE } from './compare/run.ts'
import { COST } from './cost/run.ts'
import { FIELD } from './field/run.ts'
import { machine } from './frame/machine.ts'
import { HELP, type Options, readOptions } from './frame/options.ts'
import { createStore } from './frame/store.ts'
import type { Suite } from './frame/suite.ts'
import { markdownOf, textOf } from './frame/text.ts'
import { GUARD } from './guard/run.ts'
import { LATENCY } from './latency/run.ts'
import { MUTANTS } from './mutants/run.ts'
import { runReadings } from './readings/run.ts'
import { REDTEAM } from './redteam/run.ts'
import { writeReport } from './report/run.ts'
import { SCALE } from './scale/run.ts'
import { SESSIONS } from './sessions/run.ts'

/** Every suite, in the order in which `all` runs them. */
// biome-ignore lint/suspicious/noExplicitAny: a list of suites with results of their own
const SUITES: readonly Suite<any>[] = [
  ACCURACY,
  REDTEAM,
  CHAINS,
  FIELD,
  SESSIONS,
  AMBIGUITY,
  ATTACK,
  COST,
  LATENCY,
  SCALE,
  GUARD,
  COMPARE,
  PINS,
  MUTANTS,
]

/** Not part of `all`: one needs another checkout, the others a quarter of an hour or more. */
const BY_NAME: ReadonlySet<string> = new Set([COMPARE.name, PINS.name, MUTANTS.name])

const root = dirname(import.meta.dirname)
try {
  const [suite, ...rest] = process.argv.slice(2)
  if (suite === 'readings') await runReadings(rest)
  else {
    const options = readOptions(process.argv.slice(2), root)
    if (options === undefined) process.stdout.write(HELP)
    else await main(options)
  }
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 70
}

async function main(asked: Options): Promise<void> {
  const everything = asked.suites.includes('all')
  const names = everything
    ? SUITES.filter((suite) => !BY_NAME.has(suite.name)).map(({ name }) => name)
    : asked.suites.filter((name) => name !== 'report')
  const unknown = names.filter((name) => !SUITES.some((suite) => suite.name === name))
  if (unknown.length > 0) throw new Error(`there is no suite ${unknown.join(', ')}\n\n${HELP}`)
  if (asked.markdown !== undefined && names.length !== 1) throw new Error('--markdown takes one suite')
  for (const suite of SUITES.filter(({ name }) => names.includes(name))) await one(suite, asked)
  if (!everything && !asked.suites.includes('report')) return
  const shown = SUITES.filter((suite) => suite !== GUARD && !BY_NAME.has(suite.name))
  for (const file of writeReport(shown, asked, createStore(asked.results))) process.stderr.write(`report: ${file}\n`)
}

async function one<Result>(suite: Suite<Result>, asked: Options): Promise<void> {
  const store = createStore(asked.results)
  const result = await suite.run(asked, store)
  const place = store.save(suite.name, { ...result, machine: machine(root) })
  if (asked.markdown !== undefined) writeFileSync(asked.markdown, `${markdownOf(suite.show(result))}\n`)
  process.stdout.write(asked.json ? `${JSON.stringify(result)}\n` : `${textOf(suite.show(result))}\n`)
  process.stderr.write(`${suite.name}: kept in ${place}\n`)
  for (const failure of suite.failures?.(result) ?? []) {
    process.stderr.write(`${suite.name}: ${failure}\n`)
    process.exitCode = 1
  }
}
