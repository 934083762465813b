import type { GitReader, GitVerbs } from './call.ts'
import { HISTORY_VERBS, REF_VERBS } from './history.ts'
import { PUSH_VERBS } from './push.ts'
import { READ_VERBS } from './read-verbs.ts'
import { REMOTE_VERBS } from './remote-verbs.ts'
import { RUNNING_VERBS } from './running-verbs.ts'
import { WORKTREE_VERBS } from './worktree.ts'

/** Every sub-command of git that has a reader, on shelves: the bundle loads what is on one when it is opened. */
const SHELVES: readonly (() => GitVerbs)[] = [
  () => READ_VERBS,
  () => WORKTREE_VERBS,
  () => HISTORY_VERBS,
  () => REF_VERBS,
  () => PUSH_VERBS,
  () => REMOTE_VERBS,
  () => RUNNING_VERBS,
]

const OPENED: ReadonlyMap<string, GitReader>[] = []

function opened(shelf: number): ReadonlyMap<string, GitReader> {
  OPENED[shelf] ??= new Map(
    SHELVES[shelf]?.().flatMap(([names, read]) => names.split(' ').map((name) => [name, read] as const)),
  )
  return OPENED[shelf]
}

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
