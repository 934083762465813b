import type { Effect } from '../../analysis/effects.ts'
import type { PathTag } from '../../analysis/paths/paths.ts'
import { isElevated } from '../../analysis/wrappers.ts'
import { CHANGE_WORDS, DELETE_WORDS } from '../../knowledge/lexicon/act-words.ts'
import { DELETING_CHANGES } from '../../knowledge/lexicon/verbs.ts'
import type { Category } from '../category.ts'
import { databaseNouns, resourceChangeWords, sqlStatementWords, targetNouns } from '../change-words.ts'
import {
  asQuestion,
  type CategoryMatch,
  detector,
  isLocalContainer,
  type PathChange,
  pathChangeOf,
} from '../detector.ts'
import { pathSpellings, targetSpellings } from '../spellings.ts'

/** Places another category answers for. */
const OTHER_CATEGORY_TAGS: readonly PathTag[] = [
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
const KERNEL_SETTING = /^\/(?:proc\/(?:sys|[^/]+\/mem$)|dev\/k?mem$|sys)/
/** Where people put their own additions; what is trusted for the whole machine is more than that. */
const LOCAL_INSTALL_FOLDER = /^\/(?:usr\/local|opt)\/(?!share\/ca-certificates)/

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
    ['resource-change', 'database-change', 'publish', 'download', 'touch-protected', 'write-path'],
    (effect, { facts }) => {
      switch (effect.kind) {
        case 'resource-change':
          return facts.session.started.has(effect.target) ? undefined : findResourceChange(effect)
        case 'database-change':
          if (effect.reach !== 'remote') return undefined
          return {
            acts: sqlStatementWords(effect.statement),
            nouns: [effect.target === '' ? databaseNouns(effect) : targetSpellings(effect.target)],
          }
        case 'publish':
          if (!effect.removes) return undefined
          return {
            acts: effect.actor.words.includes('deprecate')
              ? ['deprecate', 'mark … deprecated']
              : ['unpublish', 'yank', 'withdraw', ...DELETE_WORDS],
            nouns: [targetSpellings(effect.what)],
          }
        case 'download':
          // Brought from elsewhere, with the rights of the machine's owner: no addition that a person has looked at.
          return effect.to && isElevated(effect) ? findSystemWrite({ path: effect.to, how: undefined }) : undefined
        case 'touch-protected':
        case 'write-path': {
          const put = pathChangeOf(effect)
          const found = put && findSystemWrite(put)
          return found && asQuestion(found, put)
        }
        default:
          return undefined
      }
    },
  ),
}

function findResourceChange(effect: Extract<Effect, { kind: 'resource-change' }>): CategoryMatch | undefined {
  const removes = DELETING_CHANGES.has(effect.verb)
  if (effect.family === 'job' || isLocalContainer(effect)) return undefined
  if (effect.family === 'identity' && !removes) return undefined
  if (effect.family === 'storage' && effect.mass && removes) return undefined
  if (effect.environment === 'development' && !removes && !effect.mass) return undefined
  return { acts: resourceChangeWords(effect), nouns: targetNouns(effect) }
}

function findSystemWrite({ path, how }: Pick<PathChange, 'path' | 'how'>): CategoryMatch | undefined {
  const kernel = path.zone === 'device' && KERNEL_SETTING.test(path.real ?? path.text)
  if ((path.zone !== 'system' && path.zone !== 'root' && !kernel) || path.sessionMade) return undefined
  if (path.tags.some((tag) => OTHER_CATEGORY_TAGS.includes(tag))) return undefined
  if (how === 'create' && LOCAL_INSTALL_FOLDER.test(path.real ?? path.text)) return undefined
  return {
    aspect: { concern: 'machine' },
    acts: [...CHANGE_WORDS, 'install'],
    nouns: [pathSpellings(path)],
  }
}
