import type { ToolLookup } from '../analysis/tool.ts'
import type { Mode } from '../decision.ts'
import type { SettingsFile } from '../facts/settings-files.ts'
import type { Attestation, PromptClaim, RecordedTurn } from '../state/typed-prompt-proof.ts'
import type { Entry } from '../transcript/entries.ts'
import type { ResolvedHostSettings } from './hook-runtime/host-settings.ts'
import type { Installer } from './installer.ts'
import type { HookCoverageByTool, HostPromises, ScreenText, TypedProof } from './promises.ts'

/**
 * A host is an agent that asks the gate before its calls. This file is all that the gate knows of one. It has three parts, each
 * loaded when it is needed: its card, which is data; the Integration, which answers events and is on the way of every call; and
 * the Installer, for the commands that a person types.
 */
export interface Host {
  /** The name of its folder here, of `irongate hook <id>`, and of `hosts.<id>` in the settings. */
  readonly id: string
  readonly title: string
  /** By what its processes are known: nothing that it starts is a person. */
  readonly marks: AgentMarks
  /** Variables of its environment that the hook is told, by the name of the option: `attended` is passed as `--attended=…`. */
  readonly signs: Readonly<Record<string, string>>
  /**
   * When the hook gives up and blocks by itself, in milliseconds: hosts let a call through when a hook runs out of *their* time. At
   * least fifteen seconds below the limit that the Installer sets, in whatever unit the host counts.
   */
  readonly deadlineMs: number
  /** Files of its own that hold rules in the form of ours; they count as well. */
  readonly settingsFiles?: (place: { readonly cwd: string; readonly home: string }) => readonly SettingsFile[]
  readonly integration: () => Promise<Integration>
  /** Absent where there is nothing to install. */
  readonly installer?: () => Promise<Installer>
}

export interface AgentMarks {
  /** Names of its program. */
  readonly programs: readonly string[]
  /** Parts of its script's path, where an interpreter runs it. */
  readonly scripts: readonly string[]
  /** Variables that it sets for what it starts. */
  readonly variables: readonly string[]
  /** Of those, the ones that only its tools' processes have: a host that was started with one was started by an agent. */
  readonly nested?: readonly string[]
  /** First arguments of a process of its that outlives whoever started it and serves several of its windows. */
  readonly daemons?: readonly string[]
}

/** Reads what a host says and says what the gate answers. Knows nothing of how the answer is found. */
export interface Integration {
  /** The id of its host: the settings of `hosts.<id>` are its. */
  readonly id: string
  readonly promises: HostPromises
  /** What the person sees of a stopped call, for the documentation. */
  readonly screen?: ScreenText
  /** It doesn't show what its sub-agents were told, but a line beside a call that ran: there the person reads it. */
  readonly tellsLater?: true
  /** Which kinds of its calls come to the hook; absent where a program of the person's own decides that. */
  readonly askedAbout?: HookCoverageByTool
  /** The tools of the host, by the names it gives them. */
  readonly tools: ToolLookup
  /** Reads one event. The text is hostile but for the channel itself; what is not of the host's shape throws InvalidPayloadError. */
  readEvent(text: string, at: ReadContext): HostEvent
  /** The answer in the host's own shape. INVARIANT: a deny is sent as a deny. */
  answer(event: HostEvent, outcome: EventOutcome): HostAnswer
  /** The answer for every fault. It must block whatever event `text` was, and `text` may be anything: reading it may have failed. */
  blocked(why: string, text: string): HostAnswer
  /** What the host's mode means for one call. */
  stance(event: CallEvent, at: ModeContext): ModeBehavior
  /** The host's own record of the conversation, where it keeps one. */
  readonly transcript?: TranscriptFiles
  /**
   * What of an event's text a person typed, by the host's own record. Asked when the event came, and at each call until it is settled.
   * INVARIANT: never `typed` by the event alone. Where it is absent, the turns that the record marks are compared (`hook-runtime/prompt-proof.ts`).
   */
  attest?(claim: PromptClaim, at: AttestContext): Attestation
  /** What that proof rests on, for the documentation. */
  readonly typedProof?: TypedProof
  /** How the host writes a word of its command line into a prompt, where it doesn't take it as it is. */
  spelled?(word: string): string
  /** Files in which the host looks for instructions to its agent, in its order; they need not be there. A judge is shown them. */
  instructions?(at: InstructionsAt): readonly InstructionFile[]
  /** As whom the user is signed in to the host; undefined when that is not known. Never throws. */
  account?(home: string): string | undefined
  /** How a change of its settings while it runs would switch the gate off; undefined when it would not. */
  loosenedBy?(change: ConfigChange, home: string): Promise<string | undefined>
}

/** What a claim is held against. */
export interface AttestContext {
  /** The turns of the host's record that were read so far. */
  readonly turns: readonly RecordedTurn[]
  /** Claims of the session that are settled. */
  readonly proved: readonly PromptClaim[]
  readonly sessionId: string
  readonly now: number
  /** The person's settings say that prompts handed over with the host's start, or piped into it, are theirs. */
  readonly script: boolean
  readonly cwd: string
  readonly home: string
  /** The file that the host keeps the conversation in. */
  readonly transcript: string | undefined
}

export interface InstructionsAt {
  readonly cwd: string
  readonly home: string
  readonly projectRoot: string
  readonly platform: 'linux' | 'darwin' | 'win32'
}

export interface InstructionFile {
  readonly path: string
  readonly whose: 'managed' | 'user' | 'parent folder' | 'project' | 'local'
  /** A link leads to a place in this folder, or is not followed. */
  readonly within: string
  /** The host also reads what it names by `@path`; a judge is shown of those what lies in one of these folders. */
  readonly importsFrom?: readonly string[]
}

/** What a host tells a hook, whatever it calls it. */
export type HostEvent =
  | ToolUse
  | PermissionPrompt
  | ToolRan
  | ToolRefused
  | PersonPrompt
  | SessionStart
  | ConfigChange
  | OtherEvent

export type CallEvent = ToolUse | PermissionPrompt

/** What every event carries. */
interface EventBase {
  readonly sessionId: string
  readonly cwd: string
  /** The file that the host keeps the conversation in. */
  readonly transcript?: string | undefined
  /** The sub-agent it is about; absent for the agent itself. */
  readonly agentId?: string | undefined
  /** The host's word for its mode. Only its own Integration reads it. */
  readonly mode?: string | undefined
  /** Nobody is there to answer a question, as far as the host tells; a setting goes before it. */
  readonly unattended?: boolean
}

interface CallFields {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  /** The host's id of the call, or what stands for one where it has none: the same when the call ran or was refused. */
  readonly callId?: string | undefined
  /** The agent's own model. */
  readonly model?: string | undefined
}

/** A call is about to run. */
export interface ToolUse extends EventBase, CallFields {
  readonly kind: 'tool-use'
}

/** The host is about to ask a person about a call by itself. */
export interface PermissionPrompt extends EventBase, CallFields {
  readonly kind: 'permission-prompt'
}

export interface ToolRan extends EventBase {
  readonly kind: 'tool-ran'
  readonly callId?: string | undefined
  /** What a person answered or approved in this call, as the host tells it. It counts once the host's record has it too. */
  readonly consent: readonly Entry[]
  /** The answer as a text, the same as the turn of the record has whose id is that of the call. */
  readonly answered?: string
}

/** The host or a person refused a call that the gate had let pass. */
export interface ToolRefused extends EventBase {
  readonly kind: 'refused'
  readonly callId?: string | undefined
}

/** What the host says a person sent. Whether a person typed it is proved apart: see `attest`. */
export interface PersonPrompt extends EventBase {
  readonly kind: 'prompt'
  readonly text: string
  /** False where the text itself shows that it is the host's own: some hosts announce such in the same way. */
  readonly typed: boolean
  /** The host's id of the turn, where its record has the same. */
  readonly turn?: string | undefined
  /** The person asks the gate itself why it decided so: the id of a decision, or nothing for the last one that stopped a call. */
  readonly asksWhy?: string | undefined
  /** What a short form that was typed stands for, from a folder of the person's own; void once the agent touched that folder. */
  readonly standsFor?: { readonly text: string; readonly folder: string } | undefined
}

export interface SessionStart extends EventBase {
  readonly kind: 'session-start'
  /** The conversation has no past. */
  readonly fresh: boolean
  /** The agent's own model, which its calls may not tell. */
  readonly model?: string | undefined
}

export interface ConfigChange extends EventBase {
  readonly kind: 'config-change'
  readonly file: string | undefined
  /** An organisation's settings, which are above the gate. */
  readonly managed: boolean
}

/** Anything else that is a good moment to read on in the conversation. */
export interface OtherEvent extends EventBase {
  readonly kind: 'other'
}

/** An event that is not of the host's shape. It becomes the blocking answer. */
export class InvalidPayloadError extends Error {}

/** What the gate says to an event; the Integration puts it into the host's shape. */
export type EventOutcome =
  /** Nothing: the host continues as it would. */
  | { readonly kind: 'nothing' }
  | CallAnswer
  /** A prompt, or a change of settings, is not taken. */
  | { readonly kind: 'refusal'; readonly reason: string }
  /** A line for the person, and beside their prompt one for the agent, where the host can tell it. */
  | { readonly kind: 'notice'; readonly text: string; readonly agent?: string }

/** The gate's word on a call. */
export interface CallAnswer {
  readonly kind: 'said'
  readonly says: 'allow' | 'ask' | 'deny'
  readonly message: string
  /** The message, and the way to an approval where there is one. */
  readonly reason: string
  /** What the person is told, for hosts that have a channel for them; absent where nobody is there. */
  readonly person?: string | undefined
  /** The command by which a person lets it pass. */
  readonly approve?: string | undefined
  /** The whole run should end, or wait for the person's next word where one is there. */
  readonly stop: boolean
}

/** A hook's whole answer. Status 2 blocks in every host that starts commands. */
export interface HostAnswer {
  readonly stdout: string
  readonly stderr: string
  readonly status: 0 | 2
}

/** What an event is read with: the home, and the values of the variables that the host's card names. */
export interface ReadContext {
  readonly home: string
  readonly signs: HostVariables
}

/** By the name on the card. A repository can set a variable: what follows from one may only tighten. */
export type HostVariables = Readonly<Record<string, string | undefined>>

export interface ModeContext {
  readonly settings: ResolvedHostSettings
  /** Nobody can be asked. */
  readonly headless: boolean
  readonly home: string
  /** Somebody before the host's model judges its calls as well: where the host heeds that, an allow must not go past it. */
  readonly fronted?: boolean
}

/** How the gate stands to a host in one of its modes. A deny is a deny in each of them. */
export interface ModeBehavior {
  /** The mode that the gate judges in. */
  readonly mode: Mode
  /** What is said for an allow: a yes, or nothing, which leaves the call to the host. */
  readonly allow: 'allow' | 'nothing'
  readonly ask: 'ask' | 'deny'
  /** The call writes what the host itself keeps for this mode: there the gate's word on the mode alone is not said. */
  readonly ownFile?: boolean
  /** In this mode the host itself decides about calls that only read: there the gate's word on the mode alone is not said. */
  readonly ownReads?: boolean
}

/** Where a host keeps the conversation, and how it is read. */
export interface TranscriptFiles {
  /** What was added to a file since an offset. A file that is missing, lags behind or was rewritten is never a fault. */
  read(file: string, offset: number): TranscriptRead
  /** The file of a sub-agent; undefined for ids that are not plain names. */
  subAgent?(event: HostEvent & { readonly transcript: string; readonly agentId: string }): string | undefined
  /** How long the file may be late at the first call of a conversation that was not announced, in milliseconds. */
  readonly lateMs: number
  /** No event tells of what a person enters while the agent works: the file alone has it, as `queued`. */
  readonly queuedUntold?: true
  /** What ran, as the file tells: so that calls show which no hook was asked about. */
  readonly ran?: ExecutedCalls
}

export interface ExecutedCalls {
  /** The calls of a file that ran. Those that the host or a person refused without asking a hook are none. */
  callsIn(text: string): readonly ExecutedCall[]
  /** The same of a file that is no text, since a time; then the former is not asked. */
  callsOf?(file: string, since: number): readonly ExecutedCall[]
  /** Files of the same project that were written to since, newest first. */
  beside(file: string, since: number): readonly string[]
}

export interface ExecutedCall {
  readonly id: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly at: number
  readonly session: string
  readonly cwd: string
}

export interface TranscriptRead {
  readonly entries: readonly ReadEntry[]
  /** The next read continues from here. */
  readonly offset: number
  /** The model that the agent runs on, by the last line that tells it. */
  readonly model?: string
  /** Calls that a person answered with no, by the host's ids. */
  readonly refused?: readonly string[]
  /** Why what the file holds cannot be read, wholly or in part; absent for a file that was never there. */
  readonly unread?: string
}

/** One entry of the host's file. `line` identifies it across rewrites; `queued` is what no event announces. */
export interface ReadEntry {
  readonly entry: Entry
  readonly origin: 'transcript' | 'queued'
  readonly line?: string
  /** The host's id of a call that ended before the file was read; `pastCallEntry` makes the entry. */
  readonly pastId?: string
  /** Whose turn it is by the host's own marks: what the proof of a prompt event is held against. */
  readonly turn?: RecordedTurn
}
