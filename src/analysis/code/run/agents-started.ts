import { freesAgent } from '../../free-agents.ts'
import { libraryOf } from './far-objects.ts'
import type { Run } from './run.ts'
import { type CodeCall, lastOf } from './table.ts'
import { type Abstract, exact } from './value.ts'

const HOLDS =
  /^(?:print|printf?|puts|log|debug|info|warn|warning|error|write\w*|dumps?|stringify|assert\w*|expect|\w*equals?|toequal|tobe|deepequal|render|get|pop|push|append|update|set|setdefault|includes|test|describe|it|freeze|dict|assign)$/i
const MOST = 60
const DEEPEST = 3

/** A call that is told to start something with its checks off, by the name of a setting among what it is given. */
export function stateStartedAgent({ name, args, named }: CodeCall, run: Run): void {
  if (named.size === 0 && !args.some(({ fields }) => fields !== undefined)) return
  if (HOLDS.test(lastOf(name).replace('()', ''))) return
  const settings: [string, Abstract][] = [...named].slice(0, MOST)
  let level: readonly Abstract[] = [...args, ...named.values()]
  for (let depth = 0; depth < DEEPEST && settings.length < MOST; depth++) {
    const inside = level.flatMap(({ fields }) => [...(fields ?? [])].slice(0, MOST)).slice(0, MOST)
    settings.push(...inside)
    level = inside.map(([, value]) => value)
  }
  if (!settings.some(([key, value]) => freesAgent(key, exact(value) ?? value.ref ?? ''))) return
  run.acts({ kind: 'spawn-agent', agent: libraryOf(name), broad: true, prompt: undefined, by: name })
}
