import type { Action } from '../action.ts'
import type { CodeOrigin, Effect } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { isProgramName } from '../interpret/registry.ts'
import { readShell } from '../shell/read-shell.ts'
import type { Command } from '../words.ts'
import { type EmbeddedCommands, findEmbeddedCommands, roughCode } from './embedded-commands.ts'

/** What an Action may do as well: commands and effects that only its words spell. */
export interface PossibleCommands {
  readonly commands: readonly Command[]
  readonly effects: readonly Effect[]
  /** Pieces of texts of other languages, as they stand there. */
  readonly rough: readonly string[]
  /** It runs a text that nobody can know before: anything may stand in it. */
  readonly anything: boolean
}

const MAX_READINGS = 12
const MAX_TEXT = 4_000
const MAX_DEPTH = 3

const POSSIBLE_CACHE = new WeakMap<Action, PossibleCommands>()

export function possibleCommandsOf(action: Action, facts: Facts): PossibleCommands {
  const known = POSSIBLE_CACHE.get(action)
  if (known) return known
  const commands: Command[] = [...withoutNestedHeads(action.possible ?? [])]
  const effects: Effect[] = []
  const rough = new Set<string>()
  let left = MAX_READINGS
  let anything = runsUnknownText(action.effects)
  const look = (inner: Pick<Action, 'commands' | 'effects'>, depth: number): void => {
    for (const words of inner.commands.map((command) => findEmbeddedCommands(command, { ...action, ...inner }))) {
      for (const piece of [...words.texts, ...words.code].flatMap(roughCode)) rough.add(piece)
      for (const text of shellTextsOf(words)) {
        if (left-- <= 0) return
        const reading = readShell(text, facts)
        commands.push(...reading.commands, ...withoutNestedHeads(reading.possible ?? []))
        effects.push(...reading.effects)
        anything ||= runsUnknownText(reading.effects)
        if (depth < MAX_DEPTH) look(reading, depth + 1)
      }
    }
  }
  look(action, 1)
  const found: PossibleCommands = { commands, effects, rough: [...rough], anything }
  POSSIBLE_CACHE.set(action, found)
  return found
}

/** As a shell would be given them. */
function shellTextsOf({ texts, tails, code }: EmbeddedCommands): readonly string[] {
  const lines = tails
    .filter(([program = '']) => startsProgram(program))
    .map((words) => words.map(quoteForShell).join(' '))
  const pieces = code.flatMap(roughCode).filter((piece) => startsProgram(piece.split(/\s/, 1)[0] ?? ''))
  return [...new Set([...texts, ...lines, ...pieces])].filter((text) => text.length <= MAX_TEXT)
}

function startsProgram(word: string): boolean {
  return /^[\w./-]+$/.test(word) && !word.startsWith('-') && isProgramName(word)
}

const quoteForShell = (word: string) => (/^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)

/** `perf stat ls rm`: the last word of one that may run is no command of its own. */
function withoutNestedHeads(commands: readonly Command[]): readonly Command[] {
  const words = new Set(commands.flatMap(({ args }) => args))
  return commands.filter(({ head, args }) => args.length > 0 || !head || !words.has(head))
}

const UNSEEN_ORIGINS: ReadonlySet<CodeOrigin> = new Set<CodeOrigin>(['dynamic', 'stdin', 'download'])

/** Code that nobody can know before it runs: any command may stand in it. Scripts that were here before are the project's own work. */
function runsUnknownText(effects: readonly Effect[]): boolean {
  return effects.some(
    (effect) =>
      effect.kind === 'run-code' &&
      !effect.read &&
      effect.certainty !== 'possible' &&
      (UNSEEN_ORIGINS.has(effect.origin) || (effect.origin === 'session-file' && effect.language === 'shell')) &&
      !effects.some(
        (other) =>
          other.kind === 'run-code' &&
          other.origin === 'project-file' &&
          other.span.start === effect.span.start &&
          // Inside of that script, and not around it.
          other.wrapperNames.length <= effect.wrapperNames.length,
      ),
  )
}
