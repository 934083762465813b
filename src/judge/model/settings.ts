import type { JudgeSettings } from '../../settings/policy.ts'
import type { LineFormat } from '../../transcript/line.ts'
import type { StageName } from '../judge.ts'
import { CACHE_LIFETIMES, type CacheLifetime, DEFAULT_CACHE_LIFETIME } from './cache-life.ts'
import { BUDGET_UNITS, type BudgetLimits } from './cost.ts'
import { isOfficial, OFFICIAL_ENDPOINT } from './endpoint.ts'
import type { ModelCapabilities } from './models.ts'
import type { ModelPrices } from './prices.ts'
import { TRANSPORT_IDS, type TransportId } from './transport-id.ts'
import * as v from './valibot.bundled.ts'

/** The judge's settings, read and checked. */
export interface ModelSettings {
  readonly mode: JudgeSettings['mode']
  readonly model: string | undefined
  readonly baseUrl: string
  /** The endpoint is Anthropic's own. */
  readonly official: boolean
  readonly proxy: string | undefined
  readonly deadlineMs: number
  /** Further model names that an answer may carry. */
  readonly aliases: readonly string[]
  readonly models: ReadonlyMap<string, Partial<ModelCapabilities>>
  readonly prices: ReadonlyMap<string, ModelPrices>
  readonly budget: BudgetLimits
  readonly evidence: boolean
  readonly format: LineFormat
  readonly dump: boolean
  readonly cacheLife: CacheLifetime
  /** In the order in which they are tried; empty where nobody chose one. */
  readonly transports: readonly TransportId[]
  readonly clients: ReadonlyMap<TransportId, ClientSettings>
  readonly openai: OpenAiSettings | undefined
  /** May the model ask for facts? Undefined: where no request is paid for one by one. */
  readonly facts: boolean | undefined
  /** Who pays, as it was found when the judge was chosen. */
  readonly billing: Readonly<Partial<Record<TransportId, Billing>>>
  readonly statements: StatementSettings
  /** Where one stage alone asks another model. */
  readonly stageModels: Readonly<Partial<Record<StageName, string>>>
}

/** A person's own client, as they chose it. */
export interface ClientSettings {
  /** Its whole path. */
  readonly program: string
  /** Of the file, when the judge was last tested. */
  readonly sha256: string
  readonly model?: string
  /** Which one speaks the Agent Client Protocol there. */
  readonly client?: AcpClient
}

/** `plan`: what a person pays anyway, up to its limits. `metered`: by the token. `local`: a machine of theirs. */
export const BILLINGS = ['plan', 'metered', 'local'] as const
export type Billing = (typeof BILLINGS)[number]

const ACP_CLIENTS = ['gemini', 'qwen'] as const
export type AcpClient = (typeof ACP_CLIENTS)[number]

/** An endpoint that speaks Chat Completions. */
export interface OpenAiSettings {
  readonly baseUrl: string
  readonly apiKey?: string
  readonly apiKeyCommand?: string
  readonly model?: string
}

/** How people's turns are read. */
export interface StatementSettings {
  readonly enabled: boolean
  /** For one turn. */
  readonly deadlineMs: number
  readonly model: string | undefined
}

export const READING_DEADLINE_MS = 6_000

export const WHOLE_DEADLINE_MS = 55_000

const positiveNumber = v.pipe(v.number(), v.finite(), v.minValue(0))

const CLIENT_ENTRIES = {
  program: v.string(),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  model: v.exactOptional(v.string()),
}
const CLIENT = v.exactOptional(v.strictObject(CLIENT_ENTRIES))
const ACP_CLIENT = v.exactOptional(v.strictObject({ ...CLIENT_ENTRIES, client: v.picklist(ACP_CLIENTS) }))

/** The documented further keys of `judge`. Others are left to whoever reads them. */
const EXTRA_SETTINGS = v.object({
  aliases: v.optional(v.array(v.string()), []),
  models: v.optional(
    v.record(
      v.string(),
      v.partial(
        v.strictObject({
          temperature: v.boolean(),
          stop: v.boolean(),
          thinking: v.picklist(['off', 'switch', 'between-tools', 'always', 'none']),
          reasoning: v.picklist(['none', 'minimal', 'low', 'template', 'unsent']),
          limitField: v.picklist(['max_tokens', 'max_completion_tokens']),
          padding: v.pipe(positiveNumber, v.integer(), v.maxValue(32_000)),
          contextTokens: v.pipe(positiveNumber, v.integer()),
        }),
      ),
    ),
    {},
  ),
  prices: v.optional(
    v.record(
      v.string(),
      v.strictObject({
        input: positiveNumber,
        cacheWrite: positiveNumber,
        cacheWriteHour: v.exactOptional(positiveNumber),
        cacheRead: positiveNumber,
        output: positiveNumber,
      }),
    ),
    {},
  ),
  budget: v.optional(
    v.partial(
      v.strictObject({
        unit: v.picklist(BUDGET_UNITS),
        session: positiveNumber,
        day: positiveNumber,
        outcome: v.picklist(['ask', 'deny']),
      }),
    ),
    {},
  ),
  evidence: v.optional(v.boolean(), true),
  facts: v.optional(v.boolean()),
  billing: v.optional(v.record(v.picklist(TRANSPORT_IDS), v.picklist(BILLINGS)), {}),
  transcript: v.optional(v.picklist(['jsonl', 'text']), 'jsonl'),
  proxy: v.optional(v.string()),
  cacheLife: v.optional(v.picklist(CACHE_LIFETIMES)),
  dump: v.optional(v.boolean(), false),
  stageModels: v.optional(v.partial(v.strictObject({ fast: v.string(), thinking: v.string() })), {}),
  statements: v.optional(
    v.partial(
      v.strictObject({
        enabled: v.boolean(),
        deadlineMs: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(600_000)),
        model: v.pipe(v.string(), v.regex(/\S/)),
      }),
    ),
    {},
  ),
  transports: v.optional(v.array(v.picklist(TRANSPORT_IDS)), []),
  clients: v.optional(v.strictObject({ 'claude-cli': CLIENT, 'codex-cli': CLIENT, acp: ACP_CLIENT }), {}),
  openai: v.optional(
    v.strictObject({
      baseUrl: v.string(),
      apiKey: v.exactOptional(v.string()),
      apiKeyCommand: v.exactOptional(v.string()),
      model: v.exactOptional(v.string()),
    }),
  ),
  /** Read where settings are, by whoever fetches them. */
  flags: v.optional(v.strictObject({ url: v.string(), key: v.string() })),
})

/** Their names. */
export const EXTRA_SETTING_KEYS: readonly string[] = Object.keys(EXTRA_SETTINGS.entries)

export type SettingsRead = { readonly settings: ModelSettings } | { readonly problem: string }

/** Reads the judge's settings; what does not fit is a problem that closes the judge, never a default. */
export function readModelSettings(judge: JudgeSettings): SettingsRead {
  const extra = v.safeParse(EXTRA_SETTINGS, judge.extra)
  if (!extra.success) {
    const [issue] = extra.issues
    return { problem: `judge.${v.getDotPath(issue) ?? '?'}: ${issue.message}` }
  }
  const baseUrl = judge.baseUrl === undefined ? OFFICIAL_ENDPOINT : judge.baseUrl.replace(/\/+$/, '')
  const { openai } = extra.output
  const wrong =
    urlProblem('judge.baseUrl', baseUrl) ??
    (extra.output.proxy && urlProblem('judge.proxy', extra.output.proxy)) ??
    (openai && urlProblem('judge.openai.baseUrl', openai.baseUrl))
  if (wrong) return { problem: wrong }
  const deadlineMs = judge.deadlineMs ?? WHOLE_DEADLINE_MS
  if (!Number.isFinite(deadlineMs) || deadlineMs <= 0) return { problem: 'judge.deadlineMs: not a time' }
  const { aliases, models, prices, budget, evidence, transcript, proxy, dump, cacheLife, transports, clients } =
    extra.output
  const official = isOfficial(baseUrl)
  return {
    settings: {
      mode: judge.mode,
      model: judge.model,
      baseUrl,
      official,
      proxy,
      deadlineMs,
      aliases,
      models: new Map(Object.entries(models as Record<string, Partial<ModelCapabilities>>)),
      prices: new Map(Object.entries(prices)),
      budget: budget as BudgetLimits,
      evidence,
      format: transcript,
      dump,
      cacheLife: cacheLife ?? (official ? DEFAULT_CACHE_LIFETIME : '5m'),
      transports: [...new Set(transports)],
      clients: new Map(Object.entries(clients) as [TransportId, ClientSettings][]),
      openai,
      facts: extra.output.facts,
      billing: extra.output.billing as ModelSettings['billing'],
      statements: {
        enabled: extra.output.statements.enabled ?? true,
        deadlineMs: extra.output.statements.deadlineMs ?? READING_DEADLINE_MS,
        model: extra.output.statements.model,
      },
      stageModels: extra.output.stageModels as ModelSettings['stageModels'],
    },
  }
}

function urlProblem(name: string, text: string): string | undefined {
  if (!URL.canParse(text)) return `${name}: not a URL`
  const { protocol } = new URL(text)
  return protocol === 'https:' || protocol === 'http:' ? undefined : `${name}: must be http or https`
}

/** May a key travel to this endpoint? Over plain http only inside this machine, and not by a proxy elsewhere. */
export function isKeySafe({
  baseUrl,
  proxy,
}: {
  readonly baseUrl: string
  readonly proxy: string | undefined
}): boolean {
  if (new URL(baseUrl).protocol === 'https:') return true
  return isLoopback(baseUrl) && (proxy === undefined || isLoopback(proxy))
}

function isLoopback(url: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname)
}
