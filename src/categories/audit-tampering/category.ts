import { isInHiddenTempFolder } from '../../analysis/paths/paths.ts'
import { DELETE_WORDS, DISABLE_WORDS } from '../../knowledge/lexicon/act-words.ts'
import { protectionAreaOf } from '../../knowledge/lexicon/security-products.ts'
import type { Category } from '../category.ts'
import { detector } from '../detector.ts'
import { guardSpellings, pathSpellings } from '../spellings.ts'

export const category: Category = {
  id: 'audit-tampering',
  title: 'Tampering with logs and audit trails',
  summary: 'Deletes, empties or falsifies logs and histories, or stops what writes them.',
  hard: false,
  policy: `Blocked: deleting or emptying system logs and shell histories, vacuuming the journal, switching off history or auditing for the
session, stopping log and audit services, deleting cloud audit trails.
Not blocked: reading logs, rotating or deleting log files of the project itself, changing an application's log level.`,
  clears: 'The user asked for it and named the log, history or service.',
  ...detector(
    'audit-tampering',
    ['weaken', 'delete-path', 'write-path', 'service-control', 'signal-process'],
    (effect) => {
      switch (effect.kind) {
        case 'weaken':
          return effect.area === 'audit' || effect.area === 'history'
            ? {
                acts: [...DISABLE_WORDS, ...DELETE_WORDS],
                nouns: [guardSpellings(effect.feature)],
              }
            : undefined
        case 'delete-path':
        case 'write-path': {
          if (effect.kind === 'write-path' && isInHiddenTempFolder(effect.path))
            return {
              aspect: { concern: 'hidden' },
              acts: ['hide', 'create', 'write', 'put'],
              nouns: [pathSpellings(effect.path)],
            }
          const record = effect.path.tags.includes('log') || effect.path.tags.includes('history')
          const destroys = effect.kind === 'delete-path' || effect.how !== 'append'
          if (!record || !destroys || effect.path.sessionMade) return undefined
          return {
            aspect: { concern: 'log' },
            acts: DELETE_WORDS,
            nouns: [pathSpellings(effect.path)],
          }
        }
        case 'service-control':
          return protectionAreaOf(effect.service) === 'audit' &&
            (effect.verb === 'stop' || effect.verb === 'disable' || effect.verb === 'mask')
            ? { aspect: { concern: 'log-keeper' }, acts: DISABLE_WORDS, nouns: [[effect.service]] }
            : undefined
        case 'signal-process':
          return protectionAreaOf(effect.target) === 'audit'
            ? { aspect: { concern: 'log-keeper' }, acts: ['kill', ...DISABLE_WORDS], nouns: [[effect.target]] }
            : undefined
        default:
          return undefined
      }
    },
  ),
}
