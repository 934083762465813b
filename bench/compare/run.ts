import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Options } from '../frame/options.ts'
import { scratchDirectory } from '../frame/scratch.ts'
import type { Section } from '../frame/section.ts'
import { countBy } from '../frame/statistics.ts'
import type { Suite } from '../frame/suite.ts'
import {
  type ChangedGroup,
  type CompareResult,
  changesBetween,
  differing,
  type Given,
  kindOf,
  type ReadGroup,
  readingsBetween,
} from './result.ts'
import { allRows, writeRows } from './rows.ts'

/** Two builds over the same rows: what each understood, what it would remember, and what it decided. */
export const COMPARE: Suite<CompareResult> = { name: 'compare', run, show, misses: () => [] }

/** Of the rows that differ, so many are told apart by mechanism. */
const MOST_READ = 20_000

async function run({ root, data, against, without, oneIn, results, limit }: Options): Promise<CompareResult> {
  const other = resolve(against ?? root)
  if (against === undefined && without.length === 0)
    throw new Error('compare needs another checkout (npm run bench -- compare CHECKOUT), or --without FUNCTION')
  if (!existsSync(join(other, 'bench/compare/understood.ts')))
    throw new Error(`${other} is no checkout of this project, or older than this comparison`)
  const rows = allRows({ root, data, oneIn }).slice(0, limit)
  const folder = scratchDirectory(results, 'compare')
  try {
    mkdirSync(folder, { recursive: true })
    const file = join(folder, 'rows.jsonl')
    writeRows(file, rows)
    const off = without.flatMap((id) => ['--without', id])
    const both = (more: readonly string[]) =>
      Promise.all([understood(other, [file, ...more]), understood(root, [file, ...more, ...off])])
    const [before, after] = await both([])
    const changed = [...differing(before, after)].slice(0, MOST_READ)
    const keys = join(folder, 'keys.json')
    writeFileSync(keys, JSON.stringify(changed))
    const [was, is] = changed.length === 0 ? [[], []] : await both(['--whole', keys])
    const info = new Map(rows.map((row) => [row.key, row]))
    // By its name: the result is kept, and shown elsewhere.
    const name = against === undefined ? 'itself' : basename(other)
    const named = without.length > 0 ? `${name}, without ${without.join(', ')}` : name
    return {
      against: named,
      versions: { before: versionOf(other), after: versionOf(root) },
      rows: rows.length,
      answers: after.length,
      ...changesBetween(before, after, info),
      read: readingsBetween(was, is),
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function versionOf(checkout: string): string {
  return (JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8')) as { version: string }).version
}

function understood(checkout: string, args: readonly string[]): Promise<Given[]> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(checkout, 'bench/compare/understood.ts'), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const parts: Buffer[] = []
    child.stdout.on('data', (part: Buffer) => parts.push(part))
    child.on('error', fail)
    child.on('close', (status) => {
      if (status !== 0) return fail(new Error(`${checkout} ended with status ${String(status)}`))
      return done(linesOf(Buffer.concat(parts)))
    })
  })
}

/** All of it may be longer than one text can be. */
function linesOf(all: Buffer): Given[] {
  const found: Given[] = []
  for (let start = 0; start < all.length; ) {
    const end = all.indexOf(10, start)
    const stop = end < 0 ? all.length : end
    if (stop > start) found.push(JSON.parse(all.toString('utf8', start, stop)))
    start = stop + 1
  }
  return found
}

function show({ against, versions, rows, answers, changed, alone, read }: CompareResult): Section[] {
  const sums = countBy(
    changed.flatMap((group) => group.keys.map(() => group)),
    kindOf,
  )
  const part = (kind: ReturnType<typeof kindOf>) => ({
    caption: `${CAPTION[kind]}: ${sums.get(kind) ?? 0}`,
    head: ['rows', 'where', 'label', 'before', 'after', 'such as'],
    rows: changed.filter((group) => kindOf(group) === kind).map(rowOf),
  })
  return [
    {
      title: `Compared with ${against}`,
      notes: [
        `Version ${versions.after} against ${versions.before}.`,
        `${answers} answers to ${rows} rows; ${alone} answers were given by one of the builds only.`,
      ],
      tables: [
        part('worse'),
        part('better'),
        part('moved'),
        part('reason'),
        {
          caption: `Understood in another way: ${read.reduce((sum, group) => sum + group.rows, 0)}`,
          head: ['answers', 'what', 'mechanism', 'such as', 'lost', 'gained'],
          rows: read.map(readRowOf),
        },
      ],
    },
  ]
}

const CAPTION = {
  worse: 'Worse by the label',
  better: 'Better by the label',
  moved: 'Stopped by one of them only, without a label',
  reason: 'The same end, for another reason',
}

function rowOf({ group, label, before, after, keys }: ChangedGroup): string[] {
  return [String(keys.length), group, label, before, after, keys.slice(0, 3).map(short).join(', ')]
}

function readRowOf({ facet, mechanism, rows, example: { key, lost, gained } }: ReadGroup): string[] {
  return [String(rows), facet, mechanism, short(key), short(lost.join(' | ')), short(gained.join(' | '))]
}

function short(text: string): string {
  return text.length > 160 ? `${text.slice(0, 159)}…` : text
}
