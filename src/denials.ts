/** How one decision bears on the denial counters. */
export type DenialEffect = 'block' | 'allow' | 'neutral'

export interface DenialEvent {
  readonly effect: DenialEffect
  /** The sub-agent that made the call; absent for the root agent. */
  readonly agentId?: string
  /** The host's id of the call, where it may be judged twice. */
  readonly callId?: string
}

export interface Denials {
  readonly consecutive: number
  readonly total: number
}

export const NO_DENIALS: Denials = { consecutive: 0, total: 0 }

/** One event on top of a count. Any allow resets the consecutive counter; the total never resets. */
export function countDenial(denials: Denials, effect: DenialEffect): Denials {
  switch (effect) {
    case 'block':
      return { consecutive: denials.consecutive + 1, total: denials.total + 1 }
    case 'allow':
      return denials.consecutive === 0 ? denials : { ...denials, consecutive: 0 }
    case 'neutral':
      return denials
  }
}

/** The counters of an agent and of its root session, folded from the session's events. */
export function foldDenials(
  events: Iterable<DenialEvent>,
  agentId: string | undefined,
): { own: Denials; root: Denials } {
  let own = NO_DENIALS
  let root = NO_DENIALS
  for (const event of events) {
    root = countDenial(root, event.effect)
    if (event.agentId === agentId) own = countDenial(own, event.effect)
  }
  return { own, root }
}

export function limitReached(
  denials: Denials,
  limits: { readonly consecutive: number; readonly total: number },
): boolean {
  return denials.consecutive >= limits.consecutive || denials.total >= limits.total
}
