import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { lazy as onceOnly } from '../../analysis/text/memoize.ts'
import { isFields } from '../hook-runtime/fields.ts'
import { bodyOf } from './bodies.ts'
import { looksLikeClassifier } from './classifier.ts'
import { answerClassifier } from './classifier-answer.ts'
import { forwardedHeaders, type RawHeaders, withoutToken } from './headers.ts'
import type { GatewayJudge } from './judge.ts'
import { relayResponse, startResponse, type UpstreamReply } from './relay-response.ts'
import { type ClientRequest, readClientRequest, requestOrigin, tokensIn, type VerdictRequest } from './request.ts'
import { type RewriteEdge, rewriteStream, rewriteWhole } from './response-rewrite.ts'
import { ModelTurn, parseJsonText } from './turn.ts'
import type { Upstream } from './upstream.ts'
import { SAFEGUARD_BETA, SAFEGUARD_NAME, SAFEGUARDS_FIELD, unavailableVerdict } from './verdict.ts'

export interface RelayEdge {
  readonly home: string
  readonly upstream: Upstream
  readonly judge: GatewayJudge
  readonly say: (line: string) => void
  /** Something passed without a verdict, and why. */
  readonly note: (what: string) => void
}

/** One request, below the secret. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Path and query for the upstream. */
  readonly path: string
  readonly signal: AbortSignal
}

const MOST_BODY = 64 * 1024 * 1024
const MOST_ERROR = 256 * 1024
/** A body that changes gets another length. */
const LENGTH_HEADER = ['content-length']

/** Passes requests to the upstream and its answers back, with the verdicts that clients ask for. */
export class Relay {
  readonly #edge: RelayEdge
  /** The upstream has refused the field: it is not sent again. */
  #refuses = false

  constructor(edge: RelayEdge) {
    this.#edge = edge
  }

  async serve(exchange: Exchange): Promise<void> {
    const { request, path } = exchange
    const isMessage = request.method === 'POST' && /^\/v1\/messages(?:\?|$)/.test(path)
    if (!isMessage) return this.#pass(exchange, request)
    const read = await bodyOf(request, MOST_BODY)
    if ('long' in read) {
      this.#edge.note('a request beyond the size that is read')
      return this.#pass(exchange, read.long)
    }
    const body = read.whole
    // A body is searched sooner than it is parsed.
    if (looksLikeClassifier(body)) {
      const asked = this.#asked(exchange, body)
      if (asked.kind === 'classifier') return answerClassifier(asked, { ...exchange, body }, this.#edge)
    }
    if (body.includes(`"${SAFEGUARDS_FIELD}"`)) return this.#withField(exchange, body)
    const passed = this.#pass(exchange, body)
    // Older clients ask about their calls later, and do not tell then where they are.
    this.#edge.judge.see(body, request.headers)
    return passed
  }

  #asked({ request }: Exchange, body: Buffer): ClientRequest {
    return readClientRequest(body.toString('utf8'), request.headers, this.#edge.home)
  }

  /** There and back as it is. */
  async #pass({ request, response, path, signal }: Exchange, body: Buffer | Readable): Promise<void> {
    const headers = forwardedHeaders(request.rawHeaders)
    const answer = await this.#edge.upstream.send({ method: request.method ?? 'GET', path, headers, body, signal })
    await relayResponse({ answer }, response)
  }

  async #withField(exchange: Exchange, body: Buffer): Promise<void> {
    const raw = [...forwardedHeaders(exchange.request.rawHeaders, ['accept-encoding']), 'Accept-Encoding', 'identity']
    // Read only when there is something to say: the first byte of an answer does not wait for it.
    const wanted = onceOnly(() => this.#wanted(exchange, body))
    const { headers } = exchange.request
    if (tokensIn(headers).includes(SAFEGUARD_BETA)) this.#edge.judge.front(requestOrigin(headers, undefined))
    const isBare = this.#refuses && wanted() !== undefined
    const first = await (isBare ? this.#bare(exchange, raw, body) : this.#send(exchange, raw, body))
    const isRefused = first.statusCode === 400 && !isBare && wanted() !== undefined
    const got = isRefused ? await this.#refused(first, () => this.#bare(exchange, raw, body)) : { answer: first }
    return this.#withVerdicts(got, exchange, wanted)
  }

  #wanted(exchange: Exchange, body: Buffer): VerdictRequest | undefined {
    const asked = this.#asked(exchange, body)
    if (asked.kind === 'unknown') this.#edge.note(asked.why)
    return asked.kind === 'verdicts' ? asked : undefined
  }

  #send({ path, signal }: Exchange, headers: RawHeaders, body: Buffer): Promise<IncomingMessage> {
    return this.#edge.upstream.send({ method: 'POST', path, headers, body, signal })
  }

  /** Without the field and its token. */
  #bare(exchange: Exchange, raw: RawHeaders, body: Buffer): Promise<IncomingMessage> {
    const less = withoutField(body)
    const headers = withoutToken(forwardedHeaders(raw, LENGTH_HEADER), SAFEGUARD_BETA)
    return this.#send(exchange, [...headers, 'Content-Length', String(less.length)], less)
  }

  /** An upstream that does not know the field says so: then it is asked again without, from now on. */
  async #refused(answer: IncomingMessage, again: () => Promise<IncomingMessage>): Promise<UpstreamReply> {
    const body = await bodyOf(answer, MOST_ERROR)
    if ('long' in body || !namesField(body.whole.toString('utf8'))) return { answer, body }
    const second = await again()
    // Refused for something else: the next one is asked with the field again.
    this.#refuses = second.statusCode !== 400
    return { answer: second }
  }

  async #withVerdicts(
    got: UpstreamReply,
    { response, signal }: Exchange,
    wanted: () => VerdictRequest | undefined,
  ): Promise<void> {
    const { answer } = got
    const type = answer.headers['content-type'] ?? ''
    const problem = unreadableReason(answer, type)
    if (problem !== undefined && wanted() !== undefined) this.#edge.note(problem)
    if (answer.statusCode !== 200 || problem !== undefined) return relayResponse(got, response)
    const answering = this.#answering(wanted)
    if (!isStream(type)) return this.#whole(answer, response, answering)
    startResponse(answer, response, LENGTH_HEADER)
    // The head goes out at once: a client may wait for it before the first frame.
    response.flushHeaders()
    for await (const bytes of rewriteStream(answer, answering))
      if (!response.write(bytes))
        await once(response, 'drain', { signal: AbortSignal.any([signal, AbortSignal.timeout(DRAIN_TIMEOUT_MS)]) })
    if (answer.complete) response.end()
    else response.destroy()
  }

  #answering(wanted: () => VerdictRequest | undefined): RewriteEdge {
    const judge = onceOnly(() => {
      const found = wanted()
      return found && this.#edge.judge.turnOf(found)
    })
    return {
      turn: new ModelTurn(async (use) => judge()?.judge(use) ?? unavailableVerdict('error')),
      heed: (id, verdict) => judge()?.heed(id, verdict),
      // Also what calls nothing tells where its session is, and what its person said.
      isWanted: () => judge() !== undefined,
    }
  }

  async #whole(answer: IncomingMessage, response: ServerResponse, answering: RewriteEdge): Promise<void> {
    const body = await bodyOf(answer, MOST_BODY)
    const text = 'long' in body ? undefined : await rewriteWhole(body.whole.toString('utf8'), answering)
    if (text === undefined) {
      if (answering.isWanted()) this.#edge.note('an answer that is no message, or a very long one')
      return relayResponse({ answer, body }, response)
    }
    startResponse(answer, response, LENGTH_HEADER, ['Content-Length', String(Buffer.byteLength(text))])
    response.end(text)
  }
}

/** A client that takes nothing for so long is gone. */
const DRAIN_TIMEOUT_MS = 10 * 60 * 1000

function isStream(type: string): boolean {
  return /^text\/event-stream\b/i.test(type)
}

/** Why verdicts cannot be put into an answer. */
function unreadableReason({ statusCode, headers }: IncomingMessage, type: string): string | undefined {
  if (statusCode !== 200) return undefined
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    return 'an upstream that compresses although it was asked not to'
  return isStream(type) || /^application\/json\b/i.test(type)
    ? undefined
    : `an answer of the type ${JSON.stringify(type.slice(0, 60))}`
}

/** The field as a field: an error may speak of safeguards in other ways. */
const FIELD_IN_ERROR = /["'`]safeguards\\?["'`]|\bsafeguards(?::|\.\w|\[)|: safeguards\s*["\\]/

function namesField(error: string): boolean {
  return FIELD_IN_ERROR.test(error) || error.includes(SAFEGUARD_NAME) || error.includes(SAFEGUARD_BETA)
}

function withoutField(body: Buffer): Buffer {
  const value = parseJsonText(body.toString('utf8'))
  if (!isFields(value)) return body
  const { [SAFEGUARDS_FIELD]: _, ...rest } = value
  return Buffer.from(JSON.stringify(rest))
}
