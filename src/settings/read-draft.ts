import { breakAt, type Draft, emptyDraft, isProjectScope, notify, type Origin } from './draft.ts'
import { readPermissions } from './read-permissions.ts'
import { readAutoMode, readHosts, readSection, readStripInternal, readWrappers } from './read-values.ts'
import type { Entry, TreeReading } from './tree.ts'

/** Sections that only people, never a project's files, may set. */
const PERSONAL: ReadonlySet<string> = new Set(['autoMode', 'judge', 'limits', 'wrappers', 'hosts'])

/** Sections that a host's own files may hold too, among much that is not for us. */
const SHARED: ReadonlySet<string> = new Set(['permissions', 'autoMode'])

/** What one source says, as far as its scope may say it. */
export function readDraft(reading: TreeReading, origin: Origin): Draft {
  const draft = emptyDraft(origin)
  if (reading.kind === 'broken') breakAt(draft, reading.problem, reading.at)
  else if (reading.tree.kind !== 'object') breakAt(draft, 'settings must be an object', reading.tree.at)
  else for (const entry of reading.tree.entries) readEntry(entry, draft)
  return draft
}

function readEntry(entry: Entry, draft: Draft): void {
  const { key, value } = entry
  if (draft.origin.kind === 'host' && !SHARED.has(key)) return
  if (PERSONAL.has(key) && isProjectScope(draft.origin)) {
    notify(draft, 'warning', `${key} is ignored: a project's files cannot set it`, entry)
    return
  }
  switch (key) {
    case 'permissions':
      readPermissions(value, draft)
      return
    case 'autoMode':
      readAutoMode(value, draft)
      return
    case 'judge':
    case 'limits':
      readSection(key, value, draft)
      return
    case 'stripInternal':
      readStripInternal(entry, draft)
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
      notify(draft, 'info', `${key} is not a setting`, entry)
      return
  }
}
