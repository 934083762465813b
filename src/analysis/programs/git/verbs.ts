import type { GitReader } from './call.ts'
import { EXTRA_VERBS } from './extras.ts'
import { HISTORY_VERBS } from './history.ts'
import { PUSH_VERBS } from './push.ts'
import { READ_VERBS } from './read-verbs.ts'
import { REF_VERBS } from './refs.ts'
import { REMOTE_VERBS } from './remote-verbs.ts'
import { RUNNING_VERBS } from './running-verbs.ts'
import { WORKTREE_VERBS } from './worktree.ts'

/** Every sub-command of git that has a reader. */
export const VERBS: ReadonlyMap<string, GitReader> = new Map([
  ...READ_VERBS,
  ...WORKTREE_VERBS,
  ...HISTORY_VERBS,
  ...REF_VERBS,
  ...PUSH_VERBS,
  ...REMOTE_VERBS,
  ...RUNNING_VERBS,
  ...EXTRA_VERBS,
])
