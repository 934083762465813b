import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { readOptions, sliceWord } from '../../../analysis/interpret/options.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import type { Word } from '../../../analysis/words.ts'
import { type GitAnalyzer, type GitCall, mayHaveOption } from './call.ts'
import { recordSetting } from './config-keys.ts'
import { assessWorktreeLoss, isSessionRepository, recordDiscard } from './discard.ts'
import { defineGrammar } from './grammar.ts'
import { areHooksDisabled } from './hooks.ts'

/** `init --template=folder`: the hooks in it become those of the repository. */
const analyzeInit: GitAnalyzer = (call) => {
  const at = call.args.findIndex((word) => /^--templ\w*(?:=|$)/.test(word.known))
  const option = call.args[at]
  if (!option) return 'expected'
  const equals = option.known.indexOf('=')
  const value = equals < 0 ? call.args[at + 1] : sliceWord(option, equals + 1)
  return weakestGrade('unknown', recordSetting({ key: 'init.templateDir', value, lasts: 'once' }, call))
}

const CURRENT_HEAD = /^(?:HEAD|@)(?:~0|\^0)?$/

const analyzeReset: GitAnalyzer = (call) => {
  const options = readOptions(
    call.args,
    defineGrammar(
      'q quiet no-quiet soft mixed hard merge keep N intent-to-add p patch no-refresh refresh pathspec-file-nul',
      'pathspec-from-file',
      'recurse-submodules',
    ),
  )
  const grade: CommandGrade = options.unknown.length > 0 ? 'unknown' : 'expected'
  const target = options.operands[0]
  const moves = target !== undefined && !CURRENT_HEAD.test(target.text ?? '')
  const refs = target ? [target.text ?? target.known.replaceAll('\0', '…')] : []
  const all: CommandGrade[] = [grade]
  if (mayHaveOption(options, 'hard', 'merge')) {
    const loses = assessWorktreeLoss(call, 'all')
    all.push(
      recordDiscard(call, {
        what: 'worktree',
        refs,
        loses,
        by: options.has('merge') ? 'git reset --merge' : 'git reset --hard',
      }),
    )
  }
  if (moves && mayHaveOption(options, 'hard', 'keep')) {
    const loses = isSessionRepository(call) ? 'nothing' : 'unknown'
    all.push(
      recordDiscard(call, {
        what: 'commits',
        refs,
        loses,
        certainty: 'likely',
        by: `git reset --${options.has('keep') ? 'keep' : 'hard'}`,
      }),
    )
  }
  return weakestGrade(...all)
}

const COMMIT_GRAMMAR = defineGrammar(
  'a all p patch reset-author amend no-edit edit e s signoff no-signoff S no-gpg-sign n no-verify verify allow-empty allow-empty-message no-post-rewrite i include o only dry-run short branch porcelain long z null v verbose q quiet status no-status pathspec-file-nul interactive',
  'C c fixup squash F file author date m message t template cleanup trailer pathspec-from-file reuse-message reedit-message',
  'gpg-sign S u untracked-files',
)

const analyzeCommit: GitAnalyzer = (call) => {
  const options = readOptions(call.args, COMMIT_GRAMMAR)
  const author = options.value('author')
  const all: CommandGrade[] = [options.unknown.length > 0 ? 'unknown' : 'expected']
  if (author && !isAuthorFromGit(author)) {
    call.recorder.effect({
      kind: 'impersonate',
      as: author.text ?? author.known.replaceAll('\0', '…'),
      certainty: 'likely',
      by: 'git commit --author',
    })
    all.push('plain')
  }
  all.push(recordSkippedHooks(call, mayHaveOption(options, 'no-verify') || options.has('n') || areHooksDisabled(call)))
  return weakestGrade(...all)
}

/** `--author="$(git log -1 --format=…)"` keeps the author that is there. */
function isAuthorFromGit(author: Word): boolean {
  return (
    author.dynamic &&
    author.sources.length > 0 &&
    author.sources.every((source) => source.kind === 'command' && source.program === 'git')
  )
}

/** Skipping hooks leaves out the project's own checks. */
export function recordSkippedHooks(call: GitCall, skipped: boolean): CommandGrade {
  if (!skipped) return 'proven'
  call.recorder.effect({
    kind: 'weaken',
    area: 'ci-check',
    feature: 'git hooks',
    certainty: 'likely',
    by: `git ${call.verb} --no-verify`,
  })
  return 'plain'
}

const REBASE_GRAMMAR = defineGrammar(
  'continue skip abort quit edit-todo show-current-patch apply empty m merge i interactive keep-base no-keep-empty keep-empty reapply-cherry-picks no-reapply-cherry-picks allow-empty-message q quiet v verbose stat n no-stat no-verify verify no-ff force-rebase f fork-point no-fork-point ignore-whitespace committer-date-is-author-date ignore-date reset-author-date signoff root autosquash no-autosquash autostash no-autostash reschedule-failed-exec no-reschedule-failed-exec update-refs no-update-refs no-gpg-sign p',
  'onto x exec s strategy X strategy-option whitespace C empty',
  'S gpg-sign rebase-merges r rerere-autoupdate',
)

const analyzeRebase: GitAnalyzer = (call) => {
  const options = readOptions(call.args, REBASE_GRAMMAR)
  const run = options.values('x', 'exec').map((word) => call.recorder.runsShell(word, 'git rebase --exec'))
  return weakestGrade(options.unknown.length > 0 ? 'unknown' : 'expected', ...run)
}

const BUILT_IN_STRATEGIES = new Set(['ort', 'recursive', 'resolve', 'octopus', 'ours', 'subtree', 'theirs'])

const MERGE_FLAGS =
  'commit no-commit e edit no-edit ff no-ff ff-only n stat no-stat squash no-squash no-verify verify no-gpg-sign signoff no-signoff q quiet v verbose progress no-progress allow-unrelated-histories abort quit continue autostash no-autostash overwrite-ignore skip x r no-rerere-autoupdate rerere-autoupdate allow-empty allow-empty-message keep-redundant-commits'
const MERGE_VALUES = 'cleanup strategy X strategy-option m message F file into-name mainline'
const MERGE_GRAMMAR = defineGrammar(MERGE_FLAGS, `s ${MERGE_VALUES}`, 'log S gpg-sign empty')
/** Here `-s` signs off, and takes nothing. */
const CHERRY_PICK_GRAMMAR = defineGrammar(`s ${MERGE_FLAGS}`, MERGE_VALUES, 'log S gpg-sign empty')

const analyzeMerge: GitAnalyzer = (call) => {
  const options = readOptions(call.args, call.verb === 'merge' ? MERGE_GRAMMAR : CHERRY_PICK_GRAMMAR)
  const foreign = options.values('s', 'strategy').some((word) => !BUILT_IN_STRATEGIES.has(word.text ?? ''))
  return options.unknown.length > 0 || foreign ? 'unknown' : 'expected'
}

const FILTER_OPTIONS = [
  'setup',
  'env-filter',
  'tree-filter',
  'index-filter',
  'parent-filter',
  'msg-filter',
  'commit-filter',
  'tag-name-filter',
]

const analyzeFilterBranch: GitAnalyzer = (call) => {
  const options = readOptions(call.args, {
    flags: '-f force prune-empty',
    values: `-d subdirectory-filter original state-branch ${FILTER_OPTIONS.join(' ')}`,
  })
  for (const word of options.values(...FILTER_OPTIONS)) call.recorder.runsShell(word, 'git filter-branch')
  const loses = isSessionRepository(call) ? 'nothing' : 'unknown'
  return recordDiscard(call, { what: 'history', loses, by: 'git filter-branch' })
}

/** Without `--force` it refuses everything but a fresh clone. */
const analyzeFilterRepo: GitAnalyzer = (call) => {
  const given = new Set(call.args.map((word) => word.known))
  if (['--analyze', '--dry-run', '--help', '-h', '--version'].some((name) => given.has(name))) return 'expected'
  const forced = call.args.some(
    (word) => word.known === '-f' || (word.known.length > 3 && '--force'.startsWith(word.known)),
  )
  const loses = isSessionRepository(call) ? 'nothing' : 'unknown'
  return weakestGrade(
    'plain',
    recordDiscard(call, { what: 'history', loses, certainty: forced ? 'certain' : 'possible', by: 'git filter-repo' }),
  )
}

const analyzeReflog: GitAnalyzer = (call) => {
  const action = call.args.find((word) => !word.known.startsWith('-'))?.text
  if (action !== 'expire' && action !== 'delete') return call.args.some((word) => word.dynamic) ? 'expected' : 'proven'
  if (call.args.some((word) => word.known === '-n' || word.known === '--dry-run')) return 'proven'
  const chosen =
    action === 'delete' || call.args.some((word) => /^--(?:expire(?:-unreachable)?(?:=|$)|all$)/.test(word.known))
  const loses = isSessionRepository(call) ? 'nothing' : 'unknown'
  return recordDiscard(call, {
    what: 'reflog',
    loses,
    certainty: chosen ? 'certain' : 'possible',
    by: `git reflog ${action}`,
  })
}

const analyzeGarbageCollection: GitAnalyzer = (call) => {
  const options = readOptions(
    call.args,
    defineGrammar(
      'aggressive auto q quiet force keep-largest-pack no-prune no-cruft cruft no-detach detach n dry-run v verbose progress no-progress',
      'expire',
      'prune max-cruft-size',
    ),
  )
  const grade: CommandGrade = options.unknown.length > 0 ? 'unknown' : 'expected'
  const at = options.value('prune')?.text ?? call.settings.get('gc.pruneexpire') ?? ''
  const now = call.verb === 'prune' ? !options.has('n', 'dry-run') : /^(?:now|all)$/.test(at)
  if (!now) return grade
  const loses = isSessionRepository(call) ? 'nothing' : 'unknown'
  return weakestGrade(
    grade,
    recordDiscard(call, {
      what: 'commits',
      loses,
      certainty: 'likely',
      by: `git ${call.verb}${call.verb === 'gc' ? ' --prune=now' : ''}`,
    }),
  )
}

/** `bisect run` and `difftool -x` run what follows. */
const analyzeBisect: GitAnalyzer = (call) => {
  const [action, ...rest] = call.args
  if (action?.text === 'run') return weakestGrade('expected', call.recorder.runs(rest, 'git bisect run'))
  if (action?.text === 'log') return 'proven'
  return 'expected'
}

const gradeAsExpected: GitAnalyzer = (call) =>
  call.args.some((word) => word.dynamic && !word.quoted) ? 'unknown' : 'expected'

export const HISTORY_VERBS: readonly (readonly [string, GitAnalyzer])[] = [
  ['reset', analyzeReset],
  ['commit', analyzeCommit],
  ['rebase', analyzeRebase],
  ['merge', analyzeMerge],
  ['cherry-pick', analyzeMerge],
  ['revert', analyzeMerge],
  ['filter-branch', analyzeFilterBranch],
  ['filter-repo', analyzeFilterRepo],
  ['reflog', analyzeReflog],
  ['gc', analyzeGarbageCollection],
  ['prune', analyzeGarbageCollection],
  ['bisect', analyzeBisect],
  ['commit-tree', gradeAsExpected],
  ['commit-graph', gradeAsExpected],
  ['write-tree', gradeAsExpected],
  ['mktree', gradeAsExpected],
  ['mktag', gradeAsExpected],
  ['hash-object', gradeAsExpected],
  ['update-index', gradeAsExpected],
  ['merge-file', gradeAsExpected],
  ['merge-index', () => 'unknown'],
  ['rerere', gradeAsExpected],
  ['maintenance', gradeAsExpected],
  ['repack', gradeAsExpected],
  ['pack-refs', gradeAsExpected],
  ['pack-objects', gradeAsExpected],
  ['index-pack', gradeAsExpected],
  ['unpack-objects', gradeAsExpected],
  ['multi-pack-index', gradeAsExpected],
  ['notes', gradeAsExpected],
  ['sparse-checkout', gradeAsExpected],
  ['init', analyzeInit],
  ['replay', gradeAsExpected],
  ['fast-import', () => 'plain'],
  ['interpret-trailers', (call) => (call.args.some((word) => /^--in/.test(word.known)) ? 'expected' : 'proven')],
  ['mailinfo', gradeAsExpected],
  ['mailsplit', gradeAsExpected],
  ['fmt-merge-msg', gradeAsExpected],
  ['bugreport', gradeAsExpected],
]
