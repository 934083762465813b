import type { UnavailableCause } from '../../decision.ts'
import type { Verdict } from '../judge.ts'
import type { Reply } from './parse.ts'
import type { RequestBody } from './request.ts'

/** Why a call to the model gave no reply. */
export type Failure =
  | {
      readonly kind: 'rate-limit' | 'server-error' | 'network' | 'deadline' | 'interrupted' | 'too-long' | 'crashed'
      readonly detail: string
    }
  /** 401, 403: the next session asks again, this one in a minute. */
  | { readonly kind: 'refused-key'; readonly detail: string }
  /** The endpoint does not know the model, or rejects the request. */
  | { readonly kind: 'misconfigured'; readonly detail: string }

export interface ModelReply extends Reply {
  readonly model: unknown
  readonly usage: unknown
  readonly requestId?: string | undefined
}

export type ModelAnswer = { readonly reply: ModelReply } | { readonly failure: Failure }

/** One call to the model, as the judge hands it to a client. */
export interface ModelCall {
  readonly body: RequestBody
  /** Names the check: the call's id, or a hash of the action. */
  readonly label: string
  readonly stage: 'fast' | 'thinking'
  readonly deadlineMs: number
  readonly signal?: AbortSignal
}

/** Contract: never throws, ends by its deadline. */
export interface ModelClient {
  send(call: ModelCall): Promise<ModelAnswer>
  /** The server's own count of a request's input tokens, where there is a server; may throw. */
  count?(body: RequestBody, signal?: AbortSignal): Promise<number>
}

/** What a failure means. Each cause has its own text; none says that the call was bad. */
export function failureVerdict(failure: Failure): Verdict {
  switch (failure.kind) {
    case 'interrupted':
      return { type: 'interrupted' }
    case 'too-long':
      return { type: 'too-long', reason: 'the model says that the conversation is too long for it' }
    case 'rate-limit':
      return unavailable('rate-limit', 'the model is rate limited; try again in a moment')
    case 'server-error':
      return unavailable('server-error', `the model's server failed${told(failure.detail)}`)
    case 'network':
      return unavailable('network', `the model could not be reached${told(failure.detail)}`)
    case 'deadline':
      return unavailable('deadline', 'the model did not answer in time')
    case 'refused-key':
      return refusedKey(failure.detail)
    case 'misconfigured':
      return unavailable('misconfigured', `the judge is set up wrongly${told(failure.detail)}`)
    case 'crashed':
      return unavailable('crashed', `the judge failed${told(failure.detail)}`)
  }
}

/** The key is known to be refused; `waitMs` where the endpoint was not asked again yet. */
export function refusedKey(detail: string, waitMs?: number): Verdict {
  const again = waitMs === undefined ? '' : `, tried again in ${Math.ceil(waitMs / 1_000)} s`
  return unavailable(
    'refused-key',
    `the key for the model was refused${told(detail)}${again}; correct it in the settings`,
  )
}

export function unavailable(cause: UnavailableCause, reason: string): Verdict {
  return { type: 'unavailable', cause, reason }
}

function told(detail: string): string {
  return detail === '' ? '' : ` (${detail})`
}
