import { oneLine } from '../../messages.ts'
import type { PendingCalls, ServiceAnswer } from '../api/service.ts'
import type { AnswerRequest, HandedAsk, PendingAsk } from '../api/shapes.ts'
import type { Documents, StoredDocument } from '../store/store.ts'
import { type AnswerText, type SignedAnswer, signAnswer, signingKey } from './signing.ts'

/** No call waits longer than this, whatever its machine says. */
const MAX_WAIT_MS = 24 * 60 * 60 * 1000
/** How long it can still be seen what was answered. */
const ANSWER_RETENTION_MS = 60 * 60 * 1000
const MOST_NOTE = 1000

/** Calls of other machines that wait: each machine hands over its own, and takes the answers with it. */
export interface FleetAsks {
  /** All calls of a machine that wait now; what it hands over no more waits no more. Gives the answers to them. */
  handOver(machine: string, asks: readonly HandedAsk[]): Promise<readonly SignedAnswer[]>
}

interface AnswerValue {
  readonly signed: SignedAnswer
  readonly key: string
  readonly answer: string
  readonly by: string
}

/** Beyond its machine an id has its machine in it. */
function placeOf(id: string): string | undefined {
  const [, own, machine] = /^([0-9a-f]{8})@([\w.-]{1,100})$/.exec(id) ?? []
  return own === undefined ? undefined : `${machine}/${own}`
}

export function fleetAsks(documents: Documents, now: () => number): FleetAsks {
  return {
    handOver: async (machine, asks) => {
      const known = (await documents.list('ask')).filter(({ id }) => id.startsWith(`${machine}/`))
      const answers: SignedAnswer[] = []
      for (const handed of asks) {
        const id = `${machine}/${handed.ask.id}`
        await keepAsk(documents, { id, handed, machine }, { known, now: now() })
        const found = (await documents.get('answer', id))?.value as AnswerValue | undefined
        if (found?.key === handed.key) answers.push(found.signed)
      }
      const waiting = new Set(asks.map(({ ask }) => `${machine}/${ask.id}`))
      for (const { id } of known) if (!waiting.has(id)) await documents.remove('ask', id)
      return answers
    },
  }
}

interface KeptAsk {
  readonly id: string
  readonly handed: HandedAsk
  readonly machine: string
}

async function keepAsk(
  documents: Documents,
  { id, handed, machine }: KeptAsk,
  at: { readonly known: readonly StoredDocument[]; readonly now: number },
): Promise<void> {
  const before = at.known.find((one) => one.id === id)
  if ((before?.value as HandedAsk | undefined)?.key === handed.key) return
  const beyond = (own: string) => `${own}@${machine}`
  const { ask, key } = handed
  // What a machine says of itself does not count: its credential does.
  const shown: PendingAsk = { ...ask, machine, id: beyond(ask.id), equal: ask.equal.map(beyond) }
  const expires = Math.min(ask.until, at.now + MAX_WAIT_MS)
  await documents.put({ kind: 'ask', id, value: { ask: shown, key }, expires }, before?.version ?? 0)
}

/** The calls of this machine and those that others handed over. */
export function combineAsks(own: PendingCalls, documents: Documents, now: () => number): PendingCalls {
  return {
    pending: async () => {
      const [mine, asks, answers] = await Promise.all([own.pending(), documents.list('ask'), documents.list('answer')])
      const over = new Set(answers.map(({ id }) => id))
      return [...mine, ...asks.filter(({ id }) => !over.has(id)).map(({ value }) => (value as HandedAsk).ask)]
    },
    answer: async (id, given, by) => {
      if (placeOf(id) === undefined) return own.answer(id, given, by)
      return answerFleetAsk(id, given, { documents, by: by.name, now: now() })
    },
    answered: async (id) => {
      const place = placeOf(id)
      if (place === undefined) return own.answered(id)
      const found = (await documents.get('answer', place))?.value as AnswerValue | undefined
      return found && { answer: found.answer, by: found.by }
    },
  }
}

interface AnswerContext {
  readonly documents: Documents
  readonly by: string
  readonly now: number
}

async function answerFleetAsk(id: string, given: AnswerRequest, at: AnswerContext): Promise<ServiceAnswer> {
  const ask = await findWaitingAsk(id, at)
  if (ask === undefined) return { kind: 'late' }
  if (given.answer === 'session' && ask.ask.scope === undefined)
    return { kind: 'refused', why: 'this one can be answered with yes or no, not for the session' }
  // The one that was shown is the one that was meant.
  if (!(await takeAsk(ask, given, at))) return { kind: 'late' }
  const ids = [id]
  for (const other of given.equal ? ask.ask.equal : []) {
    const equal = other === id ? undefined : await findWaitingAsk(other, at)
    if (equal !== undefined && (await takeAsk(equal, given, at))) ids.push(other)
  }
  return { kind: 'taken', ids }
}

async function findWaitingAsk(id: string, { documents, now }: AnswerContext): Promise<HandedAsk | undefined> {
  const place = placeOf(id)
  const found = place === undefined ? undefined : ((await documents.get('ask', place))?.value as HandedAsk | undefined)
  return found && found.ask.until > now ? found : undefined
}

/** INVARIANT: of all who answer the same call, on whichever server, exactly one is told true. */
async function takeAsk(
  handed: HandedAsk,
  given: AnswerRequest,
  { documents, by, now }: AnswerContext,
): Promise<boolean> {
  const { ask, key } = handed
  const place = placeOf(ask.id)
  if (place === undefined) return false
  const note = given.note === undefined ? '' : oneLine(given.note).slice(0, MOST_NOTE)
  // What is offered for one session is not offered for another.
  const answer = given.answer === 'session' && ask.scope === undefined ? 'yes' : given.answer
  const text: AnswerText = {
    v: 1,
    machine: ask.machine,
    id: ask.id.slice(0, 8),
    key,
    answer,
    by: oneLine(by),
    at: now,
    until: ask.until,
    ...(note !== '' && { note }),
  }
  const before = await documents.get('answer', place)
  // An id comes twice only by chance: an answer to the other one is not in the way.
  const version = before === undefined || (before.value as AnswerValue).key === key ? 0 : before.version
  const value: AnswerValue = { signed: signAnswer(text, await signingKey(documents)), key, answer, by: text.by }
  const expires = Math.min(ask.until, now + MAX_WAIT_MS) + ANSWER_RETENTION_MS
  return documents.put({ kind: 'answer', id: place, value, expires }, version)
}
