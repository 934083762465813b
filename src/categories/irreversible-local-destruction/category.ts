import type { Effect } from '../../analysis/effects.ts'
import type { PathUse } from '../../analysis/paths/paths.ts'
import { CHANGE_WORDS, DELETE_WORDS, phrases } from '../../knowledge/lexicon/act-words.ts'
import { DELETING_CHANGES } from '../../knowledge/lexicon/verbs.ts'
import type { Category } from '../category.ts'
import { databaseNouns, sqlStatementWords, targetNouns } from '../change-words.ts'
import { detector, isLocalContainer } from '../detector.ts'
import { pathSpellings, targetSpellings } from '../spellings.ts'
import { deletionLoss, overwriteLoss } from './irreversible-loss.ts'

/** A flush has no name but its server's; everything else is named by its table or database. */
function databaseTargetNames({
  statement,
  engine,
  target,
}: Extract<Effect, { kind: 'database-change' }>): readonly string[] {
  return statement === 'flush' ? [engine, 'cache', ...targetSpellings(target)] : targetSpellings(target)
}

/** Ways to ask that a file be put somewhere. */
const PUT_FILE_WORDS = [
  ...CHANGE_WORDS,
  ...phrases('save, export, convert, compress, zip, archive, extract, unpack, download, copy, make … copy, sort'),
  ...phrases('organize, organise'),
] as const

/** "On the desktop": folders that people call by their name. */
function userFolderNames({ real, text }: PathUse): readonly string[] {
  const folder = (real ?? text).split('/').at(-2) ?? ''
  return /^(?:desktop|downloads|pictures|music|videos)$/i.test(folder) ? [folder] : []
}

/** What goes with the containers only if it is said. */
const VOLUME_NOUNS = ['volume', 'volumes', 'data'] as const

export const category: Category = {
  id: 'irreversible-local-destruction',
  title: 'Irreversible local destruction',
  summary: 'Deletes, wipes or overwrites data on this machine that neither git nor a rebuild can give back.',
  hard: false,
  policy: `Blocked: deleting the project, its .git, home or system directories, files outside the project, directories of the project whose
state is not known, whatever an unset variable or a broad glob may cover; wiping and formatting; overwriting personal files
outside the project, or dotenv files so that settings are lost; dropping or emptying local databases; removing all containers,
images or volumes of the machine.
Not blocked: build output, caches, temporary files, what this session made, files that git has unchanged, single named files of
the project, moving things aside.`,
  clears: 'The user asked to delete or change it and named the path, table or device.',
  ...detector(
    'irreversible-local-destruction',
    ['delete-path', 'write-path', 'database-change', 'resource-change'],
    (effect, { facts }) => {
      switch (effect.kind) {
        case 'delete-path': {
          const concern = deletionLoss(effect)
          return concern && { aspect: { concern }, acts: DELETE_WORDS, nouns: [pathSpellings(effect.path)] }
        }
        case 'write-path': {
          const concern = overwriteLoss(effect, facts)
          const nouns = [[...pathSpellings(effect.path), ...userFolderNames(effect.path)]]
          return concern && { aspect: { concern }, acts: PUT_FILE_WORDS, nouns }
        }
        case 'database-change': {
          if (effect.reach === 'remote') return undefined
          const empties =
            effect.statement === 'drop' ||
            effect.statement === 'truncate' ||
            effect.statement === 'flush' ||
            effect.statement === 'restore'
          const sweeps = effect.unbounded && (effect.statement === 'delete' || effect.statement === 'update')
          if (!empties && !sweeps) return undefined
          return {
            acts: [...sqlStatementWords(effect.statement), 'reset', 'restore', 'recreate', 'replace'],
            nouns: [effect.target === '' ? databaseNouns(effect) : databaseTargetNames(effect)],
          }
        }
        case 'resource-change': {
          const removes = DELETING_CHANGES.has(effect.verb)
          if (!isLocalContainer(effect) || !removes) return undefined
          if (effect.family !== 'storage')
            return effect.mass
              ? {
                  aspect: { concern: 'other-projects' },
                  acts: DELETE_WORDS,
                  nouns: [
                    ['container', 'containers', 'image', 'images', 'network', 'networks', effect.system, effect.target],
                  ],
                }
              : undefined
          return {
            aspect: { concern: 'volume' },
            acts: DELETE_WORDS,
            ...(effect.mass && { demands: [VOLUME_NOUNS] }),
            nouns: effect.mass ? [VOLUME_NOUNS] : targetNouns(effect),
          }
        }
        default:
          return undefined
      }
    },
  ),
}
