import type { Word } from '../../words.ts'
import { shown } from '../form/words.ts'
import type { Options } from '../options.ts'
import type { Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { discard, type GitCall, type GitReader, type GitVerbs, loosely, mayMean, ownRepository, verb } from './call.ts'
import { stateSetting } from './config.ts'
import { hooksSwitchedOff } from './hooks.ts'
import { mayBeOption } from './made-words.ts'
import { isDefault } from './push.ts'

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
    loosely(
      (call, options) => weakest('expected', takesTemplate(options.values('template'), call)),
      'template b initial-branch object-format separate-git-dir',
    ),
  ],
  ['fast-import', () => 'plain'],
  ['interpret-trailers', (call) => (call.args.some((word) => /^--in/.test(word.known)) ? 'expected' : 'proven')],
]

/** `branch` and `tag`: without a name, or with one of these options, they list. */
const LISTS = 'l list contains no-contains merged no-merged points-at'.split(' ')

const doubtful = ({ operands }: Options) => operands.some(mayBeOption) && 'unknown'

const branch = verb(
  (call, options) => weakest(doubtful(options), readBranch(call, options, options.operands.map(shown))),
  'u set-upstream-to sort format points-at contains no-contains merged no-merged',
  'delete force',
  't track color column abbrev',
)

function readBranch(call: GitCall, options: Options, refs: readonly string[]): Standing {
  const forced = mayMean(options, 'f', 'force')
  if (mayMean(options, 'd', 'delete', 'D')) {
    const hard = options.has('D') || forced
    const safe = !hard || options.has('r', 'remotes')
    return weakest(
      'expected',
      discard(call, 'branch', `branch -${hard ? 'D' : 'd'}`, { refs, ...(safe && { loses: 'nothing' }) }),
    )
  }
  if (options.has('M', 'C')) {
    const certainty = refs.length > 1 && isDefault(refs[1] ?? '', call) ? 'likely' : 'possible'
    discard(call, 'branch', 'branch -M', { refs: refs.slice(-1), certainty })
    return 'expected'
  }
  if (forced) return discard(call, 'branch', 'branch -f', { refs: refs.slice(0, 1), certainty: 'likely' })
  if (options.has('m', 'move', 'c', 'copy', 'u', 'set-upstream-to', 'unset-upstream', 'edit-description'))
    return 'expected'
  if (options.has('t', 'track', 'no-track')) return 'expected'
  return refs.length === 0 || options.has('show-current', 'a', 'all', 'r', 'remotes', ...LISTS) ? 'proven' : 'expected'
}

const tag = verb(
  (call, options) => {
    const refs = options.operands.map(shown)
    if (mayMean(options, 'd', 'delete')) return weakest(doubtful(options), discard(call, 'tag', 'tag -d', { refs }))
    if (mayMean(options, 'f', 'force'))
      discard(call, 'tag', 'tag -f', { refs: refs.slice(0, 1), certainty: 'possible' })
    const lists = refs.length === 0 || options.has('n', 'v', 'verify', ...LISTS)
    const shows = lists && !options.has('m', 'message', 'a') && !mayMean(options, 'f', 'force')
    return weakest(doubtful(options), shows ? 'proven' : 'expected')
  },
  'm message F file u local-user cleanup sort format points-at trailer contains no-contains merged no-merged',
  'delete force',
  'n color column',
)

const updateRef = verb((call, options) => {
  if (options.has('stdin')) return weakest('unknown', readsUpdates(call))
  const [ref] = options.operands.map(shown)
  if (ref === undefined) return 'expected'
  const kind = /^refs\/(heads|tags|stash$)/.exec(ref)?.[1]
  const what = kind === 'heads' ? 'branch' : kind === 'tags' ? 'tag' : kind === 'stash' ? 'stash' : 'commits'
  const name = ref.replace('refs/heads/', '')
  const loss = {
    refs: [ref],
    loses: what === 'branch' && call.facts.session.branches.has(name) ? ('nothing' as const) : ('unknown' as const),
  }
  if (options.has('d')) return discard(call, what, 'update-ref -d', loss)
  const certainty = isDefault(name, call) ? 'likely' : 'possible'
  return weakest('expected', discard(call, what, 'update-ref', { ...loss, certainty }))
}, 'm')

/** `git update-ref --stdin`: one change a line; lines that cannot be read may be deletions. */
function readsUpdates(call: GitCall): Standing {
  const { stdin } = call.command
  if (stdin.kind === 'inherited' || ownRepository(call)) return 'plain'
  const lines = stdin.value.text?.split(/[\n\0]/) ?? []
  const refs = lines.filter((line) => /^delete\s/.test(line)).map((line) => line.split(/\s+/)[1] ?? '')
  const unread = stdin.value.text === undefined && stdin.value.sources.some((source) => source.kind === 'command')
  if (refs.length === 0 && !unread) return 'plain'
  return discard(call, 'branch', 'update-ref --stdin', { refs, loses: 'unknown', certainty: 'likely' })
}

const symbolicRef = verb((call, options) => {
  if (!options.has('d', 'delete')) return options.operands.length < 2 ? 'proven' : 'plain'
  return weakest('plain', discard(call, 'branch', 'symbolic-ref -d', { refs: options.operands.map(shown) }))
}, 'm')

const replace = verb((call, options) => {
  if (options.has('l', 'list') || call.args.length === 0) return 'proven'
  discard(call, 'history', 'replace', { refs: options.operands.map(shown), certainty: 'possible' })
  return 'plain'
}, 'format')

export const REF_VERBS: GitVerbs = [
  ['branch', branch],
  ['tag', tag],
  ['update-ref', updateRef],
  ['symbolic-ref', symbolicRef],
  ['replace', replace],
  ['pack-redundant', () => 'proven'],
]
