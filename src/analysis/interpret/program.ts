import type { UnknownKind } from '../action.ts'
import type { CodeLanguage, EffectDraft, Environment } from '../effects.ts'
import type { Facts } from '../facts.ts'
import type { Provenance } from '../flow/provenance.ts'
import type { PathUse } from '../paths/paths.ts'
import type { StoredTextBudget } from '../shell/frame.ts'
import type { Command, Value, Word } from '../words.ts'
import type { Wrapper } from '../wrappers.ts'
import type { CollectingRecorder } from './collecting-recorder.ts'

/**
 * What a program's analyzer says of one command, beyond its effects.
 * `proven`: with these arguments it changes nothing, sends nothing, runs nothing but itself.
 * `expected`: known build, test, lint, version-control or file work.
 * `plain`: understood, but neither.
 * `unknown`: an option or form the analyzer does not know.
 */
export type CommandGrade = 'proven' | 'expected' | 'plain' | 'unknown'

/** How a program's analyzer states what it found. Every method is total: hostile input never throws. */
export interface EffectRecorder {
  readonly facts: Facts
  /** How deep this is in texts that are kept to be run later. */
  readonly kept: StoredTextBudget
  /** States an effect; span, via, `by` (program name) and certainty (`certain`) are filled in. */
  effect(draft: EffectDraft): void
  path(word: Word): PathUse
  pathOf(text: string): PathUse
  /** The program runs another one with these words: the first is its name. `wrapper` names this layer for `via`. */
  runs(words: readonly Word[], wrapper: string, options?: RunOptions): CommandGrade
  runsShell(text: Value, wrapper: string, options?: RunOptions): CommandGrade
  runsCode(language: CodeLanguage, text: Value, wrapper: string): CommandGrade
  /** The program runs this file: its text is read through Facts or the session's memory. */
  runsFile(path: PathUse, language: CodeLanguage | undefined, wrapper: string, args?: readonly Word[]): CommandGrade
  /** For a text that is kept to be run later: what that does is collected, and not yet stated here. */
  forStoredText(name: string): CollectingRecorder
  /** A script of the project whose text is not known is run with these words: its name and they speak for it. */
  unread(script: string, args: readonly Word[]): void
  /** Something in this command was not understood; rules out both grades. */
  unknown(why: string, kind?: UnknownKind): void
  /** Notes that HEAD is now on this branch; `made` when the command created it. */
  onBranch(name: string, made: boolean): void
  /** The environment that the words and variables of this command speak of. */
  environment(): Environment
  /** The branch HEAD is on as far as this reading moved it; undefined when it did not. */
  branch(): { readonly name: string; readonly made: boolean } | undefined
  onSetting(key: string, value: string): void
  /** The settings of git made so far by this text, keys in lower case. */
  settings(): ReadonlyMap<string, string>
  /** What of these the session did, and the commands of this text before: the rest of each key that begins so. */
  marks(begins: string): readonly string[]
  /** Environment variables that the command finds, whose names begin so; undefined where the text is not known. */
  variables(begins: string): ReadonlyMap<string, string | undefined>
  /** Does the text that this stands in go on where a command of it fails? */
  passesOver(): boolean
  /** Where a file or folder comes from: here before, this session, or elsewhere. */
  provenance(path: string): Provenance
  /** Has nothing been put anywhere so far? Then every provenance is `here`. */
  untouched(): boolean
  /** What a file lists, where its text isn't known: each line is one of these paths, or what the commands printed. */
  listed(path: string): Value
  /** Reads a project file (package.json, Makefile) and notes its hash; undefined when missing or unknown. */
  readText(path: string): string | undefined
}

export interface RunOptions {
  /** Where the inner command runs, if not here: another machine, a container. */
  readonly place?: {
    readonly kind: 'remote' | 'container' | 'throwaway'
    readonly name: string
    /** This session started it, with nothing in it from before. */
    readonly own?: boolean
  }
  readonly cwd?: string | undefined
  readonly stdin?: Value
  /** Variables that what it runs does not get: `env -u`. */
  readonly withheld?: 'all' | ReadonlySet<string>
  /** What this layer does to what it runs, where the program's name does not say it. */
  readonly wrappedBy?: Wrapper
  /** It is typed into a program that is not known to be a shell: mistakes in it say nothing. */
  readonly typed?: true
}

/** One program family's knowledge. Turns argv into effects and never names a category. */
export interface Program {
  /** Lower-case base names, without `.exe`. */
  readonly names: readonly string[]
  read(command: Command, recorder: EffectRecorder): CommandGrade
  /** What the command would print, when that is constant or its origin matters (`echo`, `base64 -d`, `curl`). */
  output?(command: Command, recorder: EffectRecorder): Value | undefined
  /** Other ways to write the same call, which rules may have meant. */
  spellings?(args: readonly string[]): readonly string[]
  /** What it is given is source that it looks at, tidies up or translates, and never runs. */
  readonly handles?: true
}
