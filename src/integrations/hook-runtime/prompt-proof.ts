import { lazy } from '../../analysis/text/memoize.ts'
import type { SessionEvent } from '../../state/session-events.ts'
import type { SessionFold } from '../../state/session-log.ts'
import type { Attestation, PromptClaim, RecordedTurn } from '../../state/typed-prompt-proof.ts'
import type { AttestContext, HostEvent, Integration } from '../integration.ts'
import { isPromiseBroken } from '../promises.ts'
import type { HookContext } from './hook-context.ts'
import { hostSettings } from './host-settings.ts'

const PENDING_ATTESTATION: Attestation = { kind: 'pending' }

/**
 * The proof by the host's own record: a turn of the same id and text, or of the same text where the record has no id for it, that is
 * marked as typed. A turn that was handed over with the host's start counts as far as its command line holds it and somebody sits at
 * its terminal, or where the person's settings say that such prompts are theirs.
 */
export function attestByRecord(
  claim: PromptClaim,
  { turns, script }: Pick<AttestContext, 'turns' | 'script'>,
): Attestation {
  const same = turns.filter((turn) => isSameTurn(turn, claim))
  const found = strongestTurn(same)
  if (found === undefined) return PENDING_ATTESTATION
  switch (found.mark) {
    case 'typed':
      return { kind: 'typed', text: claim.text }
    case 'passed':
      return attestStartArgument(claim, script)
    case 'other':
      return { kind: 'not-typed', why: "the agent's own record says that no person typed it" }
    case 'unmarked':
      return { kind: 'unproven', why: "the agent's own record does not say who typed it" }
  }
}

/** Handed over with the host's start: it counts as far as its command line holds it and somebody sits at its terminal. */
export function attestStartArgument({ text, argument, terminal }: PromptClaim, script: boolean): Attestation {
  if (argument !== undefined && (terminal || script)) return { kind: 'typed', text: argument }
  if (script) return { kind: 'typed', text }
  const why =
    argument === undefined ? 'it came through a pipe or from a program' : 'the agent was started without a terminal'
  return { kind: 'unproven', why }
}

/** The same id and words, or the same words where one of both has no id. */
export function isSameTurn({ id, text }: RecordedTurn, claim: PromptClaim): boolean {
  return (
    (id === undefined || claim.turn === undefined || id === claim.turn) &&
    normalizeSpaces(text) === normalizeSpaces(claim.text)
  )
}

/** Of several turns with the same words the one that says most: a mark of somebody else goes before all, since words can be repeated. */
function strongestTurn(turns: readonly RecordedTurn[]): RecordedTurn | undefined {
  for (const mark of ['other', 'typed', 'passed', 'unmarked'] as const) {
    const found = turns.findLast((turn) => turn.mark === mark)
    if (found) return found
  }
  return undefined
}

/** Hosts trim what they keep. */
function normalizeSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** What the record says of everything that waits for it, as events to append. */
export function pendingAttestations(fold: SessionFold, event: HostEvent, edge: HookContext): readonly SessionEvent[] {
  const { pending, turns, proved } = fold
  if (pending.length === 0) return []
  const { integration, home } = edge
  const { cwd, transcript, sessionId } = event
  const script = lazy(() => hostSettings(edge.readPolicy({ cwd, home }), integration.id).prompts === 'script')
  const used = [...proved]
  return pending.flatMap((claim) => {
    const at: AttestContext = {
      turns: unusedTurns(turns, claim, used),
      proved: [...used],
      sessionId,
      now: edge.now(),
      cwd,
      home,
      transcript,
      get script() {
        return script()
      },
    }
    const as = attestationOf(integration, claim, at)
    if (as.kind === 'pending') return []
    used.push(claim)
    return [{ type: 'attested', claim: claim.key, as } as const]
  })
}

/** A turn proves one event: who repeats an event with the words of an old turn proves nothing. Turns with ids are distinguished by them. */
function unusedTurns(
  turns: readonly RecordedTurn[],
  claim: PromptClaim,
  used: readonly PromptClaim[],
): readonly RecordedTurn[] {
  let over = used.filter((other) => normalizeSpaces(other.text) === normalizeSpaces(claim.text)).length
  return turns.filter((turn) => (turn.id === undefined && isSameTurn(turn, claim) ? over-- <= 0 : true))
}

function attestationOf(integration: Integration, claim: PromptClaim, at: AttestContext): Attestation {
  try {
    return integration.attest ? integration.attest(claim, at) : attestByRecord(claim, at)
  } catch (error) {
    return { kind: 'unproven', why: `the agent's record could not be compared: ${String(error).slice(0, 200)}` }
  }
}

/** How long the record may take to show a turn. */
const RECORD_DELAY_MS = 1000
const STEP_MS = 40
export const MAX_RECORD_WAITS = RECORD_DELAY_MS / STEP_MS

/** Does something that was just said wait for the host to write it down? Then it is worth a short wait before a call is judged. */
export function isRecordExpected(fold: SessionFold, edge: HookContext, event: HostEvent): boolean {
  const { promises } = edge.integration
  if (isPromiseBroken(promises.recordsWhoTyped)) return false
  const now = edge.now()
  if (!fold.pending.some(({ at }) => now - at >= 0 && now - at < RECORD_DELAY_MS)) return false
  return pendingAttestations(fold, event, edge).length < fold.pending.length
}

/** One short wait for the record. */
export function waitForRecord(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP_MS)
}

const MOST_WORDS = 64

/**
 * What of a text stands on the host's command line, as one word or several that follow each other: what a person typed with its start,
 * without what was piped in before or behind it.
 */
export function commandLinePart(
  text: string,
  words: readonly string[],
  spelled: (word: string) => string = (word) => word,
): string | undefined {
  const given = words.slice(1, MOST_WORDS).map((word) => word.replace(/^--?[a-z][\w-]*=/, ''))
  const whole = text.trim()
  let found: string | undefined
  for (let from = 0; from < given.length; from++)
    for (let to = from + 1; to <= given.length; to++) {
      const run = given.slice(from, to)
      const argument = run.join(' ').trim()
      if (argument.length > whole.length) break
      const isSaid = [argument, run.map(spelled).join(' ').trim()].some((said) => isAtLineBreak(said, whole))
      if (isSaid && argument.length > (found?.length ?? 0)) found = argument
    }
  return found
}

/** Does a text begin or end with it, apart from the rest by a line break? */
function isAtLineBreak(part: string, whole: string): boolean {
  return whole === part || whole.startsWith(`${part}\n`) || whole.endsWith(`\n${part}`)
}
