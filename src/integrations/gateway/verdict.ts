import { type Fields, isFields, ownField } from '../hook-runtime/fields.ts'

/** The name of the safeguard in the field and in its answer. */
export const SAFEGUARD_NAME = 'dangerous_tool_use'
export const SAFEGUARDS_FIELD = 'safeguards'
export const SAFEGUARD_RESULTS_FIELD = 'safeguard_results'
/** The beta token that this shape belongs to. Another token is another shape. */
export const SAFEGUARD_BETA = 'dangerous-tool-use-2026-09-03'

export type UnavailableReason = 'timeout' | 'error' | 'truncated' | 'input_too_long' | 'refused'

/** What is said of one tool use. */
export type TurnVerdict =
  | { readonly type: 'evaluated'; readonly outcome: 'not_flagged' }
  | { readonly type: 'evaluated'; readonly outcome: 'flagged'; readonly explanation: string }
  /** Not looked at: the client does as it would without a verdict. */
  | { readonly type: 'skipped' }
  | { readonly type: 'unavailable'; readonly reason: UnavailableReason }

export const NOT_FLAGGED: TurnVerdict = { type: 'evaluated', outcome: 'not_flagged' }

export function unavailableVerdict(reason: UnavailableReason): TurnVerdict {
  return { type: 'unavailable', reason }
}

const MOST_TEXT = 4000

export function flaggedVerdict(explanation: string): TurnVerdict {
  return { type: 'evaluated', outcome: 'flagged', explanation: explanation.slice(0, MOST_TEXT) }
}

/** Verdicts by the id of the tool use. A Map: ids come from outside. */
export type Verdicts = ReadonlyMap<string, TurnVerdict>

/**
 * The strictest of ours and the upstream's. An upstream that skipped a call, or said nothing of it, has not judged it: ours stands. One
 * that tried and could not is heeded, as its own client would.
 */
export function strictestVerdict(ours: TurnVerdict, theirs: TurnVerdict | undefined): TurnVerdict {
  if (theirs === undefined || theirs.type === 'skipped') return ours
  if (isFlagged(ours)) return ours
  if (isFlagged(theirs) || ours.type === 'skipped') return theirs
  return ours.type === 'unavailable' ? ours : theirs
}

export function isFlagged(verdict: TurnVerdict): verdict is Extract<TurnVerdict, { outcome: 'flagged' }> {
  return verdict.type === 'evaluated' && verdict.outcome === 'flagged'
}

export interface UpstreamAnswer {
  readonly verdicts: Verdicts
  /** Results of other safeguards, as they came. */
  readonly others: readonly unknown[]
}

const NO_ANSWER: UpstreamAnswer = { verdicts: new Map(), others: [] }

/** What the upstream said. A verdict of a shape that is not known counts as one that could not be given. */
export function readUpstreamAnswer(results: unknown): UpstreamAnswer {
  if (!Array.isArray(results)) return NO_ANSWER
  const isOurs = (result: unknown) => isFields(result) && ownField(result, 'type') === SAFEGUARD_NAME
  const verdicts = new Map<string, TurnVerdict>()
  for (const result of results.filter(isOurs) as Fields[])
    for (const [id, value] of usesIn(ownField(result, 'status'))) {
      const read = readVerdict(value)
      const before = verdicts.get(id)
      verdicts.set(id, before === undefined ? read : strictestVerdict(before, read))
    }
  return { verdicts, others: results.filter((result) => !isOurs(result)) }
}

function usesIn(status: unknown): readonly (readonly [string, unknown])[] {
  const uses = isFields(status) ? ownField(status, 'tool_uses') : undefined
  return isFields(uses) ? Object.entries(uses) : []
}

function readVerdict(value: unknown): TurnVerdict {
  if (!isFields(value)) return unavailableVerdict('error')
  const type = ownField(value, 'type')
  if (type === 'skipped') return { type }
  if (type !== 'evaluated') return unavailableVerdict(readUnavailableReason(ownField(value, 'reason')))
  const outcome = ownField(value, 'outcome')
  if (outcome === 'not_flagged') return NOT_FLAGGED
  const explanation = ownField(value, 'explanation')
  // An outcome that is not known may be a new way to say no.
  return flaggedVerdict(typeof explanation === 'string' ? explanation : 'The upstream flagged this call.')
}

const UNAVAILABLE_REASONS: readonly UnavailableReason[] = ['timeout', 'error', 'truncated', 'input_too_long', 'refused']

function readUnavailableReason(reason: unknown): UnavailableReason {
  return UNAVAILABLE_REASONS.find((known) => known === reason) ?? 'error'
}

/** The answer's field, for every tool use of the turn. */
export function resultsField(verdicts: Verdicts, others: readonly unknown[]): readonly unknown[] {
  const uses = Object.create(null) as Record<string, TurnVerdict>
  for (const [id, verdict] of verdicts) Object.defineProperty(uses, id, { value: verdict, enumerable: true })
  return [...others, { type: SAFEGUARD_NAME, status: { type: 'available', tool_uses: uses } }]
}
