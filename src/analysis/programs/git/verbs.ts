import type { GitReader } from './call.ts'
import { EXTRA_VERBS } from './extras.ts'
import { HISTORY_VERBS } from './history.ts'
import { PUSH_VERBS } from './push.ts'
import { READ_VERBS } from './read-verbs.ts'
import { REF_VERBS } from './refs.ts'
import { REMOTE_VERBS } from './remote-verbs.ts'
import { RUNNING_VERBS } from './running-verbs.ts'
import { WORKTREE_VERBS } from './worktree.ts'

/** Every sub-command of git that has a reader, on shelves: the bundle loads what is on one when it is opened. */
const SHELVES: readonly (() => Iterable<readonly [string, GitReader]>)[] = [
  () => READ_VERBS,
  () => WORKTREE_VERBS,
  () => HISTORY_VERBS,
  () => REF_VERBS,
  () => PUSH_VERBS,
  () => REMOTE_VERBS,
  () => RUNNING_VERBS,
  () => EXTRA_VERBS,
]

const OPENED: ReadonlyMap<string, GitReader>[] = []

function opened(shelf: number): ReadonlyMap<string, GitReader> {
  const readers = OPENED[shelf] ?? new Map(SHELVES[shelf]?.())
  OPENED[shelf] = readers
  return readers
}

/** The reader of a sub-command. The plainest ones stand in front. */
export function verbReader(verb: string): GitReader | undefined {
  for (const shelf of SHELVES.keys()) {
    const reader = opened(shelf).get(verb)
    if (reader) return reader
  }
  return undefined
}

export function verbNames(): readonly string[] {
  return [...SHELVES.keys()].flatMap((shelf) => [...opened(shelf).keys()])
}
