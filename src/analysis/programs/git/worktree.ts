import { tagsOf } from '../../path-tags.ts'
import { isInside } from '../../path-use.ts'
import type { PathUse } from '../../paths.ts'
import type { Word } from '../../words.ts'
import { type Options, readOptions } from '../options.ts'
import type { Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { type GitCall, type GitReader, mayMean, pathIn, rootOf, splitAtDashes } from './call.ts'
import { branchLoss, discard, ownRepository, untrackedLoss, worktreeLoss } from './discard.ts'
import { grammar } from './grammar.ts'
import { isDefault } from './push.ts'

const CHECKOUT = grammar(
  'f force q quiet d detach m merge l p patch ours theirs 2 3 guess no-guess no-track ignore-skip-worktree-bits ignore-other-worktrees overlay no-overlay progress no-progress pathspec-file-nul overwrite-ignore no-overwrite-ignore no-recurse-submodules no-detach no-merge',
  'b B orphan conflict pathspec-from-file',
  't track recurse-submodules',
)

const checkout: GitReader = (call) => {
  const { before, after, split } = splitAtDashes(call.args)
  const options = readOptions(before, { ...CHECKOUT })
  const standing: Standing = options.unknown.length > 0 ? 'unknown' : 'expected'
  const paths = split ? after : pathsOfCheckout(options, call)
  const all: Standing[] = [standing]
  if (paths.length === 0) noteBranch(call, options.value('b', 'B', 'orphan'), options.operands[0])
  if (mayMean(options, 'f', 'force') && paths.length === 0) all.push(discardTree(call, 'git checkout --force'))
  if (options.has('B')) all.push(moveBranch(call, options.value('B'), options.operands[0], 'git checkout -B'))
  if (paths.length > 0 || options.has('pathspec-from-file')) {
    const sides = options.has('ours', 'theirs', '2', '3', 'p', 'patch')
    all.push(
      discardPaths(call, paths, { by: 'git checkout', certainty: sides ? 'possible' : split ? 'certain' : 'likely' }),
    )
  }
  return weakest(...all)
}

/** Where HEAD goes: a branch made here, or the one that is named. */
function noteBranch({ scribe }: GitCall, made: Word | undefined, named: Word | undefined): void {
  if (made?.text !== undefined) scribe.onBranch(made.text, true)
  else if (!made && named?.text !== undefined && named.text !== '-') scribe.onBranch(named.text, false)
}

/** Without `--`, git guesses: a first operand that is no revision, and everything after a revision, are paths. */
function pathsOfCheckout(options: Options, call: GitCall): readonly Word[] {
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
  const { real } = pathIn(call, word)
  if (real === undefined) return false
  const kind = call.facts.file(real).kind
  return kind === 'file' || kind === 'directory' || call.facts.session.written.has(real)
}

const restore: GitReader = (call) => {
  const { before, after } = splitAtDashes(call.args)
  const options = readOptions(before, {
    ...grammar(
      'S staged W worktree q quiet p patch progress no-progress ours theirs 2 3 m merge ignore-unmerged ignore-skip-worktree-bits overlay no-overlay pathspec-file-nul',
      's source conflict pathspec-from-file',
      'recurse-submodules',
    ),
  })
  const standing: Standing = options.unknown.length > 0 ? 'unknown' : 'expected'
  if (options.has('S', 'staged') && !options.has('W', 'worktree')) return standing
  const sides = options.has('ours', 'theirs', '2', '3', 'p', 'patch')
  const paths = [...options.operands, ...after]
  return weakest(standing, discardPaths(call, paths, { by: 'git restore', certainty: sides ? 'possible' : 'certain' }))
}

const switchBranch: GitReader = (call) => {
  const options = readOptions(
    call.args,
    grammar(
      'f force discard-changes d detach m merge q quiet guess no-guess no-track ignore-other-worktrees progress no-progress no-recurse-submodules',
      'c create C force-create orphan conflict',
      't track recurse-submodules',
    ),
  )
  const all: Standing[] = [options.unknown.length > 0 ? 'unknown' : 'expected']
  noteBranch(call, options.value('c', 'create', 'C', 'force-create', 'orphan'), options.operands[0])
  if (mayMean(options, 'f', 'force', 'discard-changes')) all.push(discardTree(call, 'git switch --discard-changes'))
  if (options.has('C', 'force-create'))
    all.push(moveBranch(call, options.value('C', 'force-create'), options.operands[0], 'git switch -C'))
  return weakest(...all)
}

function discardTree(call: GitCall, by: string): Standing {
  return discard(call, { what: 'worktree', loses: worktreeLoss(call, 'all'), by })
}

/** Moving the default branch to an older commit leaves the newer ones behind; to where the remote has it is a refresh. */
function moveBranch(call: GitCall, name: Word | undefined, to: Word | undefined, by: string): Standing {
  const refs = name ? [name.text ?? name.known] : []
  const back = to !== undefined && /[~^]|^[0-9a-f]{7,40}$/.test(to.known) && isDefault(refs[0] ?? '', call)
  const loses = branchLoss(call, refs)
  return weakest(
    'expected',
    discard(call, { what: 'branch', refs, loses, certainty: back ? 'likely' : 'possible', by }),
  )
}

function discardPaths(
  call: GitCall,
  words: readonly Word[],
  how: { by: string; certainty: 'certain' | 'likely' | 'possible' },
): Standing {
  const paths: PathUse[] = words.map((word) => pathIn(call, word))
  const loses = worktreeLoss(call, paths)
  return discard(call, { what: 'worktree', refs: paths.map((path) => path.text), loses, ...how })
}

const clean: GitReader = (call) => {
  const options = readOptions(call.args, grammar('d f force n dry-run q quiet x X i interactive', 'e exclude'))
  const standing: Standing = options.unknown.length > 0 ? 'unknown' : 'proven'
  if (options.has('n', 'dry-run')) return standing
  const unforced = /^(?:false|no|off|0)$/i.test(call.settings.get('clean.requireforce') ?? '')
  // `yes | git clean -i` answers for the person.
  const answered = options.has('i', 'interactive') && call.command.stdin.kind !== 'inherited'
  if (!mayMean(options, 'f', 'force') && !unforced && !answered)
    return weakest(standing, options.has('i', 'interactive') ? 'plain' : 'expected')
  const paths = options.operands.map((word) => pathIn(call, word))
  const loses = untrackedLoss(call, paths)
  const refs = paths.map((path) => path.text)
  return weakest(standing, discard(call, { what: 'untracked', refs, loses, by: 'git clean -f' }))
}

const STASH = grammar(
  'p patch S staged k keep-index no-keep-index u include-untracked no-include-untracked a all q quiet index pathspec-file-nul only-untracked stat name-only name-status oneline v',
  'm message pathspec-from-file format',
)

const stash: GitReader = (call) => {
  const options = readOptions(call.args, STASH)
  const [action] = options.operands
  const standing: Standing = options.unknown.length > 0 ? 'unknown' : 'expected'
  switch (action?.text) {
    case 'list':
    case 'show':
      return options.unknown.length > 0 ? 'expected' : 'proven'
    case 'drop':
    case 'clear': {
      const refs = options.operands.slice(1).map((word) => word.text ?? word.known)
      const loses = ownRepository(call) ? 'nothing' : 'unknown'
      return weakest(standing, discard(call, { what: 'stash', refs, loses, by: `git stash ${action.text}` }))
    }
    default:
      return standing
  }
}

const add: GitReader = (call) => {
  const options = readOptions(
    call.args,
    grammar(
      'n dry-run v verbose f force i interactive p patch e edit all A no-all ignore-removal no-ignore-removal u update N intent-to-add refresh ignore-errors ignore-missing sparse renormalize no-warn-embedded-repo pathspec-file-nul',
      'chmod pathspec-from-file',
    ),
  )
  const unknown = options.unknown.length > 0 ? 'unknown' : 'expected'
  if (options.has('n', 'dry-run')) return unknown
  const forced = mayMean(options, 'f', 'force') && stateAddedSecrets(options.operands, call)
  return stateAddedCopies(options.operands, call) || forced ? weakest(unknown, 'plain') : unknown
}

/** A secret that was kept out on purpose is put in: whoever gets the repository gets it. */
function stateAddedSecrets(words: readonly Word[], call: GitCall): boolean {
  const secret = words.map((word) => pathIn(call, word)).find((path) => path.tags.includes('secret'))
  if (!secret) return false
  const source = { kind: 'file', path: secret.real ?? secret.text, secret: true } as const
  call.scribe.effect({ kind: 'expose-secret', source, sink: 'file', certainty: 'likely', by: 'git add -f' })
  return true
}

/** A file that this session made of a secret, under a name that keeps nothing out, is put in with its folder. */
function stateAddedCopies(words: readonly Word[], call: GitCall): boolean {
  const { carriers, written } = call.facts.session
  if (carriers === undefined || carriers.size === 0) return false
  const roots = words.length === 0 ? [rootOf(call)] : words.flatMap((word) => pathIn(call, word).real ?? [])
  const copy = [...carriers].find(
    // A text that is known was judged when it was written.
    (path) =>
      written.get(path) === undefined &&
      roots.some((root) => isInside(path, root)) &&
      !tagsOf(path, call.facts).includes('secret'),
  )
  if (copy === undefined) return false
  const source = { kind: 'file', path: copy, secret: true } as const
  call.scribe.effect({ kind: 'expose-secret', source, sink: 'file', certainty: 'likely', by: 'git add' })
  return true
}

const remove: GitReader = (call) => {
  const options = readOptions(
    call.args,
    grammar('f force n dry-run r cached ignore-unmatch sparse q quiet pathspec-file-nul', 'pathspec-from-file'),
  )
  const standing: Standing =
    options.unknown.length > 0 ? 'unknown' : options.has('n', 'dry-run') ? 'proven' : 'expected'
  if (options.has('n', 'dry-run', 'cached') || !mayMean(options, 'f', 'force')) return standing
  return weakest(standing, discardPaths(call, options.operands, { by: 'git rm -f', certainty: 'certain' }))
}

/** A tracked file under another name keeps its text. */
function stateMove(call: GitCall, source: Word, target: Word): void {
  const to = pathIn(call, target)
  const from = pathIn(call, source)
  const into = target.known.endsWith('/') || (to.real !== undefined && call.facts.file(to.real).kind === 'directory')
  const name = from.real?.slice(from.real.lastIndexOf('/') + 1)
  const path = into && to.real !== undefined && name !== undefined ? call.scribe.pathOf(`${to.real}/${name}`) : to
  const content = from.real === undefined ? undefined : call.scribe.readText(from.real)
  call.scribe.effect({ kind: 'write-path', path, how: 'move', content })
}

const move: GitReader = (call) => {
  const options = readOptions(call.args, grammar('f force k n dry-run v verbose sparse'))
  const target = options.operands.at(-1)
  if (target && options.operands.length > 1 && !options.has('n', 'dry-run'))
    for (const source of options.operands.slice(0, -1)) stateMove(call, source, target)
  return options.unknown.length > 0 ? 'unknown' : options.has('n', 'dry-run') ? 'proven' : 'expected'
}

const worktree: GitReader = (call) => {
  const options = readOptions(
    call.args,
    grammar(
      'f force detach d checkout no-checkout guess-remote no-guess-remote no-track lock q quiet porcelain z n dry-run v verbose orphan relative-paths no-relative-paths',
      'b B reason expire',
      'track',
    ),
  )
  const [action, target] = options.operands
  const standing: Standing = options.unknown.length > 0 ? 'unknown' : 'expected'
  if (action?.text === 'list') return options.unknown.length > 0 ? 'unknown' : 'proven'
  if (action?.text === 'add' && target)
    call.scribe.effect({
      kind: 'write-path',
      path: pathIn(call, target),
      how: 'create',
      content: undefined,
      of: [rootOf(call)],
      by: 'git worktree add',
    })
  if (action?.text !== 'remove' || !mayMean(options, 'f', 'force') || !target) return standing
  const path = pathIn(call, target)
  const loses = path.sessionMade || ownRepository(call) ? 'nothing' : 'unknown'
  return weakest(
    standing,
    discard(call, { what: 'worktree', refs: [path.text], loses, by: 'git worktree remove --force' }),
  )
}

/** Plumbing that overwrites files of the working tree. */
const readTree: GitReader = (call) => {
  const options = readOptions(
    call.args,
    grammar(
      'm reset u i n dry-run v trivial aggressive empty q quiet no-sparse-checkout',
      'prefix index-output',
      'recurse-submodules',
    ),
  )
  const standing: Standing = options.unknown.length > 0 ? 'unknown' : 'expected'
  if (!options.has('reset') || !options.has('u') || options.has('n', 'dry-run')) return standing
  return weakest(standing, discardTree(call, 'git read-tree --reset -u'))
}

/** What lies in the index is written under another name, as it was when it was added. */
function stateCopies(call: GitCall, prefix: string, words: readonly Word[]): void {
  const { scribe } = call
  const folder = scribe.pathOf(prefix)
  if (words.length === 0)
    scribe.effect({ kind: 'write-path', path: folder, how: 'create', content: undefined, of: [rootOf(call)] })
  for (const word of words) {
    const { real } = pathIn(call, word)
    const content = real === undefined ? undefined : scribe.readText(real)
    scribe.effect({ kind: 'write-path', path: scribe.pathOf(`${prefix}${word.known}`), how: 'create', content })
  }
}

const checkoutIndex: GitReader = (call) => {
  const options = readOptions(
    call.args,
    grammar('u index q quiet f force a all n no-create stdin z temp', 'prefix stage'),
  )
  const standing: Standing = options.unknown.length > 0 ? 'unknown' : 'expected'
  const prefix = options.value('prefix')?.text
  if (prefix !== undefined) stateCopies(call, prefix, options.operands)
  if (!options.has('f', 'force') || options.has('prefix')) return standing
  const words = options.operands
  return weakest(
    standing,
    options.has('a', 'all')
      ? discardTree(call, 'git checkout-index -f')
      : discardPaths(call, words, { by: 'git checkout-index -f', certainty: 'certain' }),
  )
}

export const WORKTREE_VERBS: readonly (readonly [string, GitReader])[] = [
  ['checkout', checkout],
  ['restore', restore],
  ['switch', switchBranch],
  ['clean', clean],
  ['stash', stash],
  ['add', add],
  ['stage', add],
  ['rm', remove],
  ['mv', move],
  ['worktree', worktree],
  ['read-tree', readTree],
  ['checkout-index', checkoutIndex],
]
