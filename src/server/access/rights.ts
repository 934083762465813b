import { timingSafeEqual } from 'node:crypto'
import { hashOf, isKey, pairingOf } from './pairings.ts'

/** `machine` hands over Records and asks as one machine, `enrol` makes it one: neither reads anything. */
export type Right = 'read' | 'submit' | 'answer' | 'policy' | 'machine' | 'enrol'

/** Who asks, and what they may do. */
export interface Caller {
  readonly name: string
  readonly rights: readonly Right[]
  /** A person looks at it: what a model said may be shown, because nobody acts on it who could be led by it. */
  readonly isPerson: boolean
  /** The machine whose Records it may hand over. */
  readonly machine?: string
}

/** Finds who belongs to a key. */
export interface Access {
  /** Undefined: nobody, or nobody any more. */
  callerOf(key: string): Promise<Caller | undefined>
}

export interface OwnAccessOptions {
  readonly folder: string
  readonly run: string
  readonly token: string
}

const TOKEN_CALLER: Caller = { name: 'token', rights: ['read', 'submit'], isPerson: false }

/** The token of this machine, and the browsers that were paired on its terminals. Read again each time: a pairing may have ended. */
export function ownAccess({ folder, run, token }: OwnAccessOptions): Access {
  const right = Buffer.from(hashOf(token), 'hex')
  return {
    callerOf: async (key) => {
      const hash = hashOf(key)
      if (timingSafeEqual(Buffer.from(hash, 'hex'), right)) return TOKEN_CALLER
      const pairing = isKey(key) ? pairingOf(folder, hash, run) : undefined
      return pairing && { name: pairing.name, rights: ['read', 'submit', 'answer', 'policy'], isPerson: true }
    },
  }
}

/** The first that knows the key. */
export function firstAccess(...ways: readonly Access[]): Access {
  return {
    callerOf: async (key) => {
      for (const way of ways) {
        const caller = await way.callerOf(key)
        if (caller !== undefined) return caller
      }
      return undefined
    },
  }
}
