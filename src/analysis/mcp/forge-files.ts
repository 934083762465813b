import type { Scribe } from '../programs/program.ts'
import { DEFAULT_BRANCHES } from '../repositories.ts'
import type { Input } from '../tool.ts'
import { wordsOf } from '../verbs.ts'
import type { Verb } from './verbs.ts'

const COMMITS = new Set(['file', 'files', 'commit', 'commits', 'content', 'contents', 'blob', 'tree'])

/** Is the call about files of a repository on a server? Then its paths are not this machine's. */
export function isInRepository(input: Input): boolean {
  const has = (...keys: readonly string[]) => keys.some((key) => Object.hasOwn(input, key))
  return (
    (has('owner') && has('repo', 'repository')) ||
    (has('repo', 'repository', 'project', 'project_id') && has('branch', 'ref', 'commit_message'))
  )
}

/** A file that is put into a repository there is a commit on a branch; without one, on the default branch. */
export function stateForgeCommit(
  server: string,
  tool: string,
  call: { verb: Verb; input: Input },
  scribe: Scribe,
): void {
  const { verb, input } = call
  if (verb.type !== 'write' || !isInRepository(input) || !wordsOf(tool).some((word) => COMMITS.has(word))) return
  const given = ['branch', 'target_branch', 'ref']
    .map((key) => (Object.hasOwn(input, key) ? input[key] : undefined))
    .find((value): value is string => typeof value === 'string' && value !== '')
  const branch = given?.replace(/^refs\/heads\//, '')
  const own = scribe.facts.git(scribe.facts.cwd)?.defaultBranch
  const toDefault = branch === undefined || branch === own || DEFAULT_BRANCHES.includes(branch)
  scribe.effect({
    kind: 'git-push',
    remote: server,
    refs: branch === undefined ? [] : [branch],
    force: false,
    deletes: false,
    toDefault: toDefault ? 'yes' : 'no',
    mirror: false,
    certainty: 'likely',
  })
}
