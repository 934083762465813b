import { join } from 'node:path'
import { readSecret, saveSecret } from '../../state/secret-file.ts'
import { serverFolder } from '../access/folder.ts'
import { hashOf } from '../access/pairings.ts'
import { keyKindOf, newKey } from './keys.ts'
import { sendRequest } from './remote.ts'
import { fingerprintOf } from './signing.ts'

/** What a machine knows of the server that it was enrolled at. It lies in the gate's own folder, for this account alone. */
export interface Enrollment {
  readonly v: 1
  readonly server: string
  readonly machine: string
  readonly credential: string
  /** The server's key for answers: no other one is believed, whatever the server says later. */
  readonly key: string
}

/** What a person carries from the server to the machine: a one-time code, and by what to know the server's key. */
export interface EnrolmentCode {
  readonly code: string
  readonly fingerprint: string
}

export class EnrollmentError extends Error {}

const MOST_BYTES = 4096

function fileOf(home: string): string {
  return join(serverFolder(home), 'enrolled.json')
}

export function readEnrollment(home: string): Enrollment | undefined {
  const text = readSecret(fileOf(home), /^(\{.*\})\n$/s, MOST_BYTES)
  if (text === undefined) return undefined
  const found = JSON.parse(text) as Partial<Enrollment>
  const texts = [found.server, found.machine, found.credential, found.key]
  return found.v === 1 && texts.every((one) => typeof one === 'string') ? (found as Enrollment) : undefined
}

export function formatEnrollmentCode({ code, fingerprint }: EnrolmentCode): string {
  return `${code}.${fingerprint}`
}

export function parseEnrollmentCode(text: string): EnrolmentCode | undefined {
  const [code = '', fingerprint = '', more] = text.trim().split('.')
  return keyKindOf(code) === 'enrolment' && /^[\w-]{43}$/.test(fingerprint) && more === undefined
    ? { code, fingerprint }
    : undefined
}

/** Where a server may be: what is sent is nobody's business on the way. */
export function serverUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || url.username !== '' || url.pathname !== '/' || url.search + url.hash !== '') return undefined
  const isLoopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback) ? url : undefined
}

/** Enrols this machine. Its credential is made here; the server gets to know the hash of it. */
export async function enrollMachine(
  home: string,
  server: URL,
  { code, fingerprint }: EnrolmentCode,
): Promise<Enrollment> {
  const credential = newKey('machine')
  const body = JSON.stringify({ credential: hashOf(credential) })
  const sent = { method: 'POST', body, type: 'application/json', key: code }
  const got = (await sendRequest(server.origin, '/machine/enrol', sent)) as { machine?: unknown; key?: unknown }
  const { machine, key } = got
  if (typeof machine !== 'string' || typeof key !== 'string')
    throw new EnrollmentError('the server gave no answer of use')
  if (fingerprintOf(key) !== fingerprint)
    throw new EnrollmentError('the key of this server is not that of the enrolment: another server answered')
  const made: Enrollment = { v: 1, server: server.origin, machine, credential, key }
  saveSecret(fileOf(home), `${JSON.stringify(made)}\n`)
  return made
}
