import { hashOf } from '../access/pairings.ts'
import type { Caller, Right } from '../access/rights.ts'
import type { Documents, StoredDocument } from '../store/store.ts'
import { newKey } from './keys.ts'

/** What a person may do at a server: look; look and answer; look, and change the policy. */
export type PersonRole = 'look' | 'answer' | 'policy'
export const PERSON_ROLES: readonly PersonRole[] = ['look', 'answer', 'policy']

const ROLE_RIGHTS: Readonly<Record<PersonRole, readonly Right[]>> = {
  look: ['read'],
  answer: ['read', 'answer'],
  // Whoever writes the policy tries calls against it.
  policy: ['read', 'submit', 'policy'],
}

export interface Person {
  readonly name: string
  readonly roles: readonly PersonRole[]
  readonly at: number
}

const PERSON_KIND = 'person'

/** A new key for a person; only its hash is kept. Undefined where somebody has this name already. */
export async function addPerson(documents: Documents, person: Person): Promise<string | undefined> {
  const key = newKey('person')
  const id = hashOf(key)
  // The name is taken first: of two who are added under one name at the same time, one is refused.
  if (!(await documents.put({ kind: 'person-name', id: person.name, value: { key: id } }, 0))) return undefined
  await documents.put({ kind: PERSON_KIND, id, value: person }, 0)
  return key
}

export async function listPeople(documents: Documents): Promise<readonly Person[]> {
  const all = (await documents.list(PERSON_KIND)).map(personFrom)
  return all.sort((left, right) => left.name.localeCompare(right.name))
}

/** Their key counts no more. */
export async function removePerson(documents: Documents, name: string): Promise<boolean> {
  for (const document of await documents.list(PERSON_KIND))
    if (personFrom(document).name === name) await documents.remove(PERSON_KIND, document.id)
  return documents.remove('person-name', name)
}

/** Who has this key, and what they may do. */
export async function personOf(documents: Documents, key: string): Promise<Caller | undefined> {
  const found = await documents.get(PERSON_KIND, hashOf(key))
  if (found === undefined) return undefined
  const { name, roles } = personFrom(found)
  const known = PERSON_ROLES.filter((role) => roles.includes(role))
  return { name, rights: [...new Set(known.flatMap((role) => ROLE_RIGHTS[role]))], isPerson: true }
}

function personFrom({ value }: StoredDocument): Person {
  return value as Person
}
