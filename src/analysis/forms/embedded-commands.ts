import { wordsOfName } from '../../knowledge/lexicon/role-words.ts'
import type { Action } from '../action.ts'
import type { CodeOrigin, Effect } from '../effects.ts'
import { programName } from '../interpret/base-name.ts'
import { familyFor, type ProgramFamily, programFor } from '../interpret/registry.ts'
import type { Command, Word } from '../words.ts'
import { COMPLETE_FAMILIES } from './complete-families.ts'

/** What the words of a command spell that it may run: nothing tells that they are data. */
export interface EmbeddedCommands {
  /** Words that may each begin a command, with those behind it. */
  readonly tails: readonly (readonly string[])[]
  /** Texts that may be a shell's. */
  readonly texts: readonly string[]
  /** Texts of other languages: commands stand in them as strings. */
  readonly code: readonly string[]
}

const NO_COMMANDS: EmbeddedCommands = { tails: [], texts: [], code: [] }

/** Options and subcommands behind which a command stands, whatever the program. */
const COMMAND_OPTIONS = new Set(
  'exec execute command cmd run shell pager preview wrap eval executable hook editor askpass'.split(' '),
)
const COMMAND_LETTERS = /^-[a-zA-Z]{0,2}[cexzsCS]$/
const RUN_VERBS = new Set(
  'exec run shell x ssh spawn launch submit lock enter console unshare trace stat record rec dlx develop'.split(' '),
)

/** What an option of such a name holds is said, or looked for. */
const PROSE_OPTIONS = new Set(
  'm message msg title body description desc comment note notes subject summary reason text prompt name label tag query search pattern regex grep author user'.split(
    ' ',
  ),
)

/** What is `run` there is a script or a target by its name. */
const TARGET_FAMILIES: ReadonlySet<ProgramFamily | undefined> = new Set<ProgramFamily | undefined>([
  'packages',
  'build',
])

const MAX_WORDS = 400
const MAX_TEXT = 8_000

/** Known programs whose every word has a role spell nothing; of others, words behind a mark do; of unknown ones any word. */
export function findEmbeddedCommands(command: Command, action: Action): EmbeddedCommands {
  const { name = '', head, grade } = command
  const unread = runsUnreadCode(command, action.effects, 'inline')
  if (!head || ((grade === undefined || grade === 'proven') && !unread)) return NO_COMMANDS
  const known = name !== '' && programFor(name) !== undefined
  const open = !known || grade === 'unknown'
  // A program of the project has subcommands of its own; what a script of it does with its words was read.
  if (!known && runsUnreadCode(command, action.effects, 'project-file')) return NO_COMMANDS
  const words = command.args
    .slice(0, MAX_WORDS)
    .filter((word, at, all) => !isWordPassedOn(word, command, action) && !isProseWord(word, all[at - 1]))
  const found = open
    ? commandsFromAnyWord(words, known)
    : COMPLETE_FAMILIES.has(familyFor(name))
      ? NO_COMMANDS
      : commandsBehindMarkers(words, familyFor(name))
  if (!open && !unread) return found
  const stdin = command.stdin.kind === 'value' ? [command.stdin.value.text ?? ''] : []
  return { ...found, code: [...words.map(({ known: text }) => text), ...stdin].filter(couldBeCode) }
}

function couldBeCode(text: string): boolean {
  return text.length <= MAX_TEXT && /\W/.test(text)
}

/** Does it run code that nobody read? */
function runsUnreadCode({ span }: Command, effects: readonly Effect[], origin: CodeOrigin): boolean {
  return effects.some(
    (effect) =>
      effect.kind === 'run-code' &&
      !effect.read &&
      effect.origin === origin &&
      effect.span.start === span.start &&
      effect.span.end === span.end,
  )
}

const DEPTH_CACHE = new WeakMap<Action, ReadonlyMap<Word, number>>()

/** An analyzer passed the word on: what it means is told by the command that got it. */
export function isWordPassedOn(word: Word, { wrapperNames }: Command, action: Action): boolean {
  const depths = DEPTH_CACHE.get(action) ?? depthsOf(action)
  DEPTH_CACHE.set(action, depths)
  return (depths.get(word) ?? 0) > wrapperNames.length
}

function depthsOf({ commands }: Action): ReadonlyMap<Word, number> {
  const depths = new Map<Word, number>()
  for (const { head, args, wrapperNames } of commands) {
    if (wrapperNames.length === 0) continue
    for (const word of head ? [head, ...args] : args)
      depths.set(word, Math.max(wrapperNames.length, depths.get(word) ?? 0))
  }
  return depths
}

function commandsFromAnyWord(words: readonly Word[], known: boolean): EmbeddedCommands {
  const tails: (readonly string[])[] = []
  const texts: string[] = []
  // The first operand of a known program is its own subcommand.
  const verb = known ? words.findIndex((word) => !word.known.startsWith('-')) : -1
  words.forEach((word, at) => {
    const [, value] = splitAttached(word.known)
    if (/\s/.test(value)) texts.push(value)
    else if (at !== verb) tails.push([value, ...wordTexts(words.slice(at + 1))])
  })
  return { tails, texts, code: [] }
}

function commandsBehindMarkers(words: readonly Word[], family: ProgramFamily | undefined): EmbeddedCommands {
  const tails: (readonly string[])[] = []
  const texts: string[] = []
  let running = false
  words.forEach((word, at) => {
    const [option, value] = splitAttached(word.known)
    const before = words[at - 1]?.known ?? ''
    // What is run in may stand before what is run: `lock NAME command`.
    running ||= before === '--' || isRunningVerb(before, family)
    const named = option ?? (/^--?[a-z]/.test(before) ? before : undefined)
    const says =
      named !== undefined &&
      wordsOfName(named).some((one) => COMMAND_OPTIONS.has(one) && !(one === 'run' && TARGET_FAMILIES.has(family)))
    if (/\s/.test(value)) {
      if (says || running || COMMAND_LETTERS.test(before)) texts.push(value)
    } else if (says) tails.push([value, ...wordTexts(words.slice(at + 1))])
    else if (running && at + 1 < words.length) tails.push([value, ...wordTexts(words.slice(at + 1))])
  })
  return { tails, texts, code: [] }
}

function isRunningVerb(text: string, family: ProgramFamily | undefined): boolean {
  const verb = text.split(/[.:]/).at(-1) ?? ''
  return RUN_VERBS.has(verb) && !(verb === 'run' && TARGET_FAMILIES.has(family))
}

const wordTexts = (words: readonly Word[]): string[] => words.map(({ known }) => known)

/** `--name=value`, `KEY=value`. */
function splitAttached(text: string): readonly [string | undefined, string] {
  const [, name, value] = /^(-{0,2}[A-Za-z][\w.-]*)=(.*)$/s.exec(text) ?? []
  return name === undefined || value === undefined ? [undefined, text] : [name, value]
}

function isProseWord({ known }: Word, before: Word | undefined): boolean {
  const [option] = splitAttached(known)
  const said = option ?? (/^--?[A-Za-z][\w-]*$/.test(before?.known ?? '') ? before?.known : undefined)
  return isProseOption(said)
}

/** Does an option of this name hold what is said or looked for? */
export function isProseOption(option: string | undefined): boolean {
  return option !== undefined && wordsOfName(option).some((one) => PROSE_OPTIONS.has(one))
}

/** Commands among the words, if they begin with a program that somebody asks for. */
export function* embeddedCommandForms(
  { tails }: EmbeddedCommands,
  isMeant: (program: string) => boolean,
): Generator<string> {
  for (const [word = '', ...rest] of tails) {
    const program = programName(word)
    if (!isMeant(program) || !/^[\w./-]+$/.test(word) || word.startsWith('-')) continue
    yield [program, ...rest].join(' ')
  }
}

/** Text cut at whatever may stand around a command in it. */
export function roughCode(text: string): string[] {
  return text
    .split(/[;&|\n\r(){}`"'[\]<>,=!]|\$\(/)
    .map((part) => part.trim().replace(/^\S*\/(?=[^/\s]+(?:\s|$))/, ''))
    .filter((part) => part !== '')
}
