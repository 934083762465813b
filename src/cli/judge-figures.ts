import { fileRecords } from '../audit/file-records.ts'
import { stateFolder } from '../state/state-folder.ts'

/** What a model was asked today, by the Records. */
export interface JudgeFigures {
  readonly checks: number
  /** Of a check's calls to the model together, in milliseconds. */
  readonly p50?: number
  readonly p95?: number
  readonly tokens: number
  /** How the last one was reached, and which model answered it. */
  readonly transport?: string
  readonly model?: string
  /** The last that failed, in the words that were recorded. */
  readonly lastError?: { readonly at: number; readonly detail: string }
}

/** More are not looked at: the figures are for one glance. */
const MOST_RECORDS = 5_000
const DAY_MS = 24 * 60 * 60 * 1_000

export async function judgeFigures(home: string, now: number): Promise<JudgeFigures> {
  const times: number[] = []
  let tokens = 0
  let transport: string | undefined
  let model: string | undefined
  let lastError: JudgeFigures['lastError']
  for await (const record of fileRecords(stateFolder(home)).query({ since: now - DAY_MS, limit: MOST_RECORDS })) {
    const { stages, judgeMs, spent, at } = record
    if (stages === undefined || stages.length === 0) continue
    times.push(judgeMs ?? 0)
    if (spent) tokens += spent.inputTokens + spent.cacheReadTokens + spent.cacheWriteTokens + spent.outputTokens
    transport ??= stages.at(-1)?.transport
    model ??= record.model
    const failed = stages.findLast(({ outcome }) => outcome === 'failed' || outcome === 'wrong-model')
    if (failed && lastError === undefined) lastError = { at, detail: failed.detail ?? failed.outcome }
  }
  times.sort((left, right) => left - right)
  const share = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))]
  const [p50, p95] = [share(0.5), share(0.95)]
  return {
    checks: times.length,
    tokens,
    ...(p50 !== undefined && { p50 }),
    ...(p95 !== undefined && { p95 }),
    ...(transport !== undefined && { transport }),
    ...(model !== undefined && { model }),
    ...(lastError && { lastError }),
  }
}
