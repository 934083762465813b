import { addressOf, hostOf } from '../hosts.ts'
import type { Scribe } from '../programs/program.ts'

const OUTWARD =
  /^(?:destination|destination_url|webhook|webhook_url|callback|callback_url|endpoint|upload_url|target_url|notify_url|forward_to)$/
const CARRIES =
  /[?&](?:cookies?|session(?:_?id)?|passw(?:or)?d|secret|credentials?|auth|api_?key|private_?key|ssn|iban|card)=[^&#]{6,}/i

/** An address that a call sends data to, or that carries data in its own parameters. */
export function stateOutward(key: string, text: string, scribe: Scribe): void {
  if (!/^https?:\/\//i.test(text) || !(OUTWARD.test(key) || CARRIES.test(text))) return
  const host = hostOf(text)
  if (host === '' || addressOf(host) === 'loopback') return
  scribe.effect({
    kind: 'external-write',
    service: host,
    nature: 'record',
    target: host,
    by: 'send data',
    certainty: 'likely',
  })
}
