import { urlParts } from '../../hosts.ts'
import type { Target } from '../../target.ts'
import { amountOf, hostTarget } from '../../targets.ts'

/** Ids that only machines use: nobody can have named them. */
const OPAQUE = /^(?:[0-9a-f]{8,}-[0-9a-f-]{8,}|[0-9a-f]{20,})$/i
/** Everything that a store holds. */
const EVERYTHING = /^(?:_all|\*+)$/
/** Deletes by what it finds: the things are those before it. */
const BY_QUERY = /(?:^|[/_-])(?:delete[-_]by[-_]query|bulk[-_]?delete|delete[-_]?all|purge|flush|truncate)$/i

/**
 * What a request deletes: on which host, and each thing that its path ends in. `/logs-*` is wider than any name, `/a,b` are two
 * things. Undefined for a request that deletes nothing.
 */
export function deletedTargets(url: string, method: string): readonly Target[] | undefined {
  const { host, rest } = urlParts(url)
  const path = decoded(rest.split(/[?#]/, 1)[0] ?? '')
  const byQuery = BY_QUERY.test(path)
  if (method !== 'DELETE' && !byQuery) return undefined
  const segments = path.split('/').filter((segment) => segment !== '')
  const last = byQuery ? segments.at(-2) : segments.at(-1)
  const type = (byQuery ? segments.at(-3) : segments.at(-2)) ?? ''
  const place = hostTarget(url)
  if (last === undefined || OPAQUE.test(last)) return [place]
  const names = last.split(',').filter((name) => name !== '' && !name.startsWith('-'))
  return [
    place,
    ...names.map(
      (name): Target =>
        EVERYTHING.test(name)
          ? { kind: 'resource', system: host, type, name: '', amount: 'all' }
          : { kind: 'resource', system: host, type, name, amount: amountOf(name) },
    ),
  ]
}

/** More than the things that are named: a pattern, or all there are. */
export function isMassDeletion(targets: readonly Target[]): boolean {
  return targets.some(({ amount }) => amount !== 'one')
}

function decoded(path: string): string {
  return path.replace(/%2a/gi, '*').replace(/%2c/gi, ',')
}
