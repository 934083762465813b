import type { TurnMark } from '../../state/typed-prompt-proof.ts'
import type { Entry } from '../../transcript/entries.ts'
import { InvalidLineError } from '../hook-runtime/transcript-lines.ts'
import type { ReadEntry } from '../integration.ts'
import { askingToolOf, readAnsweredQuestion } from './person-answers.ts'

/** Origins the host gives to turns that no person typed. */
const HARNESS_ORIGINS: ReadonlySet<unknown> = new Set([
  'scheduled',
  'task_notification',
  'auto_continuation',
  'peer',
  'host_synthetic',
  'system',
])

/** The host's own notes for slash commands and shell escapes stand in these tags. */
const HOST_TAGS =
  /^\s*<(?:command-(?:name|message|args)|local-command-[a-z-]+|bash-(?:input|stdout|stderr)|system-reminder|task-notification|user-memory-input|teammate-message|cross-session-message|channel|tick)\b/

/** The host's note that a person pressed the key that stops. */
const INTERRUPT_NOTE = /^\[Request interrupted by user[^\]\n]{0,40}\]\s*$/

const MAX_TAG = 80

/**
 * Is a prompt the host's own text? The prompt event also fires for a sub-agent's result, so a text that is one element
 * from its first to its last character is never a person's word, whatever the element is called.
 */
export function isHarnessText(text: string): boolean {
  if (HOST_TAGS.test(text) || INTERRUPT_NOTE.test(text)) return true
  const trimmed = text.trim()
  const tag = /^<([a-z][a-z0-9_-]*)[\s>]/.exec(trimmed.slice(0, MAX_TAG))?.[1]
  return tag !== undefined && trimmed.endsWith(`</${tag}>`)
}

/** An entry for words that a person added to an answer. */
function promptEntry(text: string): Entry {
  return isHarnessText(text) ? { kind: 'harness', text } : { kind: 'user', text, trusted: true }
}

interface Line {
  readonly type?: unknown
  readonly uuid?: unknown
  readonly promptId?: unknown
  readonly textNotTyped?: unknown
  readonly isMeta?: unknown
  readonly isSidechain?: unknown
  readonly isCompactSummary?: unknown
  readonly promptSource?: unknown
  readonly turnOrigin?: unknown
  readonly origin?: { readonly kind?: unknown }
  readonly toolUseResult?: unknown
  readonly userFeedback?: unknown
  readonly permissionDecision?: { readonly source?: unknown }
  readonly message?: { readonly content?: unknown }
  readonly attachment?: {
    readonly type?: unknown
    readonly prompt?: unknown
    readonly commandMode?: unknown
    readonly isMeta?: unknown
    readonly origin?: { readonly kind?: unknown }
  }
}

/** Programs that write the record again may put spaces between. */
const USER_LINE = /"type"\s*:\s*"user"/

/** The turn a line of the host's file holds, if it holds one. Only such lines are parsed: most of a transcript is not a person's. */
export function readTurnLine(text: string): ReadEntry | undefined {
  if (!USER_LINE.test(text) && !text.includes('"queued_command"')) return undefined
  let line: Line
  try {
    line = JSON.parse(text) as Line
  } catch {
    throw new InvalidLineError('a line of it is broken')
  }
  if (typeof line !== 'object' || line === null) return undefined
  const id = typeof line.uuid === 'string' ? { line: line.uuid } : {}
  const added = feedbackText(line)
  const queued = added === undefined ? queuedEntry(line) : promptEntry(added)
  if (queued !== undefined) {
    const mark = queued.kind === 'user' && queued.trusted ? 'typed' : queued.kind === 'user' ? 'unmarked' : 'other'
    return { entry: queued, origin: 'queued', ...('text' in queued && { turn: { mark, text: queued.text } }), ...id }
  }
  if (line.type !== 'user') return undefined
  if (line.toolUseResult !== undefined) return answerOf(line)
  const content = textOf(line.message?.content)
  if (content === undefined) return undefined
  const command = typedCommandIn(content)
  const said = command !== undefined && line.origin?.kind === 'human' ? command : content
  const turn = {
    mark: turnMark(line, command ?? content),
    text: command ?? content,
    ...(typeof line.promptId === 'string' && { id: line.promptId }),
  }
  return {
    entry: isTypedByPerson(line, said) ? { kind: 'user', text: said, trusted: true } : { kind: 'harness', text: said },
    origin: 'transcript',
    turn,
    ...id,
  }
}

/** Sources that the host gives to what came from its keyboard. A suggestion that was accepted is the agent's text. */
const TYPED_SOURCES: ReadonlySet<unknown> = new Set(['typed', 'queued', undefined])

/** Whose turn a line holds, by the host's own marks. */
function turnMark(line: Line, said: string): TurnMark {
  if (!isTypedByPerson(line, said) || line.textNotTyped === true) return 'other'
  if (line.promptSource === 'sdk') return 'passed'
  if (line.origin?.kind !== 'human') return 'unmarked'
  return TYPED_SOURCES.has(line.promptSource) ? 'typed' : 'other'
}

/** What a person answered to a tool that asked them. Newer hosts mark who settled the call. */
function answerOf({ toolUseResult, message, isSidechain, permissionDecision, uuid }: Line): ReadEntry | undefined {
  const answered = readAnsweredQuestion(askingToolOf(toolUseResult) ?? '', toolUseResult)
  if (answered === undefined || isSidechain === true || !Array.isArray(message?.content)) return undefined
  const [call] = (message.content as readonly (Block | null)[]).filter((block) => block?.type === 'tool_result')
  if (typeof call?.tool_use_id !== 'string') return undefined
  const source = permissionDecision?.source
  const mark = source === undefined || (typeof source === 'string' && source.startsWith('user_')) ? 'typed' : 'other'
  return {
    entry: { kind: 'harness', text: '' },
    origin: 'transcript',
    turn: { id: call.tool_use_id, mark, text: answered.text },
    ...(typeof uuid === 'string' && { line: uuid }),
  }
}

/** A command as it was typed. The agent can start one too: only the host's mark tells who did. */
function typedCommandIn(content: string): string | undefined {
  const name = /<command-name>(\/[\w:-]{1,80})<\/command-name>/.exec(content)?.[1]
  if (name === undefined || !HOST_TAGS.test(content)) return undefined
  return `${name} ${/<command-args>([^<]*)<\/command-args>/.exec(content)?.[1] ?? ''}`.trim()
}

function isTypedByPerson(line: Line, said: string): boolean {
  return (
    line.isMeta !== true &&
    line.isCompactSummary !== true &&
    line.isSidechain !== true &&
    line.promptSource !== 'system' &&
    !HARNESS_ORIGINS.has(line.turnOrigin) &&
    (line.origin?.kind === undefined || line.origin.kind === 'human') &&
    !isHarnessText(said)
  )
}

/**
 * A prompt typed while the agent worked. Notifications wait in the same queue and are not a person's; what nothing marks as
 * typed by one may rule out, and grants nothing.
 */
function queuedEntry({ attachment, isSidechain, isMeta, origin }: Line): Entry | undefined {
  if (attachment?.type !== 'queued_command' || isSidechain === true) return undefined
  if (isMeta === true || attachment.isMeta === true) return undefined
  if (attachment.commandMode !== undefined && attachment.commandMode !== 'prompt') return undefined
  const kinds = [origin?.kind, attachment.origin?.kind].filter((kind) => kind !== undefined)
  const text = kinds.every((kind) => kind === 'human') ? textOf(attachment.prompt) : undefined
  if (text === undefined) return undefined
  return isHarnessText(text) ? { kind: 'harness', text } : { kind: 'user', text, trusted: kinds.length > 0 }
}

/**
 * What a person typed with their yes or no to a call: it reaches the agent beside the call's result, and no event tells of it.
 * Only where the host itself marks the answer as a person's.
 */
function feedbackText({ type, isSidechain, permissionDecision, userFeedback, message }: Line): string | undefined {
  const source = permissionDecision?.source
  if (type !== 'user' || isSidechain === true || typeof source !== 'string' || !source.startsWith('user_'))
    return undefined
  if (typeof userFeedback === 'string') return userFeedback.trim() === '' ? undefined : userFeedback
  if (!Array.isArray(message?.content)) return undefined
  const beside = (message.content as readonly (Block | null)[]).filter((block) => block?.type !== 'tool_result')
  return beside.length === 1 ? textOf(beside) : undefined
}

interface Block {
  readonly type?: unknown
  readonly tool_use_id?: unknown
  readonly text?: unknown
}

/** The text of a turn; undefined when it holds a tool's result or no text. */
function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  const blocks = content as readonly (Block | null)[]
  if (blocks.some((block) => block?.type === 'tool_result')) return undefined
  const texts = blocks.flatMap((block) =>
    block?.type === 'text' && typeof block.text === 'string' ? [block.text] : [],
  )
  return texts.length === 0 ? undefined : texts.join('\n')
}
