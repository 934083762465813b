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

/** Lets pass what the user allowed by its number. */
export function takeReplies(fold: SessionFold, sessionId: string, edge: HookContext): void {
  if (fold.offered.replies.length === 0 || !canReply(edge)) return
  acceptReplies(fold.offered, { folder: stateFolder(edge.home), sessionId, now: edge.now() })
}

/** The number of a stopped call. One that is still open keeps the number that it was shown with. */
export function offerNumberFor(call: Pick<Offer, 'key' | 'headline'>, log: SessionLog): number {
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
