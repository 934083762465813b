import type { Word } from '../../words.ts'
import { part, readOptions } from '../options.ts'
import type { Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { type GitCall, type GitReader, mayMean } from './call.ts'
import { stateSetting } from './config-keys.ts'
import { discard, ownRepository, worktreeLoss } from './discard.ts'
import { grammar } from './grammar.ts'
import { hooksSwitchedOff } from './hooks.ts'

/** `init --template=folder`: the hooks in it become those of the repository. */
const init: GitReader = (call) => {
  const at = call.args.findIndex((word) => /^--templ\w*(?:=|$)/.test(word.known))
  const option = call.args[at]
  if (!option) return 'expected'
  const equals = option.known.indexOf('=')
  const value = equals < 0 ? call.args[at + 1] : part(option, equals + 1)
  return weakest('unknown', stateSetting({ key: 'init.templateDir', value, lasts: 'once' }, call))
}

const HEADS = /^(?:HEAD|@)(?:~0|\^0)?$/

const reset: GitReader = (call) => {
  const options = readOptions(
    call.args,
    grammar(
      'q quiet no-quiet soft mixed hard merge keep N intent-to-add p patch no-refresh refresh pathspec-file-nul',
      'pathspec-from-file',
      'recurse-submodules',
    ),
  )
  const standing: Standing = options.unknown.length > 0 ? 'unknown' : 'expected'
  const target = options.operands[0]
  const moves = target !== undefined && !HEADS.test(target.text ?? '')
  const refs = target ? [target.text ?? target.known.replaceAll('\0', '…')] : []
  const all: Standing[] = [standing]
  if (mayMean(options, 'hard', 'merge')) {
    const loses = worktreeLoss(call, 'all')
    all.push(
      discard(call, {
        what: 'worktree',
        refs,
        loses,
        by: options.has('merge') ? 'git reset --merge' : 'git reset --hard',
      }),
    )
  }
  if (moves && mayMean(options, 'hard', 'keep')) {
    const loses = ownRepository(call) ? 'nothing' : 'unknown'
    all.push(
      discard(call, {
        what: 'commits',
        refs,
        loses,
        certainty: 'likely',
        by: `git reset --${options.has('keep') ? 'keep' : 'hard'}`,
      }),
    )
  }
  return weakest(...all)
}

const COMMIT = grammar(
  'a all p patch reset-author amend no-edit edit e s signoff no-signoff S no-gpg-sign n no-verify verify allow-empty allow-empty-message no-post-rewrite i include o only dry-run short branch porcelain long z null v verbose q quiet status no-status pathspec-file-nul interactive',
  'C c fixup squash F file author date m message t template cleanup trailer pathspec-from-file reuse-message reedit-message',
  'gpg-sign S u untracked-files',
)

const commit: GitReader = (call) => {
  const options = readOptions(call.args, COMMIT)
  const author = options.value('author')
  const all: Standing[] = [options.unknown.length > 0 ? 'unknown' : 'expected']
  if (author && !isCopied(author)) {
    call.scribe.effect({
      kind: 'impersonate',
      as: author.text ?? author.known.replaceAll('\0', '…'),
      certainty: 'likely',
      by: 'git commit --author',
    })
    all.push('plain')
  }
  all.push(skipsHooks(call, mayMean(options, 'no-verify') || options.has('n') || hooksSwitchedOff(call)))
  return weakest(...all)
}

/** `--author="$(git log -1 --format=…)"` keeps the author that is there. */
function isCopied(author: Word): boolean {
  return (
    author.dynamic &&
    author.sources.length > 0 &&
    author.sources.every((source) => source.kind === 'command' && source.program === 'git')
  )
}

/** Skipping hooks leaves out the project's own checks. */
export function skipsHooks(call: GitCall, skipped: boolean): Standing {
  if (!skipped) return 'proven'
  call.scribe.effect({
    kind: 'weaken',
    area: 'ci-check',
    feature: 'git hooks',
    certainty: 'likely',
    by: `git ${call.verb} --no-verify`,
  })
  return 'plain'
}

const REBASE = grammar(
  'continue skip abort quit edit-todo show-current-patch apply empty m merge i interactive keep-base no-keep-empty keep-empty reapply-cherry-picks no-reapply-cherry-picks allow-empty-message q quiet v verbose stat n no-stat no-verify verify no-ff force-rebase f fork-point no-fork-point ignore-whitespace committer-date-is-author-date ignore-date reset-author-date signoff root autosquash no-autosquash autostash no-autostash reschedule-failed-exec no-reschedule-failed-exec update-refs no-update-refs no-gpg-sign p',
  'onto x exec s strategy X strategy-option whitespace C empty',
  'S gpg-sign rebase-merges r rerere-autoupdate',
)

const rebase: GitReader = (call) => {
  const options = readOptions(call.args, REBASE)
  const run = options.values('x', 'exec').map((word) => call.scribe.runsShell(word, 'git rebase --exec'))
  return weakest(options.unknown.length > 0 ? 'unknown' : 'expected', ...run)
}

const STRATEGIES = new Set(['ort', 'recursive', 'resolve', 'octopus', 'ours', 'subtree', 'theirs'])

const MERGE_FLAGS =
  'commit no-commit e edit no-edit ff no-ff ff-only n stat no-stat squash no-squash no-verify verify no-gpg-sign signoff no-signoff q quiet v verbose progress no-progress allow-unrelated-histories abort quit continue autostash no-autostash overwrite-ignore skip x r no-rerere-autoupdate rerere-autoupdate allow-empty allow-empty-message keep-redundant-commits'
const MERGE_VALUES = 'cleanup strategy X strategy-option m message F file into-name mainline'
const MERGE = grammar(MERGE_FLAGS, `s ${MERGE_VALUES}`, 'log S gpg-sign empty')
/** Here `-s` signs off, and takes nothing. */
const PICK = grammar(`s ${MERGE_FLAGS}`, MERGE_VALUES, 'log S gpg-sign empty')

const merge: GitReader = (call) => {
  const options = readOptions(call.args, call.verb === 'merge' ? MERGE : PICK)
  const foreign = options.values('s', 'strategy').some((word) => !STRATEGIES.has(word.text ?? ''))
  return options.unknown.length > 0 || foreign ? 'unknown' : 'expected'
}

const FILTERS = [
  'setup',
  'env-filter',
  'tree-filter',
  'index-filter',
  'parent-filter',
  'msg-filter',
  'commit-filter',
  'tag-name-filter',
]

const filterBranch: GitReader = (call) => {
  const options = readOptions(call.args, {
    flags: '-f force prune-empty',
    values: `-d subdirectory-filter original state-branch ${FILTERS.join(' ')}`,
  })
  for (const word of options.values(...FILTERS)) call.scribe.runsShell(word, 'git filter-branch')
  const loses = ownRepository(call) ? 'nothing' : 'unknown'
  return discard(call, { what: 'history', loses, by: 'git filter-branch' })
}

/** Without `--force` it refuses everything but a fresh clone. */
const filterRepo: GitReader = (call) => {
  const given = new Set(call.args.map((word) => word.known))
  if (['--analyze', '--dry-run', '--help', '-h', '--version'].some((name) => given.has(name))) return 'expected'
  const forced = call.args.some(
    (word) => word.known === '-f' || (word.known.length > 3 && '--force'.startsWith(word.known)),
  )
  const loses = ownRepository(call) ? 'nothing' : 'unknown'
  return weakest(
    'plain',
    discard(call, { what: 'history', loses, certainty: forced ? 'certain' : 'possible', by: 'git filter-repo' }),
  )
}

const reflog: GitReader = (call) => {
  const action = call.args.find((word) => !word.known.startsWith('-'))?.text
  if (action !== 'expire' && action !== 'delete') return call.args.some((word) => word.dynamic) ? 'expected' : 'proven'
  if (call.args.some((word) => word.known === '-n' || word.known === '--dry-run')) return 'proven'
  const chosen =
    action === 'delete' || call.args.some((word) => /^--(?:expire(?:-unreachable)?(?:=|$)|all$)/.test(word.known))
  const loses = ownRepository(call) ? 'nothing' : 'unknown'
  return discard(call, {
    what: 'reflog',
    loses,
    certainty: chosen ? 'certain' : 'possible',
    by: `git reflog ${action}`,
  })
}

const collect: GitReader = (call) => {
  const options = readOptions(
    call.args,
    grammar(
      'aggressive auto q quiet force keep-largest-pack no-prune no-cruft cruft no-detach detach n dry-run v verbose progress no-progress',
      'expire',
      'prune max-cruft-size',
    ),
  )
  const standing: Standing = options.unknown.length > 0 ? 'unknown' : 'expected'
  const at = options.value('prune')?.text ?? call.settings.get('gc.pruneexpire') ?? ''
  const now = call.verb === 'prune' ? !options.has('n', 'dry-run') : /^(?:now|all)$/.test(at)
  if (!now) return standing
  const loses = ownRepository(call) ? 'nothing' : 'unknown'
  return weakest(
    standing,
    discard(call, {
      what: 'commits',
      loses,
      certainty: 'likely',
      by: `git ${call.verb}${call.verb === 'gc' ? ' --prune=now' : ''}`,
    }),
  )
}

/** `bisect run` and `difftool -x` run what follows. */
const bisect: GitReader = (call) => {
  const [action, ...rest] = call.args
  if (action?.text === 'run') return weakest('expected', call.scribe.runs(rest, 'git bisect run'))
  if (action?.text === 'log') return 'proven'
  return 'expected'
}

const expected: GitReader = (call) => (call.args.some((word) => word.dynamic && !word.quoted) ? 'unknown' : 'expected')

export const HISTORY_VERBS: readonly (readonly [string, GitReader])[] = [
  ['reset', reset],
  ['commit', commit],
  ['rebase', rebase],
  ['merge', merge],
  ['cherry-pick', merge],
  ['revert', merge],
  ['filter-branch', filterBranch],
  ['filter-repo', filterRepo],
  ['reflog', reflog],
  ['gc', collect],
  ['prune', collect],
  ['bisect', bisect],
  ['commit-tree', expected],
  ['commit-graph', expected],
  ['write-tree', expected],
  ['mktree', expected],
  ['mktag', expected],
  ['hash-object', expected],
  ['update-index', expected],
  ['merge-file', expected],
  ['merge-index', () => 'unknown'],
  ['rerere', expected],
  ['maintenance', expected],
  ['repack', expected],
  ['pack-refs', expected],
  ['pack-objects', expected],
  ['index-pack', expected],
  ['unpack-objects', expected],
  ['multi-pack-index', expected],
  ['notes', expected],
  ['sparse-checkout', expected],
  ['init', init],
  ['replay', expected],
  ['fast-import', () => 'plain'],
  ['interpret-trailers', (call) => (call.args.some((word) => /^--in/.test(word.known)) ? 'expected' : 'proven')],
  ['mailinfo', expected],
  ['mailsplit', expected],
  ['fmt-merge-msg', expected],
  ['bugreport', expected],
]
