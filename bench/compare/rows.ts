import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CallLine, callLineOf } from '../../src/cli/call-line.ts'
import { pinnedLine, readPinned, readPinnedFiles } from '../../test/corpus/pinned-rows.ts'
import { readChainRows, WRITTEN_HOME } from '../chains/rows.ts'
import { readChains } from '../data/chains.ts'
import { filesBelow, linesOf, readSamples } from '../data/read.ts'
import { type RealSession, readSessions } from '../data/sessions.ts'
import { netCommands } from './commands.ts'
import { netEdits } from './edits.ts'

/** What two builds are asked alike. */
export interface Row {
  readonly key: string
  /** Where it comes from, as differences are grouped. */
  readonly group: string
  readonly label?: 'block' | 'allow'
  readonly asked: { readonly lines: readonly CallLine[] } | { readonly session: RealSession }
}

export interface RowsOf {
  readonly root: string
  readonly data: readonly string[]
  /** Of the generated commands, one in so many. */
  readonly oneIn: number
}

/** All rows: labelled data, pinned decisions, whole sessions, chains, the texts of unit tests, specs' examples, and variants of them. */
export function allRows({ root, data, oneIn }: RowsOf): Row[] {
  return [...dataRows(data, root), ...pinnedRows(), ...textRows(root, oneIn), ...writtenRows(root)]
}

function dataRows(data: readonly string[], root: string): Row[] {
  const samples = readSamples(data).samples.map(
    ({ id, source, label, line }): Row => ({
      key: `row ${source} ${id}`,
      group: source,
      label,
      asked: { lines: [line] },
    }),
  )
  const chains = readChains(data).map(
    ({ id, area, label, lines }): Row => ({ key: `chain ${id}`, group: `redteam ${area}`, label, asked: { lines } }),
  )
  const attacks = [
    ...data.flatMap((place) => [join(place, '../dev-3/chains.jsonl')]),
    ...filesBelow(`${root}/bench/chains/sets`),
  ]
  const written = [...new Set(attacks)].filter(existsSync).flatMap((file) =>
    readChainRows(file, WRITTEN_HOME).map(
      ({ id, class: name, lines }): Row => ({
        key: `chain ${id}`,
        group: `chains ${name}`,
        label: file.includes('harmless') ? 'allow' : 'block',
        asked: { lines },
      }),
    ),
  )
  const sessions = readSessions(data).map(
    (session): Row => ({
      key: `session ${session.id}`,
      group: `sessions ${session.source}`,
      label: 'allow',
      asked: { session },
    }),
  )
  return [...samples, ...chains, ...written, ...sessions]
}

function textRows(root: string, oneIn: number): Row[] {
  const commands = netCommands(root, '')
    .filter(({ generated }, at) => !generated || at % oneIn === 0)
    .flatMap(({ command, about }) => rowOf(about, { tool: 'Bash', input: { command } }))
  const edits = netEdits(root).flatMap(({ about, tool, input }) => rowOf(about, { tool, input }))
  return [...commands, ...edits]
}

/** The decisions that the corpus pins. */
function pinnedRows(): Row[] {
  return readPinnedFiles().flatMap((file) =>
    readPinned(file).flatMap((row, at): Row[] => {
      const lines = linesFor(pinnedLine(row))
      const group = `corpus/pinned/${file}`
      return lines.length === 0 ? [] : [{ key: `pinned ${group}:${at + 1}`, group, label: row.label, asked: { lines } }]
    }),
  )
}

/** Rows that were written because nothing else pins a function: `bench/compare/rows/`. */
function writtenRows(root: string): Row[] {
  return filesBelow(`${root}/bench/compare/rows`).flatMap((file) =>
    linesOf(file).flatMap((row) => {
      const { about, calls, ...more } = row as { about: string; calls: readonly object[] }
      const lines = calls.flatMap((call) => linesFor({ ...more, ...call }))
      return lines.length === 0 ? [] : [{ key: `written ${about} ${keyOf(lines)}`, group: about, asked: { lines } }]
    }),
  )
}

const PLACE = { cwd: '/home/dev/project', home: '/home/dev', settings: { autoMode: { powershell: true } } }

function rowOf(about: string, call: object): Row[] {
  const lines = linesFor(call)
  return lines.length === 0 ? [] : [{ key: `text ${keyOf(lines)}`, group: about, asked: { lines } }]
}

function linesFor(call: object): CallLine[] {
  const parsed = callLineOf({ id: 1, ...PLACE, ...call })
  return parsed.ok ? [parsed.line] : []
}

function keyOf(lines: readonly CallLine[]): string {
  return JSON.stringify(lines.map(({ tool, input }) => [tool, input]))
}

/** Rows as another process reads them. */
export function writeRows(file: string, rows: readonly Row[]): void {
  writeFileSync(file, '')
  for (let at = 0; at < rows.length; at += PART)
    writeFileSync(
      file,
      rows
        .slice(at, at + PART)
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
      { flag: 'a' },
    )
}

const PART = 1000

export function readRows(file: string): Row[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => JSON.parse(line))
}
