import { type Fields, isFields, optionalText, ownField } from '../hook-runtime/fields.ts'
import type { RequestOrigin } from './request.ts'
import { parseJsonText } from './turn.ts'

/** How a classifier is to say its verdict: a severity of which 50 blocks, or a plain yes or no. */
export type VerdictTag = 'severity' | 'block'

/** A call that the client's own classifier asked a model about. */
export interface ClassifiedCall {
  readonly tool: string
  readonly input: Fields
}

export type TranscriptLine =
  | { readonly kind: 'user'; readonly text: string }
  | ({ readonly kind: 'call' } & ClassifiedCall)

/** A request of the client's own classifier, or its review of what a sub-agent did. */
export interface ClassifierCall {
  readonly kind: 'classifier'
  readonly asker: RequestOrigin
  readonly model: string
  readonly tag: VerdictTag
  /** The answer is cut before the end of its tag. */
  readonly isShort: boolean
  /** What it shows of the conversation; undefined where a line is of a shape that is not known. */
  readonly lines: readonly TranscriptLine[] | undefined
}

const CLASSIFIER_PROMPT_START = 'You are a security monitor for autonomous AI coding agents'

/** Worth parsing. People and tools may write the same words: only the system field tells. */
export function looksLikeClassifier(body: Buffer): boolean {
  return body.includes(CLASSIFIER_PROMPT_START)
}

/** INVARIANT: known by its system field alone, never by messages, which hold what others wrote. */
export function readClassifierCall(value: Fields, asker: RequestOrigin | undefined): ClassifierCall | undefined {
  const system = ownField(value, 'system')
  const texts = typeof system === 'string' ? [system] : blockTexts(system)
  const prompt = texts.find((text) => text.startsWith(CLASSIFIER_PROMPT_START))
  const tag = prompt === undefined ? undefined : tagIn(prompt)
  if (tag === undefined || asker === undefined) return undefined
  if (ownField(value, 'tools') !== undefined || ownField(value, 'stream') === true) return undefined
  const stops = ownField(value, 'stop_sequences')
  return {
    kind: 'classifier',
    asker,
    model: optionalText(value, 'model') ?? '',
    tag,
    isShort: Array.isArray(stops) && stops.includes(`</${tag}>`),
    lines: linesIn(ownField(value, 'messages'), tag),
  }
}

function tagIn(prompt: string): VerdictTag | undefined {
  const isSeverity = prompt.includes('<severity>N</severity>')
  const isBlock = prompt.includes('<block>yes</block>')
  if (isSeverity === isBlock) return undefined
  return isSeverity ? 'severity' : 'block'
}

/** The lines between the marks of the transcript, one block each. */
function linesIn(messages: unknown, tag: VerdictTag): readonly TranscriptLine[] | undefined {
  if (!Array.isArray(messages)) return undefined
  const blocks = messages.flatMap((message) => (isFields(message) ? blockTexts(ownField(message, 'content')) : []))
  const [start, end] = [blocks.indexOf('<transcript>\n'), blocks.lastIndexOf('</transcript>\n')]
  if (start < 0 || end < start) return undefined
  const lines: TranscriptLine[] = []
  for (const block of blocks.slice(start + 1, end)) {
    const line = tag === 'severity' ? jsonLine(block) : textLine(block)
    if (line === undefined) return undefined
    if (line !== 'meta') lines.push(line)
  }
  return lines
}

function blockTexts(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content]
  if (!Array.isArray(content)) return []
  return content.flatMap((block) =>
    isFields(block) && ownField(block, 'type') === 'text' ? (optionalText(block, 'text') ?? []) : [],
  )
}

function jsonLine(block: string): TranscriptLine | 'meta' | undefined {
  const value = parseJsonText(block)
  const entries = isFields(value) ? Object.entries(value) : []
  const [first] = entries
  if (first === undefined || entries.length > 1) return undefined
  const [tool, shown] = first
  if (tool === 'meta') return 'meta'
  if (tool === 'user') return typeof shown === 'string' ? { kind: 'user', text: shown } : undefined
  const input = typeof shown === 'string' ? inputOf(tool, shown) : editOf(tool, shown)
  return input && { kind: 'call', tool, input }
}

/** `Tool text`, and each further line of the text two columns in. */
function textLine(block: string): TranscriptLine | undefined {
  const [, label = '', rest = ''] = /^(User:|[A-Za-z]\w*) ([\s\S]*)\n$/.exec(block) ?? []
  const lines = rest.split('\n')
  if (label === '' || lines.slice(1).some((line) => line !== '' && !line.startsWith('  '))) return undefined
  const text = lines.map((line, at) => (at === 0 ? line : line.slice(2))).join('\n')
  if (label === 'User:') return { kind: 'user', text }
  const input = inputOf(label, text)
  return input && { kind: 'call', tool: label, input }
}

/** What a call's one text stands for. Tools that are shown in ways that lose something are not known. */
function inputOf(tool: string, text: string): Fields | undefined {
  const at = text.indexOf(': ')
  switch (tool) {
    case 'Bash':
    case 'PowerShell':
      return { command: text }
    case 'Write':
      return at > 0 && text.startsWith('/') ? { file_path: text.slice(0, at), content: text.slice(at + 2) } : undefined
    case 'WebFetch':
      return at > 0 ? { url: text.slice(0, at), prompt: text.slice(at + 2) } : undefined
    default:
      return undefined
  }
}

function editOf(tool: string, shown: unknown): Fields | undefined {
  if (tool !== 'Edit' || !isFields(shown) || ownField(shown, 'removesTruncated') !== false) return undefined
  const [file_path, old_string, new_string] = ['file_path', 'removes', 'adds'].map((key) => optionalText(shown, key))
  if (file_path === undefined || old_string === undefined || new_string === undefined) return undefined
  return { file_path, old_string, new_string }
}

export interface ClassifierVerdict {
  readonly blocks: boolean
  /** Letters, digits and spaces. */
  readonly category?: string | undefined
  readonly reason: string
}

/** The text in which a verdict is said. */
export function classifierText(
  { tag, isShort }: ClassifierCall,
  { blocks, category, reason }: ClassifierVerdict,
): string {
  const word = tag === 'severity' ? (blocks ? '90' : '5') : blocks ? 'yes' : 'no'
  const opened = `<${tag}>${word}`
  if (isShort) return opened
  const more = !blocks
    ? ''
    : tag === 'severity'
      ? `<category>${category ?? 'Irongate'}</category>`
      : `<reason>${withoutTags(reason)}</reason>`
  return `${opened}</${tag}>${more}`
}

/** No text of ours ends its own tag. */
function withoutTags(text: string): string {
  return text.replaceAll('<', '‹').replaceAll('>', '›').slice(0, 1000)
}

const MIN_BLOCKING_SEVERITY = 50

/** Whether an upstream's answer blocks; undefined where it is no verdict. */
export function readVerdict(text: string, tag: VerdictTag): boolean | undefined {
  const found = [...text.matchAll(tag === 'severity' ? /<severity>\s*(\d{1,3})\b/g : /<block>\s*(yes|no)\b/g)]
  const words = new Set(
    found.map(([, word = '']) => (tag === 'severity' ? Number(word) >= MIN_BLOCKING_SEVERITY : word === 'yes')),
  )
  if (words.size === 0) return undefined
  return words.has(true)
}
