import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Options } from '../frame/options.ts'
import { scratchDirectory } from '../frame/scratch.ts'
import type { Section } from '../frame/section.ts'
import type { Suite } from '../frame/suite.ts'
import { allRows, writeRows } from './rows.ts'

interface Pinned {
  readonly id: string
  /** How many rows call it. */
  readonly called: number
  readonly pinned: number
  /** Rows to try in a process that never had the function. */
  readonly fresh: readonly string[]
}

export interface PinsResult {
  readonly rows: number
  readonly functions: readonly Pinned[]
}

const ENOUGH = 3

/** Would `compare` notice if a function of the analysis did nothing? Rows that say so, for each one that is exported. */
export const PINS: Suite<PinsResult> = { name: 'pins', run, show, misses: () => [] }

async function run({ root, data, oneIn, results, limit, only }: Options): Promise<PinsResult> {
  const rows = allRows({ root, data, oneIn })
    .filter(({ asked }) => 'lines' in asked)
    .slice(0, limit)
  const folder = scratchDirectory(results, 'pins')
  try {
    mkdirSync(folder, { recursive: true })
    const [file, out] = [join(folder, 'rows.jsonl'), join(folder, 'pins.json')]
    writeRows(file, rows)
    // Switches are put in as files are loaded, so a process of its own loads them.
    const { status } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'pins.ts'), file, '--out', out, '--only', only],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    if (status !== 0) throw new Error(`bench/compare/pins.ts ended with status ${String(status)}`)
    const found: readonly Pinned[] = JSON.parse(readFileSync(out, 'utf8'))
    const byKey = new Map(rows.map((row) => [row.key, row]))
    const functions = found.map((one) => {
      if (one.pinned >= ENOUGH) return one
      writeRows(
        file,
        [...new Set(one.fresh)].flatMap((key) => byKey.get(key) ?? []),
      )
      return { ...one, pinned: Math.max(one.pinned, rowsThatMiss(one.id, file)) }
    })
    return { rows: rows.length, functions }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** How many rows are understood in another way where the function was never there, not even while files were loaded. */
function rowsThatMiss(id: string, file: string): number {
  const plain = understood([file])
  const without = understood([file, '--without', id])
  const differing = [...plain].filter(([key, said]) => without.get(key) !== said)
  return differing.length
}

/** What a process says of each row; without a function that all need it may not even start. */
function understood(args: readonly string[]): ReadonlyMap<string, string> {
  const { stdout } = spawnSync(process.execPath, [join(import.meta.dirname, 'understood.ts'), ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const said = new Map<string, string>()
  for (const line of stdout.split('\n')) {
    if (line === '') continue
    const { key } = JSON.parse(line) as { readonly key: string }
    said.set(key, (said.get(key) ?? '') + line)
  }
  return said
}

function show({ rows, functions }: PinsResult): Section[] {
  const weak = functions.filter(({ pinned }) => pinned < ENOUGH)
  return [
    {
      title: 'Functions that rows pin',
      notes: [
        `${functions.length - weak.length} of ${functions.length} exported functions of the analysis are pinned by at least ${ENOUGH} of ${rows} rows.`,
      ],
      tables: [
        {
          caption: 'The others',
          head: ['function', 'rows that pin it', 'rows that call it'],
          rows: weak.map(({ id, pinned, called }) => [id, String(pinned), String(called)]),
        },
      ],
    },
  ]
}
