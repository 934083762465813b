import type { StageName, TokenUsage } from '../judge.ts'
import type { CacheLifetime } from './cache-life.ts'
import type { ModelFailure, NotReady } from './failure.ts'
import type { ModelCapabilities, ModelRange } from './models.ts'
import type { ModelSettings } from './settings.ts'
import type { TransportId } from './transport-id.ts'

/** One request to a model, as the protocol says it; a transport puts it into the words of its own API. */
export interface ModelRequest {
  readonly model: string
  readonly system: string
  /** In order, the words that ask for the answer last. Put together when they are read: a session has thousands. */
  readonly blocks: () => readonly RequestBlock[]
  /** So many tokens of an answer, with room for reasoning that nobody sees. */
  readonly limit: number
  readonly stop: string | undefined
  readonly capabilities: ModelCapabilities
  /** How long what is marked is worth keeping; without it nothing is. */
  readonly cacheLife: CacheLifetime | undefined
  /** Names the conversation by a hash: requests of one begin with the same text. */
  readonly session?: string | undefined
}

export interface RequestBlock {
  readonly text: string
  /** Up to here the next request begins with the same text: that of this project, or that of this check's other stage. */
  readonly mark?: 'instructions' | 'action'
}

/** `complete`: of itself. `stop`: at the stop sequence that was asked for. `limit`: out of tokens. */
export type ReplyEnd = 'complete' | 'stop' | 'limit' | 'refusal' | 'too-long' | 'other'

/** What a model said. Every text in it is hostile. */
export interface ModelReply {
  /** Undefined: not one text and nothing else. */
  readonly text: string | undefined
  readonly end: ReplyEnd
  /** Who answered, as far as the transport can tell. */
  readonly model: unknown
  readonly usage: TokenUsage
  readonly requestId?: string | undefined
  /** As it came, for dumps. */
  readonly raw?: unknown
}

export type ModelAnswer = { readonly reply: ModelReply } | { readonly failure: ModelFailure }

/** One request on its way. */
export interface ModelCall {
  readonly request: ModelRequest
  /** Names the check: the call's id, or a hash of the action. */
  readonly label: string
  readonly stage: StageName
  readonly deadlineMs: number
  /** Our own estimate of the input. */
  readonly tokens?: number
  readonly signal?: AbortSignal
}

/** Contract: never throws, ends by its deadline. */
export interface ModelClient {
  send(call: ModelCall): Promise<ModelAnswer>
  /** The server's own count of a request's input tokens, where there is a server; may throw. */
  count?(request: ModelRequest, signal?: AbortSignal): Promise<number>
}

export interface TransportTraits {
  /** It can stop an answer at a sequence, where the model can: only then may the end of a verdict be missing. */
  readonly stop: boolean
  /** It says which model answered. */
  readonly namesModel: boolean
}

/** A way to reach a model, ready to be used. */
export interface Connection {
  readonly client: ModelClient
  /** These never leave in a text: keys. */
  readonly secrets: readonly string[]
  /** Who is asked, and as whom: while it stays the same, so does a refusal. */
  readonly print: string
  /** A login that one command brought along says nothing about the one of the settings. */
  readonly login: 'settings' | 'command'
}

/** Contract: `connect` spends nothing and never throws; `toWire` shows a request as it would be sent. */
export interface Transport {
  readonly id: TransportId
  readonly traits: TransportTraits
  models(settings: ModelSettings): ModelRange
  connect(settings: ModelSettings): Promise<Connection | NotReady>
  toWire(request: ModelRequest, settings: ModelSettings): object
}
