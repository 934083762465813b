import { randomBytes } from 'node:crypto'
import type { ReadingResult, StatementReader, TurnToRead } from '../../../intent/statements/reader.ts'
import type { Policy } from '../../../settings/policy.ts'
import { estimateTokens } from '../../../transcript/token-estimate.ts'
import type { Verdict } from '../../judge.ts'
import { isPassingOutage } from '../../outage.ts'
import { unlessAborted } from '../attempts.ts'
import { hashOfParts } from '../check.ts'
import { allTokens, budgetReachedBy, costOf, type SpendLedger } from '../cost.ts'
import { type DiagnosticWriter, type JudgeDiagnosis, writeDiagnoses } from '../diagnostics.ts'
import { budgetVerdict, failureVerdict, refusedKeyVerdict, unavailableVerdictFor } from '../failure.ts'
import { capabilitiesOf, chooseModel, UNNAMED_MODEL } from '../models.ts'
import { cleanReason } from '../parse.ts'
import { pricesOf } from '../prices.ts'
import { otherModel, otherModelVerdict } from '../read-answer.ts'
import {
  createMemoryLatch,
  fingerprint,
  noteKeyAnswer,
  type RefusedKeyLatch,
  retryDelay,
} from '../refused-key-latch.ts'
import { type ModelSettings, readModelSettings } from '../settings.ts'
import type { Connection, ModelAnswer, ModelRequest, Transport } from '../transport.ts'
import { parseReading } from './parse.ts'
import { buildReadRequest, type ShowCall } from './request.ts'

export interface ModelReaderOptions {
  readonly policy: Pick<Policy, 'judge' | 'version'>
  /** Each is tried where the one before it is away for a while. */
  readonly transports: readonly Transport[]
  readonly showCall: ShowCall
  /** Milliseconds that only grow: `performance.now`. */
  readonly now: () => number
  /** The time of day, which processes share: `Date.now` by default. */
  readonly clock?: () => number
  /** `IRONGATE_MODEL`, where the edge reads it. */
  readonly model?: string | undefined
  readonly ledger?: SpendLedger
  readonly latch?: RefusedKeyLatch
  readonly diagnostics?: DiagnosticWriter
  readonly dump?: boolean | undefined
}

/** A turn on its way to one transport. */
interface ReadRun {
  readonly turn: TurnToRead
  readonly settings: ModelSettings
  readonly transport: Transport
  readonly connection: Connection
  readonly model: string
  readonly deadlineMs: number
  readonly signal: AbortSignal
}

/** A reading, or why there is none. */
type ReadOutcome = ReadingResult | Verdict

/** Reads people's turns by a model. Never throws, and ends by its deadline: what goes wrong leaves the turn unread. */
export function createModelStatementReader(options: ModelReaderOptions): StatementReader {
  const { policy, clock = Date.now } = options
  const ownLatch = createMemoryLatch()
  const salt = randomBytes(16).toString('hex')

  const read = async (turn: TurnToRead, signal: AbortSignal | undefined): Promise<ReadingResult> => {
    const start = options.now()
    if (signal?.aborted) return unread('interrupted')
    const found = readModelSettings(policy.judge)
    if ('problem' in found) return unread(found.problem)
    const { settings } = found
    const { enabled, deadlineMs } = settings.statements
    if (!enabled) return unread('reading is switched off')
    const inTime = AbortSignal.timeout(deadlineMs)
    const either = signal ? AbortSignal.any([inTime, signal]) : inTime
    const left = () => deadlineMs - (options.now() - start)
    const result = await unlessAborted(throughTransports({ turn, settings, signal: either }, left), either)
    return result ?? unread(signal?.aborted ? 'interrupted' : 'the model did not read the turn in time')
  }

  const throughTransports = async (
    asked: Pick<ReadRun, 'turn' | 'settings' | 'signal'>,
    left: () => number,
  ): Promise<ReadingResult> => {
    let last: Verdict = unavailableVerdictFor('crashed', 'no transport')
    for (const transport of options.transports) {
      const outcome = await byTransport({ ...asked, transport }, left)
      if ('kind' in outcome) return outcome
      last = outcome
      if (!isPassingOutage(outcome)) break
    }
    return unread('reason' in last ? last.reason : last.type)
  }

  const byTransport = async (
    asked: Pick<ReadRun, 'turn' | 'settings' | 'signal' | 'transport'>,
    left: () => number,
  ): Promise<ReadOutcome> => {
    const { turn, settings, transport } = asked
    const connection = await transport.connect(settings)
    if ('cause' in connection) return unavailableVerdictFor(connection.cause, connection.reason)
    const range = transport.models(settings)
    const named = settings.statements.model ?? range.named
    const model = chooseModel({ ...range, named, override: options.model, agent: turn.model })
    if (model === undefined) return unavailableVerdictFor('misconfigured', UNNAMED_MODEL)
    const reached = budgetReachedBy(settings.budget, options.ledger, turn.sessionId)
    if (reached !== undefined) return budgetVerdict(reached)
    const deadlineMs = left()
    if (deadlineMs <= 0) return unavailableVerdictFor('deadline', 'the model did not answer in time')
    return ask({ ...asked, connection, model, deadlineMs })
  }

  const ask = async (run: ReadRun): Promise<ReadOutcome> => {
    const { turn, settings, transport, connection, model } = run
    const latch = connection.login === 'command' ? ownLatch : (options.latch ?? ownLatch)
    const print = fingerprint([connection.print, model, policy.version])
    const attempt = () => ({ print, session: turn.sessionId, now: clock() })
    const refusal = latch.get()
    const wait = retryDelay(refusal, attempt())
    if (wait > 0) return refusedKeyVerdict(refusal?.detail ?? '', wait)
    const capabilities = capabilitiesOf(model, settings.models)
    const frame = {
      fence: hashOfParts(salt, turn.sessionId),
      session: hashOfParts('session', turn.sessionId),
      cacheLife: settings.cacheLife,
      showCall: options.showCall,
    }
    const request = buildReadRequest(turn, frame, model, capabilities)
    const tokens = tokensOf(request)
    if (tokens + request.limit > capabilities.contextTokens)
      return { type: 'too-long', reason: 'the turn is longer than the model can read' }
    const began = options.now()
    const label = `turn-${hashOfParts(turn.text)}`
    const sent = { request, label, stage: 'fast', deadlineMs: run.deadlineMs, tokens, signal: run.signal } as const
    const answer = await connection.client.send(sent)
    noteKeyAnswer(latch, attempt(), answer)
    spend(run, answer)
    const outcome = outcomeOf(answer, run)
    const ms = Math.round(options.now() - began)
    const diagnosis = (): JudgeDiagnosis => ({
      label,
      stage: 'reading',
      result: resultOf(outcome),
      ms,
      body: transport.toWire(request, settings),
      outcome: answer,
    })
    const kept = { diagnostics: options.diagnostics, dump: settings.dump || options.dump === true }
    const wrong = !('kind' in outcome) && outcome.type !== 'interrupted'
    writeDiagnoses(kept, wrong, diagnosis, connection.secrets)
    return outcome
  }

  const spend = ({ turn, settings, model }: ReadRun, answer: ModelAnswer): void => {
    if ('failure' in answer) return
    const { usage } = answer.reply
    const dollars = costOf(usage, pricesOf(model, settings.prices))
    options.ledger?.add(turn.sessionId, { dollars, tokens: allTokens(usage), checks: 1 })
  }

  return {
    read: async (turn, signal) => {
      try {
        return await read(turn, signal)
      } catch (error) {
        return unread(`the reader failed (${cleanReason(error instanceof Error ? error.message : String(error))})`)
      }
    },
  }
}

function outcomeOf(answer: ModelAnswer, { settings, transport, model }: ReadRun): ReadOutcome {
  if ('failure' in answer) return failureVerdict(answer.failure)
  const { reply } = answer
  const named = otherModel({ model, aliases: settings.aliases, traits: transport.traits }, reply)
  if (named !== undefined) return otherModelVerdict(named)
  const parsed = parseReading(reply)
  switch (parsed.kind) {
    case 'read':
      return { ...parsed, model }
    case 'refused':
      return unavailableVerdictFor('refused', 'the model declined to read the turn')
    case 'too-long':
      return { type: 'too-long', reason: 'the turn is too long for the model' }
    case 'unparseable':
      return { type: 'unparseable', reason: `the model's answer was no reading (${parsed.why})` }
  }
}

function resultOf(outcome: ReadOutcome): JudgeDiagnosis['result'] {
  if ('kind' in outcome) return 'read'
  return outcome.type === 'unparseable' || outcome.type === 'too-long' ? outcome.type : 'failed'
}

function tokensOf({ system, blocks }: ModelRequest): number {
  return blocks().reduce((sum, { text }) => sum + estimateTokens(text), estimateTokens(system))
}

function unread(why: string): ReadingResult {
  return { kind: 'unread', why }
}
