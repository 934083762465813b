import type { UnavailableCause } from '../../decision.ts'
import type { Verdict } from '../judge.ts'

/** Why a call to the model gave no reply. */
export type ModelFailure =
  | {
      readonly kind: 'rate-limit' | 'server-error' | 'network' | 'deadline' | 'interrupted' | 'too-long' | 'crashed'
      readonly detail: string
    }
  /** 401, 403: the next session asks again, this one in a minute. */
  | { readonly kind: 'refused-key'; readonly detail: string }
  /** A person's own client has no login, or its plan is used up for now. */
  | { readonly kind: 'logged-out' | 'plan-limit'; readonly detail: string }
  /** The model declined, or had more to say than it was given room for, and nothing of it came through. */
  | { readonly kind: 'refused' | 'truncated'; readonly detail: string }
  /** The server read less than it was sent, and answered all the same. */
  | { readonly kind: 'cut-prompt'; readonly detail: string }
  /** The endpoint does not know the model, or rejects the request. */
  | { readonly kind: 'misconfigured'; readonly detail: string }

/** Why nothing can be asked at all. */
export interface NotReady {
  readonly cause: UnavailableCause
  readonly reason: string
}

/** What a failure means. Each cause has its own text; none says that the call was bad. */
export function failureVerdict(failure: ModelFailure): Verdict {
  switch (failure.kind) {
    case 'interrupted':
      return { type: 'interrupted' }
    case 'too-long':
      return { type: 'too-long', reason: 'the model says that the conversation is too long for it' }
    case 'rate-limit':
      return unavailableVerdictFor('rate-limit', 'the model is rate limited; try again in a moment')
    case 'server-error':
      return unavailableVerdictFor('server-error', `the model's server failed${detailText(failure.detail)}`)
    case 'network':
      return unavailableVerdictFor('network', `the model could not be reached${detailText(failure.detail)}`)
    case 'deadline':
      return unavailableVerdictFor('deadline', 'the model did not answer in time')
    case 'refused-key':
      return refusedKeyVerdict(failure.detail)
    case 'logged-out':
      return unavailableVerdictFor('logged-out', `the judge's client is not logged in${detailText(failure.detail)}`)
    case 'plan-limit':
      return unavailableVerdictFor('plan-limit', `the plan's limit is reached${detailText(failure.detail)}`)
    case 'refused':
      return declinedVerdict()
    case 'truncated':
      return unavailableVerdictFor('truncated', "the model's answer was longer than it may be")
    case 'cut-prompt':
      return unavailableVerdictFor(
        'truncated',
        `the model's server read only a part of the prompt${detailText(failure.detail)}; give the model a larger context`,
      )
    case 'misconfigured':
      return unavailableVerdictFor('misconfigured', `the judge is set up wrongly${detailText(failure.detail)}`)
    case 'crashed':
      return unavailableVerdictFor('crashed', `the judge failed${detailText(failure.detail)}`)
  }
}

/** The key is known to be refused; `waitMs` where the endpoint was not asked again yet. */
export function refusedKeyVerdict(detail: string, waitMs?: number): Verdict {
  const again = waitMs === undefined ? '' : `, tried again in ${Math.ceil(waitMs / 1_000)} s`
  return unavailableVerdictFor(
    'refused-key',
    `the key for the model was refused${detailText(detail)}${again}; correct it in the settings`,
  )
}

export function declinedVerdict(): Verdict {
  return unavailableVerdictFor('refused', 'the model declined to judge this call; this is not a verdict on it')
}

export function budgetVerdict(reached: 'session' | 'day'): Verdict {
  return unavailableVerdictFor('budget', `the ${reached}'s budget for the judge is used up`)
}

export function unavailableVerdictFor(cause: UnavailableCause, reason: string): Verdict {
  return { type: 'unavailable', cause, reason }
}

function detailText(detail: string): string {
  return detail === '' ? '' : ` (${detail})`
}
