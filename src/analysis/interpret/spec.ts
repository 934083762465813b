import type { ChangeVerb } from '../../knowledge/lexicon/verbs.ts'
import type { Effect, Environment, ExternalWriteNature, ProtectionArea } from '../effects.ts'
import type { Command, Value, Word } from '../words.ts'
import type { LooseWords } from './loose-words.ts'
import type { Options } from './options.ts'
import type { CommandGrade, EffectRecorder } from './program.ts'

/**
 * What is known of a program, as data. One interpreter reads all specs (`spec-interpreter.ts`), and a check holds their examples, their words
 * and that each is needed (`test/specs.test.ts`). Only what the verb lexicon and the generic rules (`../generic/`) would get wrong is written.
 */
export interface ProgramSpec {
  /** Base names, by blanks. */
  readonly names: string
  /** What its things belong to, in effects; without it the name that is called. */
  readonly system?: string
  /** What kind of things these are, where an act does not say it; `families`: by the first word. */
  readonly family?: ResourceFamily
  readonly families?: Readonly<Partial<Record<ResourceFamily, string>>>
  /** Options: `-o:` takes the next word, `--color?` an attached one at most, others none. Per form of the sub-command, or for all. */
  readonly options?: string | Readonly<Record<string, string>>
  /**
   * `listed`: letters stand together (and are listed so: `-abc`, `-nw:`), long names may be cut short, and an option that is not listed is not understood;
   * `one-dash`: all are listed, and long names have one dash or two; `leading`: like `listed`, and options end at the first operand;
   * `tolerant`: like `listed`, and a long option that is not listed changes how it works, unless
   * its name says that it does more.
   */
  readonly style?: 'listed' | 'one-dash' | 'leading' | 'tolerant'
  /** A word such as `help` may be the name of a thing: only options ask. */
  readonly named?: true
  /** Forms behind which another program is asked for help: only the first word asks this one. */
  readonly hands?: string
  /** Words that may stand before the sub-command and change nothing, and other names of words: `pipe=ci`. */
  readonly drops?: string
  readonly aliases?: string
  /** `none`: its things have no environment, whatever they are called. */
  readonly environment?: EnvironmentSpec | 'none'
  /** Its things are this machine's own: no environment, nothing elsewhere, and all its words are looked at. */
  readonly machine?: true
  /** It serves nothing here, whatever address its words look like. */
  readonly serves?: false
  /** The words that name what is changed, in effects (`$* or $--repo`); without it operands and options with names. */
  readonly target?: string
  /** Adds to effects what the words alone do not say of them. */
  readonly about?: (call: SpecCall) => EffectRecorder
  /** What holds beside the rule that decides: all of these that fit are stated. */
  readonly also?: readonly SpecRule[]
  readonly rules: readonly SpecRule[]
  /** What it prints, where that is constant or its origin matters. */
  readonly prints?: (options: Options, command: Command, recorder: EffectRecorder) => Value | undefined
  /** It changes nothing about what it runs: a rule on the inner command covers it. */
  readonly transparent?: true
  /** What it is given is source that it looks at, tidies up or translates, and never runs. */
  readonly handles?: true
  /** Sub-commands that no rule has are told by their verb. */
  readonly verbs?: true
  readonly examples: SpecExamples
}

/** Commands of which the gate is to find harm or a change, and commands that only look or work here. A machine runs them all. */
export interface SpecExamples {
  readonly match: readonly string[]
  readonly pass: readonly string[]
}

export interface EnvironmentSpec {
  /** Options that make it production, and options whose value names the environment. */
  readonly production?: string
  readonly named?: string
  readonly otherwise?: Environment
  /** Forms that work on this machine. */
  readonly here?: string
}

// Forms, by blanks, and what they do. A form is written like a path over the operands: `stack/ls|output`, `delete-*`, `**/rm`; `*` is one
// word, `**` any number, `$` the end, `<secret>` a class of words. Conditions stand among them: `--all`, `!--doit`, `--mode=live|prod`,
// `--destroy=!false`, `--list-*`, `>file`, `?` for words that only ask. `*` alone is "anything else": the generic analyzer is asked as well.
export type SpecRule = readonly [forms: string, ...effects: readonly RuleEffect[]]

export type RuleEffect = EffectText | SpecCallHandler

/** What a form cannot say: SQL, code, a request. */
export type SpecCallHandler = (call: SpecCall) => CommandGrade

export interface SpecCall {
  readonly spec: ProgramSpec
  readonly command: Command
  readonly loose: LooseWords
  /** The operands behind the words of the form that fitted. */
  readonly rest: readonly Word[]
  readonly recorder: EffectRecorder
  readonly environment: Environment
  /** It works on this machine, by a form of the spec. */
  readonly here: boolean
}

export type ResourceFamily = Extract<Effect, { kind: 'resource-change' }>['family']
export type SqlStatementKind = Extract<Effect, { kind: 'database-change' }>['statement']
type ListenReach = Extract<Effect, { kind: 'listen' }>['reach']
type ObserveKind = Extract<Effect, { kind: 'observe' }>['what']
type ExhaustedResource = Extract<Effect, { kind: 'exhaust' }>['what']
type PersistMechanism = Extract<Effect, { kind: 'persist' }>['mechanism']
type ServiceVerb = Extract<Effect, { kind: 'service-control' }>['verb']

/** How much, where neither option nor word tells. */
type ChangeText = ChangeVerb | `${ChangeVerb} ${'all' | 'one'}`

/**
 * One act in a few words. `shows`: tells only, nothing to doubt; `read`: looks at something elsewhere, or works as expected; `local`:
 * the tool's own settings; `unread`: nobody knows. The rest are effects; `$1`, `$-1`, `$*` and `$--name` stand for words of the command.
 * `maybe` and `likely` are how sure it is.
 */
export type EffectText = UnqualifiedEffectText | `${'maybe' | 'likely'} ${UnqualifiedEffectText}`

type UnqualifiedEffectText =
  | 'shows'
  | 'read'
  | 'local'
  | 'unread'
  | ChangeText
  | `${ChangeText} ${ResourceFamily}`
  | 'deploy'
  | `deploy ${Environment}`
  | 'secret'
  | `secret ${string}`
  | 'shell'
  | `${'' | 'un'}publish`
  | `${'' | 'un'}publish ${string}`
  | ExternalWriteNature
  | `sql ${SqlStatementKind}`
  | `grant ${string}`
  | `weaken ${ProtectionArea} ${string}`
  | `listen ${ListenReach}`
  | `listen ${ListenReach} executing`
  | `observe ${ObserveKind}`
  | `exhausts ${ExhaustedResource}`
  | `persist ${PersistMechanism} ${string}`
  | `service ${ServiceVerb} ${string}`
  | `${'reads' | 'lists' | 'writes' | 'deletes' | 'wipes' | 'sends' | 'runs' | 'runs-shell'} $${string}`
