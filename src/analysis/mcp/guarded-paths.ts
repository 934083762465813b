import type { PathTag, PathUse } from '../paths.ts'
import type { Scribe } from '../programs/program.ts'
import type { DataSource } from '../words.ts'
import { isLocalPath, isOutputKey, isPathKey } from './keys.ts'
import type { Verb } from './verbs.ts'

/** Places where a write by somebody else's tool is never a matter of course. */
const GUARDED: ReadonlySet<PathTag> = new Set<PathTag>([
  'gate-own',
  'agent-settings',
  'shell-startup',
  'ssh-access',
  'persistence',
  'privilege',
  'git-hook',
  'git-internal',
])

/** A path among the arguments: looked at by a tool that looks, and open to anything by one that may do more. */
export function statePathArgument(key: string, text: string, verb: Verb, scribe: Scribe): void {
  if (!isPathKey(key) || !isLocalPath(text)) return
  const path = pathIn(text, scribe)
  const writes = isOutputKey(key) || (verb.type !== 'read' && verb.type !== 'navigate')
  if (writes && path.tags.some((tag) => GUARDED.has(tag)))
    scribe.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined, certainty: 'likely' })
  const sure = verb.type === 'read' || path.tags.includes('secret')
  if (!isOutputKey(key))
    scribe.effect({ kind: 'read-path', path, list: false, certainty: sure ? 'likely' : 'possible' })
}

export function secretFile(text: string, scribe: Scribe): DataSource | undefined {
  if (!isLocalPath(text) || /\s/.test(text)) return undefined
  const { real, text: shown, tags } = pathIn(text, scribe)
  const carried = real !== undefined && scribe.facts.session.carriers?.has(real) === true
  return tags.includes('secret') || carried ? { kind: 'file', path: real ?? shown, secret: true } : undefined
}

function pathIn(text: string, scribe: Scribe): PathUse {
  return scribe.pathOf(text.replace(/^file:\/*/i, '/'))
}
