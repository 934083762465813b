import { statSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { Message } from '../../transcript/from-messages.ts'
import { type Fields, isFields, optionalText, ownField } from '../hook-runtime/fields.ts'
import { type ClassifierCall, readClassifierCall } from './classifier.ts'
import { parseJsonText } from './turn.ts'
import { SAFEGUARD_BETA, SAFEGUARD_NAME, SAFEGUARDS_FIELD } from './verdict.ts'

/** Headers by their names in lower case, as Node gives them. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** Who asks, as the client tells it. */
export interface RequestOrigin {
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
export interface VerdictRequest extends RequestOrigin {
  readonly kind: 'verdicts'
  readonly cwd: string
  readonly mode: string | undefined
  readonly model: string | undefined
  readonly rules: readonly ClientRule[]
  readonly messages: readonly Message[]
}

export type ClientRequest =
  | VerdictRequest
  | ClassifierCall
  /** It wants nothing of us. */
  | { readonly kind: 'nothing' }
  /** It wants something that we do not know: it passes, and no verdict with it. */
  | { readonly kind: 'unknown'; readonly why: string }

/** The version of `classifier_context` that is known. */
const CONTEXT_VERSION = 1
const NO_REQUEST: ClientRequest = { kind: 'nothing' }

/** What a request to the Messages API wants of us. `home`: facts are of this account; those of another are not known here. */
export function readClientRequest(body: string, headers: Headers, home: string): ClientRequest {
  const value = parseJsonText(body)
  if (!isFields(value)) return NO_REQUEST
  const asker = requestOrigin(headers, ownField(value, 'metadata'))
  const field = ownField(value, SAFEGUARDS_FIELD)
  if (field === undefined) return readClassifierCall(value, asker) ?? NO_REQUEST
  const safeguard = Array.isArray(field)
    ? field.find((one) => isFields(one) && ownField(one, 'type') === SAFEGUARD_NAME)
    : undefined
  if (!isFields(safeguard)) return unknownRequest(`a ${SAFEGUARDS_FIELD} field without ${SAFEGUARD_NAME}`)
  if (!tokensIn(headers).includes(SAFEGUARD_BETA))
    return unknownRequest(`${SAFEGUARD_NAME} without the token ${SAFEGUARD_BETA}`)
  if (asker === undefined) return unknownRequest('a request without one session id')
  return readVerdictRequest(value, ownField(safeguard, 'classifier_context'), asker, home)
}

function readVerdictRequest(value: Fields, context: unknown, asker: RequestOrigin, home: string): ClientRequest {
  if (!isFields(context) || ownField(context, 'v') !== CONTEXT_VERSION)
    return unknownRequest(
      `a classifier_context of version ${JSON.stringify(isFields(context) ? ownField(context, 'v') : context)?.slice(0, 40)}`,
    )
  const cwd = optionalText(context, 'live_cwd')
  if (cwd === undefined || !isAbsolute(cwd)) return unknownRequest('a classifier_context without live_cwd')
  // What is not there looks harmless to delete: facts of another machine are worse than none.
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
    return unknownRequest('a live_cwd that is not on this machine')
  if (optionalText(context, 'home_dir') !== home)
    return unknownRequest('a client with another home_dir than this gateway')
  const rules = rulesIn(ownField(context, 'rules'))
  if (rules === undefined) return unknownRequest('rules of an unknown shape')
  const messages = ownField(value, 'messages')
  if (!Array.isArray(messages)) return unknownRequest('a request without messages')
  return {
    kind: 'verdicts',
    ...asker,
    cwd,
    mode: optionalText(context, 'permission_mode'),
    model: optionalText(value, 'model'),
    rules,
    messages,
  }
}

function unknownRequest(why: string): ClientRequest {
  return { kind: 'unknown', why }
}

export function tokensIn(headers: Headers): readonly string[] {
  return [headers['anthropic-beta'] ?? []].flat().flatMap((line) => line.split(',').map((token) => token.trim()))
}

const MOST_ID = 200

/** The session in the client's header, or in the request's metadata; undefined where there is none, or where both differ. */
export function requestOrigin(headers: Headers, metadata: unknown): RequestOrigin | undefined {
  const user = isFields(metadata) ? parseJsonText(optionalText(metadata, 'user_id') ?? '') : undefined
  const told = [headers['x-claude-code-session-id'], isFields(user) ? ownField(user, 'session_id') : undefined]
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
    const list = ownField(rules, behavior)
    if (!Array.isArray(list)) return undefined
    for (const one of list) {
      const text = isFields(one) ? optionalText(one, 'rule') : undefined
      if (text === undefined) return undefined
      found.push({ behavior, text, isUsers: ownField(one, 'source') === 'userSettings' })
    }
  }
  return found
}

const WORKING_DIRECTORY_LINE = /^ ?-? ?(?:Primary w|W)orking directory: (\/[^\n]*)$/m

/** The folder that a client says its session began in: in its system field or its own messages, never in a person's or a tool's. */
export function sessionDirectory(body: string): string | undefined {
  const value = parseJsonText(body)
  if (!isFields(value)) return undefined
  const messages = ownField(value, 'messages')
  const ofSystem = Array.isArray(messages)
    ? messages.filter((one) => isFields(one) && ownField(one, 'role') === 'system')
    : []
  for (const content of [ownField(value, 'system'), ...ofSystem.map((message) => ownField(message, 'content'))])
    for (const block of typeof content === 'string' ? [{ text: content }] : Array.isArray(content) ? content : []) {
      const text = isFields(block) ? optionalText(block, 'text') : undefined
      const found = text === undefined ? undefined : WORKING_DIRECTORY_LINE.exec(text)?.[1]?.trim()
      if (found !== undefined) return found
    }
  return undefined
}
