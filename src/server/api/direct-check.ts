import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { memoize } from '../../analysis/text/memoize.ts'
import { reportDecision } from '../../integrations/telemetry.ts'
import { readJsonBody } from './body.ts'
import type { AnyPlace } from './decider.ts'
import { type IdentifyCaller, requireRight } from './identify.ts'
import type { Labels } from './metrics.ts'
import { problemOf, RequestRefusedError, UNEXPECTED_PROBLEM } from './problem.ts'
import { refuseForeignOrigins, SECURITY_HEADERS } from './request-guard.ts'
import type { Service } from './service.ts'
import { CheckRequest } from './shapes.ts'

/** How long one call may be. */
export const MAX_CHECK_BODY = 2 * 1024 * 1024

const ROUTE = '/api/v1/check'
/** Names and values in turn, as they are written. */
const HEADERS = [...SECURITY_HEADERS.flat(), 'Cache-Control', 'no-store', 'Content-Type', 'application/json']

/** How these are counted: kept, because they are the same for almost all requests. */
const decidedLabels = memoize((outcome): Labels => ({ outcome }))
const answeredLabels = memoize((status): Labels => ({ route: ROUTE, method: 'POST', status }))

export function isCheckRequest({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && (url === ROUTE || url.startsWith(`${ROUTE}?`))
}

/** What the gate says of one call, as JSON, counted and announced. */
export function createCheck({ decider, metrics }: Service): (request: CheckRequest & AnyPlace) => Promise<string> {
  return async (request) => {
    const { text, outcome, ms, told } = await decider.check(request)
    if (told) reportDecision(told)
    metrics.count('irongate_decisions_total', decidedLabels(outcome))
    metrics.observe('irongate_check_seconds', ms / 1000)
    return text
  }
}

/**
 * The one route that is asked thousands of times in a second: a frame for requests and answers would cost more than to decide. It goes
 * through the same door as all others.
 */
export function directCheck(service: Service, identify: IdentifyCaller, say: (line: string) => void): RequestListener {
  const { metrics, names, bodyMs } = service
  const check = createCheck(service)
  const limits = { most: MAX_CHECK_BODY, ms: bodyMs }
  const checked = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    refuseForeignOrigins(incoming, names)
    const start = performance.now()
    const { caller } = await identify(incoming)
    try {
      requireRight(caller, 'submit')
      sendJson(outgoing, 200, await check(await readJsonBody(incoming, CheckRequest, limits)))
    } catch (error) {
      refuse(outgoing, error)
    }
    metrics.count('irongate_requests_total', answeredLabels(String(outgoing.statusCode)))
    metrics.observe('irongate_request_seconds', (performance.now() - start) / 1000)
  }
  /** Never an allow. */
  const refuse = (outgoing: ServerResponse, error: unknown): void => {
    if (error instanceof RequestRefusedError)
      sendJson(outgoing, error.status, JSON.stringify(problemOf(error)), error.more.headers)
    else {
      say(`POST ${ROUTE}: ${error instanceof Error ? error.message : String(error)}`)
      sendJson(outgoing, 500, JSON.stringify(UNEXPECTED_PROBLEM))
    }
  }
  return (incoming, outgoing) => {
    checked(incoming, outgoing).catch((error: unknown) => refuse(outgoing, error))
  }
}

function sendJson(
  outgoing: ServerResponse,
  status: number,
  text: string,
  more?: Readonly<Record<string, string>>,
): void {
  // Whoever went away meanwhile is not answered.
  if (outgoing.headersSent || outgoing.destroyed) return
  const own = Object.entries({ 'Content-Length': `${Buffer.byteLength(text)}`, ...more }).flat()
  outgoing.writeHead(status, [...HEADERS, ...own])
  outgoing.end(text)
}
