import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { filesOfAnswers, readAnswers, writeQuestions } from './ask.ts'
import { readRows } from './rows.ts'
import { scoreRow } from './score.ts'
import { tablesOf } from './show.ts'

/**
 * How well are people's turns read? `--out DIR` writes what a model would be sent, for readers who answer in its place; `--answers DIR` takes
 * their answers through the parser, the check against the words, the ledger and the gate.
 */
export async function runReadings(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rows: { type: 'string' },
      out: { type: 'string' },
      answers: { type: 'string' },
      sample: { type: 'string' },
      seed: { type: 'string', default: '20261119' },
    },
  })
  const { rows: file, out, answers } = values
  if (file === undefined || (out === undefined) === (answers === undefined))
    throw new Error('readings needs --rows FILE and either --out DIR or --answers DIR')
  const sample = values.sample === undefined ? Number.POSITIVE_INFINITY : Number(values.sample)
  const rows = readRows(file, { seed: Number(values.seed), sample })
  if (out !== undefined) {
    const files = writeQuestions(rows, out)
    process.stdout.write(`${rows.length} rows in ${files.length} files below ${out}; read README.md there\n`)
    return
  }
  if (answers === undefined || !existsSync(answers)) throw new Error(`no folder ${answers}`)
  const given = readAnswers(filesOfAnswers(answers))
  const scored = []
  for (const row of rows) scored.push(await scoreRow(row, given))
  const place = join(answers, 'scored.jsonl')
  writeFileSync(place, scored.map((row) => `${JSON.stringify(row)}\n`).join(''))
  process.stdout.write(`${tablesOf(scored)}\nEach row: ${place}\n`)
}
