import { classifyHost, urlParts } from './hosts.ts'

/** What a command finds in its environment: a name → its text, undefined where that is not known. */
export type CommandEnvironment = (begins: string) => ReadonlyMap<string, string | undefined>

export interface EndpointContext {
  readonly environment: CommandEnvironment
  /** Was this port handed on to another machine? */
  readonly isForwarded: (port: string) => boolean
  /** Does a server answer there that the session started, with nothing in it from before? */
  readonly isSessionPort: (port: string) => boolean
}

/** Names that a name server may give to any address do not count. */
const MACHINE_NAME = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|::1|0:0:0:0:0:0:0:1)$/

export function isPlaceHere(address: string, near: boolean, { isForwarded, isSessionPort }: EndpointContext): boolean {
  const { host, port, scheme } = urlParts(address)
  if (!MACHINE_NAME.test(host) || classifyHost(host) !== 'loopback') return false
  const at = port === '' ? (scheme === 'https' ? '443' : '80') : port
  return /^\d{1,5}$/.test(at) && !isForwarded(at) && (!near || isSessionPort(at))
}
