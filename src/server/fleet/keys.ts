import { randomBytes } from 'node:crypto'

/** What keys are for, known by how they begin: a machine, its enrolment, a person. Only their hashes are kept. */
export const KEY_PREFIXES = { machine: 'igm_', enrolment: 'ige_', person: 'igp_' } as const
export type KeyKind = keyof typeof KEY_PREFIXES

export function newKey(kind: KeyKind): string {
  return `${KEY_PREFIXES[kind]}${randomBytes(32).toString('base64url')}`
}

export function keyKindOf(key: string): KeyKind | undefined {
  const kinds = Object.keys(KEY_PREFIXES) as KeyKind[]
  return kinds.find(
    (kind) => key.startsWith(KEY_PREFIXES[kind]) && /^[\w-]{43}$/.test(key.slice(KEY_PREFIXES[kind].length)),
  )
}

/** Names of machines and of people: they stand in lists, in ids and on terminals. */
export function isListName(text: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,79}$/.test(text)
}
