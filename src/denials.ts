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

/** Counts the events of a session in their order, of each agent and of all; gives the higher of the two after each. */
export function denialCounter(): (event: DenialEvent) => Denials {
  const agents = new Map<string | undefined, Denials>()
  let root = NO_DENIALS
  return ({ effect, agentId }) => {
    const own = countDenial(agents.get(agentId) ?? NO_DENIALS, effect)
    agents.set(agentId, own)
    root = countDenial(root, effect)
    return { consecutive: Math.max(own.consecutive, root.consecutive), total: Math.max(own.total, root.total) }
  }
}

export function limitReached(
  denials: Denials,
  limits: { readonly consecutive: number; readonly total: number },
): boolean {
  return denials.consecutive >= limits.consecutive || denials.total >= limits.total
}
