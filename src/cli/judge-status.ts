import { existsSync } from 'node:fs'
import { namesModel } from '../judge/has-model.ts'
import type { Policy } from '../settings/policy.ts'
import { createFileLedger } from '../state/spend-ledger.ts'
import { stateFolder } from '../state/state-folder.ts'
import { showInvisible } from './io.ts'
import { type JudgeFigures, judgeFigures } from './judge-figures.ts'
import { formatDateTime } from './time-arguments.ts'

export interface JudgeStatus {
  readonly kind: string
  readonly model?: string
  readonly withModel: boolean
  readonly transports?: readonly string[]
  /** Who pays for the first of them. */
  readonly billing?: string
  /** Of the last day. */
  readonly figures?: JudgeFigures
}

export async function judgeStatusOf(policy: Policy, home: string): Promise<JudgeStatus> {
  const { kind, model, extra } = policy.judge
  if (kind === 'embedded' || !namesModel(policy)) return { kind: 'embedded', withModel: false }
  const listed = Object.hasOwn(extra, 'transports') ? extra['transports'] : undefined
  const transports = Array.isArray(listed) ? listed.filter((id) => typeof id === 'string') : ['messages']
  const figures = existsSync(`${stateFolder(home)}/audit`) ? await judgeFigures(home, Date.now()) : undefined
  const billing = billingOf(extra['billing'], transports[0])
  const named = model ?? figures?.model
  return {
    kind,
    withModel: true,
    transports,
    ...(billing !== undefined && { billing }),
    ...(named !== undefined && { model: named }),
    ...(figures && { figures }),
  }
}

export function todaySpend(home: string): number | undefined {
  if (!existsSync(`${stateFolder(home)}/spend`)) return 0
  try {
    return createFileLedger(stateFolder(home), Date.now).spent('').day.dollars
  } catch {
    return undefined
  }
}

/** For a glance: how the model is reached, what it costs, how long it takes and how it failed last. */
export function judgeLines(
  { kind, model, withModel, transports = [], billing, figures }: JudgeStatus,
  dollars: number | undefined,
): string[] {
  if (!withModel) return [`judge  ${kind}, no model is asked, nothing is spent\n`]
  const spent = spentText(billing, dollars)
  const named = model === undefined ? '' : ` (${showInvisible(model)})`
  const lines = [`judge  ${kind}${named} by ${showInvisible(transports.join(', then '))}, ${spent}\n`]
  if (figures === undefined || figures.checks === 0) return lines
  const { checks, p50 = 0, p95 = 0, tokens, lastError } = figures
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const count = checks === 1 ? '1 check' : `${checks} checks`
  lines.push(
    `       ${count} in the last day, half within ${seconds(p50)}, 95 % within ${seconds(p95)}; ${tokens} tokens\n`,
  )
  if (lastError) lines.push(`       last error ${formatDateTime(lastError.at)}: ${showInvisible(lastError.detail)}\n`)
  return lines
}

function billingOf(billing: unknown, transport: string | undefined): string | undefined {
  const all = typeof billing === 'object' && billing !== null ? (billing as Readonly<Record<string, unknown>>) : {}
  const named = transport !== undefined && Object.hasOwn(all, transport) ? all[transport] : undefined
  return typeof named === 'string' ? named : undefined
}

function spentText(billing: string | undefined, dollars: number | undefined): string {
  if (billing === 'plan') return 'counts against your plan'
  if (billing === 'local') return 'nothing is paid'
  return dollars === undefined ? 'spent today: not readable' : `$${dollars.toFixed(4)} spent today`
}
