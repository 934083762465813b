import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { callText } from '../../cli/record-output.ts'
import type { WebhookSettings } from '../../settings/policy.ts'
import { findPendingCall, type PersonsAnswer } from '../../state/pending-calls.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { PendingAsk } from '../api/shapes.ts'
import { answerPendingCall } from './answer.ts'
import { answerPage, notePage } from './answer-page.ts'
import { listPendingAsks } from './asks.ts'
import { forgetLinks, linkOf, makeLink, takeLink } from './links.ts'
import { readOwnSecret } from './secret-file.ts'

export interface WebhookOptions {
  readonly home: string
  /** Where the server is reached from outside, without a slash at its end. */
  readonly publicUrl: string
  /** What the settings say now. */
  readonly settings: () => WebhookSettings | undefined
  /** The name of the person whose paired key a request carries; undefined where it carries none. */
  readonly paired: (request: Request) => Promise<string | undefined>
  readonly now?: () => number
}

export type AnnounceResult =
  | { readonly kind: 'off' | 'known' | 'sent' }
  | { readonly kind: 'failed'; readonly problem: string }

export interface Webhook {
  /** Tells the person's address of a call that waits, once. Never throws. */
  announce(ask: PendingAsk): Promise<AnnounceResult>
  /** `GET` and `POST` of `/answer/:token`; whatever else is wrong with a request is for the server that mounts it. */
  handle(request: Request): Promise<Response>
}

const ANSWERS: readonly PersonsAnswer[] = ['yes', 'no', 'session']
const PIN_FILE = '~/.irongate/webhook-pin'
const MOST_FAILED = 5
/** Wrong PINs of all links in an hour; beyond it only a paired browser answers. */
const MAX_FAILED_PER_HOUR = 20
const HOUR_MS = 3_600_000

export function createWebhook(options: WebhookOptions): Webhook {
  const { home, now = Date.now } = options
  const folder = stateFolder(home)
  const announced = new Set<string>()
  const wrong: number[] = []
  const mayTry = () => wrong.filter((at) => at > now() - HOUR_MS).length < MAX_FAILED_PER_HOUR
  return {
    announce: async (ask) => {
      try {
        const settings = options.settings()
        const waiting = findPendingCall(folder, ask.id, now())
        if (settings === undefined || waiting === undefined) return { kind: 'off' }
        if (announced.has(waiting.key)) return { kind: 'known' }
        announced.add(waiting.key)
        const secret = readOwnSecret(settings.secretFile, home)
        if ('problem' in secret) return { kind: 'failed', problem: secret.problem }
        if (secret.text.length < 16) return { kind: 'failed', problem: 'the secret has fewer than 16 characters' }
        forgetLinks(folder, now())
        const token = makeLink(folder, { id: ask.id, key: waiting.key, until: ask.until })
        return await postSigned(settings.url, bodyOf(ask, `${options.publicUrl}/answer/${token}`), secret.text)
      } catch (error) {
        return { kind: 'failed', problem: error instanceof Error ? error.message : String(error) }
      }
    },
    handle: async (request) => {
      const token = /\/answer\/([^/?#]+)$/.exec(new URL(request.url).pathname)?.[1] ?? ''
      if (request.method === 'GET' || request.method === 'HEAD') return showPage(token, { home, now: now() })
      if (request.method !== 'POST') return notePage(405, 'This link is opened, or answered with a form.')
      const given = await readSubmittedAnswer(request)
      if (given === undefined) return notePage(400, 'This is no answer: yes, no or session.')
      const name = await options.paired(request)
      if (name === undefined && !mayTry())
        return notePage(429, 'Too many wrong PINs. Answer on the dashboard, or in a terminal.')
      return submitAnswer(token, given, { home, now: now(), name, failed: () => wrong.push(now()) })
    },
  }
}

interface LinkContext {
  readonly home: string
  readonly now: number
}

/** Shows a call, and changes nothing: chats open links to preview them. */
async function showPage(token: string, { home, now }: LinkContext): Promise<Response> {
  const link = linkOf(stateFolder(home), token, now)
  const waiting = link && findPendingCall(stateFolder(home), link.id, now)
  const ask =
    waiting?.key === link?.key ? (await listPendingAsks({ home }, now)).find(({ id }) => id === link?.id) : undefined
  return ask === undefined ? notePage(404, LINK_GONE_TEXT) : answerPage(ask)
}

const LINK_GONE_TEXT = 'No call waits for this link: it was answered, it waits no more, or the link was used.'

interface SubmittedAnswer {
  readonly answer: PersonsAnswer
  readonly pin: string
}

interface SubmitContext extends LinkContext {
  /** Who answers by a paired browser. */
  readonly name: string | undefined
  readonly failed: () => void
}

function submitAnswer(token: string, { answer, pin }: SubmittedAnswer, at: SubmitContext): Response {
  const { home, now, name } = at
  const taken = takeLink(stateFolder(home), token, now)
  if (taken === undefined) return notePage(404, LINK_GONE_TEXT)
  const { link, putBack } = taken
  if (name === undefined && !isPin(pin, home)) {
    at.failed()
    if (link.failed + 1 >= MOST_FAILED) return notePage(403, 'That is not the PIN. This link is void now.')
    putBack()
    return notePage(403, 'That is not the PIN. Nothing was answered.')
  }
  const by = name ?? 'webhook link'
  const result = answerPendingCall(home, { id: link.id, answer, key: link.key, by }, now)
  if (result.taken) return notePage(200, `Answered: ${answer}.`)
  return result.reason === 'late'
    ? notePage(409, 'Too late: it waits no more, or was answered already. Nothing changed.')
    : notePage(422, 'This one can be answered with yes or no.')
}

function isPin(given: string, home: string): boolean {
  const own = readOwnSecret(PIN_FILE, home)
  // Without a PIN of the person's own nobody answers by one.
  if ('problem' in own || !/^\d{6,64}$/.test(own.text)) return false
  const digest = (text: string) => createHmac('sha256', 'pin').update(text).digest()
  return timingSafeEqual(digest(given), digest(own.text))
}

const MAX_BODY = 4096

/** What a form or a program sends. */
async function readSubmittedAnswer(request: Request): Promise<SubmittedAnswer | undefined> {
  try {
    const text = await textOf(request)
    if (text === undefined) return undefined
    const isJson = request.headers.get('content-type')?.startsWith('application/json') === true
    const fields = isJson ? new Map(Object.entries(JSON.parse(text) as object)) : new Map(new URLSearchParams(text))
    const answer = ANSWERS.find((known) => known === fields.get('answer'))
    const pin: unknown = fields.get('pin') ?? ''
    return answer === undefined || typeof pin !== 'string' ? undefined : { answer, pin: pin.trim() }
  } catch {
    return undefined
  }
}

async function textOf(request: Request): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > MAX_BODY) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const MOST_CALL = 2000

/** Without secrets: what a pending call shows is what its Record shows. */
function bodyOf(ask: PendingAsk, link: string): string {
  const { id, machine, host, tool, cwd, message, category, until, radius } = ask
  const reaches = radius.slice(0, 10)
  return JSON.stringify({
    type: 'pending',
    id,
    machine,
    host,
    tool,
    call: callText(ask).slice(0, MOST_CALL),
    cwd,
    message,
    ...(category !== undefined && { category }),
    until,
    reaches,
    link,
  })
}

/** `t=<seconds>,v1=<hex>` over `<seconds>.<body>`: who keeps the secret can tell that it is ours and fresh. */
export function signatureOf(body: string, secret: string, at: number): string {
  const seconds = Math.floor(at / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

const RETRY_DELAYS_MS = [0, 500, 2000]
const POST_TIMEOUT_MS = 5000

/** Posts a signed body; a server that fails is tried again. */
export async function postSigned(url: string, body: string, secret: string): Promise<AnnounceResult> {
  let problem = ''
  for (const wait of RETRY_DELAYS_MS) {
    await pause(wait)
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        // A link to answer is not carried on to wherever somebody sends us.
        redirect: 'error',
        signal: AbortSignal.timeout(POST_TIMEOUT_MS),
        headers: {
          'content-type': 'application/json',
          'user-agent': 'irongate',
          'irongate-signature': signatureOf(body, secret, Date.now()),
        },
      })
      await response.body?.cancel()
      if (response.ok) return { kind: 'sent' }
      problem = `it answered ${response.status}`
      if (response.status < 500 && response.status !== 429) break
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error)
    }
  }
  return { kind: 'failed', problem }
}
