import { join } from 'node:path/posix'
import type { Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { type GitCall, rootOf } from './call.ts'

const MESSAGE = 'prepare-commit-msg commit-msg'

const HOOKS = new Map([
  ['commit', `pre-commit ${MESSAGE} post-commit post-rewrite`],
  ['merge', `pre-merge-commit ${MESSAGE} post-merge`],
  ['pull', 'pre-merge-commit post-merge pre-rebase post-checkout post-rewrite'],
  ['rebase', 'pre-rebase post-rewrite post-checkout post-commit'],
  ...['checkout', 'switch', 'worktree', 'clone'].map((verb) => [verb, 'post-checkout'] as const),
  ...['cherry-pick', 'revert'].map((verb) => [verb, `${MESSAGE} post-commit`] as const),
  ['am', 'applypatch-msg pre-applypatch post-applypatch'],
  ['push', 'pre-push'],
  ['gc', 'pre-auto-gc'],
])

/** Variables by which hook managers stand aside. */
const STANDS_ASIDE = new Map<string, RegExp>([
  ['HUSKY', /^0$/],
  ['HUSKY_SKIP_HOOKS', /^(?:1|true)$/],
  ['LEFTHOOK', /^(?:0|false)$/],
  ['SKIP_SIMPLE_GIT_HOOKS', /^(?:1|true)$/],
  ['OVERCOMMIT_DISABLE', /^(?:1|true)$/],
  ['SKIP', /./],
])

export function hooksSwitchedOff(call: GitCall): boolean {
  return call.command.assignments.some(
    ({ name, value }) => value.text !== undefined && STANDS_ASIDE.get(name)?.test(value.text),
  )
}

/** Runs the hooks that this session wrote itself; hooks that were there before are the project's own habit. */
export function runWrittenHooks(call: GitCall): Standing {
  const names = HOOKS.get(call.verb)?.split(' ')
  const { written } = call.facts.session
  if (!names || written.size === 0) return 'proven'
  const folders = hookFolders(call)
  const usual = names.flatMap((name) => folders.map((folder) => join(folder, name))).filter((file) => written.has(file))
  const files = [...usual, ...managed(names, call)]
  return weakest(
    ...files.map((file) => call.scribe.runsFile(call.scribe.pathOf(file), 'shell', `git ${call.verb} hook`)),
  )
}

/** Managers of hooks keep scripts in a hidden folder, below one that is called after the hook. */
function managed(names: readonly string[], call: GitCall): readonly string[] {
  const root = rootOf(call)
  const below = new RegExp(`^/\\.[\\w-]+/(?:[\\w-]+/)?(?:${names.join('|')})/[^/]+$`)
  const hidden = `${root}/.`
  return [...call.facts.session.written.keys()].filter(
    (file) => file.startsWith(hidden) && below.test(file.slice(root.length)),
  )
}

/** Where hooks may lie; where nothing is known of the repository, its root is most likely the project's. */
function hookFolders(call: GitCall): readonly string[] {
  const roots = [...new Set([rootOf(call), ...(call.repository ? [] : [call.facts.projectRoot])])]
  const given = call.settings.get('core.hookspath')
  const names = ['.git/hooks', '.husky', '.githooks', 'hooks', ...(given === undefined ? [] : [given])]
  return roots.flatMap((root) => names.map((name) => (name.startsWith('/') ? name : join(root, name))))
}

/** Keys of settings, and the verbs that act on them; any other key is acted on by all but those that only list. */
const ACTS: readonly (readonly [key: RegExp, verbs: RegExp])[] = [
  [/^core\.hookspath$|^hook\.|^alias\.|^filter\.lfs\./, /^$/],
  [
    /^credential\.|^core\.(?:sshcommand|gitproxy|askpass)$|^remote\.|^http\.|^url\./,
    /^(?:fetch|pull|push|clone|ls-remote|remote|submodule|archive|send-pack|fetch-pack|lfs)$/,
  ],
  [/^(?:core|sequence)\.editor$/, /^(?:commit|merge|rebase|revert|cherry-pick|tag|notes|pull|am|branch|config)$/],
  [
    /^merge\.|^mergetool\./,
    /^(?:merge|rebase|revert|cherry-pick|pull|am|stash|checkout|switch|merge-file|merge-tree)$/,
  ],
  [/^difftool\./, /^difftool$/],
]
const LISTS =
  /^(?:branch|tag|rev-parse|remote|config|show-ref|for-each-ref|symbolic-ref|rev-list|merge-base|ls-remote|worktree|check-ref-format|var|version|help|reflog|name-rev|shortlog|count-objects)$/

/** Would this command make git run what that key of the repository's own settings names? Yes, unless we know better. */
function triggers(key: string, { verb, command }: GitCall): boolean {
  const folded = key.toLowerCase()
  if (/^(?:core\.pager$|pager\.)/.test(folded)) return command.stdout === 'terminal'
  const verbs = ACTS.find(([keys]) => keys.test(folded))?.[1]
  return verbs ? verbs.test(verb) : !LISTS.test(verb)
}

export function triggeredBy(call: GitCall): readonly string[] {
  return (call.repository?.executes ?? []).filter((key) => triggers(key, call))
}
