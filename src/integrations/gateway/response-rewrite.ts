import { isFields, ownField } from '../hook-runtime/fields.ts'
import { FrameSplitter, replaceFrameData, type StreamFrame } from './frames.ts'
import { type ModelTurn, parseJsonText, yieldToEventLoop } from './turn.ts'
import {
  readUpstreamAnswer,
  resultsField,
  SAFEGUARD_RESULTS_FIELD,
  strictestVerdict,
  type TurnVerdict,
} from './verdict.ts'

/** Told what was said at last of each call, before the client hears it. */
export type VerdictListener = (id: string, verdict: TurnVerdict) => void

export interface RewriteEdge {
  readonly turn: ModelTurn
  readonly heed: VerdictListener
  /** Does the request want verdicts, in a shape that is known? Found out only when there is something to say. */
  readonly isWanted: () => boolean
}

const MOST_FRAME = 16 * 1024 * 1024
/** Pings and events of no meaning here may come between the last delta and the end. */
const MOST_HELD = 1000

/**
 * Passes a stream on, byte for byte but for its last `message_delta`, which gets the verdicts. Nothing is held back but the frame that is
 * not whole yet, and the last delta until its verdicts are there.
 */
export async function* rewriteStream(source: AsyncIterable<Buffer>, answering: RewriteEdge): AsyncGenerator<Buffer> {
  const { turn } = answering
  const cutter = new FrameSplitter(MOST_FRAME)
  let held: StreamFrame[] = []
  let isBlind = false
  for await (const chunk of source) {
    if (isBlind) {
      yield chunk
      continue
    }
    for (const frame of cutter.push(chunk)) {
      const told = turn.read(frame)
      if (held.length > 0 && told === 'other' && held.length < MOST_HELD) {
        held.push(frame)
        continue
      }
      // Another delta or more content follows: the one that is held was not the last.
      yield* await (told === 'stop' ? insertVerdicts(held, answering) : flushHeld(held, answering))
      held = told === 'delta' ? [frame] : []
      if (told !== 'delta') yield frame.bytes
    }
    if (cutter.isTooLong) {
      // Not understood any more: what follows passes without a verdict.
      isBlind = true
      turn.spoil('input_too_long')
      yield* await flushHeld(held, answering)
      held = []
      yield cutter.rest().bytes
    }
  }
  if (isBlind) return
  const { frame, bytes } = cutter.rest()
  if (frame !== undefined && turn.read(frame) === 'stop' && held.length > 0)
    yield* await insertVerdicts(held, answering)
  // Cut off before its end: it passes as it is, and no verdict with it.
  else yield* await flushHeld(held, answering)
  if (bytes.length > 0) yield bytes
}

/** A delta that is not the last passes as it came, unless the upstream put verdicts into it. */
async function flushHeld(held: readonly StreamFrame[], answering: RewriteEdge): Promise<readonly Buffer[]> {
  const [delta] = held
  return delta?.data?.includes(SAFEGUARD_RESULTS_FIELD)
    ? insertVerdicts(held, answering)
    : held.map(({ bytes }) => bytes)
}

async function insertVerdicts(
  [delta, ...idle]: readonly StreamFrame[],
  answering: RewriteEdge,
): Promise<readonly Buffer[]> {
  if (delta === undefined) return []
  await yieldToEventLoop()
  if (!answering.isWanted()) return [delta, ...idle].map(({ bytes }) => bytes)
  const value = parseJsonText(delta.data ?? '')
  const inner = isFields(value) ? ownField(value, 'delta') : undefined
  const rest = idle.map(({ bytes }) => bytes)
  if (!isFields(value) || !isFields(inner)) return [delta.bytes, ...rest]
  const results = await resultsFor(ownField(inner, SAFEGUARD_RESULTS_FIELD), answering)
  return [
    replaceFrameData(delta, JSON.stringify({ ...value, delta: { ...inner, [SAFEGUARD_RESULTS_FIELD]: results } })),
    ...rest,
  ]
}

/** An answer that came in one piece, with the verdicts; undefined where it can't hold them. */
export async function rewriteWhole(text: string, answering: RewriteEdge): Promise<string | undefined> {
  const value = parseJsonText(text)
  if (!isFields(value) || ownField(value, 'type') !== 'message' || !answering.isWanted()) return undefined
  answering.turn.readWhole(ownField(value, 'content'))
  return JSON.stringify({
    ...value,
    [SAFEGUARD_RESULTS_FIELD]: await resultsFor(ownField(value, SAFEGUARD_RESULTS_FIELD), answering),
  })
}

async function resultsFor(theirs: unknown, { turn, heed }: RewriteEdge): Promise<readonly unknown[]> {
  const { verdicts, others } = readUpstreamAnswer(theirs)
  const ours = await turn.verdicts()
  const said = new Map([...ours].map(([id, verdict]) => [id, strictestVerdict(verdict, verdicts.get(id))]))
  for (const [id, verdict] of said) heed(id, verdict)
  return resultsField(said, others)
}
