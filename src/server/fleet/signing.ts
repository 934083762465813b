import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import type { PersonsAnswer } from '../../state/pending-calls.ts'
import type { Documents } from '../store/store.ts'

/** An answer as it travels: the very text that was signed, and the signature. */
export interface SignedAnswer {
  readonly text: string
  readonly signature: string
}

/** What a person answered to a call of another machine. */
export interface AnswerText {
  readonly v: 1
  readonly machine: string
  readonly id: string
  /** What the yes is bound to. */
  readonly key: string
  readonly answer: PersonsAnswer
  /** The name of the person. */
  readonly by: string
  readonly at: number
  /** Later it is no answer. */
  readonly until: number
  readonly note?: string
}

interface KeyPair {
  /** PKCS 8, and SubjectPublicKeyInfo; both in base64url. */
  readonly private: string
  readonly public: string
}

/** No signature over anything else is one over an answer. */
const SIGNING_CONTEXT = 'irongate answer 1\n'
const SIGNING_KEY_KIND = 'signing-key'
const SIGNING_KEY_ID = 'answers'

/** The key that answers are signed with: one for all servers of a store, made on first use. */
export async function signingKey(documents: Documents): Promise<KeyPair> {
  const known = await documents.get(SIGNING_KEY_KIND, SIGNING_KEY_ID)
  if (known !== undefined) return known.value as KeyPair
  const pair = generateKeyPairSync('ed25519')
  const value: KeyPair = {
    private: pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64url'),
    public: pair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64url'),
  }
  if (await documents.put({ kind: SIGNING_KEY_KIND, id: SIGNING_KEY_ID, value }, 0)) return value
  // Another server was first.
  return signingKey(documents)
}

/** Short enough to be carried by a person: a machine knows the key by it. */
export function fingerprintOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('base64url')
}

export function signAnswer(answer: AnswerText, { private: key }: KeyPair): SignedAnswer {
  const text = JSON.stringify(answer)
  const privateKey = createPrivateKey({ key: Buffer.from(key, 'base64url'), type: 'pkcs8', format: 'der' })
  return { text, signature: sign(null, Buffer.from(SIGNING_CONTEXT + text), privateKey).toString('base64url') }
}

const ANSWERS: ReadonlySet<unknown> = new Set<PersonsAnswer>(['yes', 'no', 'session'])

/** What was signed; undefined for whatever was not signed with this key, or is no answer. Never throws. */
export function verifyAnswer({ text, signature }: SignedAnswer, publicKey: string): AnswerText | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64url'), type: 'spki', format: 'der' })
    if (key.asymmetricKeyType !== 'ed25519') return undefined
    if (!verify(null, Buffer.from(SIGNING_CONTEXT + text), key, Buffer.from(signature, 'base64url'))) return undefined
    const answer = JSON.parse(text) as Partial<AnswerText>
    const texts = [answer.machine, answer.id, answer.key, answer.by].every((one) => typeof one === 'string')
    const times = [answer.at, answer.until].every((one) => Number.isFinite(one))
    const note = answer.note === undefined || typeof answer.note === 'string'
    return answer.v === 1 && texts && times && note && ANSWERS.has(answer.answer) ? (answer as AnswerText) : undefined
  } catch {
    return undefined
  }
}
