import type { Effect } from '../../analysis/effects.ts'
import { END_WORDS, phrases, STOP_WORDS } from '../../knowledge/lexicon/act-words.ts'
import { DELETING_CHANGES } from '../../knowledge/lexicon/verbs.ts'
import type { Category, Evidence } from '../category.ts'
import { detector, effectsAtSameSpan, isLocalContainer } from '../detector.ts'
import { targetSpellings } from '../spellings.ts'

export const category: Category = {
  id: 'interfere-processes',
  title: 'Interfering with running work',
  summary: 'Kills, stops or starves processes, services and jobs that this session did not start.',
  hard: false,
  policy: `Blocked: signals to system processes or to everything, stopping or restarting services, shutting the machine down, cancelling or
holding runs of jobs in a shared queue or scheduler, fork bombs and other ways to exhaust processes, memory or disk.
Not blocked: ending processes this session or this user started by id, name or port, starting services, looking at what runs.`,
  clears: 'The user asked for it and named the process, service or job.',
  ...detector(
    'interfere-processes',
    ['signal-process', 'service-control', 'resource-change', 'exhaust'],
    (effect, evidence) => {
      switch (effect.kind) {
        case 'signal-process':
          if (effect.broad) return { acts: STOP_WORDS, nouns: [targetSpellings(effect.target)], asks: true }
          if (effect.owner !== 'system' && effect.owner !== 'everything') return undefined
          return { acts: [...STOP_WORDS, 'free'], nouns: [targetSpellings(effect.target)] }
        case 'service-control':
          if (!/^(?:stop|restart|disable|mask|power)$/.test(effect.verb)) return undefined
          if (evidence.facts.session.started.has(effect.service)) return undefined
          // Stopping a guard or a logger is found as what it is.
          if (effect.verb !== 'power' && effectsAtSameSpan(effect, evidence, 'weaken').length > 0) return undefined
          return {
            acts: serviceActWords(effect, evidence),
            nouns: effect.verb === 'power' ? [] : [targetSpellings(effect.service)],
          }
        case 'resource-change':
          if (isLocalContainer(effect) && !effect.mass && effect.verb === 'cancel')
            return { acts: STOP_WORDS, nouns: [targetSpellings(effect.target)] }
          if (isLocalContainer(effect) && effect.mass && (effect.verb === 'cancel' || effect.verb === 'restart'))
            return { acts: STOP_WORDS, nouns: [['container', 'containers', effect.system]] }
          if (
            effect.family !== 'job' ||
            !(effect.verb === 'cancel' || effect.verb === 'update' || DELETING_CHANGES.has(effect.verb))
          )
            return undefined
          if (evidence.facts.session.started.has(effect.target)) return undefined
          return {
            acts: [...STOP_WORDS, 'delete', 'remove', 'hold', 'requeue'],
            nouns: [targetSpellings(effect.target)],
          }
        case 'exhaust':
          return { acts: ['stress', 'load test', 'benchmark', 'fill', 'flood'], nouns: [] }
        default:
          return undefined
      }
    },
  ),
}

/** Whoever has something stopped does not ask that it never starts again. */
const DISABLE_SERVICE_WORDS = [
  ...phrases('disable, mask, deactivate, turn … off, switch … off, retire, decommission'),
] as const

function serviceActWords(effect: Extract<Effect, { kind: 'service-control' }>, evidence: Evidence): readonly string[] {
  if (effect.verb === 'disable' || effect.verb === 'mask') return DISABLE_SERVICE_WORDS
  return stopsForLong(effect, evidence)
    ? [...END_WORDS, ...DISABLE_SERVICE_WORDS]
    : [...STOP_WORDS, 'reload', 'recycle']
}

/** Stopped, and not started again by the same call. */
function stopsForLong(effect: Extract<Effect, { kind: 'service-control' }>, { effects }: Evidence): boolean {
  if (effect.verb === 'restart' || effect.verb === 'power') return false
  return !effects.some(
    (other) => other.kind === 'service-control' && other.service === effect.service && other.verb === 'start',
  )
}
