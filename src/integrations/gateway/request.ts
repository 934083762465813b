import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { Message } from '../../transcript/from-messages.ts'
import { type Fields, isFields, optional, own } from '../seat/fields.ts'
import { type ClassifierCall, classifierCall } from './classifier.ts'
import { parsed } from './turn.ts'
import { BETA, FIELD, SAFEGUARD } from './verdict.ts'

/** Headers by their names in lower case, as Node gives them. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** Who asks, as the client tells it. */
export interface Asker {
  readonly sessionId: string
  readonly agentId: string | undefined
}

export interface ClientRule {
  readonly behavior: 'deny' | 'ask'
  readonly text: string
  /** It is the user's, not one of the project or the command line: what it names is looked for below the home. */
  readonly isUsers: boolean
}

/** A request that wants verdicts, of the one shape that is known. */
export interface Wanted extends Asker {
  readonly kind: 'verdicts'
  readonly cwd: string
  readonly mode: string | undefined
  readonly model: string | undefined
  readonly rules: readonly ClientRule[]
  readonly messages: readonly Message[]
}

export type ClientRequest =
  | Wanted
  | ClassifierCall
  /** It wants nothing of us. */
  | { readonly kind: 'nothing' }
  /** It wants something that we do not know: it passes, and no verdict with it. */
  | { readonly kind: 'unknown'; readonly why: string }

/** The version of `classifier_context` that is known. */
const CONTEXT = 1
const NOTHING: ClientRequest = { kind: 'nothing' }

/** What a request to the Messages API wants of us. `home`: facts are of this account; those of another are not known here. */
export function askedOf(body: string, headers: Headers, home: string): ClientRequest {
  const value = parsed(body)
  if (!isFields(value)) return NOTHING
  const asker = askerOf(headers, own(value, 'metadata'))
  const field = own(value, FIELD)
  if (field === undefined) return classifierCall(value, asker) ?? NOTHING
  const safeguard = Array.isArray(field)
    ? field.find((one) => isFields(one) && own(one, 'type') === SAFEGUARD)
    : undefined
  if (!isFields(safeguard)) return unknown(`a ${FIELD} field without ${SAFEGUARD}`)
  if (!tokensIn(headers).includes(BETA)) return unknown(`${SAFEGUARD} without the token ${BETA}`)
  if (asker === undefined) return unknown('a request without one session id')
  return wantedOf(value, own(safeguard, 'classifier_context'), asker, home)
}

function wantedOf(value: Fields, context: unknown, asker: Asker, home: string): ClientRequest {
  if (!isFields(context) || own(context, 'v') !== CONTEXT)
    return unknown(
      `a classifier_context of version ${JSON.stringify(isFields(context) ? own(context, 'v') : context)?.slice(0, 40)}`,
    )
  const cwd = optional(context, 'live_cwd')
  if (cwd === undefined || !isAbsolute(cwd)) return unknown('a classifier_context without live_cwd')
  // What is not there looks harmless to delete: facts of another machine are worse than none.
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) return unknown('a live_cwd that is not on this machine')
  if (optional(context, 'home_dir') !== home) return unknown('a client with another home_dir than this gateway')
  const rules = rulesIn(own(context, 'rules'))
  if (rules === undefined) return unknown('rules of an unknown shape')
  const messages = own(value, 'messages')
  if (!Array.isArray(messages)) return unknown('a request without messages')
  return {
    kind: 'verdicts',
    ...asker,
    cwd,
    mode: optional(context, 'permission_mode'),
    model: optional(value, 'model'),
    rules,
    messages,
  }
}

function unknown(why: string): ClientRequest {
  return { kind: 'unknown', why }
}

export function tokensIn(headers: Headers): readonly string[] {
  return [headers['anthropic-beta'] ?? []].flat().flatMap((line) => line.split(',').map((token) => token.trim()))
}

const MOST_ID = 200

/** The session in the client's header, or in the request's metadata; undefined where there is none, or where both differ. */
export function askerOf(headers: Headers, metadata: unknown): Asker | undefined {
  const user = isFields(metadata) ? parsed(optional(metadata, 'user_id') ?? '') : undefined
  const told = [headers['x-claude-code-session-id'], isFields(user) ? own(user, 'session_id') : undefined]
  const ids = new Set(told.filter((id) => id !== undefined))
  const [sessionId] = ids
  const agentId = headers['x-claude-code-agent-id']
  if (ids.size !== 1 || typeof sessionId !== 'string' || sessionId === '' || sessionId.length > MOST_ID)
    return undefined
  if (agentId !== undefined && (typeof agentId !== 'string' || agentId.length > MOST_ID)) return undefined
  return { sessionId, agentId }
}

/** What the client forbids, or wants asked. Its allow rules are not read: they do not count here. */
function rulesIn(rules: unknown): readonly ClientRule[] | undefined {
  if (!isFields(rules)) return undefined
  const found: ClientRule[] = []
  for (const behavior of ['deny', 'ask'] as const) {
    const list = own(rules, behavior)
    if (!Array.isArray(list)) return undefined
    for (const one of list) {
      const text = isFields(one) ? optional(one, 'rule') : undefined
      if (text === undefined) return undefined
      found.push({ behavior, text, isUsers: own(one, 'source') === 'userSettings' })
    }
  }
  return found
}

const STARTED_IN = /^ ?-? ?(?:Primary w|W)orking directory: (\/[^\n]*)$/m

/** The folder that a client says its session began in: in its system field or its own messages, never in a person's or a tool's. */
export function startedIn(body: string): string | undefined {
  const value = parsed(body)
  if (!isFields(value)) return undefined
  const messages = own(value, 'messages')
  const ofSystem = Array.isArray(messages)
    ? messages.filter((one) => isFields(one) && own(one, 'role') === 'system')
    : []
  for (const content of [own(value, 'system'), ...ofSystem.map((message) => own(message, 'content'))])
    for (const block of typeof content === 'string' ? [{ text: content }] : Array.isArray(content) ? content : []) {
      const text = isFields(block) ? optional(block, 'text') : undefined
      const found = text === undefined ? undefined : STARTED_IN.exec(text)?.[1]?.trim()
      if (found !== undefined) return found
    }
  return undefined
}
