import { isFields, own } from '../seat/fields.ts'
import { FrameCutter, type StreamFrame, withData } from './frames.ts'
import { breath, type ModelTurn, parsed } from './turn.ts'
import { ANSWER, resultsField, strictest, type TurnVerdict, upstreamAnswer } from './verdict.ts'

/** Told what was said at last of each call, before the client hears it. */
export type Heed = (id: string, verdict: TurnVerdict) => void

export interface RewriteEdge {
  readonly turn: ModelTurn
  readonly heed: Heed
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
export async function* rewrittenStream(source: AsyncIterable<Buffer>, answering: RewriteEdge): AsyncGenerator<Buffer> {
  const { turn } = answering
  const cutter = new FrameCutter(MOST_FRAME)
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
      yield* await (told === 'stop' ? answered(held, answering) : notLast(held, answering))
      held = told === 'delta' ? [frame] : []
      if (told !== 'delta') yield frame.bytes
    }
    if (cutter.isTooLong) {
      // Not understood any more: what follows passes without a verdict.
      isBlind = true
      turn.spoil('input_too_long')
      yield* await notLast(held, answering)
      held = []
      yield cutter.rest().bytes
    }
  }
  if (isBlind) return
  const { frame, bytes } = cutter.rest()
  if (frame !== undefined && turn.read(frame) === 'stop' && held.length > 0) yield* await answered(held, answering)
  // Cut off before its end: it passes as it is, and no verdict with it.
  else yield* await notLast(held, answering)
  if (bytes.length > 0) yield bytes
}

/** A delta that is not the last passes as it came, unless the upstream put verdicts into it. */
async function notLast(held: readonly StreamFrame[], answering: RewriteEdge): Promise<readonly Buffer[]> {
  const [delta] = held
  return delta?.data?.includes(ANSWER) ? answered(held, answering) : held.map(({ bytes }) => bytes)
}

async function answered([delta, ...idle]: readonly StreamFrame[], answering: RewriteEdge): Promise<readonly Buffer[]> {
  if (delta === undefined) return []
  await breath()
  if (!answering.isWanted()) return [delta, ...idle].map(({ bytes }) => bytes)
  const value = parsed(delta.data ?? '')
  const inner = isFields(value) ? own(value, 'delta') : undefined
  const rest = idle.map(({ bytes }) => bytes)
  if (!isFields(value) || !isFields(inner)) return [delta.bytes, ...rest]
  const results = await resultsFor(own(inner, ANSWER), answering)
  return [withData(delta, JSON.stringify({ ...value, delta: { ...inner, [ANSWER]: results } })), ...rest]
}

/** An answer that came in one piece, with the verdicts; undefined where it is none that can hold them. */
export async function rewrittenWhole(text: string, answering: RewriteEdge): Promise<string | undefined> {
  const value = parsed(text)
  if (!isFields(value) || own(value, 'type') !== 'message' || !answering.isWanted()) return undefined
  answering.turn.readWhole(own(value, 'content'))
  return JSON.stringify({ ...value, [ANSWER]: await resultsFor(own(value, ANSWER), answering) })
}

async function resultsFor(theirs: unknown, { turn, heed }: RewriteEdge): Promise<readonly unknown[]> {
  const { verdicts, others } = upstreamAnswer(theirs)
  const ours = await turn.verdicts()
  const said = new Map([...ours].map(([id, verdict]) => [id, strictest(verdict, verdicts.get(id))]))
  for (const [id, verdict] of said) heed(id, verdict)
  return resultsField(said, others)
}
