import type { Entry, Transcript } from './entries.ts'

/** A message of the Messages API or of the AI SDK, in either of its forms. */
export interface Message {
  readonly role: string
  readonly content?: unknown
  readonly parts?: unknown
}

export interface TranscriptOptions {
  /** The id of the call that is asked about: what comes before it counts, whether it has a result yet or not. */
  readonly before?: string
  /** Your tools' names as the gate knows them: `{ shell: 'Bash' }`. */
  readonly names?: Readonly<Record<string, string>>
}

type Fields = Readonly<Record<string, unknown>>

/**
 * What a judge may see of a conversation: the texts of users, and the calls of the agent that have ended. Never what the agent wrote,
 * what tools returned, images, or system messages. Whoever calls it vouches that messages of the role `user` are a person's: where
 * your program writes some of them itself, leave them out. A text beside a tool's result is not vouched for: it rules out, and grants
 * nothing. A call that failed is not confirmed: it shows what was tried.
 */
export function transcriptOf(messages: readonly Message[], options: TranscriptOptions = {}): Transcript {
  if (!Array.isArray(messages)) throw new TypeError('transcriptOf needs a list of messages')
  const all = messages.filter(isFields)
  const results = new Map(all.flatMap((message) => blocksOf(message).flatMap(resultEntries)))
  const entries: Entry[] = []
  for (const message of all) {
    for (const { entry, id } of entriesInMessage(message, options)) {
      if (id !== undefined && id === options.before) return entries
      const result = id === undefined ? 'well' : results.get(id)
      if (entry.kind !== 'call') entries.push(entry)
      else if (result === 'failed') entries.push({ ...entry, unconfirmed: true })
      else if (result === 'well' || options.before !== undefined) entries.push(entry)
    }
  }
  return entries
}

interface MessageEntry {
  readonly entry: Entry
  /** The id of a call. */
  readonly id?: string
}

function entriesInMessage(message: Fields, { names = {} }: TranscriptOptions): readonly MessageEntry[] {
  switch (message['role']) {
    case 'user': {
      const blocks = blocksOf(message)
      const text = blocks.flatMap(textIn).join('\n')
      const trusted = !blocks.some(isResult)
      return text.trim() === '' ? [] : [{ entry: { kind: 'user', text, trusted } }]
    }
    case 'assistant':
      return blocksOf(message).flatMap((block) => callEntries(block, names))
    default:
      return []
  }
}

/** The parts of a message, whichever form it has: one text is one part. */
function blocksOf(message: Fields): readonly Fields[] {
  const { content, parts } = message
  const list = Array.isArray(parts) ? parts : content
  if (typeof list === 'string') return [{ type: 'text', text: list }]
  return Array.isArray(list) ? list.filter(isFields) : []
}

function textIn({ type, text }: Fields): readonly string[] {
  return type === 'text' && typeof text === 'string' ? [text] : []
}

function isResult({ type }: Fields): boolean {
  return type === 'tool_result' || type === 'tool-result'
}

function callEntries(block: Fields, names: Readonly<Record<string, string>>): readonly MessageEntry[] {
  const call = isFields(block['toolInvocation']) ? block['toolInvocation'] : block
  const tool = toolNameIn(block['type'], call)
  const input = call['input'] ?? call['args']
  if (typeof tool !== 'string' || tool === '') return []
  const id = idOf(call)
  const named = Object.hasOwn(names, tool) ? (names[tool] ?? tool) : tool
  // An input that is no object is shown all the same: a call must not vanish by its form.
  const entry: Entry = { kind: 'call', tool: named, input: isFields(input) ? input : { input } }
  return [{ entry, ...(id !== undefined && { id }) }]
}

/** `tool_use` (Messages API), `tool-call` (AI SDK), and the parts of UI messages: `tool-NAME`, `dynamic-tool`, `tool-invocation`. */
function toolNameIn(type: unknown, call: Fields): unknown {
  if (type === 'tool_use') return call['name']
  if (type === 'tool-call' || type === 'dynamic-tool' || type === 'tool-invocation') return call['toolName']
  if (typeof type !== 'string' || !type.startsWith('tool-') || !('toolCallId' in call)) return undefined
  return isResult(call) || type.startsWith('tool-approval-') ? undefined : type.slice('tool-'.length)
}

function idOf({ id, toolCallId }: Fields): string | undefined {
  const found = toolCallId ?? id
  return typeof found === 'string' ? found : undefined
}

/** How a call ended, where this part shows it. One that failed or was refused may have done nothing. */
function resultEntries(block: Fields): readonly (readonly [string, 'well' | 'failed'])[] {
  const call = isFields(block['toolInvocation']) ? block['toolInvocation'] : block
  const { state, output } = call
  const id = call['tool_use_id'] ?? call['toolCallId']
  const isEnd = isResult(block) || state === 'result' || (typeof state === 'string' && state.startsWith('output-'))
  if (!isEnd || typeof id !== 'string') return []
  const kind = isFields(output) ? output['type'] : undefined
  const failed =
    call['is_error'] === true ||
    call['isError'] === true ||
    (typeof kind === 'string' && /^(?:error-|execution-denied)/.test(kind)) ||
    (typeof state === 'string' && /^output-(?:error|denied)/.test(state))
  return [[id, failed ? 'failed' : 'well']]
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
