import { accessSync, constants, existsSync } from 'node:fs'
import { dirname } from 'node:path'

/** Something that a person can fix: the message says where it is, and mostly what to do. */
export class FixableError extends Error {}

interface SystemError extends Error {
  readonly code?: unknown
  readonly syscall?: unknown
  readonly path?: unknown
  readonly hostname?: unknown
  readonly address?: unknown
  readonly port?: unknown
  /** Of a host with several addresses: what each of them said. */
  readonly errors?: readonly unknown[]
}

const PROBLEMS_BY_CODE: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'is not there; make it, or name another'],
  ['EACCES', 'may not be used by this account; correct its owner and modes'],
  ['EPERM', 'may not be changed by this account; correct its owner and modes'],
  ['EROFS', 'lies on a read-only file system; make it writable'],
  ['ENOSPC', 'has no room: the disk is full; make some'],
  ['EDQUOT', "has no room: this account's share of the disk is full; make some"],
  ['ENOTDIR', 'is not there: a part of that path is no folder; name another'],
  ['EISDIR', 'is a folder; name a file'],
  ['ENOTFOUND', 'is no host that can be found; correct the address'],
  ['EAI_AGAIN', 'could not be looked up; look at the network, and at the address'],
  ['ECONNREFUSED', 'refuses the connection: nobody listens there; start it, or correct the address'],
  ['ETIMEDOUT', 'does not answer; look at the network, and at the address'],
  ['EHOSTUNREACH', 'cannot be reached; look at the network, and at the address'],
  ['ENETUNREACH', 'cannot be reached; look at the network, and at the address'],
])

/** What went wrong outside of the gate, for the person who can fix it: where, and what to do. Undefined: the fault is our own. */
export function systemProblem(error: unknown): string | undefined {
  if (error instanceof FixableError) return error.message
  if (!(error instanceof Error)) return undefined
  const found = causeOf(error)
  const words = PROBLEMS_BY_CODE.get(found.code)
  return words === undefined ? undefined : `${errorPlace(found)} ${words}`
}

function causeOf(error: SystemError): SystemError {
  const [first] = error.errors ?? []
  if (first instanceof Error) return causeOf(first)
  const { code, syscall, path } = error
  const isVague = code === '' || (code === 'ENOENT' && syscall === 'mkdir')
  return isVague && typeof path === 'string' ? (realCause(path, error) as SystemError) : error
}

/** Of folders made one in another, and of deleting, the system names a wrong cause or none: what it says of the place itself. */
export function realCause(path: string, error: unknown): unknown {
  try {
    accessSync(nearestExisting(path), constants.W_OK)
    return error
  } catch (cause) {
    return cause
  }
}

function errorPlace({ code, path, hostname, address, port }: SystemError): string {
  if (typeof path === 'string') return code === 'ENOENT' ? firstMissing(path) : path
  if (typeof hostname === 'string') return hostname
  if (typeof address === 'string') return port === undefined ? address : `${address}:${String(port)}`
  return 'a place that it needs'
}

/** What is there of a path. */
function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path))
}

function firstMissing(path: string): string {
  const above = dirname(path)
  return above === path || existsSync(above) ? path : firstMissing(above)
}
