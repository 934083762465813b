import type { Facts } from '../facts.ts'
import { isSecretOrigin } from '../secrets.ts'
import type { DataSource } from '../words.ts'

/** The sources as what they hold: a file that an earlier call made of a secret is one. */
export function carriedSources(sources: readonly DataSource[], { session }: Facts): readonly DataSource[] {
  const { carriers } = session
  if (carriers === undefined || carriers.size === 0) return sources
  return sources.map((source) =>
    source.kind === 'file' && !source.secret && carriers.has(source.path) ? { ...source, secret: true } : source,
  )
}

export function carriesSecret(sources: readonly DataSource[], facts: Facts): boolean {
  return carriedSources(sources, facts).some(isSecretOrigin)
}
