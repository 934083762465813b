import type { SessionFold } from '../../state/session-log.ts'
import type { Entry, Transcript } from '../../transcript/entries.ts'
import { type Message, transcriptOf } from '../../transcript/from-messages.ts'
import { isHarnessText } from '../claude-code/human-turns.ts'
import { isFields, optionalText, ownField } from '../hook-runtime/fields.ts'

const REMINDER_TAG = /^\s*<system-reminder>/
/** What the client says in a person's place without a tag around it. */
const CLIENT_TEXT =
  /^\s*(?:\[[a-z][a-z-]+\]\s|This session is being continued from|Stop hook feedback|Caveat: |Base directory for this skill)/

/** What a request tells of its conversation. */
export interface Conversation {
  /** What people said and what was called, as far as the request alone can be believed. */
  readonly entries: Transcript
  /** Calls that ran, by their ids. */
  readonly ran: ReadonlySet<string>
}

/**
 * The conversation of a request. A turn is a person's where its message holds one text beside the client's reminders: what a command of
 * a project stands for, a skill, or a summary comes with texts beside it, and grants nothing.
 */
export function requestConversation(messages: readonly Message[], isSubAgent: boolean): Conversation {
  const vouched = new Set<string>()
  const cleaned = messages.filter(isFields).map((message) => {
    if (message.role !== 'user') return message
    const blocks = blocksOf(message.content)
    const said = blocks.filter((block) => !REMINDER_TAG.test(textOf(block)))
    const texts = said.map(textOf).filter((text) => text !== '')
    const [only = ''] = texts
    if (texts.length === 1 && !isHarnessText(only) && !CLIENT_TEXT.test(only)) vouched.add(only)
    return { ...message, content: said }
  })
  const entries = transcriptOf(cleaned).flatMap((entry): Entry[] => {
    if (entry.kind !== 'user') return [entry]
    // A sub-agent's conversation holds no person: its prompt is its parent's text.
    if (isSubAgent || isHarnessText(entry.text)) return [{ kind: 'harness', text: entry.text }]
    return [{ ...entry, trusted: entry.trusted && vouched.has(entry.text) }]
  })
  return { entries, ran: executedCallIds(cleaned) }
}

/**
 * What a judge sees. Where the hook reported what people typed, that log is the conversation, and the request adds what it rules out;
 * without a hook the request is all there is, and `others` what the root agent's person said before.
 */
export function judgeTranscript(
  fold: SessionFold,
  agentId: string | undefined,
  { own: said, others, turn }: KnownConversation,
): Transcript {
  if (!fold.attested) return [...others, ...said, ...turn]
  const known = new Set(fold.entries(undefined).flatMap((entry) => (entry.kind === 'user' ? entry.text : [])))
  const more = said.flatMap((entry) =>
    entry.kind === 'user' && !known.has(entry.text) ? [{ ...entry, trusted: false }] : [],
  )
  return [...more, ...fold.entries(agentId)]
}

export interface KnownConversation {
  readonly own: Transcript
  /** What was said to the agent's root, for a sub-agent: it rules out. */
  readonly others: Transcript
  /** The calls of the same turn before the one that is asked about. */
  readonly turn: Transcript
}

function executedCallIds(messages: readonly Message[]): ReadonlySet<string> {
  return new Set(
    messages.flatMap(({ role, content }) =>
      role !== 'user'
        ? []
        : blocksOf(content).flatMap((block) => {
            const isDone = ownField(block, 'type') === 'tool_result' && ownField(block, 'is_error') !== true
            return (isDone ? optionalText(block, 'tool_use_id') : undefined) ?? []
          }),
    ),
  )
}

function blocksOf(content: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.filter(isFields) : []
}

function textOf(block: Readonly<Record<string, unknown>>): string {
  return ownField(block, 'type') === 'text' ? (optionalText(block, 'text') ?? '') : ''
}
