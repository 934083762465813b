import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { remembered } from '../../analysis/remembered.ts'
import { tellDecision } from '../../integrations/telemetry.ts'
import { jsonBody } from './body.ts'
import type { PlacedAnywhere } from './decide.ts'
import { refusePages, SECURITY_HEADERS } from './door.ts'
import { type Identify, needRight } from './identify.ts'
import type { Labels } from './metrics.ts'
import { problemOf, Refused, UNEXPECTED } from './problem.ts'
import type { Service } from './service.ts'
import { CheckRequest } from './shapes.ts'

/** How long one call may be. */
export const MOST_BODY = 2 * 1024 * 1024

const ROUTE = '/api/v1/check'
/** Names and values in turn, as they are written. */
const HEADERS = [...SECURITY_HEADERS.flat(), 'Cache-Control', 'no-store', 'Content-Type', 'application/json']

/** How these are counted: kept, because they are the same for almost all requests. */
const decided = remembered((outcome): Labels => ({ outcome }))
const answered = remembered((status): Labels => ({ route: ROUTE, method: 'POST', status }))

export function isCheck({ method, url = '' }: IncomingMessage): boolean {
  return method === 'POST' && (url === ROUTE || url.startsWith(`${ROUTE}?`))
}

/** What the gate says of one call, as JSON, counted and told. */
export function checkWith({ decider, metrics }: Service): (request: CheckRequest & PlacedAnywhere) => Promise<string> {
  return async (request) => {
    const { text, outcome, ms, told } = await decider.check(request)
    if (told) tellDecision(told)
    metrics.count('irongate_decisions_total', decided(outcome))
    metrics.observe('irongate_check_seconds', ms / 1000)
    return text
  }
}

/**
 * The one route that is asked thousands of times in a second: a frame for requests and answers would cost more than to decide. It goes
 * through the same door as all others.
 */
export function directCheck(service: Service, identify: Identify, say: (line: string) => void): RequestListener {
  const { metrics, names, bodyMs } = service
  const check = checkWith(service)
  const limits = { most: MOST_BODY, ms: bodyMs }
  const checked = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    refusePages(incoming, names)
    const start = performance.now()
    const { caller } = await identify(incoming)
    try {
      needRight(caller, 'submit')
      send(outgoing, 200, await check(await jsonBody(incoming, CheckRequest, limits)))
    } catch (error) {
      refuse(outgoing, error)
    }
    metrics.count('irongate_requests_total', answered(String(outgoing.statusCode)))
    metrics.observe('irongate_request_seconds', (performance.now() - start) / 1000)
  }
  /** Never an allow. */
  const refuse = (outgoing: ServerResponse, error: unknown): void => {
    if (error instanceof Refused) send(outgoing, error.status, JSON.stringify(problemOf(error)), error.more.headers)
    else {
      say(`POST ${ROUTE}: ${error instanceof Error ? error.message : String(error)}`)
      send(outgoing, 500, JSON.stringify(UNEXPECTED))
    }
  }
  return (incoming, outgoing) => {
    checked(incoming, outgoing).catch((error: unknown) => refuse(outgoing, error))
  }
}

function send(outgoing: ServerResponse, status: number, text: string, more?: Readonly<Record<string, string>>): void {
  // Whoever went away meanwhile is not answered.
  if (outgoing.headersSent || outgoing.destroyed) return
  const own = Object.entries({ 'Content-Length': `${Buffer.byteLength(text)}`, ...more }).flat()
  outgoing.writeHead(status, [...HEADERS, ...own])
  outgoing.end(text)
}
