import type { ParsedScript } from 'unbash'
import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import { commandLineOf, commandText } from '../../analysis/forms/command-forms.ts'
import { parseShell } from '../../analysis/shell/parse.ts'
import type { Span } from '../../analysis/words.ts'
import type { Finding } from '../../categories/category.ts'
import type { Decision } from '../../decision.ts'
import { effectSentence } from './effects.ts'
import type { CommandNode } from './shapes.ts'

interface TreeContext {
  readonly decision: Pick<Decision, 'outcome' | 'category' | 'reason'>
  readonly findings: readonly Finding[]
}

/** A node while the tree is built. */
interface NodeDraft extends Span {
  readonly kind: CommandNode['kind']
  readonly children: NodeDraft[]
  readonly effects: Set<string>
  offends: boolean
}

/** A longer command, or a deeper one, is shown as one text. */
const MOST_TEXT = 64 * 1024
const MOST_NODES = 2000
const MOST_DEPTH = 40

/**
 * The command of an Action as a tree, with what each part would do and which part the answer comes from. Undefined for a call without
 * one. The tree only shows: nothing is decided by it.
 */
export function commandTreeOf(action: Action, why: TreeContext): CommandNode | undefined {
  const text = commandText(action)
  if (text === '') return undefined
  const root = draftOf('list', { start: 0, end: text.length })
  const script = text.length > MOST_TEXT ? undefined : parseShell(text)
  if (script) new TreeBuilder(text).fill(root, script)
  const places = placesOf(action, text, root)
  for (const effect of action.effects) nodeFor(root, places(effect)).effects.add(effectSentence(effect))
  for (const span of decidingSpans(action, why, places)) nodeFor(root, span).offends = true
  return nodeOf(root, text)
}

function draftOf(kind: NodeDraft['kind'], { start, end }: Span): NodeDraft {
  return { kind, start, end, children: [], effects: new Set(), offends: false }
}

function nodeOf({ kind, start, end, children, effects, offends }: NodeDraft, text: string): CommandNode {
  const parts = children.toSorted((left, right) => left.start - right.start).map((child) => nodeOf(child, text))
  const [only] = parts
  // A list of one thing is that thing.
  if (kind === 'list' && parts.length === 1 && only && effects.size === 0 && !offends) return only
  return { text: text.slice(start, end), start, end, kind, effects: [...effects], offends, children: parts }
}

/** The narrowest node that holds a stretch of the text; a new one where it is a part of what the parser took for one word. */
function nodeFor(node: NodeDraft, span: Span): NodeDraft {
  const inside = node.children.find((child) => child.start <= span.start && span.end <= child.end)
  if (inside) return nodeFor(inside, span)
  const isPart = span.end - span.start < node.end - node.start && span.start >= node.start && span.end <= node.end
  if (!isPart || node.children.some((child) => span.start < child.end && child.start < span.end)) return node
  const made = draftOf('command', span)
  node.children.push(made)
  return made
}

/** A node of the parser, as far as it matters here. */
interface SyntaxNode {
  readonly type: string
  readonly pos: number
  readonly end: number
}

const NODE_KINDS: Readonly<Record<string, NodeDraft['kind']>> = {
  Command: 'command',
  Pipeline: 'pipeline',
  AndOr: 'list',
  Subshell: 'group',
  BraceGroup: 'group',
  If: 'group',
  For: 'group',
  ArithmeticFor: 'group',
  While: 'group',
  Case: 'group',
  Select: 'group',
  Function: 'group',
  Coproc: 'group',
  CommandExpansion: 'substitution',
  ProcessSubstitution: 'substitution',
  ArithmeticCommandExpansion: 'substitution',
  Redirect: 'redirection',
  HereString: 'redirection',
  HereDoc: 'redirection',
}

/** Walks whatever the parser made, without a case for each of its types: a new one shows its parts. */
class TreeBuilder {
  readonly #text: string
  #nodes = 0

  constructor(text: string) {
    this.#text = text
  }

  fill(into: NodeDraft, script: ParsedScript): void {
    // Its nodes are lazy: the written form is whole.
    const whole = JSON.parse(JSON.stringify(script)) as unknown
    this.#walk(whole, into, 0)
  }

  #walk(value: unknown, into: NodeDraft, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > MOST_DEPTH * 4 || this.#nodes > MOST_NODES) return
    if (Array.isArray(value)) {
      for (const item of value) this.#walk(item, into, depth + 1)
      return
    }
    // Text that was decoded first stands at other places than it says.
    if ('source' in value) return
    const kind = isSyntax(value) && Object.hasOwn(NODE_KINDS, value.type) ? NODE_KINDS[value.type] : undefined
    const next = kind === undefined ? into : this.#add(into, kind, value as SyntaxNode)
    for (const [key, part] of Object.entries(value)) if (key !== 'errors') this.#walk(part, next, depth + 1)
  }

  #add(into: NodeDraft, kind: NodeDraft['kind'], { pos, end }: SyntaxNode): NodeDraft {
    if (pos < into.start || end > into.end || end <= pos || end > this.#text.length) return into
    this.#nodes++
    const made = draftOf(kind, { start: pos, end })
    into.children.push(made)
    return made
  }
}

function isSyntax(value: object): value is SyntaxNode {
  return (
    'type' in value &&
    typeof value.type === 'string' &&
    'pos' in value &&
    typeof value.pos === 'number' &&
    'end' in value
  )
}

type SpanLocator = (at: Pick<Effect, 'span' | 'wrapperNames'>) => Span

/**
 * Where something stands in the text that was typed. What runs inside another text (`bash -c '…'`, a here-document) says where it
 * stands in that one: it is looked for there, and otherwise belongs to the command that runs it.
 */
function placesOf(action: Action, text: string, root: NodeDraft): SpanLocator {
  const { commands } = action
  const found = new Map<number, Span>()
  const own = commands.map(({ wrapperNames, span }) => `${wrapperNames.length} ${span.start} ${span.end}`)
  const placeOf = (index: number): Span => {
    const known = found.get(index)
    if (known) return known
    const made = placed(index)
    found.set(index, made)
    return made
  }
  const placed = (index: number): Span => {
    const inner = commands[index]
    if (!inner || inner.wrapperNames.length === 0) return inner?.span ?? root
    const outer = commands.findLastIndex(
      ({ wrapperNames }, other) => other < index && wrapperNames.length < inner.wrapperNames.length,
    )
    const around = outer < 0 ? root : placeOf(outer)
    const line = commandLineOf(inner)
    const literal = text.slice(inner.span.start, inner.span.end)
    // Wrappers such as sudo run words of the same text.
    if (inner.span.start === around.start && inner.span.end === around.end) return locateLine(around, line, text)
    if (line !== '' && literal === line) return inner.span
    return locateLine(around, line, text, root)
  }
  return ({ span, wrapperNames }) => {
    const exact = own.lastIndexOf(`${wrapperNames.length} ${span.start} ${span.end}`)
    if (exact >= 0) return placeOf(exact)
    for (let depth = wrapperNames.length - 1; depth >= 0; depth--) {
      const around = own.lastIndexOf(`${depth} ${span.start} ${span.end}`)
      if (around >= 0) return placeOf(around)
    }
    return wrapperNames.length === 0 ? span : root
  }
}

/** Where a line stands word for word inside a stretch, or else anywhere once; a node is made for it there. */
function locateLine(around: Span, line: string, text: string, root?: NodeDraft): Span {
  const inside = text.slice(around.start, around.end).indexOf(line)
  const once = inside < 0 && root && text.indexOf(line) === text.lastIndexOf(line) ? text.indexOf(line) : -1
  const start = inside >= 0 ? around.start + inside : once
  return line === '' || start < 0 ? around : { start, end: start + line.length }
}

/** What the answer comes from: the gravest finding of its category, or else what was not understood. */
function decidingSpans(
  { unknowns }: Action,
  { decision, findings }: TreeContext,
  places: SpanLocator,
): readonly Span[] {
  if (decision.outcome === 'allow') return []
  const finding = findings.find(({ category }) => category === decision.category)
  if (finding) return [places(finding.effect)]
  if (decision.reason.type === 'rule') return []
  return unknowns.filter(({ span }) => span.end > span.start).map(({ span }) => span)
}
