import type { PolicyProblem } from '../../api/shapes.ts'
import { takeKey } from './key.ts'

/** A refusal of the server, in its own words. Status 0: it could not be reached. */
export class ServerRefusal extends Error {
  readonly status: number
  readonly hint: string | undefined
  readonly problems: readonly string[]

  constructor(status: number, said: Partial<PolicyProblem>) {
    super(typeof said.error === 'string' ? said.error : `the server answered ${status}`)
    this.status = status
    this.hint = typeof said.hint === 'string' ? said.hint : undefined
    this.problems = Array.isArray(said.problems) ? said.problems.map(String) : []
  }
}

export interface DashboardRequest {
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/** Asks the API with the person's key. Throws a Refusal, or the abort of the signal. */
export async function request(path: string, { method, body, signal }: DashboardRequest = {}): Promise<Response> {
  const headers: Record<string, string> = { authorization: `Bearer ${takeKey() ?? ''}` }
  if (body !== undefined) headers['content-type'] = 'application/json'
  const response = await fetch(`/api/v1${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new ServerRefusal(0, { error: 'the server cannot be reached', hint: 'Is `irongate serve` running?' })
  })
  if (response.ok) return response
  throw new ServerRefusal(response.status, await saidOf(response))
}

export async function ask<T>(path: string, sent?: DashboardRequest): Promise<T> {
  const response = await request(path, sent)
  return (await response.json()) as T
}

async function saidOf(response: Response): Promise<Partial<PolicyProblem>> {
  const said: unknown = await response.json().catch(() => undefined)
  return typeof said === 'object' && said !== null ? said : {}
}

/** A query string of what is set. */
export function queryString(values: Readonly<Record<string, string | number | undefined>>): string {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return set.length === 0 ? '' : `?${new URLSearchParams(set.map(([name, value]) => [name, String(value)]))}`
}

/** A path of parts that are data. */
export function pathOf(...parts: readonly string[]): string {
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('')
}
