import { canonicalHost, classifyHost, type HostAddress, isForge as isForgeHost } from '../analysis/remote/hosts.ts'
import type { TrustedPlaces } from './category.ts'

export type Reach = HostAddress | 'trusted'

/** A host or bucket name without scheme, user, port, path and brackets. */
export function bareHost(host: string): string {
  const place = host.replace(/^[a-z][a-z0-9+.-]{0,11}:\/\//i, '').split('/', 1)[0] ?? ''
  const name = place.slice(place.lastIndexOf('@') + 1)
  if (name.startsWith('[')) return canonicalHost(name.slice(1).split(']')[0] ?? '')
  return canonicalHost(name.split(':').length === 2 ? (name.split(':')[0] ?? '') : name)
}

/** How far away a host is. Metadata addresses and catchers are never trusted by a wildcard. */
export function hostReach(host: string, trusted: TrustedPlaces): Reach {
  const name = bareHost(host)
  const address = classifyHost(name)
  if (address === 'metadata' || address === 'loopback') return address
  return trusted.domains.some((domain) => matchesTrustedDomain(name, domain)) ? 'trusted' : address
}

/** `*.x.com` covers what is below x.com; `x.com` covers exactly that. */
export function matchesTrustedDomain(host: string, pattern: string): boolean {
  const wanted = pattern.toLowerCase()
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) && host.length > wanted.length - 1 : host === wanted
}

export function isForgeService(host: string): boolean {
  return isForgeHost(bareHost(host))
}

/** The host of a URL or of an scp-like address; undefined for a plain name such as `origin`. */
export function hostOfRemote(remote: string): string | undefined {
  const url = /^[a-z][a-z0-9+.-]*:\/\/([^/]+)/i.exec(remote)
  if (url?.[1]) return bareHost(url[1])
  const scp = /^(?:[^/@\s]+@)?([^/:\s]+\.[^/:\s]+):/.exec(remote)
  return scp?.[1] ? bareHost(scp[1]) : undefined
}

/** A remote's address for people, without what it logs in with. */
export function bareRemote(remote: string): string {
  return remote.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1').slice(0, 200)
}
