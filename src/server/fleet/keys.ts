import { randomBytes } from 'node:crypto'

/** What keys are for, told by how they begin: a machine, its enrolment, a person. Only their hashes are kept. */
export const PREFIX = { machine: 'igm_', enrolment: 'ige_', person: 'igp_' } as const
export type KeyKind = keyof typeof PREFIX

export function newKey(kind: KeyKind): string {
  return `${PREFIX[kind]}${randomBytes(32).toString('base64url')}`
}

export function kindOf(key: string): KeyKind | undefined {
  const kinds = Object.keys(PREFIX) as KeyKind[]
  return kinds.find((kind) => key.startsWith(PREFIX[kind]) && /^[\w-]{43}$/.test(key.slice(PREFIX[kind].length)))
}

/** Names of machines and of people: they stand in lists, in ids and on terminals. */
export function isName(text: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,79}$/.test(text)
}
