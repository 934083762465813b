import { join } from 'node:path/posix'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import { findRepositoryRoot, type GitCall } from './call.ts'

const HOOKS_BY_VERB = new Map<string, readonly string[]>([
  ['commit', ['pre-commit', 'prepare-commit-msg', 'commit-msg', 'post-commit', 'post-rewrite']],
  ['merge', ['pre-merge-commit', 'prepare-commit-msg', 'commit-msg', 'post-merge']],
  ['pull', ['pre-merge-commit', 'post-merge', 'pre-rebase', 'post-checkout', 'post-rewrite']],
  ['rebase', ['pre-rebase', 'post-rewrite', 'post-checkout', 'post-commit']],
  ['checkout', ['post-checkout']],
  ['switch', ['post-checkout']],
  ['worktree', ['post-checkout']],
  ['clone', ['post-checkout']],
  ['cherry-pick', ['prepare-commit-msg', 'commit-msg', 'post-commit']],
  ['revert', ['prepare-commit-msg', 'commit-msg', 'post-commit']],
  ['am', ['applypatch-msg', 'pre-applypatch', 'post-applypatch']],
  ['push', ['pre-push']],
  ['gc', ['pre-auto-gc']],
])

/** Variables by which hook managers stand aside. */
const HOOK_SKIPPING_VARIABLES = new Map<string, RegExp>([
  ['HUSKY', /^0$/],
  ['HUSKY_SKIP_HOOKS', /^(?:1|true)$/],
  ['LEFTHOOK', /^(?:0|false)$/],
  ['SKIP_SIMPLE_GIT_HOOKS', /^(?:1|true)$/],
  ['OVERCOMMIT_DISABLE', /^(?:1|true)$/],
  ['SKIP', /./],
])

/** Do variables of the command switch the project's hooks off? */
export function areHooksDisabled(call: GitCall): boolean {
  return call.command.assignments.some(
    ({ name, value }) => value.text !== undefined && HOOK_SKIPPING_VARIABLES.get(name)?.test(value.text),
  )
}

/** Runs the hooks that this session wrote itself; hooks that were there before are the project's own habit. */
export function runSessionHooks(call: GitCall): CommandGrade {
  const names = HOOKS_BY_VERB.get(call.verb) ?? []
  const { written } = call.facts.session
  if (names.length === 0 || written.size === 0) return 'proven'
  const folders = listHookFolders(call)
  const usual = names.flatMap((name) => folders.map((folder) => join(folder, name))).filter((file) => written.has(file))
  const files = [...usual, ...findManagedHooks(names, call)]
  return weakestGrade(
    ...files.map((file) => call.recorder.runsFile(call.recorder.pathOf(file), 'shell', `git ${call.verb} hook`)),
  )
}

/** Managers of hooks keep scripts in a hidden folder, below one that is called after the hook. */
function findManagedHooks(names: readonly string[], call: GitCall): readonly string[] {
  const root = findRepositoryRoot(call)
  const below = new RegExp(`^/\\.[\\w-]+/(?:[\\w-]+/)?(?:${names.join('|')})/[^/]+$`)
  const hidden = `${root}/.`
  return [...call.facts.session.written.keys()].filter(
    (file) => file.startsWith(hidden) && below.test(file.slice(root.length)),
  )
}

/** Where hooks may lie; where nothing is known of the repository, its root is most likely the project's. */
function listHookFolders(call: GitCall): readonly string[] {
  const roots = [...new Set([findRepositoryRoot(call), ...(call.repository ? [] : [call.facts.projectRoot])])]
  const given = call.settings.get('core.hookspath')
  const names = ['.git/hooks', '.husky', '.githooks', 'hooks', ...(given === undefined ? [] : [given])]
  return roots.flatMap((root) => names.map((name) => (name.startsWith('/') ? name : join(root, name))))
}

const NETWORK_VERBS = new Set([
  'fetch',
  'pull',
  'push',
  'clone',
  'ls-remote',
  'remote',
  'submodule',
  'archive',
  'send-pack',
  'fetch-pack',
  'lfs',
])
const MESSAGE_WRITING_VERBS = new Set([
  'commit',
  'merge',
  'rebase',
  'revert',
  'cherry-pick',
  'tag',
  'notes',
  'pull',
  'am',
  'branch',
  'config',
])
const MERGING_VERBS = new Set([
  'merge',
  'rebase',
  'revert',
  'cherry-pick',
  'pull',
  'am',
  'stash',
  'checkout',
  'switch',
  'merge-file',
  'merge-tree',
])
const LISTING_VERBS = new Set([
  'branch',
  'tag',
  'rev-parse',
  'remote',
  'config',
  'show-ref',
  'for-each-ref',
  'symbolic-ref',
  'rev-list',
  'merge-base',
  'ls-remote',
  'worktree',
  'check-ref-format',
  'var',
  'version',
  'help',
  'reflog',
  'name-rev',
  'shortlog',
  'count-objects',
])

/** Would this command make git run what that key of the repository's own settings names? Yes, unless we know better. */
function isSettingTriggered(key: string, call: GitCall): boolean {
  const folded = key.toLowerCase()
  if (/^core\.hookspath$|^hook\./.test(folded)) return false
  if (folded.startsWith('alias.') || folded.startsWith('filter.lfs.')) return false
  if (/^credential\.|^core\.(?:sshcommand|gitproxy|askpass)$|^remote\.|^http\.|^url\./.test(folded))
    return NETWORK_VERBS.has(call.verb)
  if (/^(?:core|sequence)\.editor$/.test(folded)) return MESSAGE_WRITING_VERBS.has(call.verb)
  if (/^(?:core\.pager$|pager\.)/.test(folded)) return call.command.stdout === 'terminal'
  if (/^merge\.|^mergetool\./.test(folded)) return MERGING_VERBS.has(call.verb)
  if (folded.startsWith('difftool.')) return call.verb === 'difftool'
  return !LISTING_VERBS.has(call.verb)
}

/** The keys of the repository's settings that this command would make git act on. */
export function findTriggeredSettings(call: GitCall): readonly string[] {
  return (call.repository?.executes ?? []).filter((key) => isSettingTriggered(key, call))
}
