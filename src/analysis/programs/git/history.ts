import type { Word } from '../../words.ts'
import { shown } from '../form/words.ts'
import type { Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { type GitCall, type GitReader, type GitVerbs, loosely, mayMean, verb } from './call.ts'
import { stateSetting } from './config-keys.ts'
import { discard } from './discard.ts'
import { hooksSwitchedOff } from './hooks.ts'

/** `--template=folder`: the hooks in it become those of the repository. */
export function takesTemplate(words: readonly Word[], call: GitCall): Standing {
  return weakest(
    ...words.flatMap((value) => [
      'unknown' as const,
      stateSetting({ key: 'init.templateDir', value, lasts: 'once' }, call),
    ]),
  )
}

const HEADS = /^(?:HEAD|@)(?:~0|\^0)?$/

const reset = verb(
  (call, options) => {
    const [target] = options.operands
    const refs = options.operands.slice(0, 1).map(shown)
    const moves = target !== undefined && !HEADS.test(target.text ?? '')
    return weakest(
      'expected',
      mayMean(options, 'hard', 'merge') &&
        discard(call, 'worktree', `reset --${options.has('merge') ? 'merge' : 'hard'}`, { refs }),
      moves &&
        mayMean(options, 'hard', 'keep') &&
        discard(call, 'commits', `reset --${options.has('keep') ? 'keep' : 'hard'}`, { refs, certainty: 'likely' }),
    )
  },
  'pathspec-from-file',
  'hard keep',
  'recurse-submodules',
)

const commit = verb(
  (call, options) => {
    const author = options.value('author')
    const posing = author && !isCopied(author)
    if (posing)
      call.scribe.effect({ kind: 'impersonate', as: shown(author), certainty: 'likely', by: 'git commit --author' })
    return weakest('expected', posing && 'plain', skipsHooks(call, mayMean(options, 'no-verify', 'n')))
  },
  'C c fixup squash F file author date m message t template cleanup trailer pathspec-from-file reuse-message reedit-message',
  'no-verify',
  'gpg-sign S u untracked-files',
)

/** `--author="$(git log -1 --format=…)"` keeps the author that is there. */
function isCopied({ dynamic, sources }: Word): boolean {
  return dynamic && sources.length > 0 && sources.every((from) => from.kind === 'command' && from.program === 'git')
}

export function skipsHooks(call: GitCall, skipped: boolean): Standing {
  if (!skipped && !hooksSwitchedOff(call)) return 'proven'
  const by = `git ${call.verb} --no-verify`
  call.scribe.effect({ kind: 'weaken', area: 'ci-check', feature: 'git hooks', certainty: 'likely', by })
  return 'plain'
}

const rebase = verb(
  (call, options) =>
    weakest('expected', ...options.values('x', 'exec').map((word) => call.scribe.runsShell(word, 'git rebase --exec'))),
  'onto x exec s strategy X strategy-option whitespace C empty',
  '',
  'S gpg-sign rebase-merges r rerere-autoupdate',
)

const STRATEGIES = /^(?:ort|recursive|resolve|octopus|ours|subtree|theirs)$/
const merging = (values: string) =>
  verb(
    (_, options) =>
      options.values('s', 'strategy').every((word) => STRATEGIES.test(word.text ?? '')) ? 'expected' : 'unknown',
    `cleanup strategy X strategy-option m message F file into-name mainline ${values}`,
    '',
    'log S gpg-sign empty',
  )

const FILTERS = 'setup env-filter tree-filter index-filter parent-filter msg-filter commit-filter tag-name-filter'

const filterBranch = verb((call, options) => {
  for (const word of options.values(...FILTERS.split(' '))) call.scribe.runsShell(word, 'git filter-branch')
  return discard(call, 'history', 'filter-branch')
}, `d subdirectory-filter original state-branch ${FILTERS}`)

/** Without `--force` it refuses everything but a fresh clone. */
const filterRepo: GitReader = (call) => {
  if (call.args.some(({ known }) => /^(?:--(?:analyze|dry-run|help|version)|-h)$/.test(known))) return 'expected'
  const forced = call.args.some(({ known }) => /^(?:-f|--fo(?:r(?:c(?:e)?)?)?)$/.test(known))
  return weakest('plain', discard(call, 'history', 'filter-repo', { certainty: forced ? 'certain' : 'possible' }))
}

const reflog = loosely((call, options) => {
  const action = options.operands[0]?.text
  if (action !== 'expire' && action !== 'delete') return call.args.some((word) => word.dynamic) ? 'expected' : 'proven'
  if (options.has('n', 'dry-run')) return 'proven'
  const chosen = action === 'delete' || options.has('expire', 'expire-unreachable', 'all')
  return discard(call, 'reflog', `reflog ${action}`, { certainty: chosen ? 'certain' : 'possible' })
}, 'expire expire-unreachable')

const collect = verb(
  (call, options) => {
    const at = options.value('prune')?.text ?? call.settings.get('gc.pruneexpire') ?? ''
    const now = call.verb === 'prune' ? !options.has('n', 'dry-run') : /^(?:now|all)$/.test(at)
    if (!now) return 'expected'
    return discard(call, 'commits', call.verb === 'gc' ? 'gc --prune=now' : 'prune', { certainty: 'likely' })
  },
  'expire',
  '',
  'prune max-cruft-size',
)

const bisect: GitReader = ({ args: [action, ...rest], scribe }) => {
  if (action?.text === 'run') return weakest('expected', scribe.runs(rest, 'git bisect run'))
  return action?.text === 'log' ? 'proven' : 'expected'
}

const expected: GitReader = (call) => (call.args.some((word) => word.dynamic && !word.quoted) ? 'unknown' : 'expected')

export const HISTORY_VERBS: GitVerbs = [
  ['reset', reset],
  ['commit', commit],
  ['rebase', rebase],
  ['merge', merging('s')],
  // Here `-s` signs off, and takes nothing.
  ['cherry-pick revert', merging('')],
  ['filter-branch', filterBranch],
  ['filter-repo', filterRepo],
  ['reflog', reflog],
  ['gc prune', collect],
  ['bisect', bisect],
  [
    'commit-tree commit-graph write-tree mktree mktag hash-object update-index merge-file rerere maintenance repack pack-refs pack-objects index-pack unpack-objects multi-pack-index notes sparse-checkout replay mailinfo mailsplit fmt-merge-msg bugreport',
    expected,
  ],
  ['merge-index', () => 'unknown'],
  [
    'init',
    loosely((call, options) => weakest('expected', takesTemplate(options.values('template'), call)), 'template'),
  ],
  ['fast-import', () => 'plain'],
  ['interpret-trailers', (call) => (call.args.some((word) => /^--in/.test(word.known)) ? 'expected' : 'proven')],
]
