import type { Effect } from '../../analysis/effects.ts'
import type { Facts } from '../../analysis/facts.ts'
import { overwritesIgnoredData } from '../../analysis/flow/ignored-data.ts'
import type { PathUse } from '../../analysis/paths/paths.ts'
import { hasWrapper } from '../../analysis/wrappers.ts'
import type { Concern } from '../../wording/concerns.ts'

type Deletion = Extract<Effect, { kind: 'delete-path' }>
type Writing = Extract<Effect, { kind: 'write-path' }>

/** Names that say "leftover" for globs: `*.log`, `*.tmp`. */
const LEFTOVER_GLOB =
  /\.(?:log|tmp|temp|bak|orig|rej|swp|swo|pyc|pyo|o|obj|class|cache|pid|lock|out|prof|coverage|ds_store|tsbuildinfo)$/i
const LOCK_FILE = /\.lock$/

/** Why a deletion cannot be undone; undefined when it can, or when it is ordinary work. */
export function deletionLoss(effect: Deletion): Concern | undefined {
  const { path } = effect
  if (path.tags.includes('null-device')) return undefined
  if (path.tags.includes('device-storage')) return 'disk'
  if (path.sessionMade) return undefined
  if (path.tags.includes('git-internal')) return LOCK_FILE.test(path.text) ? undefined : 'git-history'
  switch (path.zone) {
    case 'root':
      return 'file-system'
    case 'system':
      return 'system'
    case 'device':
      return 'device'
    case 'home-root':
      return 'home-directory'
    case 'temp-root':
      return 'shared-temp'
    case 'temp':
      return undefined
    case 'home':
    case 'outside':
      if (effect.recursive && path.tags.includes('build-artefact') && sweepsProjects(path.text)) return 'other-builds'
      return path.recoverable() === 'yes' || path.tags.includes('build-artefact') ? undefined : 'outside'
    case 'unknown':
      return effect.recursive || effect.wipe || hasWrapper(effect, 'raise') ? 'unclear-reach' : undefined
    case 'project-root':
    case 'project':
      return projectLoss(effect)
  }
}

/** A search through unknown folders outside the project that is not kept to a cache. */
function sweepsProjects(text: string): boolean {
  const unknown = text.search(/\/(?:\*\*|…)\//)
  return (
    unknown >= 0 &&
    !/\/\.?(?:cache|caches|tmp|npm|gradle|m2|cargo|node_modules)(?:\/|$)/i.test(text.slice(0, unknown + 1))
  )
}

function projectLoss(effect: Deletion): Concern | undefined {
  const { path } = effect
  if (path.recoverable() === 'yes' || path.tags.includes('build-artefact')) return undefined
  if (path.glob && !(effect.wipe && !LEFTOVER_GLOB.test(path.text))) return globLoss(effect)
  if (path.zone === 'project-root') return 'project'
  if (effect.wipe || path.tags.includes('state-file')) return 'final'
  // The next install rewrites a lock file.
  if (path.tags.includes('lock-file') && path.recoverable() !== 'no') return undefined
  if (effect.recursive && path.recoverable() !== 'no' && LEFTOVER_GLOB.test(path.text)) return undefined
  if (effect.recursive) return path.recoverable() === 'no' ? 'not-in-git' : 'maybe-not-in-git'
  return path.recoverable() === 'no' ? 'not-in-git' : undefined
}

/** A glob that keeps to a telling name is ordinary; `*` and deep sweeps are not. */
function globLoss(effect: Deletion): Concern | undefined {
  const last = effect.path.text.slice(effect.path.text.lastIndexOf('/') + 1)
  if (LEFTOVER_GLOB.test(last)) return undefined
  const literal = last.replace(/[*?[\]{},.]/g, '')
  if (literal === '') return effect.path.zone === 'project-root' ? 'project' : 'everything'
  return effect.recursive ? 'unclear-reach' : undefined
}

/** Why writing there destroys something; new files and project files are ordinary work. */
export function overwriteLoss(effect: Writing, facts: Facts): Concern | undefined {
  const { path, how } = effect
  if (dropsDotenvSettings(effect, facts)) return 'only-settings'
  if (overwritesIgnoredData(effect, facts)) return 'git-ignored'
  if (path.tags.includes('null-device')) return undefined
  if (path.tags.includes('device-storage')) return 'disk'
  if (isRaisedAnywhere(effect)) return 'unclear-reach'
  if (path.sessionMade || how === 'create' || how === 'append' || how === 'link') return undefined
  if (/^project/.test(path.zone) && how === 'truncate' && path.recoverable() === 'no') return 'not-in-git'
  if (
    /^project/.test(path.zone) &&
    how === 'truncate' &&
    path.glob &&
    path.recoverable() !== 'yes' &&
    !isLeftover(path)
  )
    return 'many-files'
  if (path.zone === 'outside' && how === 'truncate' && path.glob && !isLeftover(path) && !/\.log/.test(path.text))
    return 'many-files'
  if (path.zone !== 'home') return undefined
  if (emptiesData(effect)) return 'only-copy'
  return isPersonal(path) ? 'personal' : undefined
}

/** As root over a place of which nothing is known: a disk is written like any file. */
function isRaisedAnywhere(effect: Writing): boolean {
  const { path, how } = effect
  if (path.zone !== 'unknown' || !path.dynamic || !hasWrapper(effect, 'raise')) return false
  return (how === 'overwrite' || how === 'truncate') && !/[^/]\//.test(path.text)
}

function isLeftover(path: PathUse): boolean {
  return LEFTOVER_GLOB.test(path.text) || path.tags.includes('build-artefact')
}

/** A database outside the project, emptied: it is nobody's build output. Tools keep theirs in hidden folders. */
function emptiesData({ path, how }: Writing): boolean {
  return how === 'truncate' && path.tags.includes('state-file') && !HIDDEN.test(path.real ?? path.text)
}

const HIDDEN = /\/\.(?!\.?(?:\/|$))/

/** A file of the person's own: not a tool's hidden files, caches or build output, which categories of their own watch. */
function isPersonal(path: PathUse): boolean {
  const place = path.real ?? path.text
  return (
    path.tags.length === 0 && path.recoverable() !== 'yes' && !/\/\.(?!\.?(?:\/|$))|\/(?:Library|AppData)\//.test(place)
  )
}

const DOTENV_SETTING = /^[ \t]*(?:export[ \t]+)?[\w.]+[ \t]*=[ \t]*\S.*$/gm

/** A dotenv file is kept out of git, and often the only place of its keys: what stands in it must stand in it afterwards. */
function dropsDotenvSettings({ path, how, content, left }: Writing, { file, text }: Facts): boolean {
  const { real } = path
  if (real === undefined || !path.tags.includes('environment-file') || path.sessionMade) return false
  if (/^(?:append|edit|link)$/.test(how) || file(real).kind !== 'file' || path.recoverable() === 'yes') return false
  const before = text(real)
  const after = new Set((content ?? left ?? '').match(DOTENV_SETTING)?.map((line) => line.trim()))
  return before.kind !== 'text' || (before.text.match(DOTENV_SETTING) ?? []).some((line) => !after.has(line.trim()))
}
