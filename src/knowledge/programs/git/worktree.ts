import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { type Options, readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import { tagsOf } from '../../../analysis/paths/path-tags.ts'
import { isInside } from '../../../analysis/paths/path-use.ts'
import type { PathUse } from '../../../analysis/paths/paths.ts'
import type { Word } from '../../../analysis/words.ts'
import {
  findRepositoryRoot,
  type GitAnalyzer,
  type GitCall,
  mayHaveOption,
  resolvePathOperand,
  splitAtDashes,
} from './call.ts'
import {
  assessBranchLoss,
  assessUntrackedLoss,
  assessWorktreeLoss,
  isSessionRepository,
  recordDiscard,
} from './discard.ts'
import { defineGrammar } from './grammar.ts'
import { isDefaultBranch } from './push.ts'

const CHECKOUT_GRAMMAR = defineGrammar(
  'f force q quiet d detach m merge l p patch ours theirs 2 3 guess no-guess no-track ignore-skip-worktree-bits ignore-other-worktrees overlay no-overlay progress no-progress pathspec-file-nul overwrite-ignore no-overwrite-ignore no-recurse-submodules no-detach no-merge',
  'b B orphan conflict pathspec-from-file',
  't track recurse-submodules',
)

const analyzeCheckout: GitAnalyzer = (call) => {
  const { before, after, split } = splitAtDashes(call.args)
  const options = readOptions(before, { ...CHECKOUT_GRAMMAR })
  const grade: CommandGrade = options.unknown.length > 0 ? 'unknown' : 'expected'
  const paths = split ? after : findCheckoutPaths(options, call)
  const all: CommandGrade[] = [grade]
  if (paths.length === 0) recordHeadChange(call, options.value('b', 'B', 'orphan'), options.operands[0])
  if (mayHaveOption(options, 'f', 'force') && paths.length === 0)
    all.push(recordWorktreeDiscard(call, 'git checkout --force'))
  if (options.has('B')) all.push(recordBranchMove(call, options.value('B'), options.operands[0], 'git checkout -B'))
  if (paths.length > 0 || options.has('pathspec-from-file')) {
    const sides = options.has('ours', 'theirs', '2', '3', 'p', 'patch')
    all.push(
      recordPathDiscard(call, paths, {
        by: 'git checkout',
        certainty: sides ? 'possible' : split ? 'certain' : 'likely',
      }),
    )
  }
  return weakestGrade(...all)
}

/** Where HEAD goes: a branch made here, or the one that is named. */
function recordHeadChange({ recorder }: GitCall, made: Word | undefined, named: Word | undefined): void {
  if (made?.text !== undefined) recorder.onBranch(made.text, true)
  else if (!made && named?.text !== undefined && named.text !== '-') recorder.onBranch(named.text, false)
}

/** Without `--`, git guesses: a first operand that is no revision, and everything after a revision, are paths. */
function findCheckoutPaths(options: Options, call: GitCall): readonly Word[] {
  if (options.has('b', 'B', 'orphan', 't', 'track', 'd', 'detach')) return []
  const [first, ...rest] = options.operands
  if (!first) return []
  if (looksLikePath(first, call)) return options.operands
  return rest
}

const FILE_NAME =
  /(?:^|\/)[^/]*\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|md|mdx|json|jsonc|ya?ml|toml|lock|s?css|html?|sh|[ch]|[ch]pp|cc|txt|cs|php|kt|swift|sql|xml|mod|sum|vue|svelte|gradle|proto|tf|env|ini|cfg|conf|csv|svg|png)$|(?:^|\/)(?:Makefile|Dockerfile|LICENSE)$/

function looksLikePath(word: Word, call: GitCall): boolean {
  const text = word.known
  if (word.glob || /^(?:\.|\.\.|\.{1,2}\/.*|\/.*|:\/.*|:\(.*|:!.*)$/s.test(text) || text.endsWith('/')) return true
  if (word.dynamic || /[~^@]|\.\./.test(text)) return false
  if (FILE_NAME.test(text)) return true
  const { real } = resolvePathOperand(call, word)
  if (real === undefined) return false
  const kind = call.facts.file(real).kind
  return kind === 'file' || kind === 'directory' || call.facts.session.written.has(real)
}

const analyzeRestore: GitAnalyzer = (call) => {
  const { before, after } = splitAtDashes(call.args)
  const options = readOptions(before, {
    ...defineGrammar(
      'S staged W worktree q quiet p patch progress no-progress ours theirs 2 3 m merge ignore-unmerged ignore-skip-worktree-bits overlay no-overlay pathspec-file-nul',
      's source conflict pathspec-from-file',
      'recurse-submodules',
    ),
  })
  const grade: CommandGrade = options.unknown.length > 0 ? 'unknown' : 'expected'
  if (options.has('S', 'staged') && !options.has('W', 'worktree')) return grade
  const sides = options.has('ours', 'theirs', '2', '3', 'p', 'patch')
  const paths = [...options.operands, ...after]
  return weakestGrade(
    grade,
    recordPathDiscard(call, paths, { by: 'git restore', certainty: sides ? 'possible' : 'certain' }),
  )
}

const analyzeSwitch: GitAnalyzer = (call) => {
  const options = readOptions(
    call.args,
    defineGrammar(
      'f force discard-changes d detach m merge q quiet guess no-guess no-track ignore-other-worktrees progress no-progress no-recurse-submodules',
      'c create C force-create orphan conflict',
      't track recurse-submodules',
    ),
  )
  const all: CommandGrade[] = [options.unknown.length > 0 ? 'unknown' : 'expected']
  recordHeadChange(call, options.value('c', 'create', 'C', 'force-create', 'orphan'), options.operands[0])
  if (mayHaveOption(options, 'f', 'force', 'discard-changes'))
    all.push(recordWorktreeDiscard(call, 'git switch --discard-changes'))
  if (options.has('C', 'force-create'))
    all.push(recordBranchMove(call, options.value('C', 'force-create'), options.operands[0], 'git switch -C'))
  return weakestGrade(...all)
}

function recordWorktreeDiscard(call: GitCall, by: string): CommandGrade {
  return recordDiscard(call, { what: 'worktree', loses: assessWorktreeLoss(call, 'all'), by })
}

/** Moving the default branch to an older commit leaves the newer ones behind; to where the remote has it is a refresh. */
function recordBranchMove(call: GitCall, name: Word | undefined, to: Word | undefined, by: string): CommandGrade {
  const refs = name ? [name.text ?? name.known] : []
  const back = to !== undefined && /[~^]|^[0-9a-f]{7,40}$/.test(to.known) && isDefaultBranch(refs[0] ?? '', call)
  const loses = assessBranchLoss(call, refs)
  return weakestGrade(
    'expected',
    recordDiscard(call, { what: 'branch', refs, loses, certainty: back ? 'likely' : 'possible', by }),
  )
}

function recordPathDiscard(
  call: GitCall,
  words: readonly Word[],
  how: { by: string; certainty: 'certain' | 'likely' | 'possible' },
): CommandGrade {
  const paths: PathUse[] = words.map((word) => resolvePathOperand(call, word))
  const loses = assessWorktreeLoss(call, paths)
  return recordDiscard(call, { what: 'worktree', refs: paths.map((path) => path.text), loses, ...how })
}

const analyzeClean: GitAnalyzer = (call) => {
  const options = readOptions(call.args, defineGrammar('d f force n dry-run q quiet x X i interactive', 'e exclude'))
  const grade: CommandGrade = options.unknown.length > 0 ? 'unknown' : 'proven'
  if (options.has('n', 'dry-run')) return grade
  const unforced = /^(?:false|no|off|0)$/i.test(call.settings.get('clean.requireforce') ?? '')
  // `yes | git clean -i` answers for the person.
  const answered = options.has('i', 'interactive') && call.command.stdin.kind !== 'inherited'
  if (!mayHaveOption(options, 'f', 'force') && !unforced && !answered)
    return weakestGrade(grade, options.has('i', 'interactive') ? 'plain' : 'expected')
  const paths = options.operands.map((word) => resolvePathOperand(call, word))
  const loses = assessUntrackedLoss(call, paths)
  const refs = paths.map((path) => path.text)
  return weakestGrade(grade, recordDiscard(call, { what: 'untracked', refs, loses, by: 'git clean -f' }))
}

const STASH_GRAMMAR = defineGrammar(
  'p patch S staged k keep-index no-keep-index u include-untracked no-include-untracked a all q quiet index pathspec-file-nul only-untracked stat name-only name-status oneline v',
  'm message pathspec-from-file format',
)

const analyzeStash: GitAnalyzer = (call) => {
  const options = readOptions(call.args, STASH_GRAMMAR)
  const [action] = options.operands
  const grade: CommandGrade = options.unknown.length > 0 ? 'unknown' : 'expected'
  switch (action?.text) {
    case 'list':
    case 'show':
      return options.unknown.length > 0 ? 'expected' : 'proven'
    case 'drop':
    case 'clear': {
      const refs = options.operands.slice(1).map((word) => word.text ?? word.known)
      const loses = isSessionRepository(call) ? 'nothing' : 'unknown'
      return weakestGrade(grade, recordDiscard(call, { what: 'stash', refs, loses, by: `git stash ${action.text}` }))
    }
    default:
      return grade
  }
}

const analyzeAdd: GitAnalyzer = (call) => {
  const options = readOptions(
    call.args,
    defineGrammar(
      'n dry-run v verbose f force i interactive p patch e edit all A no-all ignore-removal no-ignore-removal u update N intent-to-add refresh ignore-errors ignore-missing sparse renormalize no-warn-embedded-repo pathspec-file-nul',
      'chmod pathspec-from-file',
    ),
  )
  const unknown = options.unknown.length > 0 ? 'unknown' : 'expected'
  if (options.has('n', 'dry-run')) return unknown
  const forced = mayHaveOption(options, 'f', 'force') && recordAddedSecrets(options.operands, call)
  return recordAddedSecretCopies(options.operands, call) || forced ? weakestGrade(unknown, 'plain') : unknown
}

/** A secret that was kept out on purpose is put in: whoever gets the repository gets it. */
function recordAddedSecrets(words: readonly Word[], call: GitCall): boolean {
  const secret = words.map((word) => resolvePathOperand(call, word)).find((path) => path.tags.includes('secret'))
  if (!secret) return false
  const source = { kind: 'file', path: secret.real ?? secret.text, secret: true } as const
  call.recorder.effect({ kind: 'expose-secret', source, sink: 'file', certainty: 'likely', by: 'git add -f' })
  return true
}

/** A file that this session made of a secret, under a name that keeps nothing out, is put in with its folder. */
function recordAddedSecretCopies(words: readonly Word[], call: GitCall): boolean {
  const { carriers, written } = call.facts.session
  if (carriers === undefined || carriers.size === 0) return false
  const roots =
    words.length === 0 ? [findRepositoryRoot(call)] : words.flatMap((word) => resolvePathOperand(call, word).real ?? [])
  const copy = [...carriers].find(
    // A text that is known was judged when it was written.
    (path) =>
      written.get(path) === undefined &&
      roots.some((root) => isInside(path, root)) &&
      !tagsOf(path, call.facts).includes('secret'),
  )
  if (copy === undefined) return false
  const source = { kind: 'file', path: copy, secret: true } as const
  call.recorder.effect({ kind: 'expose-secret', source, sink: 'file', certainty: 'likely', by: 'git add' })
  return true
}

const analyzeRemove: GitAnalyzer = (call) => {
  const options = readOptions(
    call.args,
    defineGrammar('f force n dry-run r cached ignore-unmatch sparse q quiet pathspec-file-nul', 'pathspec-from-file'),
  )
  const grade: CommandGrade =
    options.unknown.length > 0 ? 'unknown' : options.has('n', 'dry-run') ? 'proven' : 'expected'
  if (options.has('n', 'dry-run', 'cached') || !mayHaveOption(options, 'f', 'force')) return grade
  return weakestGrade(grade, recordPathDiscard(call, options.operands, { by: 'git rm -f', certainty: 'certain' }))
}

/** A tracked file under another name keeps its text. */
function recordTrackedFileMove(call: GitCall, source: Word, target: Word): void {
  const to = resolvePathOperand(call, target)
  const from = resolvePathOperand(call, source)
  const into = target.known.endsWith('/') || (to.real !== undefined && call.facts.file(to.real).kind === 'directory')
  const name = from.real?.slice(from.real.lastIndexOf('/') + 1)
  const path = into && to.real !== undefined && name !== undefined ? call.recorder.pathOf(`${to.real}/${name}`) : to
  const content = from.real === undefined ? undefined : call.recorder.readText(from.real)
  call.recorder.effect({ kind: 'write-path', path, how: 'move', content })
}

const analyzeMove: GitAnalyzer = (call) => {
  const options = readOptions(call.args, defineGrammar('f force k n dry-run v verbose sparse'))
  const target = options.operands.at(-1)
  if (target && options.operands.length > 1 && !options.has('n', 'dry-run'))
    for (const source of options.operands.slice(0, -1)) recordTrackedFileMove(call, source, target)
  return options.unknown.length > 0 ? 'unknown' : options.has('n', 'dry-run') ? 'proven' : 'expected'
}

const analyzeWorktree: GitAnalyzer = (call) => {
  const options = readOptions(
    call.args,
    defineGrammar(
      'f force detach d checkout no-checkout guess-remote no-guess-remote no-track lock q quiet porcelain z n dry-run v verbose orphan relative-paths no-relative-paths',
      'b B reason expire',
      'track',
    ),
  )
  const [action, target] = options.operands
  const grade: CommandGrade = options.unknown.length > 0 ? 'unknown' : 'expected'
  if (action?.text === 'list') return options.unknown.length > 0 ? 'unknown' : 'proven'
  if (action?.text === 'add' && target)
    call.recorder.effect({
      kind: 'write-path',
      path: resolvePathOperand(call, target),
      how: 'create',
      content: undefined,
      of: [findRepositoryRoot(call)],
      by: 'git worktree add',
    })
  if (action?.text !== 'remove' || !mayHaveOption(options, 'f', 'force') || !target) return grade
  const path = resolvePathOperand(call, target)
  const loses = path.sessionMade || isSessionRepository(call) ? 'nothing' : 'unknown'
  return weakestGrade(
    grade,
    recordDiscard(call, { what: 'worktree', refs: [path.text], loses, by: 'git worktree remove --force' }),
  )
}

/** Plumbing that overwrites files of the working tree. */
const analyzeReadTree: GitAnalyzer = (call) => {
  const options = readOptions(
    call.args,
    defineGrammar(
      'm reset u i n dry-run v trivial aggressive empty q quiet no-sparse-checkout',
      'prefix index-output',
      'recurse-submodules',
    ),
  )
  const grade: CommandGrade = options.unknown.length > 0 ? 'unknown' : 'expected'
  if (!options.has('reset') || !options.has('u') || options.has('n', 'dry-run')) return grade
  return weakestGrade(grade, recordWorktreeDiscard(call, 'git read-tree --reset -u'))
}

/** What lies in the index is written under another name, as it was when it was added. */
function recordIndexCopies(call: GitCall, prefix: string, words: readonly Word[]): void {
  const { recorder } = call
  const folder = recorder.pathOf(prefix)
  if (words.length === 0)
    recorder.effect({
      kind: 'write-path',
      path: folder,
      how: 'create',
      content: undefined,
      of: [findRepositoryRoot(call)],
    })
  for (const word of words) {
    const { real } = resolvePathOperand(call, word)
    const content = real === undefined ? undefined : recorder.readText(real)
    recorder.effect({ kind: 'write-path', path: recorder.pathOf(`${prefix}${word.known}`), how: 'create', content })
  }
}

const analyzeCheckoutIndex: GitAnalyzer = (call) => {
  const options = readOptions(
    call.args,
    defineGrammar('u index q quiet f force a all n no-create stdin z temp', 'prefix stage'),
  )
  const grade: CommandGrade = options.unknown.length > 0 ? 'unknown' : 'expected'
  const prefix = options.value('prefix')?.text
  if (prefix !== undefined) recordIndexCopies(call, prefix, options.operands)
  if (!options.has('f', 'force') || options.has('prefix')) return grade
  const words = options.operands
  return weakestGrade(
    grade,
    options.has('a', 'all')
      ? recordWorktreeDiscard(call, 'git checkout-index -f')
      : recordPathDiscard(call, words, { by: 'git checkout-index -f', certainty: 'certain' }),
  )
}

export const WORKTREE_VERBS: readonly (readonly [string, GitAnalyzer])[] = [
  ['checkout', analyzeCheckout],
  ['restore', analyzeRestore],
  ['switch', analyzeSwitch],
  ['clean', analyzeClean],
  ['stash', analyzeStash],
  ['add', analyzeAdd],
  ['stage', analyzeAdd],
  ['rm', analyzeRemove],
  ['mv', analyzeMove],
  ['worktree', analyzeWorktree],
  ['read-tree', analyzeReadTree],
  ['checkout-index', analyzeCheckoutIndex],
]
