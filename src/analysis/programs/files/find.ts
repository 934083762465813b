import { type PathUse, RECOVERABLE } from '../../paths.ts'
import { firstOf, stateUnread } from '../../unread.ts'
import type { Command, Word } from '../../words.ts'
import { plainWord } from '../network/data.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { notesSecretFileSearch } from './credential-search.ts'
import { deletesPath, fileTool, reads, value, writes } from './touching.ts'

const listed = (names: string): ReadonlySet<string> => new Set(names.split(' '))

const PLAIN = listed(
  'depth d daystart follow mount xdev x ignore_readdir_race noignore_readdir_race noleaf warn nowarn empty executable nouser nogroup readable writable true false print print0 ls prune quit a and help version',
)
const VALUED = listed(
  'maxdepth mindepth regextype amin anewer atime cmin cnewer ctime Bmin Bnewer Btime fstype gid group ilname iname inum ipath iregex iwholename links lname mmin mtime name newer path perm regex samefile size type uid used user wholename xtype context printf flags files0-from newermt newerat newerct newermm newerma newerac newerBt depth-limit',
)

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
  readonly actions: readonly FindAction[]
  readonly understood: boolean
  /** Every branch names what it looks for: then only that is touched. */
  readonly narrow: boolean
  readonly onlyEmpty?: boolean
  /** It looks no deeper than what lies in the folder itself. */
  readonly flat?: boolean
}

function parse(words: readonly Word[]): Expression {
  const patterns: Word[] = []
  const actions: FindAction[] = []
  let understood = true
  let branches = 1
  let negated = false
  let onlyEmpty = false
  let flat = false
  const knownAt = (at: number) => words[at]?.known ?? ''
  let at = 0
  while (/^-(?:[HLPD]|O\d)$/.test(knownAt(at))) at += knownAt(at) === '-D' ? 2 : 1
  const rest = words.slice(at)
  const end = rest.findIndex(({ known }) => /^[-(!,]/.test(known))
  const starts = end < 0 ? rest : rest.slice(0, end)
  if (starts.some(({ dynamic, quoted, known }) => dynamic && !quoted && known.startsWith('\0'))) understood = false
  for (at += starts.length; at < words.length; at++) {
    const known = knownAt(at)
    const name = known.replace(/^--?/, '')
    if (known === '!' || name === 'not') {
      negated = true
      continue
    }
    if (/^[(),]$/.test(known)) continue
    if (/^or?$/.test(name)) branches += 1
    else if (name === 'empty') onlyEmpty = !negated
    else if (name === 'delete') actions.push({ kind: 'delete', name, words: [] })
    else if (/^(?:exec|ok)(?:dir)?$/.test(name)) {
      const from = at + 1
      do at++
      while (at < words.length && knownAt(at) !== ';' && (knownAt(at) !== '+' || knownAt(at - 1) !== '{}'))
      actions.push({ kind: 'exec', name, words: words.slice(from, at) })
    } else if (/^(?:fprint[0f]?|fls)$/.test(name)) {
      actions.push({ kind: 'print-to', name, words: words.slice(at + 1, at + 2) })
      at += name === 'fprintf' ? 2 : 1
    } else if (VALUED.has(name)) {
      const pattern = words[++at]
      if (/^i?(?:(?:whole)?name|path)$/.test(name) && pattern && !negated) patterns.push(pattern)
      if (name === 'maxdepth') flat = pattern?.text === '1'
    } else if (!PLAIN.has(name) || !known.startsWith('-')) understood = false
    negated = false
  }
  const narrow = patterns.length >= branches && patterns.length <= MAX_PATTERNS
  return { starts, patterns, narrow, onlyEmpty, flat, actions, understood }
}

function foundBy({ starts, patterns, narrow, flat }: Expression, { args, head }: Command): Word[] {
  const like = args[0] ?? head
  const from = starts.length > 0 || !like ? starts.slice(0, MAX_STARTS + 1) : [plainWord('.', like)]
  const globs = patterns.map(({ known }) => {
    if (known.includes('/')) return known.replace(/^(?:\.\/|\*+\/?)+/, '**/')
    return flat ? known : `**/${known}`
  })
  return from.flatMap((start) => (narrow ? globs : ['**']).map((glob) => within(start, glob)))
}

function within(start: Word, pattern: string): Word {
  const known = pattern.startsWith('/') ? pattern : `${start.known.replace(/\/+$/, '')}/${pattern}`
  return { ...start, known, text: start.dynamic ? undefined : known, glob: true, raw: known }
}

/** What goes when a search deletes: artefacts can be built again, and empty things hold nothing. */
function targetOf(path: PathUse, { onlyEmpty }: Expression): PathUse {
  if (onlyEmpty && path.zone === 'project-root') return { ...path, zone: 'project', recoverable: RECOVERABLE.yes }
  const rebuilt = path.tags.includes('build-artefact') && path.zone === 'project'
  return rebuilt ? { ...path, recoverable: RECOVERABLE.yes } : path
}

function act({ kind, name, words }: FindAction, expression: Expression, found: readonly Word[], scribe: Scribe) {
  switch (kind) {
    case 'delete':
      return found.map((word) =>
        deletesPath(targetOf(scribe.path(word), expression), { recursive: true, by: 'find -delete' }, scribe),
      )
    case 'print-to':
      return words.map((word) => writes(word, 'overwrite', scribe))
    case 'exec':
      return distinct(found, scribe).map((word) =>
        scribe.runs(
          words.map((part) => filled(part, word)),
          `find -${name}`,
        ),
      )
  }
}

/** One word per kind of place is enough to see what a command would do there. */
function distinct(words: readonly Word[], scribe: Scribe): readonly Word[] {
  const seen = new Map<string, Word>()
  for (const word of firstOf(words, MOST_PLACES, scribe, 'find searches more places than are read').toReversed()) {
    const { zone, tags } = scribe.path(word)
    seen.set(`${zone} ${tags.join(' ')}`, word)
  }
  return [...seen.values()]
}

function filled(part: Word, found: Word): Word {
  if (part.known === '{}') return found
  if (!part.known.includes('{}')) return part
  const known = part.known.replaceAll('{}', found.known)
  const dynamic = part.dynamic || found.dynamic
  return { ...part, known, text: dynamic ? undefined : known, dynamic }
}

function readExpression(expression: Expression, command: Command, scribe: Scribe): Standing {
  const { starts, patterns, actions, understood } = expression
  const few = starts.length <= MAX_STARTS
  if (!few) stateUnread(scribe, 'find searches more places than are read')
  const looked = starts.slice(0, MAX_STARTS + 1)
  const listing = reads(looked, scribe, true)
  const places = looked.map((word) => scribe.path(word))
  const names = patterns.map(({ known }) => known)
  const hunts = notesSecretFileSearch(names, places, scribe)
  const found = actions.length > 0 ? foundBy(expression, command) : []
  return weakest(
    understood && few ? listing : 'unknown',
    hunts ? 'plain' : 'proven',
    ...actions.flatMap((action) => act(action, expression, found, scribe)),
  )
}

const find: Program = {
  names: ['find'],
  read: (command, scribe) => readExpression(parse(command.args), command, scribe),
  output: (command, scribe) => {
    const secret =
      command.args.some(({ known }) => known === '-exec') &&
      foundBy(parse(command.args), command).some((word) => scribe.path(word).tags.includes('secret'))
    return value(undefined, [{ kind: 'command', program: 'find', secret }])
  },
}

/** The commands of each `-x`, with it, up to their `;`, and the words beside them. */
function commandsIn(args: readonly Word[]) {
  const commands: Word[][] = []
  const beside: Word[] = []
  let open: Word[] | undefined
  for (const word of args) {
    if (open && word.known === ';') open = undefined
    else if (open) open.push(word)
    else if (/^-(?:x|X|-exec|-exec-batch)$/.test(word.known)) {
      open = [word]
      commands.push(open)
    } else beside.push(word)
  }
  return { commands, beside }
}

/** `fd pattern place… -x command`: the same as find in other words. */
const fd = fileTool({
  names: 'fd fdfind',
  flags:
    '-HIugsiapl0LFqh1 hidden no-ignore no-ignore-vcs no-ignore-parent unrestricted glob case-sensitive ignore-case absolute-path full-path list-details print0 follow fixed-strings quiet prune one-file-system regex show-errors no-follow no-hidden relative-path',
  values:
    '-detSEocj max-depth min-depth exact-depth extension type size exclude owner color threads ignore-file changed-within changed-before newer older max-results base-directory search-path and path-separator format max-buffer-time batch-size strip-cwd-prefix hyperlink',
  words: (args) => commandsIn(args).beside,
  acts: ({ command, options, operands: [pattern, ...starts], scribe }) => {
    const actions = commandsIn(command.args).commands.map(([option, ...words]): FindAction => {
      const braces = option && !words.some(({ known }) => known.includes('{')) ? [plainWord('{}', option)] : []
      return { kind: 'exec', name: 'exec', words: [...words, ...braces] }
    })
    const extensions = options.values('e', 'extension').map((word) => ({ ...word, known: `*.${word.known}` }))
    const literal = pattern && /^[\w.-]+$/.test(pattern.known) ? [{ ...pattern, known: `*${pattern.known}*` }] : []
    const patterns = extensions.length > 0 ? extensions : literal
    const narrow = patterns.length > 0
    return readExpression({ starts, patterns, narrow, actions, understood: true }, command, scribe)
  },
})

export const FINDING: readonly Program[] = [find, fd]
