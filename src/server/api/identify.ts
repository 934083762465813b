import type { IncomingMessage } from 'node:http'
import type { Caller, Right } from '../access/rights.ts'
import { RequestRefusedError } from './problem.ts'
import { bearerToken, createGuessLimiter } from './request-guard.ts'
import type { Service } from './service.ts'

export interface KnownCaller {
  readonly caller: Caller
  readonly key: string
}

/** Who asks. INVARIANT: whoever is nobody is refused, and all of them with the same words. */
export type IdentifyCaller = (incoming: IncomingMessage) => Promise<KnownCaller>

/** One for all ways in: guesses are counted together. */
export function createCallerIdentification({
  access,
  metrics,
  now,
}: Pick<Service, 'access' | 'metrics' | 'now'>): IdentifyCaller {
  const guesses = createGuessLimiter(now)
  return async ({ headers, socket }) => {
    const key = bearerToken(headers.authorization)
    const caller = key === undefined ? undefined : await access.callerOf(key)
    if (key !== undefined && caller !== undefined) return { caller, key }
    if (key !== undefined) metrics.count('irongate_refused_keys_total')
    if (key !== undefined && guesses.note(socket.remoteAddress ?? 'socket'))
      throw new RequestRefusedError(429, 'too many wrong keys', { headers: { 'Retry-After': '60' } })
    throw new RequestRefusedError(401, 'a key is needed: Authorization: Bearer …', {
      hint: 'the token lies in ~/.irongate/state/server/token; `irongate pair` gives a person a key that may answer',
      headers: { 'WWW-Authenticate': 'Bearer realm="irongate"' },
    })
  }
}

/** Refuses whoever has not this right. */
export function requireRight({ rights }: Caller, right: Right): void {
  if (rights.includes(right)) return
  const hint =
    right === 'answer' || right === 'policy'
      ? 'only a person does this: pair this browser with `irongate pair`, in your own terminal'
      : 'this key was given for something else'
  throw new RequestRefusedError(403, `this key may not do that (${right})`, { hint })
}
