import type { TurnToRead } from '../../../intent/statements/reader.ts'
import { STATED_ACTS } from '../../../intent/statements/stated-acts.ts'
import type { StatedStatement } from '../../../intent/statements/statement.ts'
import { cutTo } from '../../../transcript/cut-text.ts'
import { escapeJson } from '../../../transcript/escape.ts'
import type { CacheLifetime } from '../cache-life.ts'
import type { ModelCapabilities } from '../models.ts'
import { PROMPT_TEXTS } from '../prompt/texts.ts'
import { fillSlots } from '../prompt.ts'
import type { ModelRequest } from '../transport.ts'
import { formOf } from './form.ts'

/** How a call is shown: by a name that everybody knows, or by a number in place of a name that somebody chose. */
export interface ShownCall {
  readonly known: boolean
  /** `''`: nothing of its input is shown. */
  readonly text: string
}

export type ShowCall = (tool: string, input: Readonly<Record<string, unknown>>) => ShownCall

/** What a turn's request is made of, beside the turn. */
export interface RequestFrame {
  /** Random per session. */
  readonly fence: string
  readonly session: string
  readonly cacheLife: CacheLifetime
  readonly showCall: ShowCall
}

/** Twelve statements at their longest. */
const ANSWER_TOKENS = 1_536

const MAX_EARLIER = 6
const MAX_CALLS = 6
const MAX_IN_FORCE = 50
const TURN_LENGTH = 16_000
const EARLIER_LENGTH = 1_200
const CALL_LENGTH = 300

/** The prompt of all readings: the same bytes for every session, so that a server keeps them. */
export function readerPrompt(): string {
  return fillSlots(PROMPT_TEXTS.statements, {
    acts: () => [...STATED_ACTS].map(([id, { covers }]) => `- ${id}: ${covers}`).join('\n'),
  })
}

export function buildReadRequest(
  turn: TurnToRead,
  frame: RequestFrame,
  model: string,
  capabilities: ModelCapabilities,
): ModelRequest {
  const { fence, session, cacheLife } = frame
  return {
    model,
    system: readerPrompt(),
    blocks: () => [
      { text: `<conversation fence="${fence}">\n` },
      { text: contextOf(turn, frame.showCall) },
      { text: `</conversation fence="${fence}">\n` },
      { text: PROMPT_TEXTS['suffix-statements'] },
    ],
    limit: ANSWER_TOKENS + capabilities.padding,
    stop: undefined,
    capabilities,
    cacheLife,
    session,
  }
}

/** One line of JSON for each thing; the turn comes last. */
function contextOf(turn: TurnToRead, showCall: ShowCall): string {
  const lines = [
    ...turn.earlier.slice(-MAX_EARLIER).map((text) => ({ earlier: cutTo(text, EARLIER_LENGTH) })),
    ...turn.inForce.slice(-MAX_IN_FORCE).map(inForceLine),
    ...callLines(turn.calls.slice(-MAX_CALLS), showCall),
    { turn: cutTo(turn.text, TURN_LENGTH) },
  ]
  return lines.map((line) => `${escapeJson(JSON.stringify(line, asText))}\n`).join('')
}

/** A text that was cut shows where. */
function asText(_key: string, value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'whole' in value ? value.whole : value
}

function inForceLine(statement: StatedStatement): object {
  return { in_force: formOf(statement), id: statement.id }
}

/** Names that third parties chose are data: a number stands for them, the same for the same name. */
function callLines(calls: TurnToRead['calls'], showCall: ShowCall): readonly object[] {
  const numbers = new Map<string, string>()
  return calls.map(({ tool, input }) => {
    const { known, text } = showCall(tool, input)
    const shown = text === '' ? {} : { input: cutTo(text, CALL_LENGTH) }
    if (known) return { call: tool, ...shown }
    const id = numbers.get(tool) ?? `tool-${numbers.size + 1}`
    numbers.set(tool, id)
    return { call: id, ...namesOf(tool), ...shown }
  })
}

/** Of `mcp__server__verb` both, so that a person may speak of them. */
function namesOf(tool: string): object {
  const [, server, verb] = /^mcp__(.{1,60}?)__(.{1,60})$/s.exec(tool) ?? []
  return server === undefined ? { name: tool.slice(0, 60) } : { server, verb }
}
