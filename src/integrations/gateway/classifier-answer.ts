import { createHash, randomBytes } from 'node:crypto'
import { recordOf } from '../../audit/record.ts'
import type { Decision } from '../../decision.ts'
import { version } from '../../facts/version.static.ts'
import type { Entry } from '../../transcript/entries.ts'
import { isFields, ownField } from '../hook-runtime/fields.ts'
import { check } from '../library/check.ts'
import { bodyOf } from './bodies.ts'
import {
  type ClassifierCall,
  type ClassifierVerdict,
  classifierText,
  readVerdict,
  type TranscriptLine,
} from './classifier.ts'
import { forwardedHeaders } from './headers.ts'
import { GATEWAY_DEADLINE_MS, gatewayHookContext } from './judge.ts'
import type { Exchange, RelayEdge } from './relay.ts'
import { relayResponse } from './relay-response.ts'
import { parseJsonText } from './turn.ts'

const MOST_REVIEWED = 60
const MOST_ANSWER = 1024 * 1024
const CACHE_MS = 20_000

type ClassifierExchange = Exchange & { readonly body: Buffer }

/**
 * Answers a request of the client's own classifier. Where the gate blocks, that is the answer; else the upstream is asked, whose word may
 * be stricter; and where that says nothing that can be read, the gate's allow stands. What the gate cannot judge is the upstream's alone.
 */
export async function answerClassifier(
  call: ClassifierCall,
  exchange: ClassifierExchange,
  edge: RelayEdge,
): Promise<void> {
  const said = await judgeCallOnce(call, edge)
  if (said?.blocks) return sendAnswer(call, said, exchange)
  const { request, path, signal, body, response } = exchange
  const headers = [...forwardedHeaders(request.rawHeaders, ['accept-encoding']), 'Accept-Encoding', 'identity']
  const answer = await edge.upstream.send({ method: 'POST', path, headers, body, signal })
  const read = await bodyOf(answer, MOST_ANSWER)
  const text = 'long' in read ? undefined : textIn(read.whole)
  if (said !== undefined && (text === undefined || readVerdict(text, call.tag) === undefined)) {
    // It was an answer to nobody: what is left of it is not read.
    answer.destroy()
    return sendAnswer(call, said, exchange)
  }
  return relayResponse({ answer, body: read }, response)
}

/** The text of a message; undefined for whatever else came. */
function textIn(body: Buffer): string | undefined {
  const value = parseJsonText(body.toString('utf8'))
  const content = isFields(value) && ownField(value, 'type') === 'message' ? ownField(value, 'content') : undefined
  if (!Array.isArray(content)) return undefined
  return content.map((block) => (isFields(block) && typeof block['text'] === 'string' ? block['text'] : '')).join('')
}

async function sendAnswer(
  call: ClassifierCall,
  said: ClassifierVerdict,
  { response }: ClassifierExchange,
): Promise<void> {
  const body = JSON.stringify({
    id: `msg_irongate_${randomBytes(8).toString('hex')}`,
    type: 'message',
    role: 'assistant',
    model: call.model,
    content: [{ type: 'text', text: classifierText(call, said) }],
    stop_reason: call.isShort ? 'stop_sequence' : 'end_turn',
    stop_sequence: call.isShort ? `</${call.tag}>` : null,
    usage: { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  })
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}

type VerdictCache = Map<string, { readonly said: Promise<ClassifierVerdict | undefined>; readonly at: number }>

const VERDICT_CACHES = new WeakMap<RelayEdge, VerdictCache>()

/** Both stages of a classifier ask about the same call: it is judged once. */
function judgeCallOnce(call: ClassifierCall, edge: RelayEdge): Promise<ClassifierVerdict | undefined> {
  const key = createHash('sha256')
    .update(JSON.stringify([call.asker, call.lines]))
    .digest('hex')
  const kept: VerdictCache = VERDICT_CACHES.get(edge) ?? new Map()
  VERDICT_CACHES.set(edge, kept)
  for (const [old, { at }] of kept) if (Date.now() - at > CACHE_MS) kept.delete(old)
  const known = kept.get(key)
  if (known) return known.said
  const said = judgeCall(call, edge).catch(() => undefined)
  kept.set(key, { said, at: Date.now() })
  return said
}

async function judgeCall(
  { asker, model, lines, tag }: ClassifierCall,
  edge: RelayEdge,
): Promise<ClassifierVerdict | undefined> {
  const last = lines?.at(-1)
  if (lines === undefined || last === undefined) {
    edge.note(`a classifier's request (${tag}) that shows its calls in an unknown way`)
    return undefined
  }
  const at = { home: edge.home, model, signal: AbortSignal.timeout(GATEWAY_DEADLINE_MS) }
  if (last.kind === 'user') {
    const cwd = edge.judge.workedIn(asker)
    return cwd === undefined ? undefined : reviewSubAgent(lines, { ...at, cwd })
  }
  const cwd = edge.judge.beganIn(asker)
  // A step into another folder, and nobody knows where the next call is made.
  if (cwd === undefined || lines.slice(0, -1).some(changesDirectory)) return undefined
  const decision = await check(last.tool, last.input, {
    ...at,
    cwd,
    headless: true,
    transcript: lines.slice(0, -1).map(entryOf),
  })
  const { sessionId, agentId } = asker
  gatewayHookContext({ home: edge.home, say: edge.say }, []).audit(
    recordOf({
      payload: {
        tool: last.tool,
        input: last.input,
        cwd,
        sessionId,
        ...(agentId !== undefined && { agentId }),
      },
      decision,
      host: 'gateway',
      mode: 'auto',
      at: Date.now(),
      gate: version(),
    }),
  )
  return classifierVerdict(decision)
}

interface ReviewContext {
  readonly cwd: string
  readonly home: string
  readonly model: string
  readonly signal: AbortSignal
}

/** A sub-agent hands back: was anything that it did what the gate denies, whoever asked for it? */
async function reviewSubAgent(
  lines: readonly TranscriptLine[],
  at: ReviewContext,
): Promise<ClassifierVerdict | undefined> {
  const calls = lines.flatMap((line) => (line.kind === 'call' ? [line] : []))
  if (calls.length > MOST_REVIEWED) return undefined
  for (const { tool, input } of calls) {
    const decision = await check(tool, input, at)
    if (decision.outcome === 'deny' || decision.outcome === 'abort') return classifierVerdict(decision)
  }
  return { blocks: false, reason: '' }
}

function classifierVerdict({ outcome, message, category }: Decision): ClassifierVerdict {
  const name = category?.replace(/[^a-z0-9]+/gi, ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
  return { blocks: outcome !== 'allow', category: name, reason: `irongate: ${message}` }
}

/** What the client took for a person's words is not vouched for here: it rules out, and grants nothing. */
function entryOf(line: TranscriptLine): Entry {
  if (line.kind === 'user') return { kind: 'user', text: line.text, trusted: false }
  return { kind: 'call', tool: line.tool, input: line.input, unconfirmed: true }
}

function changesDirectory(line: TranscriptLine): boolean {
  return (
    line.kind === 'call' &&
    /(?:^|[\s;&|({])(?:cd|pushd|popd|chdir|Set-Location)\b/.test(String(line.input['command'] ?? ''))
  )
}
