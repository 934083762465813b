import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Sample, sampleOf } from './sample.ts'

/** Files of another form beside the labelled rows: whole sessions, and chains of calls. */
const OTHER_FORMS: ReadonlySet<string> = new Set(['sessions.jsonl', 'redteam.jsonl'])

/** Decisions that the corpus pins beside its labelled rows: they say what is, not what is right. */
const PINNED = 'pinned/'

export interface Rows {
  readonly samples: readonly Sample[]
  readonly files: readonly string[]
  /** Directories that were named and are not there. */
  readonly absent: readonly string[]
}

/** All labelled rows below the directories. */
export function readSamples(directories: readonly string[]): Rows {
  const files = directories
    .flatMap((directory) => filesBelow(directory))
    .filter((file) => !OTHER_FORMS.has(basename(file)))
  return {
    files,
    absent: directories.filter((directory) => !existsSync(directory)),
    samples: files.flatMap((file) => linesOf(file).map((row, at) => sampleOf(row, `${basename(file)}:${at + 1}`))),
  }
}

export function filesBelow(directory: string): string[] {
  if (!existsSync(directory)) return []
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl') && !name.startsWith(PINNED))
    .toSorted()
    .map((name) => join(directory, name))
}

export function linesOf(file: string): unknown[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line): unknown => JSON.parse(line))
}
