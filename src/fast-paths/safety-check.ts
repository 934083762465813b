import { hasRole } from '../analysis/doer.ts'
import type { Effect } from '../analysis/effects.ts'
import { guardOf, type PathTag } from '../analysis/paths.ts'
import type { FastPath } from './fast-path.ts'

/** What no judge may approve: git's internals, our own and the agents' settings, state and hook files. */
const GUARDED: readonly PathTag[] = ['git-internal', 'gate-own', 'transcript', 'agent-settings']

/** The guarded path an effect would change, unless git itself does it as part of its work. */
function guardedPath(effect: Effect): string | undefined {
  const written = effect.kind === 'touch-guarded' && (effect.role === 'write' || guardOf(effect.path) === 'own')
  if (!written && effect.kind !== 'write-path' && effect.kind !== 'delete-path' && effect.kind !== 'change-mode')
    return undefined
  if (effect.certainty === 'possible' || hasRole(effect, 'git')) return undefined
  if (effect.kind === 'delete-path' && isThrowAway(effect)) return undefined
  return effect.path.tags.some((tag) => GUARDED.includes(tag)) ? effect.path.text : undefined
}

/** A lock that git left behind holds nothing; and a repository that the session made in a temporary folder is its own. */
function isThrowAway({ path, recursive }: Extract<Effect, { kind: 'delete-path' }>): boolean {
  const guards = path.tags.filter((tag) => GUARDED.includes(tag))
  if (guards.some((tag) => tag !== 'git-internal') || path.glob || path.dynamic) return false
  return (
    (!recursive && /\/\.git\/(?:.*\/)?[^/]+\.lock$/.test(path.real ?? '')) || (path.sessionMade && path.zone === 'temp')
  )
}

/** Page 2: a safety check that no judge may approve asks in every mode, bypass included. */
export const SAFETY_CHECK: FastPath = {
  name: 'safety-check',
  number: 2,
  answers: 'ask',
  applies: ({ action }) => {
    for (const effect of action.effects) {
      const path = guardedPath(effect)
      if (path !== undefined) return path
    }
    return undefined
  },
}
