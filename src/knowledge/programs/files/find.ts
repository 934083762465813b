import { recordSecretFileSearch } from '../../../analysis/interpret/credential-search.ts'
import { constantWord } from '../../../analysis/interpret/data-sources.ts'
import {
  defineFileTool,
  makeValue,
  recordPathDeletion,
  recordReads,
  recordWrite,
} from '../../../analysis/interpret/file-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { type PathUse, RECOVERABLE } from '../../../analysis/paths/paths.ts'
import { recordUnread, takeFirst } from '../../../analysis/text/read-limits.ts'
import type { Command, Word } from '../../../analysis/words.ts'

const toNameSet = (names: string): ReadonlySet<string> => new Set(names.split(' '))

const FLAG_PRIMARIES = toNameSet(
  'depth d daystart follow mount xdev x ignore_readdir_race noignore_readdir_race noleaf warn nowarn empty executable nouser nogroup readable writable true false print print0 ls prune quit a and help version',
)
const VALUE_PRIMARIES = toNameSet(
  'maxdepth mindepth regextype amin anewer atime cmin cnewer ctime Bmin Bnewer Btime fstype gid group ilname iname inum ipath iregex iwholename links lname mmin mtime name newer path perm regex samefile size type uid used user wholename xtype context printf flags files0-from newermt newerat newerct newermm newerma newerac newerBt depth-limit',
)

/** Beyond these a search counts as touching everything it starts from. */
const MAX_PATTERNS = 16
const MAX_STARTS = 256
const MAX_PLACES = 512

interface FindAction {
  readonly kind: 'delete' | 'exec' | 'print-to'
  readonly name: string
  readonly words: readonly Word[]
}

interface FindExpression {
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

function parseExpression(words: readonly Word[]): FindExpression {
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
    } else if (VALUE_PRIMARIES.has(name)) {
      const pattern = words[++at]
      if (/^i?(?:(?:whole)?name|path)$/.test(name) && pattern && !negated) patterns.push(pattern)
      if (name === 'maxdepth') flat = pattern?.text === '1'
    } else if (!FLAG_PRIMARIES.has(name) || !known.startsWith('-')) understood = false
    negated = false
  }
  const narrow = patterns.length >= branches && patterns.length <= MAX_PATTERNS
  return { starts, patterns, narrow, onlyEmpty, flat, actions, understood }
}

function listFoundWords({ starts, patterns, narrow, flat }: FindExpression, { args, head }: Command): Word[] {
  const like = args[0] ?? head
  const from = starts.length > 0 || !like ? starts.slice(0, MAX_STARTS + 1) : [constantWord('.', like)]
  const globs = patterns.map(({ known }) => {
    if (known.includes('/')) return known.replace(/^(?:\.\/|\*+\/?)+/, '**/')
    return flat ? known : `**/${known}`
  })
  return from.flatMap((start) => (narrow ? globs : ['**']).map((glob) => joinPattern(start, glob)))
}

function joinPattern(start: Word, pattern: string): Word {
  const known = pattern.startsWith('/') ? pattern : `${start.known.replace(/\/+$/, '')}/${pattern}`
  return { ...start, known, text: start.dynamic ? undefined : known, glob: true, raw: known }
}

/** What goes when a search deletes: artefacts can be built again, and empty things hold nothing. */
function toDeletionTarget(path: PathUse, { onlyEmpty }: FindExpression): PathUse {
  if (onlyEmpty && path.zone === 'project-root') return { ...path, zone: 'project', recoverable: RECOVERABLE.yes }
  const rebuilt = path.tags.includes('build-artefact') && path.zone === 'project'
  return rebuilt ? { ...path, recoverable: RECOVERABLE.yes } : path
}

function recordAction(
  { kind, name, words }: FindAction,
  expression: FindExpression,
  found: readonly Word[],
  recorder: EffectRecorder,
) {
  switch (kind) {
    case 'delete':
      return found.map((word) =>
        recordPathDeletion(
          toDeletionTarget(recorder.path(word), expression),
          { recursive: true, by: 'find -delete' },
          recorder,
        ),
      )
    case 'print-to':
      return words.map((word) => recordWrite(word, 'overwrite', recorder))
    case 'exec':
      return pickOnePerZone(found, recorder).map((word) =>
        recorder.runs(
          words.map((part) => substituteFound(part, word)),
          `find -${name}`,
        ),
      )
  }
}

/** One word per kind of place is enough to see what a command would do there. */
function pickOnePerZone(words: readonly Word[], recorder: EffectRecorder): readonly Word[] {
  const seen = new Map<string, Word>()
  for (const word of takeFirst(words, MAX_PLACES, recorder, 'find searches more places than are read').toReversed()) {
    const { zone, tags } = recorder.path(word)
    seen.set(`${zone} ${tags.join(' ')}`, word)
  }
  return [...seen.values()]
}

function substituteFound(part: Word, found: Word): Word {
  if (part.known === '{}') return found
  if (!part.known.includes('{}')) return part
  const known = part.known.replaceAll('{}', found.known)
  const dynamic = part.dynamic || found.dynamic
  return { ...part, known, text: dynamic ? undefined : known, dynamic }
}

function readExpression(expression: FindExpression, command: Command, recorder: EffectRecorder): CommandGrade {
  const { starts, patterns, actions, understood } = expression
  const few = starts.length <= MAX_STARTS
  if (!few) recordUnread(recorder, 'find searches more places than are read')
  const looked = starts.slice(0, MAX_STARTS + 1)
  const listing = recordReads(looked, recorder, true)
  const places = looked.map((word) => recorder.path(word))
  const names = patterns.map(({ known }) => known)
  const hunts = recordSecretFileSearch(names, places, recorder)
  const found = actions.length > 0 ? listFoundWords(expression, command) : []
  return weakestGrade(
    understood && few ? listing : 'unknown',
    hunts ? 'plain' : 'proven',
    ...actions.flatMap((action) => recordAction(action, expression, found, recorder)),
  )
}

const find: Program = {
  names: ['find'],
  read: (command, recorder) => readExpression(parseExpression(command.args), command, recorder),
  output: (command, recorder) => {
    const secret =
      command.args.some(({ known }) => known === '-exec') &&
      listFoundWords(parseExpression(command.args), command).some((word) => recorder.path(word).tags.includes('secret'))
    return makeValue(undefined, [{ kind: 'command', program: 'find', secret }])
  },
}

/** The commands of each `-x`, with it, up to their `;`, and the words beside them. */
function extractExecCommands(args: readonly Word[]) {
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
const fd = defineFileTool({
  names: 'fd fdfind',
  flags:
    '-HIugsiapl0LFqh1 hidden no-ignore no-ignore-vcs no-ignore-parent unrestricted glob case-sensitive ignore-case absolute-path full-path list-details print0 follow fixed-strings quiet prune one-file-system regex show-errors no-follow no-hidden relative-path',
  values:
    '-detSEocj max-depth min-depth exact-depth extension type size exclude owner color threads ignore-file changed-within changed-before newer older max-results base-directory search-path and path-separator format max-buffer-time batch-size strip-cwd-prefix hyperlink',
  words: (args) => extractExecCommands(args).beside,
  acts: ({ command, options, operands: [pattern, ...starts], recorder }) => {
    const actions = extractExecCommands(command.args).commands.map(([option, ...words]): FindAction => {
      const braces = option && !words.some(({ known }) => known.includes('{')) ? [constantWord('{}', option)] : []
      return { kind: 'exec', name: 'exec', words: [...words, ...braces] }
    })
    const extensions = options.values('e', 'extension').map((word) => ({ ...word, known: `*.${word.known}` }))
    const literal = pattern && /^[\w.-]+$/.test(pattern.known) ? [{ ...pattern, known: `*${pattern.known}*` }] : []
    const patterns = extensions.length > 0 ? extensions : literal
    const narrow = patterns.length > 0
    return readExpression({ starts, patterns, narrow, actions, understood: true }, command, recorder)
  },
})

export const FIND_PROGRAMS: readonly Program[] = [find, fd]
