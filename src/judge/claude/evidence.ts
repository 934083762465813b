import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import type { Facts } from '../../analysis/facts.ts'
import { type Body, cutTo } from '../../transcript/cut.ts'
import { quote } from '../../transcript/escape.ts'
import { effectWords } from './effect-words.ts'

/** One thing the gate found out. `from` says whose word it is. */
export interface EvidenceItem {
  readonly from: 'gate' | 'agent' | 'repository'
  readonly what: string
  readonly text: Body
}

const MAX_EFFECTS = 16
const MAX_TEXTS = 4
const MAX_TEXT = 2_000
const MAX_ALL = 8_000

const BY_CERTAINTY: Record<Effect['certainty'], number> = { certain: 0, likely: 1, possible: 2 }

/** What the gate can add to an action: its effects first, then the texts behind it, then where it would land. */
export function collectEvidence(action: Action, facts: Facts | undefined): readonly EvidenceItem[] {
  const items = [...effectItems(action), ...textItems(action, facts), ...gitItems(action, facts)]
  return withinCap(items)
}

function effectItems({ effects, unknowns }: Action): EvidenceItem[] {
  const ordered = [...effects].sort((left, right) => BY_CERTAINTY[left.certainty] - BY_CERTAINTY[right.certainty])
  const words = [...new Set(ordered.map(effectWords))]
  const items = words.slice(0, MAX_EFFECTS).map((text) => gateItem('effect', text))
  if (words.length > MAX_EFFECTS) items.push(gateItem('effect', `and ${words.length - MAX_EFFECTS} more`))
  const why = [...new Set(unknowns.map((unknown) => unknown.why))].slice(0, 3)
  return why.length === 0 ? items : [...items, gateItem('not understood', why.join('; '))]
}

/** Scripts and recipes behind the action: the agent's text if this session wrote them, else the repository's. */
function textItems({ reads }: Action, facts: Facts | undefined): EvidenceItem[] {
  if (facts === undefined) return []
  const paths = [...new Set(reads.map(({ path }) => path))].slice(0, MAX_TEXTS)
  return paths.flatMap((path) => {
    const written = facts.session.written.get(path)
    if (written !== undefined)
      return [{ from: 'agent' as const, what: `content of ${path}`, text: cutTo(written, MAX_TEXT) }]
    const read = facts.text(path)
    if (read.kind !== 'text') return []
    const from = facts.session.written.has(path) ? ('agent' as const) : ('repository' as const)
    return [{ from, what: `content of ${path}`, text: cutTo(read.text, MAX_TEXT) }]
  })
}

/** Branch and remotes, where the action touches version control or deploys from it. */
function gitItems({ effects, call }: Action, facts: Facts | undefined): EvidenceItem[] {
  if (!effects.some(({ kind }) => kind === 'git-push' || kind === 'git-discard' || kind === 'deploy')) return []
  const git = facts?.git(call.cwd)
  if (facts === undefined || git === undefined) return []
  const branch = `on branch ${git.branch ?? 'unknown'}, default branch ${git.defaultBranch ?? 'unknown'}`
  const remotes = [...git.remotes].slice(0, 4).map(([name, url]) => `${name} ${withoutPassword(url)}`)
  const made = git.branch !== undefined && facts.session.branches.has(git.branch) ? ', branch made by this session' : ''
  return [gateItem('git', `${branch}${made}; remotes: ${remotes.join(', ') || 'none'}`)]
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
    size += item.what.length + ('whole' in item.text ? item.text.whole.length : MAX_TEXT)
    if (size > MAX_ALL) return [...kept, gateItem('note', `${items.length - kept.length} more items left out`)]
    kept.push(item)
  }
  return kept
}

/** The evidence as one fenced entry; empty when there is none. */
export function writeEvidence(items: readonly EvidenceItem[], fence: string): string {
  if (items.length === 0) return ''
  const lines = items.map(({ from, what, text }) => `{"from":"${from}",${quote(what)}:${bodyJson(text)}}\n`)
  return `<evidence fence="${fence}">\n${lines.join('')}</evidence>\n`
}

function bodyJson(body: Body): string {
  return 'whole' in body
    ? quote(body.whole)
    : `{"head":${quote(body.head)},"cut":${body.cut},"tail":${quote(body.tail)}}`
}
