import type { Effect } from '../../analysis/effects.ts'
import { isRaised } from '../../analysis/layers.ts'
import type { PathTag } from '../../analysis/paths.ts'
import { meaningOf } from '../../analysis/verbs.ts'
import { CHANGE, DELETE } from '../acts.ts'
import type { Category } from '../category.ts'
import { actsOfChange, actsOfStatement, databaseWords, targetNouns } from '../change-acts.ts'
import { detector, doubted, type Found, isLocalContainer, type Put, putOf } from '../find.ts'
import { lookAtResource } from '../instead.ts'
import { pathSpellings, targetSpellings } from '../spellings.ts'

/** Places another category answers for. */
const ELSEWHERE: readonly PathTag[] = [
  'privilege',
  'ssh-access',
  'persistence',
  'shell-startup',
  'log',
  'gate-own',
  'agent-settings',
  'device-storage',
  'null-device',
]
/** Switches of the running kernel. */
const KERNEL = /^\/(?:proc\/(?:sys|[^/]+\/mem$)|dev\/k?mem$|sys)/
/** Where people put their own additions; what is trusted for the whole machine is more than that. */
const ADDITIONS = /^\/(?:usr\/local|opt)\/(?!share\/ca-certificates)/

export const category: Category = {
  id: 'shared-resources',
  title: 'Changes to shared resources',
  summary: 'Changes databases, queues, clusters, cloud resources or machine-wide settings that others depend on.',
  hard: false,
  policy: `Blocked: writes to remote databases, cluster and infrastructure changes (apply, scale, restart, delete), queues, definitions
and schedules of jobs, DNS, feature flags, unpublishing, and editing the machine's own configuration. When it cannot be told whose it is,
it counts as shared.
Not blocked: plans, diffs and dry runs, reading, local databases and containers, small changes in a development stage that the
task needs, what this session created itself.`,
  clears: 'The user asked for the change and named the resource, and the stage if it is not a development one.',
  ...detector(
    'shared-resources',
    ['resource-change', 'database-change', 'publish', 'download', 'touch-guarded', 'write-path'],
    (effect, { facts }) => {
      switch (effect.kind) {
        case 'resource-change':
          return facts.session.started.has(effect.target) ? undefined : resourceChange(effect)
        case 'database-change':
          if (effect.reach !== 'remote') return undefined
          return {
            what: `${effect.statement} on ${effect.target || effect.engine}, a database others use`,
            acts: actsOfStatement(effect.statement),
            nouns: [effect.target === '' ? databaseWords(effect) : targetSpellings(effect.target)],
          }
        case 'publish':
          if (!effect.removes) return undefined
          return {
            what: `takes ${effect.what} out of ${effect.registry}`,
            acts: effect.doer.words.includes('deprecate')
              ? ['deprecate', 'mark … deprecated']
              : ['unpublish', 'yank', 'withdraw', ...DELETE],
            nouns: [targetSpellings(effect.what)],
          }
        case 'download':
          // Brought from elsewhere, with the rights of the machine's owner: no addition that a person has looked at.
          return effect.to && isRaised(effect) ? systemWrite({ path: effect.to, how: undefined }) : undefined
        case 'touch-guarded':
        case 'write-path': {
          const put = putOf(effect)
          const found = put && systemWrite(put)
          return found && doubted(found, put, effect.by)
        }
        default:
          return undefined
      }
    },
  ),
}

function resourceChange(effect: Extract<Effect, { kind: 'resource-change' }>): Found | undefined {
  const instead = lookAtResource(effect)
  const removes = effect.verb === 'delete' || effect.verb === 'destroy' || effect.verb === 'purge'
  if (effect.family === 'job' || isLocalContainer(effect)) return undefined
  if (effect.family === 'identity' && !removes) return undefined
  if (effect.family === 'storage' && effect.mass && removes) return undefined
  if (effect.stage === 'development' && !removes && !effect.mass) return undefined
  return {
    what: `${effect.verb} of ${withoutVerb(effect) || effect.family} in ${effect.system}${effect.stage === 'unknown' ? '' : ` (${effect.stage})`}`,
    acts: actsOfChange(effect),
    nouns: targetNouns(effect),
    ...(instead !== undefined && { instead }),
  }
}

/** The words of a command begin with its verb, in whatever words it has for it; the thing it is done to is behind that. */
function withoutVerb({ verb, target }: Extract<Effect, { kind: 'resource-change' }>): string {
  const [first = '', ...rest] = target.split(' ')
  return first === verb || meaningOf(first)?.change === verb ? rest.join(' ') : target
}

function systemWrite({ path, how }: Pick<Put, 'path' | 'how'>): Found | undefined {
  const kernel = path.zone === 'device' && KERNEL.test(path.real ?? path.text)
  if ((path.zone !== 'system' && path.zone !== 'root' && !kernel) || path.sessionMade) return undefined
  if (path.tags.some((tag) => ELSEWHERE.includes(tag))) return undefined
  if (how === 'create' && ADDITIONS.test(path.real ?? path.text)) return undefined
  return {
    what: `changes ${path.text}, which belongs to the whole machine`,
    acts: [...CHANGE, 'install'],
    nouns: [pathSpellings(path)],
  }
}
