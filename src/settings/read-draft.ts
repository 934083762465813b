import { isAbsolute, join, normalize } from 'node:path/posix'
import { addBreakage, addNotice, type DraftOrigin, emptyDraft, isProjectScope, type SettingsDraft } from './draft.ts'
import { readPermissions } from './read-permissions.ts'
import {
  readAllowOff,
  readAutoMode,
  readHosts,
  readPreset,
  readSection,
  readValue,
  readWrappers,
  treeEntriesOf,
} from './read-values.ts'
import type { SettingsTree, TreeEntry, TreeReading } from './tree.ts'
import { RULE_KEYS, reportUnknownKey } from './unknown-keys.ts'
import { removeInvalid, SETTINGS_SCHEMA, type WrongValue } from './validate.ts'

/** Sections that only people, never a project's files, may set. */
const USER_ONLY_SECTIONS: ReadonlySet<string> = new Set([
  'autoMode',
  'judge',
  'limits',
  'audit',
  'wrappers',
  'hosts',
  'projects',
  'allowOff',
  'updateCheck',
  'approvals',
  'alerts',
  'shadow',
])

/** Sections that a host's own files may hold too, among much that is not for us. */
const HOST_SHARED_SECTIONS: ReadonlySet<string> = new Set(['permissions', 'autoMode'])

/** The project that is asked about, and the home that `~` stands for. */
export interface ProjectPlaceFor {
  readonly cwd: string
  readonly home: string
}

/** What one source says, as far as its scope may say it, and as far as it is about this project. */
export function readDraft(reading: TreeReading, origin: DraftOrigin, place?: ProjectPlaceFor): SettingsDraft {
  const draft = emptyDraft(origin)
  if (reading.kind === 'broken') addBreakage(draft, reading.problem, reading.at)
  else if (reading.tree.kind !== 'object') addBreakage(draft, 'settings must be an object', reading.tree.at)
  else for (const entry of reading.tree.entries) readEntry(entry, draft, place)
  return draft
}

function readEntry(given: TreeEntry, draft: SettingsDraft, place: ProjectPlaceFor | undefined): void {
  const { key } = given
  if (draft.origin.kind === 'host' && !HOST_SHARED_SECTIONS.has(key)) return
  if (USER_ONLY_SECTIONS.has(key) && isProjectScope(draft.origin)) {
    addNotice(draft, 'warning', `${key} is ignored: a project's files cannot set it`, given)
    return
  }
  const value = validValue(given, draft)
  // What is not understood forbids to switch the gate off.
  if (value === undefined && key === 'allowOff') readAllowOff(given, draft)
  if (value === undefined) return
  const entry = { ...given, value }
  switch (key) {
    case 'permissions':
      readPermissions(value, draft)
      return
    case 'autoMode':
      readAutoMode(value, draft)
      return
    case 'judge':
    case 'limits':
    case 'approvals':
    case 'alerts':
    case 'audit':
      readSection(key, value, draft)
      return
    case 'stripInternal':
    case 'updateCheck':
    case 'shadow':
      readValue(key, entry, draft)
      return
    case 'allowOff':
      readAllowOff(entry, draft)
      return
    case 'preset':
      readPreset(entry, draft)
      return
    case 'projects':
      readProjects(value, draft, place)
      return
    case 'wrappers':
      readWrappers(value, draft)
      return
    case 'hosts':
      readHosts(value, draft)
      return
    case '$schema':
      return
    default:
      reportUnknownKey([], entry, draft)
      return
  }
}

/** The value without what the schema does not allow. What is wrong fails closed, like a file that cannot be read. */
function validValue({ key, value }: TreeEntry, draft: SettingsDraft): SettingsTree | undefined {
  const { properties = {} } = SETTINGS_SCHEMA()
  const described = Object.hasOwn(properties, key) ? properties[key] : undefined
  if (described === undefined) return value
  const wrong: WrongValue[] = []
  const right = removeInvalid(value, described, key, wrong)
  for (const { name, text, at } of wrong) {
    // A host may know values that we do not; lists that forbid something are read as ours.
    if (draft.origin.kind === 'own' || RULE_KEYS.has(name) || name === key) addBreakage(draft, text, at)
    else addNotice(draft, 'error', `${text}; it is ignored`, { at })
  }
  return right
}

/** `projects.<root>.permissions`: the user's own rules for one project. Rules may stand in it, so what cannot be read is broken. */
function readProjects(tree: SettingsTree, draft: SettingsDraft, place: ProjectPlaceFor | undefined): void {
  for (const { key, value, at } of treeEntriesOf(tree)) {
    const root = place === undefined ? undefined : projectRootOfKey(key, place.home)
    if (place !== undefined && root === undefined)
      addBreakage(draft, `projects: ${JSON.stringify(key)} must be an absolute path, or begin with ~/`, at)
    else
      for (const entry of treeEntriesOf(value)) readProjectEntry(entry, draft, root === place?.cwd ? root : undefined)
  }
}

function readProjectEntry(entry: TreeEntry, draft: SettingsDraft, project: string | undefined): void {
  if (entry.key !== 'permissions') {
    reportUnknownKey(['projects', '*'], entry, draft)
  } else if (project !== undefined) {
    readPermissions(entry.value, { ...draft, origin: { ...draft.origin, project } })
  }
}

/** The root that a key names; undefined when it isn't one. */
export function projectRootOfKey(key: string, home: string): string | undefined {
  const path = key === '~' || key.startsWith('~/') ? join(home, key.slice(1)) : key
  if (!isAbsolute(path)) return undefined
  const whole = normalize(path)
  return whole.length > 1 && whole.endsWith('/') ? whole.slice(0, -1) : whole
}
