import { acceptReplies, type Offer, offerNumbers, repliedOffers } from '../../state/offers.ts'
import type { SessionFold, SessionLog } from '../../state/session-log.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { EventOutcome, PersonPrompt } from '../integration.ts'
import { isPromiseBroken } from '../promises.ts'
import type { HookContext } from './hook-context.ts'

/** Does a reply count? Only where the user read our own words: an agent could describe a number as it likes. */
export function canReply({ integration }: HookContext): boolean {
  const { showsPerson, recordsWhoTyped } = integration.promises
  return !isPromiseBroken(showsPerson) && !isPromiseBroken(recordsWhoTyped)
}

/** Does the host show the user what we say of a call of this agent? */
export function isShown({ agentId }: { readonly agentId?: string | undefined }, { integration }: HookContext): boolean {
  const { showsPerson, showsSubAgents } = integration.promises
  return !isPromiseBroken(showsPerson) && (agentId === undefined || !isPromiseBroken(showsSubAgents))
}

/** The outcome with the stopped calls of sub-agents that the host showed to nobody; from here on a reply takes them. */
export function addUnshownOffers(outcome: EventOutcome, edge: HookContext, log: SessionLog): EventOutcome {
  if (edge.integration.tellsLater !== true || !canReply(edge)) return outcome
  if (outcome.kind !== 'nothing' && outcome.kind !== 'notice') return outcome
  const unshown = log.fold().offered.offers.filter((offer) => offer.unshown)
  if (unshown.length === 0) return outcome
  log.append({ type: 'offers-shown' })
  const lines = unshown.map(
    ({ headline, number }) => `Blocked in a sub-agent: ${headline}\nAllow:   Reply "allow ${number}"`,
  )
  const text = [...(outcome.kind === 'notice' ? [outcome.text] : []), ...lines].join('\n')
  return outcome.kind === 'notice' ? { ...outcome, text } : { kind: 'notice', text }
}

/** Lets pass what the user allowed by its number. */
export function takeReplies(fold: SessionFold, sessionId: string, edge: HookContext): void {
  if (fold.offered.replies.length === 0 || !canReply(edge)) return
  acceptReplies(fold.offered, { folder: stateFolder(edge.home), sessionId, now: edge.now() })
}

/** The number of a stopped call. One that is still open keeps the number that it was shown with. */
export function offerNumberFor(call: Omit<Offer, 'number'>, log: SessionLog): number {
  const { offers, replies } = log.fold().offered
  const taken = new Set(replies.flatMap((reply) => reply.offers.map(({ number }) => number)))
  const open = offers.findLast(({ key, number }) => key === call.key && !taken.has(number))
  if (open) return open.number
  log.append({ type: 'offer', ...call })
  return log.fold().offered.offers.findLast(({ key }) => key === call.key)?.number ?? 0
}

/** What is said to a prompt that is a reply; undefined for any other prompt. */
export function replyOutcome({ text }: PersonPrompt, edge: HookContext, log: SessionLog): EventOutcome | undefined {
  const numbers = offerNumbers(text)
  const { offers } = log.fold().offered
  if (numbers === undefined || offers.length === 0) return undefined
  const known = repliedOffers(text, offers)
  const missing = numbers.filter((number) => !offers.some((offer) => offer.number === number))
  if (missing.length > 0)
    return { kind: 'notice', text: `Irongate stopped no call number ${missing.join(', ')} in this session.` }
  const unseen = known.flatMap(({ number, unshown }) => (unshown ? [number] : []))
  if (unseen.length > 0)
    return {
      kind: 'notice',
      text: `"allow ${unseen.join(', ')}" doesn't count yet: you hadn't been shown what it allows.`,
    }
  const what = known.map(({ headline }) => headline).join('; ')
  if (!canReply(edge))
    return {
      kind: 'notice',
      text: `A reply doesn't count here. Run \`irongate approve ${numbers[0]}\` in your own terminal.`,
    }
  return {
    kind: 'notice',
    text: `Allowed once: ${what}`,
    agent: `The user allowed this once: ${what}. Make exactly the same call again; it passes once. It covers nothing else.`,
  }
}
