import { join } from 'node:path'
import { keepSecret, readSecret } from '../../state/secret-file.ts'
import { serverFolder } from '../access/folder.ts'
import { hashOf } from '../access/pairings.ts'
import { kindOf, newKey } from './keys.ts'
import { request } from './remote.ts'
import { fingerprintOf } from './signing.ts'

/** What a machine knows of the server that it was enrolled at. It lies in the gate's own folder, for this account alone. */
export interface Enrolled {
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

export class CannotEnrol extends Error {}

const MOST_BYTES = 4096

function fileOf(home: string): string {
  return join(serverFolder(home), 'enrolled.json')
}

export function enrolled(home: string): Enrolled | undefined {
  const text = readSecret(fileOf(home), /^(\{.*\})\n$/s, MOST_BYTES)
  if (text === undefined) return undefined
  const found = JSON.parse(text) as Partial<Enrolled>
  const texts = [found.server, found.machine, found.credential, found.key]
  return found.v === 1 && texts.every((one) => typeof one === 'string') ? (found as Enrolled) : undefined
}

export function codeText({ code, fingerprint }: EnrolmentCode): string {
  return `${code}.${fingerprint}`
}

export function codeIn(text: string): EnrolmentCode | undefined {
  const [code = '', fingerprint = '', more] = text.trim().split('.')
  return kindOf(code) === 'enrolment' && /^[\w-]{43}$/.test(fingerprint) && more === undefined
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
export async function enrolHere(home: string, server: URL, { code, fingerprint }: EnrolmentCode): Promise<Enrolled> {
  const credential = newKey('machine')
  const body = JSON.stringify({ credential: hashOf(credential) })
  const sent = { method: 'POST', body, type: 'application/json', key: code }
  const got = (await request(server.origin, '/machine/enrol', sent)) as { machine?: unknown; key?: unknown }
  const { machine, key } = got
  if (typeof machine !== 'string' || typeof key !== 'string') throw new CannotEnrol('the server gave no answer of use')
  if (fingerprintOf(key) !== fingerprint)
    throw new CannotEnrol('the key of this server is not that of the enrolment: another server answered')
  const made: Enrolled = { v: 1, server: server.origin, machine, credential, key }
  keepSecret(fileOf(home), `${JSON.stringify(made)}\n`)
  return made
}
