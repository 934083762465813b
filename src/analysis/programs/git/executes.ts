import type { GitCall } from './call.ts'

const NETWORK = new Set([
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
const WRITES_MESSAGES = new Set([
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
const MERGES = new Set([
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
const LISTS = new Set([
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
function triggers(key: string, call: GitCall): boolean {
  const folded = key.toLowerCase()
  if (/^core\.hookspath$|^hook\./.test(folded)) return false
  if (folded.startsWith('alias.') || folded.startsWith('filter.lfs.')) return false
  if (/^credential\.|^core\.(?:sshcommand|gitproxy|askpass)$|^remote\.|^http\.|^url\./.test(folded))
    return NETWORK.has(call.verb)
  if (/^(?:core|sequence)\.editor$/.test(folded)) return WRITES_MESSAGES.has(call.verb)
  if (/^(?:core\.pager$|pager\.)/.test(folded)) return call.command.stdout === 'terminal'
  if (/^merge\.|^mergetool\./.test(folded)) return MERGES.has(call.verb)
  if (folded.startsWith('difftool.')) return call.verb === 'difftool'
  return !LISTS.has(call.verb)
}

/** The keys of the repository's settings that this command would make git act on. */
export function triggeredBy(call: GitCall): readonly string[] {
  return (call.repository?.executes ?? []).filter((key) => triggers(key, call))
}
