import type { GitAnalyzer } from './call.ts'
import { CODE_RUNNING_VERBS } from './code-running-verbs.ts'
import { EXTENSION_VERBS } from './extensions.ts'
import { HISTORY_VERBS } from './history.ts'
import { PUSH_VERBS } from './push.ts'
import { READ_ONLY_GIT_VERBS } from './read-only-verbs.ts'
import { REF_VERBS } from './refs.ts'
import { REMOTE_VERBS } from './remote-verbs.ts'
import { WORKTREE_VERBS } from './worktree.ts'

/** Every sub-command of git that has an analyzer, on loaders: the bundle loads what is on one when it is opened. */
const VERB_TABLE_LOADERS: readonly (() => Iterable<readonly [string, GitAnalyzer]>)[] = [
  () => READ_ONLY_GIT_VERBS,
  () => WORKTREE_VERBS,
  () => HISTORY_VERBS,
  () => REF_VERBS,
  () => PUSH_VERBS,
  () => REMOTE_VERBS,
  () => CODE_RUNNING_VERBS,
  () => EXTENSION_VERBS,
]

const LOADED_VERB_TABLES: ReadonlyMap<string, GitAnalyzer>[] = []

function loadVerbTable(loader: number): ReadonlyMap<string, GitAnalyzer> {
  const analyzers = LOADED_VERB_TABLES[loader] ?? new Map(VERB_TABLE_LOADERS[loader]?.())
  LOADED_VERB_TABLES[loader] = analyzers
  return analyzers
}

/** The analyzer of a sub-command. The plainest ones stand in front. */
export function findVerbAnalyzer(verb: string): GitAnalyzer | undefined {
  for (const loader of VERB_TABLE_LOADERS.keys()) {
    const analyzer = loadVerbTable(loader).get(verb)
    if (analyzer) return analyzer
  }
  return undefined
}

export function listVerbNames(): readonly string[] {
  return [...VERB_TABLE_LOADERS.keys()].flatMap((loader) => [...loadVerbTable(loader).keys()])
}
