import { tagsOf } from '../../path-tags.ts'
import { isInside } from '../../path-use.ts'
import type { Word } from '../../words.ts'
import { shown } from '../form/words.ts'
import type { Options } from '../options.ts'
import type { Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import {
  discard,
  type GitCall,
  type GitVerbs,
  type Loss,
  lossAt,
  mayMean,
  pathIn,
  pathLoss,
  rootOf,
  splitAtDashes,
  statePush,
  verb,
} from './call.ts'
import { isDefault } from './push.ts'

const checkout = verb(
  (call, options) => {
    const { after, split } = splitAtDashes(call.args)
    const named = options.operands.slice(0, options.operands.length - after.length)
    const paths = split ? after : pathsOfCheckout(named, options, call)
    const whole = paths.length === 0
    if (whole) noteBranch(call, options.value('b', 'B', 'orphan'), named[0])
    return weakest(
      'expected',
      whole && mayMean(options, 'f', 'force') && discard(call, 'worktree', 'checkout --force'),
      options.has('B') && moveBranch(call, options.value('B'), named[0], 'checkout -B'),
      (!whole || options.has('pathspec-from-file')) &&
        discardPaths(call, paths, 'checkout', sides(options, split ? 'certain' : 'likely')),
    )
  },
  'b B orphan conflict pathspec-from-file',
  'force',
  't track recurse-submodules',
)

function noteBranch({ scribe }: GitCall, made: Word | undefined, named: Word | undefined): void {
  if (made?.text !== undefined) scribe.onBranch(made.text, true)
  else if (!made && named?.text !== undefined && named.text !== '-') scribe.onBranch(named.text, false)
}

/** Without `--`, git guesses: a first operand that is no revision, and everything after a revision, are paths. */
function pathsOfCheckout(named: readonly Word[], options: Options, call: GitCall): readonly Word[] {
  if (options.has('b', 'B', 'orphan', 't', 'track', 'd', 'detach')) return []
  const [first, ...rest] = named
  return first && looksLikePath(first, call) ? named : rest
}

const FILE_NAME =
  /(?:^|\/)[^/]*\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|md|mdx|json|jsonc|ya?ml|toml|lock|s?css|html?|sh|[ch]|[ch]pp|cc|txt|cs|php|kt|swift|sql|xml|mod|sum|vue|svelte|gradle|proto|tf|env|ini|cfg|conf|csv|svg|png)$|(?:^|\/)(?:Makefile|Dockerfile|LICENSE)$/

function looksLikePath(word: Word, call: GitCall): boolean {
  const text = word.known
  if (word.glob || /^(?:\.|\.\.|\.{1,2}\/.*|\/.*|:\/.*|:\(.*|:!.*)$/s.test(text) || text.endsWith('/')) return true
  if (word.dynamic || /[~^@]|\.\./.test(text)) return false
  if (FILE_NAME.test(text)) return true
  const { real } = pathIn(call, word)
  return (
    real !== undefined &&
    (/^(?:file|directory)$/.test(call.facts.file(real).kind) || call.facts.session.written.has(real))
  )
}

const restore = verb(
  (call, options) => {
    if (options.has('S', 'staged') && !options.has('W', 'worktree')) return 'expected'
    return weakest('expected', discardPaths(call, options.operands, 'restore', sides(options, 'certain')))
  },
  's source conflict pathspec-from-file',
  'staged worktree',
  'recurse-submodules',
)

/** One side of a conflict, or piece by piece, is a choice that somebody makes. */
function sides(options: Options, otherwise: Loss['certainty']): Loss['certainty'] {
  return options.has('ours', 'theirs', '2', '3', 'p', 'patch') ? 'possible' : otherwise
}

const switchBranch = verb(
  (call, options) => {
    noteBranch(call, options.value('c', 'create', 'C', 'force-create', 'orphan'), options.operands[0])
    const moved = options.value('C', 'force-create')
    return weakest(
      'expected',
      mayMean(options, 'f', 'force', 'discard-changes') && discard(call, 'worktree', 'switch --discard-changes'),
      options.has('C', 'force-create') && moveBranch(call, moved, options.operands[0], 'switch -C'),
    )
  },
  'c create C force-create orphan conflict',
  'force discard-changes',
  't track recurse-submodules',
)

/** Moving the default branch to an older commit leaves the newer ones behind; to where the remote has it is a refresh. */
function moveBranch(call: GitCall, name: Word | undefined, to: Word | undefined, by: string): Standing {
  const refs = name ? [name.known] : []
  const back = to !== undefined && /[~^]|^[0-9a-f]{7,40}$/.test(to.known) && isDefault(refs[0] ?? '', call)
  return discard(call, 'branch', by, { refs, certainty: back ? 'likely' : 'possible' })
}

function discardPaths(
  call: GitCall,
  words: readonly Word[],
  by: string,
  certainty: Loss['certainty'] = 'certain',
): Standing {
  const paths = words.map((word) => pathIn(call, word))
  return discard(call, 'worktree', by, { refs: paths.map(({ text }) => text), loses: pathLoss(call, paths), certainty })
}

const isDry = (options: Options): boolean => options.has('n', 'dry-run')

const clean = verb((call, options) => {
  if (isDry(options)) return 'proven'
  const asks = options.has('i', 'interactive')
  const unforced = /^(?:false|no|off|0)$/i.test(call.settings.get('clean.requireforce') ?? '')
  // `yes | git clean -i` answers for the person.
  const answered = asks && call.command.stdin.kind !== 'inherited'
  if (!mayMean(options, 'f', 'force') && !unforced && !answered) return asks ? 'plain' : 'expected'
  const paths = options.operands.map((word) => pathIn(call, word))
  const gone = paths.length > 0 && paths.every((path) => path.recoverable() === 'yes' && path.zone === 'project')
  const refs = paths.map(({ text }) => text)
  return discard(call, 'untracked', 'clean -f', { refs, loses: gone ? 'nothing' : 'unknown' })
}, 'e exclude')

const stash = verb((call, { operands: [action, ...rest] }) => {
  if (action?.text === 'list' || action?.text === 'show') return 'proven'
  if (action?.text !== 'drop' && action?.text !== 'clear') return 'expected'
  return discard(call, 'stash', `stash ${action.text}`, { refs: rest.map(({ known }) => known) })
}, 'm message pathspec-from-file format')

const add = verb((call, options) => {
  if (isDry(options)) return 'expected'
  const forced = mayMean(options, 'f', 'force') && stateAddedSecrets(options.operands, call)
  return stateAddedCopies(options.operands, call) || forced ? 'plain' : 'expected'
}, 'chmod pathspec-from-file')

/** A secret that was kept out on purpose is put in: whoever gets the repository gets it. */
function stateAddedSecrets(words: readonly Word[], call: GitCall): boolean {
  const secret = words.map((word) => pathIn(call, word)).find((path) => path.tags.includes('secret'))
  return secret !== undefined && stateAdded(secret.real ?? secret.text, 'git add -f', call)
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
  return copy !== undefined && stateAdded(copy, 'git add', call)
}

function stateAdded(path: string, by: string, { scribe }: GitCall): true {
  const source = { kind: 'file', path, secret: true } as const
  scribe.effect({ kind: 'expose-secret', source, sink: 'file', certainty: 'likely', by })
  return true
}

const remove = verb((call, options) => {
  if (isDry(options)) return 'proven'
  const kept = options.has('cached') || !mayMean(options, 'f', 'force')
  return kept ? 'expected' : discardPaths(call, options.operands, 'rm -f')
}, 'pathspec-from-file')

function stateMove(call: GitCall, source: Word, target: Word): void {
  const to = pathIn(call, target)
  const from = pathIn(call, source)
  const into = target.known.endsWith('/') || (to.real !== undefined && call.facts.file(to.real).kind === 'directory')
  const name = from.real?.slice(from.real.lastIndexOf('/') + 1)
  const path = into && to.real !== undefined && name !== undefined ? call.scribe.pathOf(`${to.real}/${name}`) : to
  const content = from.real === undefined ? undefined : call.scribe.readText(from.real)
  call.scribe.effect({ kind: 'write-path', path, how: 'move', content })
}

const move = verb((call, options) => {
  if (isDry(options)) return 'proven'
  const target = options.operands.at(-1)
  if (target) for (const source of options.operands.slice(0, -1)) stateMove(call, source, target)
  return 'expected'
})

const worktree = verb(
  (call, options) => {
    const [action, target] = options.operands
    if (action?.text === 'list') return 'proven'
    if (!target) return 'expected'
    const path = pathIn(call, target)
    const copy = { kind: 'write-path', path, how: 'create', content: undefined, of: [rootOf(call)] } as const
    if (action?.text === 'add') call.scribe.effect({ ...copy, by: 'git worktree add' })
    if (action?.text !== 'remove' || !mayMean(options, 'f', 'force')) return 'expected'
    const loses = path.sessionMade ? 'nothing' : 'unknown'
    return discard(call, 'worktree', 'worktree remove --force', { refs: [path.text], loses })
  },
  'b B reason expire',
  'force',
  'track',
)

const readTree = verb(
  (call, options) =>
    options.has('reset') && options.has('u') && !isDry(options)
      ? discard(call, 'worktree', 'read-tree --reset -u')
      : 'expected',
  'prefix index-output',
  'reset',
  'recurse-submodules',
)

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

const checkoutIndex = verb(
  (call, options) => {
    const prefix = options.value('prefix')?.text
    if (prefix !== undefined) stateCopies(call, prefix, options.operands)
    if (!options.has('f', 'force') || options.has('prefix')) return 'expected'
    const by = 'checkout-index -f'
    return options.has('a', 'all') ? discard(call, 'worktree', by) : discardPaths(call, options.operands, by)
  },
  'prefix stage',
  'force all',
)

/** `git clear`, `git delete-branch x`, …: well-known additions to git that throw work away, some of it at the remote, too. */
const throwsAway = verb((call, { operands }) => {
  const refs = operands.map(shown)
  const what = ADDITIONS.get(call.verb) ?? 'history'
  if (what === 'branch' || what === 'tag')
    statePush('origin', call.scribe, {
      refs,
      deletes: true,
      toDefault: 'no',
      certainty: 'likely',
      by: `git ${call.verb}`,
    })
  const loss: Loss =
    what === 'untracked'
      ? { refs, loses: lossAt(rootOf(call), call), certainty: 'likely' }
      : { refs, ...(what === 'worktree' && { loses: 'unknown' }) }
  return weakest('unknown', discard(call, what, call.verb, loss))
})

const ADDITIONS = new Map([
  ['obliterate', 'history'],
  ['clear', 'untracked'],
  ['clear-soft', 'untracked'],
  ['delete-branch', 'branch'],
  ['delete-tag', 'tag'],
  ['reset-file', 'worktree'],
] as const) as ReadonlyMap<string, Parameters<typeof discard>[1]>

/** Contents that git itself does not hold: told to spare the question whether another copy is left, it drops the last one. */
const annex = verb((call, { operands: [action, ...rest], ...options }) => {
  if (!/^(?:drop(?:unused|key)?|uninit)$/.test(action?.known ?? '') || !options.has('force')) return 'unknown'
  return discard(call, 'untracked', `annex ${action?.known}`, { refs: rest.map(shown) })
})

export const WORKTREE_VERBS: GitVerbs = [
  ['checkout', checkout],
  ['restore', restore],
  ['switch', switchBranch],
  ['clean', clean],
  ['stash', stash],
  ['add stage', add],
  ['rm', remove],
  ['mv', move],
  ['worktree', worktree],
  ['read-tree', readTree],
  ['checkout-index', checkoutIndex],
  [[...ADDITIONS.keys()].join(' '), throwsAway],
  ['annex', annex],
]
