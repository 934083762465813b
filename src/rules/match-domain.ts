import { compileWildcard, matchesWildcard, type Wildcard } from './wildcard.ts'

/** What stands in `WebFetch(domain:…)`. */
export interface DomainPattern {
  /** `*.example.com`: any name below, not the name itself. */
  readonly below: boolean
  readonly everything: boolean
  readonly labels: readonly Wildcard[]
}

/** Reads a domain pattern; undefined when it is not one. */
export function compileDomain(text: string): DomainPattern | undefined {
  const name = text.trim().toLowerCase().replace(/\.$/, '')
  if (name === '*') return { below: false, everything: true, labels: [] }
  const below = name.startsWith('*.')
  const rest = below ? name.slice(2) : name
  if (!/^[\p{L}\p{N}_*-]+(?:\.[\p{L}\p{N}_*-]+)*$/u.test(rest) && !/^\[[0-9a-f:.]+\]$/.test(rest)) return undefined
  const ascii = rest.includes('*') ? rest : (urlHost(`https://${rest}/`) ?? rest)
  return { below, everything: false, labels: ascii.split('.').map(compileWildcard) }
}

/** The host of a web address as the network would read it; undefined when it is not one. */
export function urlHost(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  return hostname === '' ? undefined : hostname.toLowerCase().replace(/\.$/, '')
}

export function matchesDomain(pattern: DomainPattern, host: string): boolean {
  if (pattern.everything) return true
  const labels = host.split('.')
  const extra = labels.length - pattern.labels.length
  if (pattern.below ? extra < 1 : extra !== 0) return false
  return pattern.labels.every((label, index) => matchesWildcard(label, labels[extra + index] ?? ''))
}
