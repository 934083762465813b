import type { Action, ToolCall } from './analysis/action.ts'
import { hasActorRole } from './analysis/actor.ts'
import { type Effect, oneTimeKind } from './analysis/effects.ts'
import type { Facts, SavedShellState, SessionFacts } from './analysis/facts.ts'
import { applyEdits, readCurrentText } from './analysis/files/text-edits.ts'
import { findCopiedContents } from './analysis/flow/copied-contents.ts'
import { createdByCommand, remoteBranchRef } from './analysis/flow/created-by-command.ts'
import { joinListings } from './analysis/flow/listings.ts'
import { filesRunLater } from './analysis/flow/live-runners.ts'
import { isOwnRemote, refKey } from './analysis/flow/provenance.ts'
import { doubtedTerminalMark } from './analysis/interpret/session-terminals.ts'
import { listCreatedResources } from './analysis/mcp/created-resources.ts'
import { firstNewFolder } from './analysis/paths/new-folder.ts'
import { hostOf } from './analysis/remote/hosts.ts'
import { looksLikeSecret } from './analysis/text/secrets.ts'
import type { ToolLookup } from './analysis/tool.ts'
import { understand } from './analysis/understand.ts'
import type { Listing } from './analysis/words.ts'

/** What a session did so far, kept up call by call: what it wrote, made, downloaded, started and saw. */
export interface Memory {
  readonly facts: SessionFacts
  /** Takes in a call that was allowed. `facts` must carry this memory's own facts. */
  remember(action: Action, facts: Facts): void
}

/** Longer texts are remembered as written with unknown content: running them is then judged unread. */
const MAX_CONTENT = 256 * 1024

export function createMemory(): Memory {
  const written = new Map<string, string | undefined>()
  const before = new Map<string, string>()
  const created = new Set<string>()
  const built = new Set<string>()
  const links = new Map<string, string>()
  const copies = new Map<string, string>()
  const downloaded = new Map<string, string>()
  const carriers = new Set<string>()
  const listings = new Map<string, Listing>()
  const copiedContents = new Map<string, 'known' | 'unread'>()
  const branches = new Set<string>()
  const checkedOut: string[] = []
  const started = new Set<string>()
  const seen = new Set<string>()
  const shell = { variables: new Map<string, string>(), definitions: new Map<string, string>() }
  const done = new Set<string>()

  const noteWrite = (effect: Extract<Effect, { kind: 'write-path' }>, action: Action, facts: Facts) => {
    const { real, text: place, zone } = effect.path
    // Into a folder itself, or a file without a name, nothing is written: neither is the session's own by it.
    const fails =
      place === '' || (effect.as === 'redirect' && (/root$/.test(zone) || facts.file(real ?? '').kind === 'directory'))
    if (real === undefined || fails) return
    if (effect.secret || looksLikeSecret(effect.content ?? '')) carriers.add(real)
    else if (/^(?:create|overwrite|truncate)$/.test(effect.how)) carriers.delete(real)
    if (effect.copyOf === undefined) copies.delete(real)
    else copies.set(real, copies.get(effect.copyOf) ?? effect.copyOf)
    const { session } = facts
    const kept = /^(?:append|edit)$/.test(effect.how) ? (listings.get(real) ?? session.listings?.get(real)) : undefined
    const listing = effect.lists ? joinListings(kept, effect.lists) : kept
    if (listing) listings.set(real, listing)
    else listings.delete(real)
    const carried = findCopiedContents(effect, {
      texts: [session.written, written],
      copied: [session.copied, copiedContents],
    })
    const state = carried?.state
    for (const [path, inside] of carried?.texts ?? []) written.set(path, inside)
    if (state) copiedContents.set(real, copiedContents.get(real) === 'unread' ? 'unread' : state)
    if (effect.moved) return
    // What comes into a folder beside what lies there does not make the folder the session's own.
    if (effect.how === 'edit' && effect.of !== undefined) return
    if (effect.how === 'link' && effect.target?.real !== undefined) links.set(real, effect.target.real)
    if (hasActorRole(effect, 'compiler')) built.add(real)
    else built.delete(real)
    const lay = facts.text(real)
    if (effect.how === 'edit' && effect.content === undefined && !hasActorRole(effect, 'rewriter')) before.delete(real)
    else before.set(real, lay.kind === 'text' ? lay.hash : '')
    const text = textAfterWrite(effect, action, { real, before: written.get(real), facts })
    written.set(real, text !== undefined && text.length > MAX_CONTENT ? undefined : text)
    if (effect.as === 'folder') {
      const folder = firstNewFolder(real, facts)
      if (folder !== undefined) created.add(folder)
      return
    }
    // Unpacking into a folder that others use makes nothing of what was there before.
    if (effect.as === 'unpacked' && (/root$|^system$/.test(effect.path.zone) || facts.file(real).kind === 'directory'))
      return
    if (effect.how === 'create' || (effect.how === 'overwrite' && facts.file(real).kind !== 'file')) created.add(real)
  }
  const noteDownload = (effect: Extract<Effect, { kind: 'download' }>, facts: Facts) => {
    const real = effect.to?.real
    if (real === undefined) return
    const address = hostOf(effect.url) === effect.host ? effect.url : effect.host
    const own = isOwnRemote(effect.url, facts)
    // An empty address: what is checked out is the project's own again.
    if (effect.ref !== undefined) downloaded.set(refKey(real, effect.ref), own ? '' : address)
    else if (!own) downloaded.set(real, address)
    if (effect.ref === undefined && effect.tree !== 'update') created.add(real)
  }
  /** What the session made here and pushed is its own on the remote too. */
  const notePush = ({ remote, targets = [] }: Extract<Effect, { kind: 'git-push' }>, facts: Facts) => {
    for (const target of targets) {
      const name = target.kind === 'ref' ? target.ref.replace(/^refs\/heads\//, '') : ''
      if (branches.has(name) || facts.session.branches.has(name)) branches.add(remoteBranchRef(remote, name))
    }
  }
  return {
    facts: {
      written,
      before,
      created,
      built,
      links,
      copies,
      downloaded,
      carriers,
      listings,
      copied: copiedContents,
      branches,
      started,
      seen,
      done,
      checkedOut,
      shell,
    },
    remember: (action, facts) => {
      for (const effect of action.effects) {
        if (effect.kind === 'write-path') noteWrite(effect, action, facts)
        if (effect.kind === 'delete-path' && effect.path.real !== undefined) links.delete(effect.path.real)
        if (effect.kind === 'download') noteDownload(effect, facts)
        const once = oneTimeKind(effect)
        if (once !== undefined) done.add(once)
        if (effect.kind === 'git-push' && !effect.deletes) notePush(effect, facts)
        if (effect.kind === 'read-path' && !effect.list && effect.path.real !== undefined) seen.add(effect.path.real)
      }
      rememberShell(shell, action.leaves)
      for (const mark of filesRunLater(action)) started.add(mark)
      for (const name of listCreatedResources(action.call.tool, action.call.input)) started.add(name)
      // Where a failure is passed over, what was to be made may have been there before.
      const hides = /\|\|/.test(String(action.call.input['command'] ?? ''))
      const goesOn = /[;\n]/.test(String(action.call.input['command'] ?? ''))
      for (const command of action.commands) {
        const left = createdByCommand(command, action.grade === 'proven')
        for (const branch of left.branches) branches.add(branch)
        if (left.head !== undefined) checkedOut.push(left.head === '-' ? (checkedOut.at(-2) ?? '') : left.head)
        for (const name of hides ? left.started : [...left.started, ...left.made])
          started.add(goesOn ? doubtedTerminalMark(name) : name)
      }
    },
  }
}

/** Takes in what a call left in its shell. All of it stays: what padding could push out would run unseen. */
export function rememberShell(
  { variables, definitions }: { variables: Map<string, string>; definitions: Map<string, string> },
  left: SavedShellState | undefined,
): void {
  for (const [kept, added] of [
    [variables, left?.variables],
    [definitions, left?.definitions],
  ] as const) {
    for (const [name, text] of added ?? []) kept.set(name, text)
  }
}

/** Understands earlier calls in order and remembers them: for hosts that hand over a transcript instead of events. */
export function rememberCalls(
  calls: readonly ToolCall[],
  tools: ToolLookup,
  factsWith: (session: SessionFacts) => Facts,
): Memory {
  const memory = createMemory()
  const facts = factsWith(memory.facts)
  for (const call of calls)
    memory.remember(understand(call, tools.find(call.tool, call.input), facts, { wrappers: [] }), facts)
  return memory
}

interface FileBeforeWrite {
  readonly real: string
  readonly before: string | undefined
  readonly facts: Facts
}

/** The file's text after the write, as far as it is known; of an edit of an unknown file, at least what was put in. */
function textAfterWrite(
  effect: Extract<Effect, { kind: 'write-path' }>,
  action: Action,
  file: FileBeforeWrite,
): string | undefined {
  if (effect.doubtful) return undefined
  if (effect.how === 'truncate') return ''
  if (effect.content === undefined) return effect.left
  const before = file.before ?? readCurrentText(file.real, file.facts)
  if (effect.how === 'append') return `${before ?? ''}${effect.content}`
  if (effect.how !== 'edit') return effect.content
  return (before === undefined ? undefined : applyEdits(before, action.call.input)) ?? effect.content
}
