import { isAbsolute, join, normalize } from 'node:path/posix'
import { breakAt, type Draft, type DraftOrigin, emptyDraft, isProjectScope, notify } from './draft.ts'
import { readPermissions } from './read-permissions.ts'
import {
  entriesOf,
  readAllowOff,
  readAutoMode,
  readHosts,
  readPreset,
  readSection,
  readValue,
  readWrappers,
} from './read-values.ts'
import type { Tree, TreeEntry, TreeReading } from './tree.ts'
import { RULES, unknownKey } from './unknown-keys.ts'
import { SCHEMA, type WrongValue, withoutWrong } from './validate.ts'

/** Sections that only people, never a project's files, may set. */
const PERSONAL: ReadonlySet<string> = new Set([
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
const SHARED: ReadonlySet<string> = new Set(['permissions', 'autoMode'])

/** The project that is asked about, and the home that `~` stands for. */
export interface ReadFor {
  readonly cwd: string
  readonly home: string
}

/** What one source says, as far as its scope may say it, and as far as it is about this project. */
export function readDraft(reading: TreeReading, origin: DraftOrigin, place?: ReadFor): Draft {
  const draft = emptyDraft(origin)
  if (reading.kind === 'broken') breakAt(draft, reading.problem, reading.at)
  else if (reading.tree.kind !== 'object') breakAt(draft, 'settings must be an object', reading.tree.at)
  else for (const entry of reading.tree.entries) readEntry(entry, draft, place)
  return draft
}

function readEntry(given: TreeEntry, draft: Draft, place: ReadFor | undefined): void {
  const { key } = given
  if (draft.origin.kind === 'host' && !SHARED.has(key)) return
  if (PERSONAL.has(key) && isProjectScope(draft.origin)) {
    notify(draft, 'warning', `${key} is ignored: a project's files cannot set it`, given)
    return
  }
  const value = rightValue(given, draft)
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
      unknownKey([], entry, draft)
      return
  }
}

/** The value without what the schema does not allow. What is wrong closes the gate like a file that cannot be read. */
function rightValue({ key, value }: TreeEntry, draft: Draft): Tree | undefined {
  const { properties = {} } = SCHEMA()
  const described = Object.hasOwn(properties, key) ? properties[key] : undefined
  if (described === undefined) return value
  const wrong: WrongValue[] = []
  const right = withoutWrong(value, described, key, wrong)
  for (const { name, text, at } of wrong) {
    // A host may know values that we do not; lists that forbid something are read as ours.
    if (draft.origin.kind === 'own' || RULES.has(name) || name === key) breakAt(draft, text, at)
    else notify(draft, 'error', `${text}; it is ignored`, { at })
  }
  return right
}

/** `projects.<root>.permissions`: the user's own rules for one project. Rules may stand in it, so what cannot be read is broken. */
function readProjects(tree: Tree, draft: Draft, place: ReadFor | undefined): void {
  for (const { key, value, at } of entriesOf(tree)) {
    const root = place === undefined ? undefined : rootOf(key, place.home)
    if (place !== undefined && root === undefined)
      breakAt(draft, `projects: ${JSON.stringify(key)} must be an absolute path, or begin with ~/`, at)
    else for (const entry of entriesOf(value)) readOfProject(entry, draft, root === place?.cwd ? root : undefined)
  }
}

function readOfProject(entry: TreeEntry, draft: Draft, project: string | undefined): void {
  if (entry.key !== 'permissions') {
    unknownKey(['projects', '*'], entry, draft)
  } else if (project !== undefined) {
    readPermissions(entry.value, { ...draft, origin: { ...draft.origin, project } })
  }
}

/** The root that a key names; undefined when it is none. */
export function rootOf(key: string, home: string): string | undefined {
  const path = key === '~' || key.startsWith('~/') ? join(home, key.slice(1)) : key
  if (!isAbsolute(path)) return undefined
  const whole = normalize(path)
  return whole.length > 1 && whole.endsWith('/') ? whole.slice(0, -1) : whole
}
