import { hashOf } from '../access/pairings.ts'
import type { Documents } from '../store/store.ts'
import { newKey } from './keys.ts'

/** A machine that hands over its Records. Its credential appends as this machine, and does nothing else. */
export interface Machine {
  readonly name: string
  readonly at: number
}

interface MachineValue {
  readonly v: 1
  readonly at: number
  /** The hash of its credential: whoever enrols again ends what counted before. */
  readonly credential: string
}

interface EnrolmentValue {
  readonly v: 1
  readonly machine: string
  /** The hash of the credential that was enrolled with it. */
  readonly credential?: string
}

const ENROLMENT_MS = 60 * 60 * 1000

/** A code that enrols one machine, once, within an hour. Who asks for it has made sure that a person does. */
export async function beginEnrolment(documents: Documents, machine: string, now: number): Promise<string> {
  const code = newKey('enrolment')
  const value: EnrolmentValue = { v: 1, machine }
  await documents.put({ kind: 'enrolment', id: hashOf(code), value, expires: now + ENROLMENT_MS }, 0)
  return code
}

/** The machine that a code enrols. */
export async function enrolmentOf(documents: Documents, code: string): Promise<string | undefined> {
  const found = await documents.get('enrolment', hashOf(code))
  return (found?.value as EnrolmentValue | undefined)?.machine
}

/**
 * Enrols a credential, of which only the hash is told. Of two with the same code one is refused; whoever was cut off comes again with
 * the same credential.
 */
export async function enrollCredential(
  documents: Documents,
  code: string,
  credential: string,
  now: number,
): Promise<boolean> {
  const found = await documents.get('enrolment', hashOf(code))
  if (found === undefined) return false
  const { expires } = found
  const value = found.value as EnrolmentValue
  if (value.credential === undefined) {
    const claimed = { kind: 'enrolment', id: found.id, value: { ...value, credential }, ...(expires && { expires }) }
    if (!(await documents.put(claimed, found.version))) return false
  } else if (value.credential !== credential) return false
  await documents.put({ kind: 'machine-key', id: credential, value: { machine: value.machine } }, 0)
  const before = await documents.get('machine', value.machine)
  const machine: MachineValue = { v: 1, at: now, credential }
  return documents.put({ kind: 'machine', id: value.machine, value: machine }, before?.version ?? 0)
}

/** The machine of a credential, as long as it is enrolled with it. */
export async function machineOf(documents: Documents, credential: string): Promise<string | undefined> {
  const hash = hashOf(credential)
  const key = await documents.get('machine-key', hash)
  const name = (key?.value as { readonly machine?: string } | undefined)?.machine
  const machine = name === undefined ? undefined : await documents.get('machine', name)
  return (machine?.value as MachineValue | undefined)?.credential === hash ? name : undefined
}

export async function listMachines(documents: Documents): Promise<readonly Machine[]> {
  return (await documents.list('machine')).map(({ id, value }) => ({ name: id, at: (value as MachineValue).at }))
}

/** Its credential counts no more; its Records stay. */
export async function removeMachine(documents: Documents, name: string): Promise<boolean> {
  const found = await documents.get('machine', name)
  if (found === undefined) return false
  await documents.remove('machine-key', (found.value as MachineValue).credential)
  return documents.remove('machine', name)
}
