import type { Install } from '../state/installs.ts'
import type { EntryAt } from './install/launcher-fallback.ts'
import type { ExecutedCalls } from './integration.ts'

/** What puts the hook into a host and takes it out again. Loaded by the commands that a person types, never by the hook. */
export interface Installer {
  /** The id and the title of its host. */
  readonly id: string
  readonly title: string
  /** Where it is looked for, in words that follow "was not found:". */
  readonly sought: string
  find(environment: PersonEnvironment): FoundHost | undefined
  /** What a person should know of this host before they rely on it. */
  warnings(host: FoundHost): readonly string[]
  /** The scopes that it can be installed in; absent where it can in each. `fileFor` throws a HostFileFault for the others. */
  readonly scopes?: readonly Install['scope'][]
  /** The file of the host that the hook goes into. */
  fileFor(scope: Install['scope'], at: { readonly host: FoundHost; readonly project: string }): string
  /** Every file that the hook may stand in, whoever put it there. */
  places(at: LookContext): readonly HookPlace[]
  readonly stranded: MissingProgramTexts
  readonly editor: HookEditor
  /** Short forms that a person types to the agent, which the host reads from files of their own; absent where it has none. */
  readonly commands?: (place: HookPlace) => readonly CommandFile[]
  /** What a person must still do in the host before it runs the hook that stands in a file; absent where it runs at once. */
  readonly pending?: (file: string, host: FoundHost) => string | undefined
  /** What an install for the whole machine needs beside it so that nothing below switches it off; absent where it needs nothing. */
  readonly managedNeeds?: string
  /** What the host needs beside the hook's launcher when a package of its own brings the entries; absent where none does. */
  readonly plugin?: { readonly next: string }
  /** Everything of this host that could keep the gate from standing in the way. */
  examine(at: ExamineContext): HostHealth
  readonly probe: ProbeCall
  /** The host's records that were written to since, newest first, and how they are read: absent where it keeps none. */
  readonly conversations?: (
    host: FoundHost,
    since: number,
  ) => { readonly files: readonly string[]; readonly ran: ExecutedCalls }
  /** The modes in which the host asks a person by itself, in words; absent where there is none. */
  readonly manualModes?: string
}

/** What a person's terminal says; never read by the hook. */
export interface PersonEnvironment {
  readonly home: string
  readonly path: string
  readonly variables: Readonly<Record<string, string | undefined>>
}

export interface FoundHost {
  /** The folder of its settings. */
  readonly configDir: string
  /** Its program on this PATH, if there is one. */
  readonly program: string | undefined
  readonly version: string | undefined
}

export interface LookContext {
  readonly home: string
  readonly project: string
  readonly host: FoundHost | undefined
}

export interface HookPlace {
  readonly scope: Install['scope']
  readonly file: string
}

/** One short form: whole, with the mark of `install/command-files.ts` in it. */
export interface CommandFile {
  readonly file: string
  /** As it is typed. */
  readonly typed: string
  readonly text: string
}

/** What a person is told when the hook's program or its Node is gone. */
export interface MissingProgramTexts {
  /** How the hook is taken out of these files by hand, in words that follow "To remove it by hand,"; without any, of the usual ones. */
  byHand(files: readonly string[]): string
  /** Events that pass then, because nothing is done by them, and what is printed so that the host shows the text. */
  readonly passes: Readonly<Record<string, (text: string) => string>>
  /** What is printed beside the status that blocks, for a host that tells its agent nothing else of why. */
  readonly denial?: (text: string) => string
}

/** How the hook stands in a file of the host: as entries of its settings, or as a whole file of code. Texts in, texts out. */
export interface HookEditor {
  /** Why the text cannot be edited; undefined when it can. */
  fault(text: string): string | undefined
  /** Why the host would not run the hook from a text that can be edited, and what to do: it skips such texts. */
  unread(text: string): string | undefined
  /** The text with the hook in it, once, and all else as it was. An empty text is a file that is not there. */
  withHook(text: string, at: EntryAt): string
  withoutHook(text: string): string
  /** The commands of ours that stand in a text, of whatever version and home. */
  commandsIn(text: string): readonly string[]
}

/** One thing that was looked at. `repair` says what `--fix` does about it. */
export interface Diagnosis {
  readonly level: 'ok' | 'warning' | 'fault'
  readonly what: string
  /** What the person does about it. */
  readonly todo?: string
  readonly repair?: 'install' | 'state' | 'settings'
}

export interface ExamineContext extends LookContext {
  /** Where the hook of this host stands, or should. */
  readonly installs: readonly HookStatus[]
}

/** One place where the hook stands, or should: from our own list, and from a look into the host's files. */
export interface HookStatus extends Install {
  /** Our list knows it. */
  readonly listed: boolean
  /** The commands of ours that were found there. */
  readonly found: readonly string[]
  /** Why the file could not be looked into. */
  readonly fault?: string | undefined
}

export interface HostHealth {
  readonly findings: readonly Diagnosis[]
  /** The commands by which the host starts the hook: each must deny a call. */
  readonly commands: readonly string[]
  /** The proof from the host's end that it runs the hook. It starts the host, so it comes last. */
  readonly proof?: () => readonly Diagnosis[]
}

/** Harmless calls that must be denied or asked about, as the host would send them. */
export interface ProbeCall {
  input(call: { readonly command: string; readonly cwd: string; readonly sessionId: string }): string
  /** What the host would read in this: `deny`, `ask` or anything else. */
  decision(stdout: string): unknown
  /** The host shows its own question for an ask. */
  readonly asks: boolean
}
