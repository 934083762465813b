import type { Problem } from './shapes.ts'

export type RefusedStatus = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 421 | 422 | 429 | 503

interface ProblemDetails extends Partial<Pick<Problem, 'hint'>> {
  /** Further fields of the answer. */
  readonly also?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** A request that is not served, in words for whoever sent it. */
export class RequestRefusedError extends Error {
  readonly status: RefusedStatus
  readonly more: ProblemDetails

  constructor(status: RefusedStatus, error: string, more: ProblemDetails = {}) {
    super(error)
    this.status = status
    this.more = more
  }
}

export function problemOf({ message, more }: RequestRefusedError): Problem & Readonly<Record<string, unknown>> {
  return { error: message, ...(more.hint !== undefined && { hint: more.hint }), ...more.also }
}

/** What is said of a failure that nobody expected. */
export const UNEXPECTED_PROBLEM: Problem = { error: 'something went wrong here; the server said it on its terminal' }
