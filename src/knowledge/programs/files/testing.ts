import type { Effect } from '../../../analysis/effects.ts'
import type { PathUse } from '../../../analysis/paths/paths.ts'
import { readCommand } from '../../../analysis/testing.ts'
import type { FixedFacts } from '../../../facts/fixed.ts'

/** For tests: one line per effect that matters; plain reads of untagged paths are left out. */
export function summarizeEffects(command: string, facts: FixedFacts = {}): { grade: string; effects: string[] } {
  const { grade, effects } = readCommand(command, facts)
  return { grade: grade ?? 'none', effects: effects.flatMap(describeEffect) }
}

/** Home is written short, whatever the shell made of it. */
function shortenHome(path: PathUse): string {
  return path.text.replace(/^\/home\/dev(?=\/(?!project)|$)/, '~')
}

function describeEffect(effect: Effect): string[] {
  const doubt = effect.certainty === 'certain' ? '' : ` (${effect.certainty})`
  switch (effect.kind) {
    case 'read-path':
      return effect.path.tags.length > 0 ? [`read ${shortenHome(effect.path)} ${effect.path.tags.join(' ')}`] : []
    case 'write-path':
      return [`${effect.how} ${shortenHome(effect.path)} ${effect.path.zone}${doubt}`]
    case 'delete-path':
      return [`${effect.wipe ? 'wipe' : 'delete'} ${shortenHome(effect.path)} ${effect.path.zone}${doubt}`]
    case 'change-mode':
      return [`mode ${effect.grants} ${effect.path.zone}`]
    case 'observe':
      return [`observe ${effect.what}${doubt}`]
    case 'signal-process':
      return [`signal ${effect.target} ${effect.owner}`]
    case 'weaken':
      return [`weaken ${effect.area}${doubt}`]
    case 'service-control':
      return [`${effect.verb} ${effect.service}`]
    case 'persist':
      return [`persist ${effect.mechanism}`]
    case 'grant':
      return [`grant ${effect.what} ${effect.to}`]
    case 'expose-secret':
      return [`expose ${effect.source.kind} ${effect.sink}${doubt}`]
    case 'send-data':
      return [
        `send ${effect.host} ${effect.payload.map((source) => (source.kind === 'file' ? source.path : source.kind)).join(',')}`,
      ]
    case 'apply-patch':
      return [`patch ${effect.seen ? 'seen' : 'unseen'}`]
    default:
      return [effect.kind + doubt]
  }
}
