import { leastTokens } from '../../transcript/token-estimate.ts'
import type { Judge, Judged, JudgeRequest, StageRecord, TokenUsage, Verdict } from '../judge.ts'
import { ignoreErrors, unlessAborted } from './attempts.ts'
import { type CheckSources, createCheckBuilder, type PreparedCheck } from './check.ts'
import { addUsage, allTokens, budgetReachedBy, costOf, NO_USAGE, type SpendLedger } from './cost.ts'
import { type DiagnosticWriter, writeDiagnoses } from './diagnostics.ts'
import { writeEvidence } from './evidence.ts'
import { budgetVerdict, refusedKeyVerdict, unavailableVerdictFor } from './failure.ts'
import { capabilitiesOf, chooseModel, type ModelCapabilities, type ModelRange, UNNAMED_MODEL } from './models.ts'
import { answerNeed } from './need/answer-need.ts'
import { answerNeeds } from './need/rounds.ts'
import { cleanReason } from './parse.ts'
import { pricesOf } from './prices.ts'
import { type AnswerReading, readAnswer } from './read-answer.ts'
import { createMemoryLatch, fingerprint, noteKeyAnswer, type RefusedKeyLatch, retryDelay } from './refused-key-latch.ts'
import { buildRequest, type CheckText } from './request.ts'
import { type ModelSettings, readModelSettings, WHOLE_DEADLINE_MS } from './settings.ts'
import { askingStage, asksForFacts, type ModelStage, stagesOf } from './stages.ts'
import { conversationKey, correctEstimate, fitOf, memoryCounts, type TokenCounts } from './token-count.ts'
import type { Connection, ModelAnswer, ModelRequest, Transport } from './transport.ts'
import type { TransportId } from './transport-id.ts'

export interface ModelJudgeOptions extends CheckSources {
  readonly transport: Transport
  /** Milliseconds that only grow: `performance.now`. */
  readonly now: () => number
  /** The time of day, which processes share: `Date.now` by default. */
  readonly clock?: () => number
  /** `IRONGATE_MODEL`, where the edge reads it. */
  readonly model?: string | undefined
  readonly ledger?: SpendLedger
  readonly latch?: RefusedKeyLatch
  readonly counts?: TokenCounts
  readonly diagnostics?: DiagnosticWriter
  /** Dumps of every request, whatever the settings say. */
  readonly dump?: boolean | undefined
}

/** One check on its way through the stages. */
interface CheckRun {
  readonly request: JudgeRequest
  readonly settings: ModelSettings
  readonly check: PreparedCheck
  readonly connection: Connection
  readonly models: readonly [StageModel, ...StageModel[]]
  /** Under which the model's counts are kept. */
  readonly conversation: string
  readonly print: string
  readonly latch: RefusedKeyLatch
  readonly start: number
  readonly records: StageRecord[]
  /** What each request came to. */
  readonly spent: { readonly model: string; readonly dollars: number }[]
}

export const MODEL_JUDGE = 'model'

/** The judge that asks a model, in one or two stages. Never throws: what goes wrong is a Verdict that cannot allow. */
export function createModelJudge(options: ModelJudgeOptions): Judge {
  const builder = createCheckBuilder(options)
  const { clock = Date.now, counts = memoryCounts() } = options
  const ownLatch = createMemoryLatch()

  const judge = async (request: JudgeRequest): Promise<Judged> => {
    const start = options.now() - (request.spentMs ?? 0)
    if (request.signal?.aborted) return judgedWithoutStages({ type: 'interrupted' })
    const read = readModelSettings(request.policy.judge)
    if ('problem' in read) return judgedWithoutStages(unavailableVerdictFor('misconfigured', read.problem))
    const { settings } = read
    const connection = await unlessAborted(options.transport.connect(settings), request.signal)
    if (connection === undefined) return judgedWithoutStages({ type: 'interrupted' })
    if ('cause' in connection) return judgedWithoutStages(unavailableVerdictFor(connection.cause, connection.reason))
    const models = stageModels(request, settings, options)
    if (models === undefined) return judgedWithoutStages(unavailableVerdictFor('misconfigured', UNNAMED_MODEL))
    const [{ model }] = models
    const print = fingerprint([connection.print, model, request.policy.version])
    const latch = connection.login === 'command' ? ownLatch : (options.latch ?? ownLatch)
    const refusal = latch.get()
    const wait = retryDelay(refusal, { print, session: request.action.call.sessionId, now: clock() })
    if (wait > 0) return { ...judgedWithoutStages(refusedKeyVerdict(refusal?.detail ?? '', wait)), model }
    // Encoding it would only show later that it is too long.
    if (
      leastTokens(request.action.judgeText) >
      Math.min(...models.map(({ capabilities: { contextTokens } }) => contextTokens))
    )
      return {
        ...judgedWithoutStages({ type: 'too-long', reason: 'the action alone is longer than the model can read' }),
        model,
      }
    const check = builder.build(request, settings)
    const { sessionId, agentId } = request.action.call
    const conversation = conversationKey(model, sessionId, agentId)
    const asked = { request, settings, check, connection, models, conversation }
    const run: CheckRun = { ...asked, print, latch, start, records: [], spent: [] }
    const verdict = await throughStages(run)
    const answered = run.spent.at(-1)?.model ?? model
    return { verdict, judge: MODEL_JUDGE, model: answered, stages: run.records, ...totalSpend(run) }
  }

  const throughStages = async (run: CheckRun): Promise<Verdict> => {
    const most = Math.max(...run.models.map(({ stage }) => stage.maxTokens))
    const room = Math.min(
      ...run.models.map(({ capabilities: { contextTokens, padding } }) => contextTokens - most - padding),
    )
    const tokens = await tokensOf(run, room)
    if (run.request.signal?.aborted) return { type: 'interrupted' }
    if (tokens > room)
      return { type: 'too-long', reason: `the conversation has about ${tokens} tokens, the model takes ${room}` }
    for (const [at, asked] of run.models.entries()) {
      const verdict = await oneStage(run, asked)
      if (at === run.models.length - 1 || !continuesToNextStage(verdict)) return verdict
    }
    return unavailableVerdictFor('crashed', 'no stage answered')
  }

  /** Our corrected estimate; near the limit the server's own count, unless it gives none. */
  const tokensOf = async (run: CheckRun, room: number): Promise<number> => {
    const { check, connection, conversation, models, request } = run
    const last = ignoreErrors(() => counts.get(conversation))
    const estimate = correctEstimate(check.tokens, last)
    const [{ stage, model, capabilities }] = models
    const { client } = connection
    if (client.count === undefined || fitOf(estimate, room) !== 'near') return estimate
    const inTime = AbortSignal.timeout(Math.max(1, Math.floor(Math.min(COUNT_MS, timeLeft(run, stage)))))
    const signal = request.signal ? AbortSignal.any([inTime, request.signal]) : inTime
    try {
      const counted = await client.count(buildRequest(check.text, stage, model, capabilities), signal)
      return Number.isFinite(counted) && counted > 0 ? counted : estimate
    } catch (error) {
      // A server that does not count leaves us what we have.
      void error
      return estimate
    }
  }

  const oneStage = async (run: CheckRun, asked: StageModel): Promise<Verdict> => {
    const { check, request, settings } = run
    const { facts } = request
    if (facts === undefined || !asksForFacts(asked.stage, settings, options.transport.id))
      return (await askOnce(run, asked, check.text)).verdict
    const began = options.now()
    const asking = { ...asked, stage: askingStage(asked.stage) }
    return answerNeeds(await askOnce(run, asking, check.text), {
      lookUp: (need) => answerNeed(need, facts),
      judgeAgain: (found, last) => {
        const { fence } = check.text
        const text = { ...check.text, found: writeEvidence(found, fence) }
        return askOnce(run, last ? asked : asking, text, options.now() - began)
      },
    })
  }

  /** `spentMs`: what of the stage's time is gone. */
  const askOnce = async (
    run: CheckRun,
    { stage, model, capabilities }: StageModel,
    text: CheckText,
    spentMs = 0,
  ): Promise<Pick<AnswerReading, 'verdict' | 'needs'>> => {
    const over = overBudget(run)
    if (over !== undefined) return { verdict: over }
    const deadlineMs = timeLeft(run, stage, spentMs)
    if (deadlineMs <= 0) return { verdict: unavailableVerdictFor('deadline', 'the model did not answer in time') }
    const sent = buildRequest(text, stage, model, capabilities)
    const began = options.now()
    const answer = await run.connection.client.send({
      request: sent,
      label: run.check.label,
      stage: stage.name,
      deadlineMs,
      tokens: run.check.tokens,
      ...(run.request.signal && { signal: run.request.signal }),
    })
    const { traits } = options.transport
    const { aliases } = run.settings
    const asked = { model, aliases, traits, stops: sent.stop !== undefined }
    const known = { rules: run.check.rules, secrets: run.connection.secrets }
    const read = readAnswer({ ...asked, ...known }, stage, answer)
    const ms = Math.round(options.now() - began)
    run.records.push({ ...read.record, transport: options.transport.id, ms })
    settle(run, answer, { sent, stage, ms, record: read.record })
    return read
  }

  /** What follows from an answer beside the verdict: the latch, the ledger, the diagnostics. */
  const settle = (run: CheckRun, answer: ModelAnswer, { sent, stage, ms, record }: RunOutcome): void => {
    const session = run.request.action.call.sessionId
    noteKeyAnswer(run.latch, { print: run.print, session, now: clock() }, answer)
    const { usage, outcome } = record
    const dollars = usage ? dollarsOf(usage, sent.model, run.settings, options.transport.id) : 0
    run.spent.push({ model: sent.model, dollars })
    const counted = usage ? usage.inputTokens + usage.cacheWriteTokens + usage.cacheReadTokens : 0
    if (counted > 0) ignoreErrors(() => counts.set(run.conversation, { estimated: run.check.tokens, counted }))
    if (usage)
      options.ledger?.add(session, {
        dollars,
        tokens: allTokens(usage),
        checks: run.records.length === 1 ? 1 : 0,
      })
    const interrupted = 'failure' in answer && answer.failure.kind === 'interrupted'
    const wrong = outcome !== 'allow' && outcome !== 'block' && !interrupted
    const kept = { diagnostics: options.diagnostics, dump: run.settings.dump || options.dump === true }
    const diagnosis = () => {
      const body = options.transport.toWire(sent, run.settings)
      return { label: run.check.label, stage: stage.name, result: outcome, ms, body, outcome: answer }
    }
    writeDiagnoses(kept, wrong, diagnosis, run.connection.secrets)
  }

  const timeLeft = ({ settings, start }: CheckRun, { deadlineMs }: ModelStage, spentMs = 0): number => {
    const share = (deadlineMs * settings.deadlineMs) / WHOLE_DEADLINE_MS - spentMs
    return Math.min(share, settings.deadlineMs - (options.now() - start))
  }

  const overBudget = ({ settings, request }: CheckRun): Verdict | undefined => {
    const reached = budgetReachedBy(settings.budget, options.ledger, request.action.call.sessionId)
    return reached && budgetVerdict(reached)
  }

  return {
    name: MODEL_JUDGE,
    judge: async (request) => {
      try {
        return await judge(request)
      } catch (error) {
        const fault = cleanReason(error instanceof Error ? error.message : String(error))
        return judgedWithoutStages(unavailableVerdictFor('crashed', `the judge failed (${fault})`))
      }
    },
  }
}

interface RunOutcome {
  readonly sent: ModelRequest
  readonly stage: ModelStage
  readonly ms: number
  readonly record: Pick<StageRecord, 'usage' | 'outcome'>
}

/** The server's count waits no longer than this. */
const COUNT_MS = 5_000

/** A model on a person's own machine costs nothing, unless they give it a price. */
function dollarsOf(usage: TokenUsage, model: string, { prices, billing }: ModelSettings, id: TransportId): number {
  return billing[id] === 'local' && !prices.has(model) ? 0 : costOf(usage, pricesOf(model, prices))
}

function judgedWithoutStages(verdict: Verdict): Judged {
  return { verdict, judge: MODEL_JUDGE }
}

/** What one stage leaves to the next: everything that is an answer and does not allow, a model that declined included. */
function continuesToNextStage(verdict: Verdict): boolean {
  if (verdict.type === 'unavailable') return verdict.cause === 'refused' || verdict.cause === 'truncated'
  return verdict.type === 'block' || verdict.type === 'unparseable'
}

/** A stage, and the model that it asks. */
interface StageModel {
  readonly stage: ModelStage
  readonly model: string
  readonly capabilities: ModelCapabilities
}

/** The models of all stages; undefined where a person must name one. */
function stageModels(
  request: JudgeRequest,
  settings: ModelSettings,
  { transport, model: override }: ModelJudgeOptions,
): readonly [StageModel, ...StageModel[]] | undefined {
  const range = transport.models(settings)
  const found = stagesOf(settings.mode).flatMap((stage): StageModel[] => {
    const model = modelFor(request, stageRange(range, stage, settings), override)
    return model === undefined ? [] : [{ stage, model, capabilities: capabilitiesOf(model, settings.models) }]
  })
  const [first, ...others] = found
  return first && found.length === stagesOf(settings.mode).length ? [first, ...others] : undefined
}

/** A model may be named for one stage alone. */
export function stageRange(range: ModelRange, stage: ModelStage, { stageModels: named }: ModelSettings): ModelRange {
  return { ...range, named: named[stage.name] ?? range.named }
}

/** The model a check goes to; none where a person must name one. */
export function modelFor(request: JudgeRequest, range: ModelRange, override: string | undefined): string | undefined {
  return chooseModel({ override, agent: request.model, ...range })
}

function totalSpend({ records, spent }: CheckRun): { readonly usage: TokenUsage; readonly cost: number } {
  const usage = records.reduce((sum, record) => (record.usage ? addUsage(sum, record.usage) : sum), NO_USAGE)
  return { usage, cost: spent.reduce((sum, { dollars }) => sum + dollars, 0) }
}
