import type { Action } from '../analysis/action.ts'
import type { Facts, Identity } from '../analysis/facts.ts'
import type { ToolInput } from '../analysis/tool.ts'
import type { Listing } from '../analysis/words.ts'
import type { StatementEvent } from '../intent/statements/ledger.ts'
import { createMemory } from '../memory.ts'
import { createRedactor, redact, secretHiderFor } from '../redaction/redact.ts'
import type { Entry } from '../transcript/entries.ts'
import type { GateFingerprint } from './gate-fingerprint.ts'
import type { AttestationResult, PromptClaim, RecordedTurn } from './typed-prompt-proof.ts'
import { type StoredText, storeText } from './written-texts.ts'

/** What one call leaves behind if it runs, as plain data. */
export interface CallTraces {
  readonly written: readonly (readonly [string, StoredText])[]
  /** Of each path written, the hash of what lay there before; null where that tells nothing. */
  readonly before: readonly (readonly [string, string | null])[]
  /** Of the paths written, those that a compiler made. */
  readonly built: readonly string[]
  readonly created: readonly string[]
  readonly downloaded: readonly (readonly [string, string])[]
  /** Of the paths written, those that were made of a secret. */
  readonly carriers: readonly string[]
  /** Of the paths written, what was listed there; absent in events of an earlier version. */
  readonly listings?: readonly (readonly [string, Listing])[]
  /** Folders and archives that were filled from others; absent in events of an earlier version. */
  readonly copied?: readonly (readonly [string, 'known' | 'unread'])[]
  /** The same in events of an earlier version. */
  readonly brought?: readonly (readonly [string, 'known' | 'unread'])[]
  /** What was done once and is asked for again each time. */
  readonly done?: readonly string[]
  readonly branches: readonly string[]
  readonly started: readonly string[]
  readonly seen: readonly string[]
  /** What stays in the shell; absent in events of an earlier version. */
  readonly variables?: readonly (readonly [string, string])[]
  readonly definitions?: readonly (readonly [string, string])[]
}

/**
 * Where an entry came from. `host`: our own events. `transcript`: the host's file. `queued`: the host's file too, but
 * a prompt that a person typed while the agent worked, which no event announces.
 */
export type EntryOrigin = 'host' | 'transcript' | 'queued'

/**
 * One event of a session, as it is appended. Events are never changed; readers fold them. `ahead`: a call was judged before its host
 * asked about it, so it may be judged once more.
 */
export type SessionEvent =
  /** `at`: absent in events of an earlier version. */
  | { readonly type: 'opened'; readonly fence: string; readonly at?: number }
  | {
      readonly type: 'entry'
      readonly entry: Entry
      readonly origin?: EntryOrigin
      /** The sub-agent whose conversation it belongs to; absent for the root. */
      readonly agent?: string
      readonly callId?: string
      /** The host's id of a call that its file tells of. Not `callId`: the gate was never asked about it. */
      readonly pastId?: string
      /** The line of the host's file it was read from: a rewritten file is not taken in twice. */
      readonly line?: string
      readonly ahead?: true
      /** It is a person's word only once the claim is attested as typed. */
      readonly claim?: PromptClaim
      /** The same, for what a short form that was typed stands for: the key of the claim. */
      readonly standsFor?: string
    }
  /** The host whose session it is, by its id: the first that reported it. */
  | { readonly type: 'host'; readonly id: string }
  /** A turn of the host's own record. */
  | { readonly type: 'turn'; readonly turn: RecordedTurn; readonly line?: string }
  /** What the host's record says of a claim; the last word counts. */
  | { readonly type: 'attested'; readonly claim: string; readonly as: AttestationResult }
  /** What the person must be told, since something is wrong with the conversation itself. */
  | { readonly type: 'alarm'; readonly text: string }
  /** They were told. */
  | { readonly type: 'alarm-shown' }
  /** The host's record could not be read; without a problem once it can be again. */
  | { readonly type: 'unread'; readonly problem?: string }
  /** Pending until the host says that the call ran. */
  | { readonly type: 'traces'; readonly traces: CallTraces; readonly callId?: string; readonly ahead?: true }
  /** `landed`: places where what the call wrote was seen to lie, so that it is no longer kept here. */
  | { readonly type: 'ran'; readonly callId: string; readonly landed?: readonly string[] }
  /** Nothing was said before what this log holds, or what was said stands in the host's file by now. */
  | { readonly type: 'past-known' }
  /** The agent's own model, as the host reported it by an event, or as its file has it, where no event tells. */
  | { readonly type: 'model'; readonly model: string; readonly origin?: 'transcript' }
  /** Who the user was before the agent's first call: what it changes later is not their name. */
  | { readonly type: 'identity'; readonly identity: Identity }
  /** The host or a person refused a call that we had let pass. */
  | { readonly type: 'refused'; readonly callId: string }
  /** What was printed for a call, so that a prompt about the same call gets the same answer. */
  | {
      readonly type: 'decided'
      readonly call: string
      readonly printed: string
      readonly at: number
      readonly callId?: string
      /** What a user was asked about, so that a no is not asked again. */
      readonly questions?: readonly string[]
    }
  /** A call was denied before its host asked about it: whoever judges it again may not say less. */
  | { readonly type: 'denied-ahead'; readonly callId: string; readonly why: string }
  /** A stopped call that the user can allow by its number, which is its place among these events. */
  | {
      readonly type: 'offer'
      readonly key: string
      readonly headline: string
      /** The host showed it to nobody: no reply takes it before the user was told. */
      readonly unshown?: true
    }
  /** The user was told of the stopped calls that the host had not shown. */
  | { readonly type: 'offers-shown' }
  /** Somebody stands before the host's model and judges its calls as well, at the same time as the host asks about them. */
  | { readonly type: 'fronted' }
  /** How the gate's own files were when the session began, or when a person last looked at them. */
  | { readonly type: 'gate'; readonly print: GateFingerprint }
  /** How far a transcript file of the host was read. */
  | { readonly type: 'transcript'; readonly path: string; readonly offset: number }
  | StatementLogEvent

/** What people stated, and how far their turns are read. */
export type StatementLogEvent =
  | StatementEvent
  /** A process reads a turn: others wait for it, for a while. */
  | { readonly type: 'reading-begun'; readonly turn: string; readonly at: number; readonly reader: string }
  /** `newest`: the latest turn of the conversation then; the turn is tried again after the next one. Without it, at once. */
  | {
      readonly type: 'reading-failed'
      readonly turn: string
      readonly at: number
      readonly why: string
      readonly reader: string
      readonly newest?: string
    }
  /** The limits in force that the person was told of last, by their numbers. */
  | { readonly type: 'limits-told'; readonly limits: readonly number[] }

const STATEMENT_TYPES = ['reading', 'statement-removed', 'reading-begun', 'reading-failed', 'limits-told'] as const
const STATEMENT_EVENT_TYPES: ReadonlySet<string> = new Set<StatementLogEvent['type']>(STATEMENT_TYPES)

export function isStatementEvent(event: SessionEvent): event is StatementLogEvent {
  return STATEMENT_EVENT_TYPES.has(event.type)
}

export const SESSION_EVENT_TYPES: ReadonlySet<unknown> = new Set<SessionEvent['type']>([
  'opened',
  'entry',
  'traces',
  'ran',
  'refused',
  'past-known',
  'model',
  'identity',
  'decided',
  'denied-ahead',
  'offer',
  'offers-shown',
  'fronted',
  'gate',
  'transcript',
  'host',
  'turn',
  'attested',
  'alarm',
  'alarm-shown',
  'unread',
  ...STATEMENT_TYPES,
])

/** What a call would leave behind: pending content that a parallel call may run. Long texts go into files of the folder. */
export function callTracesOf(action: Action, facts: Facts, folder: string): CallTraces {
  const memory = createMemory()
  memory.remember(action, facts)
  const { callId } = action.call
  const {
    written,
    before,
    built,
    created,
    downloaded,
    carriers,
    listings,
    copied,
    branches,
    started,
    seen,
    done,
    shell,
  } = memory.facts
  return {
    written: [...written].map(([path, text]) => [path, storeText(folder, text ?? null, { callId, path })]),
    before: [...written.keys()].map((path) => [path, before?.get(path) ?? null]),
    built: [...(built ?? [])],
    created: [...created],
    downloaded: [...downloaded].map(([path, address]) => [path, redact(address)]),
    carriers: [...(carriers ?? [])],
    listings: [...(listings ?? [])].map(([path, listing]) => [path, withoutSecrets(listing)]),
    copied: [...(copied ?? [])],
    done: [...(done ?? [])],
    branches: [...branches],
    // Words of the call name what it started. Without its very name it is nobody's, which only tightens.
    started: hideSecretsIn(action.call.input, [...started]),
    seen: [...seen],
    variables: [...(shell?.variables ?? [])],
    definitions: [...(shell?.definitions ?? [])],
  }
}

/** What a listing was asked for are words of the call. */
function withoutSecrets({ places, by }: Listing): Listing {
  return { places, by: by.map((one) => (one.about === undefined ? one : { ...one, about: redact(one.about) })) }
}

function hideSecretsIn(input: ToolInput, names: readonly string[]): readonly string[] {
  const hidden = names.length === 0 ? undefined : secretHiderFor(input)
  return hidden === undefined ? names : names.map(hidden)
}

export function hasNoTraces(traces: CallTraces): boolean {
  return Object.values(traces).every((list) => list.length === 0)
}

/** Longer than any text a judge is shown of an earlier call. */
const MAX_TEXT = 16_000

/** A call's input as it is kept: long texts lose their middle, which no judge is shown. */
export function shortenTexts(value: unknown, most = MAX_TEXT): unknown {
  if (typeof value === 'string')
    return value.length <= most
      ? value
      : `${value.slice(0, (most * 5) / 8)}\n[…]\n${value.slice(-Math.floor((most * 5) / 16))}`
  if (Array.isArray(value)) return value.map((inner) => shortenTexts(inner, most))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortenTexts(inner, most)]))
}

/** A call's input as the session keeps it, for judges to come: secrets are placeholders of their kind. Nothing of it is run again. */
export function redactInput(input: ToolInput): ToolInput {
  return createRedactor().value(input) as ToolInput
}
