import { type PathUse, RECOVERABLE } from '../../paths.ts'
import { firstOf, stateUnread } from '../../unread.ts'
import type { Command, Word } from '../../words.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { notesSecretFileSearch } from './credential-search.ts'
import { deletesPath, reads, writes } from './touching.ts'

const GLOBAL = /^-(?:[HLP]|O\d)$/
const PLAIN = new Set(
  'depth d daystart follow mount xdev x ignore_readdir_race noignore_readdir_race noleaf warn nowarn empty executable nouser nogroup readable writable true false print print0 ls prune quit not a and o or help version'.split(
    ' ',
  ),
)
const VALUED = new Set(
  'maxdepth mindepth regextype amin anewer atime cmin cnewer ctime Bmin Bnewer Btime fstype gid group ilname iname inum ipath iregex iwholename links lname mmin mtime name newer path perm regex samefile size type uid used user wholename xtype context printf flags files0-from newermt newerat newerct newermm newerma newerac newerct newerBt depth-limit'.split(
    ' ',
  ),
)
const NAMING = new Set(['name', 'iname', 'path', 'ipath', 'wholename', 'iwholename'])

/** Beyond these a search counts as touching everything it starts from. */
const MAX_PATTERNS = 16
const MAX_STARTS = 256
const MOST_PLACES = 512

interface FindAction {
  readonly kind: 'delete' | 'exec' | 'print-to'
  readonly name: string
  readonly words: readonly Word[]
}

interface Expression {
  readonly starts: readonly Word[]
  readonly patterns: readonly Word[]
  /** Every branch names what it looks for: then only that is touched. */
  readonly narrow: boolean
  readonly onlyEmpty: boolean
  /** It looks no deeper than what lies in the folder itself. */
  readonly flat: boolean
  readonly actions: readonly FindAction[]
  readonly understood: boolean
}

function parse(words: readonly Word[]): Expression {
  const starts: Word[] = []
  const patterns: Word[] = []
  const actions: FindAction[] = []
  let understood = true
  let branches = 1
  let negated = false
  let onlyEmpty = false
  let flat = false
  let at = 0
  while (at < words.length && (GLOBAL.test(words[at]?.known ?? '') || words[at]?.known === '-D'))
    at += words[at]?.known === '-D' ? 2 : 1
  for (; at < words.length; at++) {
    const word = words[at]
    if (!word || /^[-(!,]/.test(word.known)) break
    if (word.dynamic && !word.quoted && word.known.startsWith('\0')) understood = false
    starts.push(word)
  }
  for (; at < words.length; at++) {
    const word = words[at]
    if (!word) break
    const name = word.known.replace(/^--?/, '')
    if (word.known === '!' || name === 'not') {
      negated = true
      continue
    }
    if (word.known === '(' || word.known === ')' || word.known === ',') continue
    if (name === 'o' || name === 'or') branches += 1
    else if (name === 'empty') onlyEmpty = !negated
    else if (name === 'delete') actions.push({ kind: 'delete', name, words: [] })
    else if (/^(?:exec|ok)(?:dir)?$/.test(name)) {
      const end = endOfCommand(words, at + 1)
      actions.push({ kind: 'exec', name, words: words.slice(at + 1, end) })
      at = end
    } else if (/^(?:fprint|fprint0|fls|fprintf)$/.test(name)) {
      actions.push({ kind: 'print-to', name, words: words.slice(at + 1, at + 2) })
      at += name === 'fprintf' ? 2 : 1
    } else if (VALUED.has(name)) {
      const pattern = words[++at]
      if (NAMING.has(name) && pattern && !negated) patterns.push(pattern)
      if (name === 'maxdepth') flat = pattern?.text === '1'
    } else if (!PLAIN.has(name) || !word.known.startsWith('-')) understood = false
    negated = false
  }
  const narrow = patterns.length >= branches && patterns.length <= MAX_PATTERNS
  return {
    starts: starts.slice(0, MAX_STARTS + 1),
    patterns,
    narrow,
    onlyEmpty,
    flat,
    actions,
    understood: understood && starts.length <= MAX_STARTS,
  }
}

/** The index of the `;` or `{} +` that ends a command. */
function endOfCommand(words: readonly Word[], from: number): number {
  for (let at = from; at < words.length; at++) {
    const known = words[at]?.known
    if (known === ';' || (known === '+' && words[at - 1]?.known === '{}')) return at
  }
  return words.length
}

/** Words that stand for what is found: one glob per start and pattern. */
function foundBy(expression: Expression, command: Command): Word[] {
  const span = command.span
  const dot: Word = {
    text: '.',
    sources: [],
    raw: '.',
    span,
    glob: false,
    dynamic: false,
    known: '.',
    mayBeEmpty: false,
    quoted: false,
  }
  const starts = expression.starts.length > 0 ? expression.starts : [dot]
  if (!expression.narrow) return starts.map((start) => within(start, '**'))
  return starts.flatMap((start) =>
    expression.patterns.map((pattern) => {
      const isPath = pattern.known.includes('/')
      return within(
        start,
        isPath ? pattern.known.replace(/^(?:\.\/|\*+\/?)+/, '**/') : `${expression.flat ? '' : '**/'}${pattern.known}`,
      )
    }),
  )
}

function within(start: Word, pattern: string): Word {
  const base = start.known.replace(/\/+$/, '')
  const known = pattern.startsWith('/') ? pattern : `${base}/${pattern}`
  return { ...start, known, text: start.dynamic ? undefined : known, glob: true, raw: known }
}

/** What goes when a search deletes: artefacts can be built again, and empty things hold nothing. */
function targetOf(word: Word, expression: Expression, scribe: Scribe): PathUse {
  const path = scribe.path(word)
  const rebuilt = path.tags.includes('build-artefact') && path.zone === 'project'
  if (expression.onlyEmpty && path.zone === 'project-root')
    return { ...path, zone: 'project', recoverable: RECOVERABLE.yes }
  return rebuilt ? { ...path, recoverable: RECOVERABLE.yes } : path
}

function act(action: FindAction, expression: Expression, context: { command: Command; scribe: Scribe }): Standing {
  const { command, scribe } = context
  const found = foundBy(expression, command)
  switch (action.kind) {
    case 'delete':
      return weakest(
        ...found.map((word) =>
          deletesPath(targetOf(word, expression, scribe), { recursive: true, by: 'find -delete' }, scribe),
        ),
      )
    case 'print-to':
      return weakest(...action.words.map((word) => writes(word, 'overwrite', scribe)))
    case 'exec':
      return weakest(
        ...distinct(found, scribe).map((word) =>
          scribe.runs(
            action.words.map((part) => filled(part, word)),
            `find -${action.name}`,
          ),
        ),
      )
  }
}

/** One word per kind of place is enough to see what a command would do there. */
function distinct(words: readonly Word[], scribe: Scribe): Word[] {
  const seen = new Map<string, Word>()
  for (const word of firstOf(words, MOST_PLACES, scribe, 'find searches more places than are read')) {
    const { zone, tags } = scribe.path(word)
    const key = `${zone} ${tags.join(' ')}`
    if (!seen.has(key)) seen.set(key, word)
  }
  return [...seen.values()]
}

/** Puts what was found where `{}` stands. */
function filled(part: Word, found: Word): Word {
  if (!part.known.includes('{}')) return part
  if (part.known === '{}') return found
  const known = part.known.replaceAll('{}', found.known)
  return {
    ...part,
    known,
    text: part.dynamic || found.dynamic ? undefined : known,
    dynamic: part.dynamic || found.dynamic,
  }
}

function readExpression(expression: Expression, command: Command, scribe: Scribe): Standing {
  if (expression.starts.length > MAX_STARTS) stateUnread(scribe, 'find searches more places than are read')
  let standing: Standing = expression.understood ? 'proven' : 'unknown'
  const listed = reads(expression.starts, scribe, true)
  const places = expression.starts.map((word) => scribe.path(word))
  const hunts = notesSecretFileSearch(
    expression.patterns.map((word) => word.known),
    places,
    scribe,
  )
  if (expression.starts.length > 0) standing = weakest(standing, listed)
  if (hunts) standing = weakest(standing, 'plain')
  for (const action of expression.actions) standing = weakest(standing, act(action, expression, { command, scribe }))
  return standing
}

const find: Program = {
  names: ['find'],
  read: (command, scribe) => readExpression(parse(command.args), command, scribe),
  output: (command, scribe) => {
    const secret = foundBy(parse(command.args), command).some((word) => scribe.path(word).tags.includes('secret'))
    return {
      text: undefined,
      sources: [
        { kind: 'command', program: 'find', secret: secret && command.args.some((word) => word.known === '-exec') },
      ],
    }
  },
}

const FD_VALUES = new Set(
  'd e t S E o c j max-depth min-depth exact-depth extension type size exclude owner color threads ignore-file changed-within changed-before newer older max-results base-directory search-path and path-separator format max-buffer-time batch-size strip-cwd-prefix hyperlink'.split(
    ' ',
  ),
)
const FD_FLAG =
  /^-(?:[HIugsiapl0LFqh1]+|-(?:hidden|no-ignore|no-ignore-vcs|no-ignore-parent|unrestricted|glob|case-sensitive|ignore-case|absolute-path|full-path|list-details|print0|follow|fixed-strings|quiet|help|version|prune|one-file-system|regex|show-errors|no-follow|no-hidden|relative-path))$/

/** `fd pattern place… -x command`: the same as find in other words. */
const fd: Program = {
  names: ['fd', 'fdfind'],
  read: (command, scribe) => {
    const operands: Word[] = []
    const extensions: Word[] = []
    const actions: FindAction[] = []
    let understood = true
    for (let at = 0; at < command.args.length; at++) {
      const word = command.args[at]
      if (!word) break
      const name = word.known.replace(/^--?/, '').split('=')[0] ?? ''
      if (/^-(?:x|X|-exec|-exec-batch)$/.test(word.known)) {
        const end = command.args.findIndex((later, index) => index > at && later.known === ';')
        const words = command.args.slice(at + 1, end < 0 ? undefined : end)
        actions.push({
          kind: 'exec',
          name: 'exec',
          words: words.some((part) => part.known.includes('{')) ? words : [...words, literalBraces(word)],
        })
        at = end < 0 ? command.args.length : end
      } else if (!word.known.startsWith('-')) operands.push(word)
      else if (FD_FLAG.test(word.known)) continue
      else if (FD_VALUES.has(name)) {
        const value = word.known.includes('=') ? undefined : command.args[++at]
        if ((name === 'e' || name === 'extension') && value) extensions.push({ ...value, known: `*.${value.known}` })
      } else if (!/^-[edtEScj]./.test(word.known)) understood = false
    }
    const [pattern, ...starts] = operands
    const literal = pattern && /^[\w.-]+$/.test(pattern.known) ? [{ ...pattern, known: `*${pattern.known}*` }] : []
    const patterns = extensions.length > 0 ? extensions : literal
    return readExpression(
      { starts, patterns, narrow: patterns.length > 0, onlyEmpty: false, flat: false, actions, understood },
      command,
      scribe,
    )
  },
}

function literalBraces(like: Word): Word {
  return { ...like, text: '{}', known: '{}', raw: '{}', glob: false, dynamic: false, sources: [] }
}

export const FINDING: readonly Program[] = [find, fd]
