import type { Decision } from '../../src/decision.ts'
import { createModelJudgeFor } from '../../src/judge/model/assemble.ts'
import type { ModelFailure } from '../../src/judge/model/failure.ts'
import type { ModelAnswer, ModelCall, ModelClient } from '../../src/judge/model/transport.ts'
import { type MessagesBody, messagesBody } from '../../src/judge/model/transports/messages/body.ts'
import { readMessage } from '../../src/judge/model/transports/messages/reply.ts'
import { policyFromObject } from '../../src/settings/load.ts'
import { createTools } from '../../src/tools/registry.ts'
import { type Circumstances, CWD, check } from '../gate/gate-for-tests.ts'

export const NO = '<block>no</block>'
export const YES = '<block>yes</block><reason>[git-destructive] it forces</reason>'

/** No program of this name exists; only a judge can tell. */
export const UNKNOWN = 'frobnicate --everything now'

/** What the model says, call after call; the last one stands for all that follow. A failure is what the network gives instead. */
export type Said = string | ModelFailure['kind'] | { readonly text: string; readonly stopReason: string }

const FAILURES: ReadonlySet<string> = new Set(['rate-limit', 'server-error', 'network', 'deadline', 'too-long'])

export interface Heard {
  readonly decision: Decision
  /** The requests, as they were sent. */
  readonly bodies: readonly MessagesBody[]
}

/** A model behind the real judge and the real gate, in the page's own flow: no grades, no embedded judge. */
export async function ask(
  said: readonly Said[],
  how: Circumstances & { readonly tool?: string; readonly input?: Record<string, unknown> } = {},
): Promise<Heard> {
  const bodies: MessagesBody[] = []
  const client: ModelClient = {
    send: (call) => {
      bodies.push(messagesBody(call.request))
      return Promise.resolve(answerTo(call, said[Math.min(bodies.length, said.length) - 1] ?? NO))
    },
  }
  const settings = { ...how.settings, judge: { kind: 'claude', ...(how.settings?.['judge'] as object) } }
  const judge = createModelJudgeFor(policyFromObject({}, { cwd: CWD, home: '/home/dev' }), createTools(), { client })
  const { tool = 'Bash', input = { command: UNKNOWN } } = how
  const decision = await check(tool, input, { ...how, judge, settings })
  return { decision, bodies }
}

function answerTo({ request }: ModelCall, said: Said): ModelAnswer {
  if (typeof said === 'string' && FAILURES.has(said))
    return { failure: { kind: said, detail: '' } as Extract<ModelAnswer, { failure: ModelFailure }>['failure'] }
  const text = typeof said === 'string' ? said : said.text
  const stop = request.stop !== undefined && text.includes(request.stop) ? request.stop : undefined
  const shown = stop === undefined ? text : text.slice(0, text.indexOf(stop))
  const message = {
    content: [{ type: 'text', text: shown }],
    stop_reason: typeof said === 'string' ? (stop === undefined ? 'end_turn' : 'stop_sequence') : said.stopReason,
    stop_sequence: stop ?? null,
    model: request.model,
    usage: {},
  }
  return { reply: readMessage(message, request) }
}

/** The texts of the last message: the conversation and what comes after it. */
export function conversationOf(body: MessagesBody | undefined): readonly string[] {
  return body?.messages.at(-1)?.content.map(({ text }) => text) ?? []
}

export function systemOf(body: MessagesBody | undefined): string {
  return body?.system.map(({ text }) => text).join('') ?? ''
}

/** Everything that a request says. */
export function allText(body: MessagesBody | undefined): string {
  const messages = body?.messages.flatMap(({ content }) => content.map(({ text }) => text)) ?? []
  return [systemOf(body), ...messages].join('\n')
}
