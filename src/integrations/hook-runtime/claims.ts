import { randomBytes } from 'node:crypto'
import { recordOf } from '../../audit/record.ts'
import type { SessionEvent } from '../../state/session-events.ts'
import type { SessionFold } from '../../state/session-log.ts'
import type { PromptClaim } from '../../state/typed-prompt-proof.ts'
import type { HostEvent } from '../integration.ts'
import type { Ancestry } from './ancestry.ts'
import type { HookContext } from './hook-context.ts'
import { commandLinePart } from './prompt-proof.ts'

/** What became of a person's word that an event reported. */
export type ClaimResult =
  /** The program around the agent vouches for it. */
  | { readonly kind: 'vouched' }
  /** The log has this very word already. */
  | { readonly kind: 'known' }
  /** It waits for the host's record. `forged`: what is kept where somebody else than the host sent it. */
  | { readonly kind: 'claim'; readonly claim: PromptClaim; readonly forged: readonly SessionEvent[] }

interface ClaimAt {
  readonly event: HostEvent
  readonly edge: HookContext
  readonly fold: SessionFold
}

/** What an event tells of a person's word, with who handed it over. One that came from somebody else is recorded as forged. */
export async function resolveClaim(
  word: { readonly text: string; readonly turn: string | undefined },
  { event, edge, fold }: ClaimAt,
): Promise<ClaimResult> {
  const { text, turn } = word
  const isSame = (claim: PromptClaim) => turn !== undefined && claim.turn === turn && claim.text === text
  // Two entries of the gate tell of the same turn; and who repeats an old event adds nothing.
  if ([...fold.pending, ...fold.proved].some(isSame)) return { kind: 'known' }
  const above = otherHostAncestry(fold, edge) ?? (await edge.ancestry?.()) ?? UNKNOWN_ANCESTRY
  if (above.kind === 'vouched') return above
  const at = edge.now()
  const host = above.kind === 'fits' ? above.host : undefined
  const argument = host && commandLinePart(text, host.words, edge.integration.spelled)
  return {
    kind: 'claim',
    claim: {
      key: randomBytes(6).toString('hex'),
      text,
      fits: host !== undefined,
      terminal: host?.terminal === true,
      at,
      ...(turn !== undefined && { turn }),
      ...(argument !== undefined && { argument }),
    },
    forged: above.kind === 'wrong' ? recordForgedPrompt(text, above.why, { event, edge }) : [],
  }
}

/** A program that vouches for its own person vouches for nobody in the session of a host. */
function otherHostAncestry({ host }: SessionFold, { integration }: HookContext): Ancestry | undefined {
  return host === undefined || host === integration.id
    ? undefined
    : { kind: 'wrong', why: `it came through ${integration.id}, into a session of ${host}` }
}

const UNKNOWN_ANCESTRY: Ancestry = { kind: 'unknown', why: 'nobody looked who started the hook' }

/** Records a word that was put into a person's mouth. */
export function recordForgedPrompt(
  text: string,
  why: string,
  { event, edge }: Pick<ClaimAt, 'event' | 'edge'>,
): readonly SessionEvent[] {
  const at = edge.now()
  const { sessionId, cwd, mode = '', agentId } = event
  const message = `A prompt was sent that nobody typed: ${why}. It grants nothing.`
  const payload = { tool: 'prompt', input: { prompt: text.slice(0, MAX_TEXT) }, cwd, sessionId }
  edge.audit(
    recordOf({
      payload: agentId === undefined ? payload : { ...payload, agentId },
      decision: {
        outcome: 'deny',
        reason: { type: 'safety-check', check: 'forged-prompt' },
        message,
        parts: { headline: message, approve: false, offer: false },
        trace: [{ step: 'who sent it', says: 'deny', note: why }],
      },
      host: edge.host,
      mode,
      at,
    }),
  )
  return [{ type: 'alarm', text: message }]
}

const MAX_TEXT = 2000
