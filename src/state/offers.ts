import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from '../transcript/entries.ts'
import { giveApproval } from './approvals.ts'
import { fileNameFor, privateFolder } from './private-folder.ts'
import type { SessionEvent } from './session-events.ts'
import type { AttestationResult } from './typed-prompt-proof.ts'

/** A stopped call that the user can allow once by its number. Numbers are places in the session's log: none is used twice. */
export interface Offer {
  readonly number: number
  /** What an approval of exactly this call is bound to. */
  readonly key: string
  readonly headline: string
  /** The user has not been shown it yet. */
  readonly unshown?: true
}

/** A turn of the user that is nothing but `allow 3`, or `allow 3 and 4`. */
export interface OfferReply {
  /** Its place in the log: each reply counts once. */
  readonly place: number
  readonly offers: readonly Offer[]
}

export interface OfferFold {
  readonly offers: readonly Offer[]
  /** Replies that the user provably typed, each with the offers made before it that it takes. */
  readonly replies: readonly OfferReply[]
}

const REPLY = /^\s*allow\s+#?\d{1,4}(?:\s*(?:,|&|\s|\band\b)\s*#?\d{1,4}){0,19}\s*[.!]?\s*$/i

/** The numbers in a turn that is nothing but a reply; undefined for any other turn. */
export function offerNumbers(text: string): readonly number[] | undefined {
  if (text.length > 200 || !REPLY.test(text)) return undefined
  return (text.match(/\d+/g) ?? []).map(Number)
}

/** The offers that a turn takes, if it is nothing but a reply. */
export function repliedOffers(text: string, offers: readonly Offer[]): readonly Offer[] {
  const numbers = offers.length === 0 ? [] : (offerNumbers(text) ?? [])
  return numbers.length === 0 ? [] : offers.filter(({ number }) => numbers.includes(number))
}

/** What a judge may see: a reply is about one stopped call, and asks for nothing else. */
export function withoutReplies(entries: readonly Entry[], { offers }: OfferFold): readonly Entry[] {
  if (offers.length === 0) return entries
  return entries.filter((entry) => entry.kind !== 'user' || repliedOffers(entry.text, offers).length === 0)
}

/** INVARIANT: a reply takes only what the user was shown before it, and only if they typed all of the turn. */
export function foldOffers(events: readonly SessionEvent[], proofs: ReadonlyMap<string, AttestationResult>): OfferFold {
  let offers: Offer[] = []
  const replies: OfferReply[] = []
  for (const [place, event] of events.entries()) {
    if (event.type === 'offer') {
      const { type: _, ...offer } = event
      offers.push({ number: offers.length + 1, ...offer })
    }
    if (event.type === 'offers-shown') offers = offers.map(({ unshown: _, ...offer }) => offer)
    if (offers.length === 0 || event.type !== 'entry' || !isTypedTurn(event, proofs)) continue
    const shown = offers.filter(({ unshown }) => unshown !== true)
    const taken = event.entry.kind === 'user' ? repliedOffers(event.entry.text, shown) : []
    if (taken.length > 0) replies.push({ place, offers: taken })
  }
  return { offers, replies }
}

function isTypedTurn(
  { entry, agent, claim, origin, standsFor }: Extract<SessionEvent, { type: 'entry' }>,
  proofs: ReadonlyMap<string, AttestationResult>,
): boolean {
  if (entry.kind !== 'user' || agent !== undefined || standsFor !== undefined) return false
  if (claim === undefined) return entry.trusted && origin === 'host'
  const proof = claim.fits ? proofs.get(claim.key) : undefined
  return proof?.kind === 'typed' && proof.text.trim() === entry.text.trim()
}

/** Gives the approvals that replies ask for. Of all processes that see a reply, one gives them. */
export function acceptReplies(
  { replies }: OfferFold,
  { folder, sessionId, now }: { readonly folder: string; readonly sessionId: string; readonly now: number },
): void {
  for (const { place, offers } of replies)
    for (const { number, key } of offers)
      if (isFirst(folder, `${fileNameFor(sessionId)}.${place}.${number}`)) giveApproval(folder, { key, sessionId }, now)
}

function isFirst(folder: string, name: string): boolean {
  try {
    closeSync(openSync(join(privateFolder(join(folder, 'replies')), name), 'wx', 0o600))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
