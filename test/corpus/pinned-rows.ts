import { readdirSync, readFileSync } from 'node:fs'
import type { GitFileState } from '../../src/analysis/facts.ts'
import type { FixedFacts } from '../../src/facts/fixed.ts'
import type { Call } from './read.ts'

const FOLDER = new URL('../../corpus/pinned/', import.meta.url)
/** Where a row happens that does not say so. */
export const PLACE = { cwd: '/home/dev/project', home: '/home/dev' }

/** What is known of a machine, where a decision depends on it. */
export interface PinnedFacts {
  readonly caseInsensitive?: boolean
  /** The branch of the project; the default branch is `main`. */
  readonly branch?: string
  /** Absolute path → text. */
  readonly files?: Readonly<Record<string, string>>
  /** Absolute path → what git says of it. */
  readonly tracked?: Readonly<Record<string, GitFileState>>
}

/** A decision that is held as it is; what its keys mean stands in corpus/README.md. */
export interface Pinned extends Call {
  readonly label: 'block' | 'allow'
  readonly user?: readonly string[]
  readonly before?: readonly Call[]
  readonly category?: string
  readonly finding?: string
  readonly settings?: Readonly<Record<string, unknown>>
  readonly platform?: NonNullable<FixedFacts['platform']>
  readonly cwd?: string
  readonly home?: string
  readonly facts?: PinnedFacts
}

/** The files of pinned decisions. */
export function readPinnedFiles(): string[] {
  return readdirSync(FOLDER).sort()
}

export function readPinned(file: string): Pinned[] {
  const lines = readFileSync(new URL(file, FOLDER), 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Pinned)
}

/** A pinned row as a line of the batch interface. */
export function pinnedLine(row: Pinned): Record<string, unknown> {
  const { tool, input, cwd = PLACE.cwd, home = PLACE.home, settings = {}, platform, user = [], before = [] } = row
  const transcript = [...user.map((text) => ({ role: 'user', text })), ...before]
  return { id: 1, tool, input, cwd, home, settings, transcript, ...(platform !== undefined && { platform }) }
}
