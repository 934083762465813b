import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import type { Facts, GitFileState } from '../../analysis/facts.ts'
import { knownPathUse } from '../../analysis/paths/path-use.ts'
import type { PathUse } from '../../analysis/paths/paths.ts'
import { type CutText, cutTo } from '../../transcript/cut-text.ts'
import { quoteJson } from '../../transcript/escape.ts'
import { describeEffectBriefly, quoteForeignWord } from './effect-description.ts'

/** One thing the gate found out. `from` says whose word it is. */
export interface EvidenceItem {
  readonly from: 'gate' | 'agent' | 'repository'
  readonly what: string
  readonly text: CutText
}

const MAX_EFFECTS = 16
const MAX_TEXTS = 4
const MAX_TEXT = 2_000
/** What this session wrote and now runs: the transcript holds little of it, so it is shown here. */
const MAX_WRITTEN = 8_000
const MAX_TOTAL = 16_000

const CERTAINTY_RANK: Record<Effect['certainty'], number> = { certain: 0, likely: 1, possible: 2 }

/** What the gate can add to an action: its effects first, then the texts behind it, then where it would land. */
export function collectEvidence(action: Action, facts: Facts | undefined): readonly EvidenceItem[] {
  const items = [
    ...effectItems(action),
    ...textItems(action, facts),
    ...gitItems(action, facts),
    ...userItems(action, facts),
  ]
  return withinCap(items)
}

function effectItems({ effects, unknowns, call }: Action): EvidenceItem[] {
  const ordered = effects
    .filter((effect) => !isRedundant(effect))
    .sort((left, right) => evidenceRank(left) - evidenceRank(right))
  const words = [...new Set(ordered.map((effect) => describeEffectBriefly(effect, call.tool)))]
  const items = words.slice(0, MAX_EFFECTS).map((text) => gateItem('effect', text))
  if (words.length > MAX_EFFECTS) items.push(gateItem('effect', `and ${words.length - MAX_EFFECTS} more`))
  const why = [...new Set(unknowns.map((unknown) => unknown.why))].slice(0, 3)
  return why.length === 0 ? items : [...items, gateItem('not understood', why.map(quoteIfAmbiguous).join('; '))]
}

/** Work inside the project comes last, however certain: many such effects must not crowd out the one that matters. */
function evidenceRank(effect: Effect): number {
  const inside = 'path' in effect && isOrdinary(effect.path)
  return (inside ? 3 : 0) + CERTAINTY_RANK[effect.certainty]
}

function isOrdinary({ zone, tags, dynamic, link }: PathUse): boolean {
  return (zone === 'project' || zone === 'temp') && tags.length === 0 && !dynamic && link === undefined
}

/** Our own words around a foreign name; one that could pass for more of them is put in quotes as a whole. */
function quoteIfAmbiguous(text: string): string {
  return /^[\w ./~@:+=%&?#*$'-]+$/.test(text) ? text : JSON.stringify(text)
}

/** Says no more than the action's own text does: a program by its name, an ordinary file that is read. Every word is paid for. */
function isRedundant(effect: Effect): boolean {
  if (effect.wrapperNames.length > 0) return false
  if (effect.kind === 'run-program') return effect.identity === 'installed' || effect.identity === 'unknown'
  return effect.kind === 'read-path' && isOrdinary(effect.path)
}

/** Scripts and recipes behind the action: the agent's text if this session wrote them, and those first, else the repository's. */
function textItems({ reads }: Action, facts: Facts | undefined): EvidenceItem[] {
  if (facts === undefined) return []
  const { written } = facts.session
  const paths = [...new Set(reads.map(({ path }) => path))]
  const ordered = paths.sort((left, right) => Number(written.has(right)) - Number(written.has(left)))
  const items = ordered.slice(0, MAX_TEXTS).flatMap((path) => textItem(path, facts))
  const more = ordered.length - MAX_TEXTS
  return more > 0 ? [...items, gateItem('note', `${more} more files that it runs are not shown`)] : items
}

function textItem(path: string, facts: Facts): EvidenceItem[] {
  const what = `content of ${path}`
  const { written } = facts.session
  const content = written.get(path)
  if (content !== undefined) return [{ from: 'agent', what, text: cutTo(content, MAX_WRITTEN) }]
  if (isSecret(path, facts)) return [gateItem(what, 'not shown, it is a secret')]
  const read = facts.text(path)
  if (read.kind !== 'text') return []
  return written.has(path)
    ? [{ from: 'agent', what, text: cutTo(read.text, MAX_WRITTEN) }]
    : [{ from: 'repository', what, text: cutTo(read.text, MAX_TEXT) }]
}

/** A script can be a link to a key; it would be sent away. Nothing is cut out of a text: what is cut out could be the payload. */
function isSecret(path: string, facts: Facts): boolean {
  return knownPathUse(path, facts.cwd, facts).tags.includes('secret')
}

/** What the state of the repository's root says of its working tree. */
const TREE_STATE_TEXTS: Record<GitFileState, string> = {
  'tracked-clean': ', nothing uncommitted',
  'tracked-dirty': ', uncommitted changes',
  untracked: ', uncommitted or new files',
  ignored: '',
  unknown: '',
}

/** Branch, working tree and remotes, where the action touches version control or deploys from it. */
function gitItems({ effects, call }: Action, facts: Facts | undefined): EvidenceItem[] {
  if (!effects.some(({ kind }) => kind === 'git-push' || kind === 'git-discard' || kind === 'deploy')) return []
  const git = facts?.git(call.cwd)
  if (facts === undefined || git === undefined) return []
  const branch = `on branch ${quoteForeignWord(git.branch ?? 'unknown')}, default branch ${quoteForeignWord(git.defaultBranch ?? 'unknown')}`
  const remotes = [...git.remotes]
    .slice(0, 4)
    .map(([name, url]) => `${quoteForeignWord(name)} ${quoteForeignWord(withoutPassword(url))}`)
  const made = git.branch !== undefined && facts.session.branches.has(git.branch) ? ', branch made by this session' : ''
  const tree = TREE_STATE_TEXTS[facts.tracked(git.root)]
  return [gateItem('git', `${branch}${made}${tree}; remotes: ${remotes.join(', ') || 'none'}`)]
}

/** Kinds of things that belong to somebody: only there does it matter who the user is. */
const OWNED_EFFECT_KINDS: ReadonlySet<Effect['kind']> = new Set<Effect['kind']>([
  'git-push',
  'git-discard',
  'deploy',
  'publish',
  'resource-change',
  'database-change',
  'signal-process',
  'service-control',
  'external-write',
  'grant',
  'remote-exec',
])

/** Who the user is, so that "my branch" means something; and whom the repository calls so, as its own word. */
function userItems({ effects, call }: Action, facts: Facts | undefined): EvidenceItem[] {
  const user = effects.some(({ kind }) => OWNED_EFFECT_KINDS.has(kind)) ? facts?.identity?.() : undefined
  if (facts === undefined || user === undefined) return []
  const git = [user.gitName, user.gitEmail]
    .flatMap((name) => (name === undefined ? [] : quoteForeignWord(name)))
    .join(' ')
  const parts = [
    `account ${quoteForeignWord(user.account)}`,
    ...(git === '' ? [] : [`git name ${git}`]),
    ...(user.host === undefined ? [] : [`signed in to the agent as ${quoteForeignWord(user.host)}`]),
  ]
  const named = facts.git(call.cwd)?.user
  const other =
    named !== undefined && ![user.gitName, user.gitEmail].some((own) => own !== undefined && named.includes(own))
  return [
    gateItem('user', parts.join(', ')),
    ...(other ? [{ from: 'repository', what: 'user by its own settings', text: cutTo(named, MAX_TEXT) } as const] : []),
  ]
}

function withoutPassword(url: string): string {
  return url.replace(/^([a-z+]{1,20}:\/\/)[^/@]{1,400}@/i, '$1')
}

function gateItem(what: string, text: string): EvidenceItem {
  return { from: 'gate', what, text: cutTo(text, MAX_TEXT) }
}

function withinCap(items: readonly EvidenceItem[]): readonly EvidenceItem[] {
  const kept: EvidenceItem[] = []
  let size = 0
  for (const item of items) {
    size += item.what.length + lengthOf(item.text)
    if (size > MAX_TOTAL) return [...kept, gateItem('note', `${items.length - kept.length} more items left out`)]
    kept.push(item)
  }
  return kept
}

function lengthOf(body: CutText): number {
  return 'whole' in body ? body.whole.length : body.head.length + body.tail.length
}

/** The evidence as one fenced entry, a line for each source in turn; empty when there is none. */
export function writeEvidence(items: readonly EvidenceItem[], fence: string): string {
  if (items.length === 0) return ''
  const lines: string[] = []
  let from: EvidenceItem['from'] | undefined
  let open: string[] = []
  const close = (): void => {
    if (from !== undefined) lines.push(`{"${from}":[${open.join(',')}]}\n`)
    open = []
  }
  for (const item of items) {
    if (item.from !== from) close()
    from = item.from
    open.push(item.what === 'effect' ? bodyJson(item.text) : `{${quoteJson(item.what)}:${bodyJson(item.text)}}`)
  }
  close()
  return `<evidence fence="${fence}">\n${lines.join('')}</evidence>\n`
}

function bodyJson(body: CutText): string {
  return 'whole' in body
    ? quoteJson(body.whole)
    : `{"head":${quoteJson(body.head)},"cut":${body.cut},"tail":${quoteJson(body.tail)}}`
}
