import type { Action } from '../action.ts'
import { programName } from '../base-name.ts'
import type { CodeOrigin, Effect } from '../effects.ts'
import { familyFor, type ProgramFamily, programFor } from '../programs/registry.ts'
import { wordsOfName } from '../role-words.ts'
import type { Command, Word } from '../words.ts'

/** What the words of a command spell that it may run: nothing tells that they are data. */
export interface SpelledWords {
  /** Words that may each begin a command, with those behind it. */
  readonly tails: readonly (readonly string[])[]
  /** Texts that may be a shell's. */
  readonly texts: readonly string[]
  /** Texts of other languages: commands stand in them as strings. */
  readonly code: readonly string[]
}

const NONE: SpelledWords = { tails: [], texts: [], code: [] }

/** Options and subcommands behind which a command stands, whatever the program. */
const COMMAND_OPTIONS = new Set(
  'exec execute command cmd run shell pager preview wrap eval executable hook editor askpass'.split(' '),
)
const COMMAND_LETTERS = /^-[a-zA-Z]{0,2}[cexzsCS]$/
const RUNNING_VERBS = new Set(
  'exec run shell x ssh spawn launch submit lock enter console unshare trace stat record rec dlx develop'.split(' '),
)

/** What an option of such a name holds is said, or looked for. */
const SAID = new Set(
  'm message msg title body description desc comment note notes subject summary reason text prompt name label tag query search pattern regex grep author user'.split(
    ' ',
  ),
)

/** Their readers tell by themselves what runs. */
const COMPLETE: ReadonlySet<ProgramFamily | undefined> = new Set<ProgramFamily | undefined>(['git', 'files', 'shell'])
/** What is `run` there is a script or a target by its name. */
const BY_TARGET: ReadonlySet<ProgramFamily | undefined> = new Set<ProgramFamily | undefined>(['packages', 'build'])

const MOST_WORDS = 400
const MOST_TEXT = 8_000

/** Known programs whose every word has a role spell nothing; of others, words behind a mark do; of unknown ones any word. */
export function spelledWords(command: Command, action: Action): SpelledWords {
  const { name = '', head, standing } = command
  const unread = runs(command, action.effects, 'inline')
  if (!head || ((standing === undefined || standing === 'proven') && !unread)) return NONE
  const known = name !== '' && programFor(name) !== undefined
  const open = !known || standing === 'unknown'
  // A program of the project has subcommands of its own; what a script of it does with its words was read.
  if (!known && runs(command, action.effects, 'project-file')) return NONE
  const words = command.args
    .slice(0, MOST_WORDS)
    .filter((word, at, all) => !isHandedOn(word, command, action) && !isSaid(word, all[at - 1]))
  const found = open
    ? fromAny(words, known)
    : COMPLETE.has(familyFor(name))
      ? NONE
      : behindMarks(words, familyFor(name))
  if (!open && !unread) return found
  const stdin = command.stdin.kind === 'value' ? [command.stdin.value.text ?? ''] : []
  return { ...found, code: [...words.map(({ known: text }) => text), ...stdin].filter(isCode) }
}

function isCode(text: string): boolean {
  return text.length <= MOST_TEXT && /\W/.test(text)
}

/** Does it run code that nobody read? */
function runs({ span }: Command, effects: readonly Effect[], origin: CodeOrigin): boolean {
  return effects.some(
    (effect) =>
      effect.kind === 'run-code' &&
      !effect.read &&
      effect.origin === origin &&
      effect.span.start === span.start &&
      effect.span.end === span.end,
  )
}

const DEPTHS = new WeakMap<Action, ReadonlyMap<Word, number>>()

/** A reader passed the word on: what it means is told by the command that got it. */
export function isHandedOn(word: Word, { via }: Command, action: Action): boolean {
  const depths = DEPTHS.get(action) ?? depthsOf(action)
  DEPTHS.set(action, depths)
  return (depths.get(word) ?? 0) > via.length
}

function depthsOf({ commands }: Action): ReadonlyMap<Word, number> {
  const depths = new Map<Word, number>()
  for (const { head, args, via } of commands) {
    if (via.length === 0) continue
    for (const word of head ? [head, ...args] : args) depths.set(word, Math.max(via.length, depths.get(word) ?? 0))
  }
  return depths
}

function fromAny(words: readonly Word[], known: boolean): SpelledWords {
  const tails: (readonly string[])[] = []
  const texts: string[] = []
  // The first operand of a known program is its own subcommand.
  const verb = known ? words.findIndex((word) => !word.known.startsWith('-')) : -1
  words.forEach((word, at) => {
    const [, value] = attached(word.known)
    if (/\s/.test(value)) texts.push(value)
    else if (at !== verb) tails.push([value, ...texted(words.slice(at + 1))])
  })
  return { tails, texts, code: [] }
}

function behindMarks(words: readonly Word[], family: ProgramFamily | undefined): SpelledWords {
  const tails: (readonly string[])[] = []
  const texts: string[] = []
  let running = false
  words.forEach((word, at) => {
    const [option, value] = attached(word.known)
    const before = words[at - 1]?.known ?? ''
    // What is run in may stand before what is run: `lock NAME command`.
    running ||= before === '--' || isVerb(before, family)
    const named = option ?? (/^--?[a-z]/.test(before) ? before : undefined)
    const says =
      named !== undefined &&
      wordsOfName(named).some((one) => COMMAND_OPTIONS.has(one) && !(one === 'run' && BY_TARGET.has(family)))
    if (/\s/.test(value)) {
      if (says || running || COMMAND_LETTERS.test(before)) texts.push(value)
    } else if (says) tails.push([value, ...texted(words.slice(at + 1))])
    else if (running && at + 1 < words.length) tails.push([value, ...texted(words.slice(at + 1))])
  })
  return { tails, texts, code: [] }
}

function isVerb(text: string, family: ProgramFamily | undefined): boolean {
  const verb = text.split(/[.:]/).at(-1) ?? ''
  return RUNNING_VERBS.has(verb) && !(verb === 'run' && BY_TARGET.has(family))
}

const texted = (words: readonly Word[]): string[] => words.map(({ known }) => known)

/** `--name=value`, `KEY=value`. */
function attached(text: string): readonly [string | undefined, string] {
  const [, name, value] = /^(-{0,2}[A-Za-z][\w.-]*)=(.*)$/s.exec(text) ?? []
  return name === undefined || value === undefined ? [undefined, text] : [name, value]
}

function isSaid({ known }: Word, before: Word | undefined): boolean {
  const [option] = attached(known)
  const said = option ?? (/^--?[A-Za-z][\w-]*$/.test(before?.known ?? '') ? before?.known : undefined)
  return isSaidBy(said)
}

/** Does an option of this name hold what is said or looked for? */
export function isSaidBy(option: string | undefined): boolean {
  return option !== undefined && wordsOfName(option).some((one) => SAID.has(one))
}

/** Commands among the words, if they begin with a program that somebody asks for. */
export function* tailForms({ tails }: SpelledWords, isMeant: (program: string) => boolean): Generator<string> {
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
