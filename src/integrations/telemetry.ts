import { createRequire } from 'node:module'
import type * as OpenTelemetry from '@opentelemetry/api'
import type { AuditRecord } from '../audit/record.ts'
import type { Decision, JudgeStage } from '../decision.ts'
import { version } from '../facts/version.static.ts'
import type { Gate } from '../gate.ts'

/**
 * Decisions as spans and figures of OpenTelemetry, by its conventions for generative AI. Only a process that registered a provider loads
 * anything for it, and hooks never do. INVARIANT: no text of a call is told, and what goes wrong here changes no decision.
 */
export interface DecisionEvent {
  readonly tool: string
  readonly host: string
  readonly outcome: Decision['outcome']
  /** The type of its reason. */
  readonly reason: string
  readonly category?: string | undefined
  readonly model?: string | undefined
  readonly stages?: readonly JudgeStage[] | undefined
  readonly ms: number
  /** When it was decided. */
  readonly at: number
}

type Api = typeof OpenTelemetry

const SCOPE = 'irongate'
const MOST_NAME = 100
/** Where every copy of the API finds what was registered. */
const OTEL_REGISTRY = Symbol.for('opentelemetry.js.api.1')
/** Answers for want of something that should have been there. */
const FAILURES: ReadonlySet<string> = new Set(['judge-unavailable', 'broken-state', 'broken-settings'])

let cachedApi: Api | 'missing' | undefined

/** The API, where it is installed and somebody listens. */
function findOpenTelemetry(): Api | undefined {
  const registered = (globalThis as Record<symbol, { trace?: unknown; metrics?: unknown } | undefined>)[OTEL_REGISTRY]
  if (registered?.trace === undefined && registered?.metrics === undefined) return undefined
  cachedApi ??= loadApi()
  return cachedApi === 'missing' ? undefined : cachedApi
}

function loadApi(): Api | 'missing' {
  try {
    return createRequire(import.meta.url)('@opentelemetry/api') as Api
  } catch {
    return 'missing'
  }
}

/** Tells of one decision. Never throws. */
export function reportDecision(told: DecisionEvent): void {
  try {
    const api = findOpenTelemetry()
    if (api === undefined) return
    reportSpan(api, told)
    reportMetrics(instrumentsOf(api), told)
  } catch {
    // Whoever listens failed: that is theirs.
    return
  }
}

/** Tells of a decision that was made elsewhere, by its Record. */
export function reportRecord(record: AuditRecord): void {
  const { tool, host, outcome, reason, category, model, stages, ms = 0, at } = record
  reportDecision({ tool, host, outcome, reason: reason.type, category, model, stages, ms, at })
}

export type ReportedCall = Pick<DecisionEvent, 'tool' | 'host' | 'ms' | 'at'>

export function decisionEventOf(
  { outcome, reason, category, model, stages }: Decision,
  about: ReportedCall,
): DecisionEvent {
  return { ...about, outcome, reason: reason.type, category, model, stages }
}

/** The same gate; each of its decisions is told to OpenTelemetry, where a provider is registered. */
export function withTelemetry(gate: Gate): Gate {
  return {
    check: async (call, session) => {
      const start = performance.now()
      const decision = await gate.check(call, session)
      const ms = performance.now() - start
      reportDecision(decisionEventOf(decision, { tool: call.tool, host: 'library', ms, at: Date.now() }))
      return decision
    },
  }
}

function reportSpan({ trace, context, SpanKind, SpanStatusCode }: Api, told: DecisionEvent): void {
  const { tool, stages = [], model, ms, at } = told
  const tracer = trace.getTracer(SCOPE, version())
  const span = tracer.startSpan('irongate.check', {
    kind: SpanKind.INTERNAL,
    startTime: at - ms,
    attributes: { ...attributesOf(told), ...modelAttributes(told), 'gen_ai.tool.name': cutName(tool) },
  })
  const inside = trace.setSpan(context.active(), span)
  // A judge's calls to its model are the last thing before the answer.
  let start = at - stages.reduce((sum, stage) => sum + stage.ms, 0)
  for (const stage of stages) {
    const options = {
      kind: SpanKind.CLIENT,
      startTime: start,
      attributes: { ...requestAttributes(model), ...stageAttributes(stage) },
    }
    const call = tracer.startSpan(`chat ${cutName(model ?? 'unknown')}`, options, inside)
    if (isFailed(stage)) call.setStatus({ code: SpanStatusCode.ERROR, message: stage.outcome })
    start += stage.ms
    call.end(start)
  }
  if (FAILURES.has(told.reason)) span.setStatus({ code: SpanStatusCode.ERROR, message: told.reason })
  span.end(at)
}

function attributesOf({ outcome, reason, category, host }: DecisionEvent): OpenTelemetry.Attributes {
  return {
    'irongate.outcome': outcome,
    'irongate.reason': cutName(reason),
    'irongate.host': cutName(host),
    ...(category !== undefined && { 'irongate.category': cutName(category) }),
  }
}

/** What all of a decision's calls to a model took together. */
function modelAttributes({ model, stages = [] }: DecisionEvent): OpenTelemetry.Attributes {
  if (stages.length === 0) return {}
  const { input, output } = tokensOf(stages)
  return { ...requestAttributes(model), 'irongate.judge.input_tokens': input, 'irongate.judge.output_tokens': output }
}

function requestAttributes(model: string | undefined): OpenTelemetry.Attributes {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'anthropic',
    ...(model !== undefined && { 'gen_ai.request.model': cutName(model) }),
  }
}

function stageAttributes(stage: JudgeStage): OpenTelemetry.Attributes {
  const { usage } = stage
  const { input, output } = tokensOf([stage])
  return {
    'irongate.stage': cutName(stage.stage),
    'irongate.stage.outcome': cutName(stage.outcome),
    ...(isFailed(stage) && { 'error.type': cutName(stage.outcome) }),
    ...(usage && {
      'gen_ai.usage.input_tokens': input,
      'gen_ai.usage.output_tokens': output,
      'gen_ai.usage.cache_read.input_tokens': usage.cacheReadTokens,
      'gen_ai.usage.cache_creation.input_tokens': usage.cacheWriteTokens,
    }),
  }
}

function isFailed({ outcome }: JudgeStage): boolean {
  return outcome !== 'allow' && outcome !== 'block'
}

/** All that went in, also what came from the cache: so the conventions want it. */
function tokensOf(stages: readonly JudgeStage[]): { readonly input: number; readonly output: number } {
  let input = 0
  let output = 0
  for (const { usage } of stages) {
    if (usage === undefined) continue
    input += usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens
    output += usage.outputTokens
  }
  return { input, output }
}

/** Names may come from a model, and Records from other machines. */
function cutName(text: string): string {
  return text.slice(0, MOST_NAME)
}

interface Instruments {
  readonly decisions: OpenTelemetry.Counter
  readonly duration: OpenTelemetry.Histogram
  readonly modelDuration: OpenTelemetry.Histogram
  readonly modelTokens: OpenTelemetry.Histogram
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30]
/** Those that the conventions name. */
const MODEL_SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92]
const TOKENS = [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864]

const INSTRUMENTS_BY_PROVIDER = new WeakMap<object, Instruments>()

function instrumentsOf({ metrics }: Api): Instruments {
  const provider = metrics.getMeterProvider()
  const known = INSTRUMENTS_BY_PROVIDER.get(provider)
  if (known) return known
  const meter = metrics.getMeter(SCOPE, version())
  const histogram = (name: string, unit: string, description: string, steps: number[]) =>
    meter.createHistogram(name, { unit, description, advice: { explicitBucketBoundaries: steps } })
  const instruments: Instruments = {
    decisions: meter.createCounter('irongate.decisions', { unit: '{decision}', description: 'Decisions of the gate.' }),
    duration: histogram('irongate.check.duration', 's', 'How long a check took.', SECONDS),
    modelDuration: histogram('gen_ai.client.operation.duration', 's', "The judge's calls to its model.", MODEL_SECONDS),
    modelTokens: histogram('gen_ai.client.token.usage', '{token}', "Tokens of the judge's calls.", TOKENS),
  }
  INSTRUMENTS_BY_PROVIDER.set(provider, instruments)
  return instruments
}

function reportMetrics({ decisions, duration, modelDuration, modelTokens }: Instruments, told: DecisionEvent): void {
  const { outcome, stages = [], model, ms } = told
  decisions.add(1, attributesOf(told))
  duration.record(ms / 1000, { 'irongate.outcome': outcome, 'irongate.judged': stages.length > 0 })
  for (const stage of stages) {
    const call = { ...requestAttributes(model), ...(isFailed(stage) && { 'error.type': cutName(stage.outcome) }) }
    modelDuration.record(stage.ms / 1000, call)
    if (stage.usage === undefined) continue
    const { input, output } = tokensOf([stage])
    modelTokens.record(input, { ...call, 'gen_ai.token.type': 'input' })
    modelTokens.record(output, { ...call, 'gen_ai.token.type': 'output' })
  }
}
