import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type ChainHead, chainRecord, chainStart } from '../../src/audit/chain.ts'
import { type AuditRecord, recordOf } from '../../src/audit/record.ts'
import { createCase } from '../../src/cli/call-case.ts'
import { callLineOf } from '../../src/cli/call-line.ts'
import { decisionWith } from '../../src/cli/rule-objections.ts'

const TEMPLATES = 300
const SESSIONS = 12
/** Every so many calls a session ends and another begins. */
const SESSION_CALLS = 250
/** Every so many calls a model was asked. */
const JUDGED = 9

/** Records of calls of the corpus, as the gate decided them, with what a judge would have added to some. */
export async function templates(): Promise<readonly AuditRecord[]> {
  const lines = readdirSync('corpus')
    .filter((name) => /^(?:everyday|developer-tools|calm|containers|databases|credentials)\.jsonl$/.test(name))
    .flatMap((name) => readFileSync(`corpus/${name}`, 'utf8').split('\n'))
    .filter((line) => line !== '')
  const step = Math.max(1, Math.floor(lines.length / TEMPLATES))
  const made: AuditRecord[] = []
  for (const [index, line] of lines.filter((_, at) => at % step === 0).entries()) {
    const { tool, input } = JSON.parse(line) as { readonly tool: string; readonly input: Record<string, unknown> }
    const parsed = callLineOf({ id: 1, tool, input, cwd: '/home/dev/project' })
    if (!parsed.ok) continue
    const decided = await decisionWith(createCase(parsed.line))
    const decision = index % JUDGED === 0 ? { ...decided, ...JUDGING } : decided
    const payload = { tool, input, cwd: '/home/dev/project', sessionId: 's', callId: 'toolu_01A2b3C4d5E6f7G8h9J0k1L2' }
    const policy = 'f'.repeat(64)
    const key = decided.outcome === 'allow' ? undefined : 'a'.repeat(64)
    made.push(recordOf({ payload, decision, host: 'claude-code', mode: 'auto', at: 0, ms: 1 + (index % 60) / 7, policy, gate: '0.1.0', approvalKey: key })) // biome-ignore format: one call
  }
  return made
}

const JUDGING = {
  model: 'claude-sonnet-4-6',
  stages: [
    { stage: 'fast', outcome: 'block', ms: 840, requestId: 'req_011CSdemo' },
    { stage: 'thinking', outcome: 'allow', detail: 'It changes a branch that the user named.', ms: 4100 },
  ],
  spent: { inputTokens: 900, cacheWriteTokens: 0, cacheReadTokens: 9400, outputTokens: 210, calls: 2, dollars: 0.0087 },
}

export interface Stretch {
  readonly count: number
  readonly from: number
  readonly until: number
  /** With hashes that are not those of the lines, for stores that are filled with millions. */
  readonly quick?: boolean
}

/** So many Records, evenly over a stretch of time, each in its session's chain, no two alike. */
export function* stretched(
  given: readonly AuditRecord[],
  { count, from, until, quick = false }: Stretch,
): Generator<AuditRecord> {
  const heads = new Map<string, ChainHead>()
  for (let index = 0; index < count; index++) {
    const template = given[(index * 7919) % given.length] as AuditRecord
    const at = Math.floor(from + ((until - from) * index) / count)
    const turn = index % SESSIONS
    const sessionId = `5e55${turn.toString(16).padStart(4, '0')}-0000-4000-8000-${Math.floor(
      index / SESSIONS / SESSION_CALLS,
    )
      .toString(16)
      .padStart(12, '0')}`
    const made = variant(template, { index, at, sessionId })
    const before = heads.get(sessionId) ?? chainStart(sessionId)
    const record = quick
      ? { ...made, seq: before.seq + 1, prev: before.hash, hash: hash('sha256', `${index}`) }
      : chainRecord(made, before)
    heads.set(sessionId, { seq: before.seq + 1, hash: record.hash, at })
    if (heads.size > 10 * SESSIONS) heads.delete(heads.keys().next().value ?? '')
    yield record
  }
}

interface Variation {
  readonly index: number
  readonly at: number
  readonly sessionId: string
}

/** The same call about other things. */
function variant(template: AuditRecord, { index, at, sessionId }: Variation): AuditRecord {
  const command = template.input['command']
  const input =
    typeof command === 'string'
      ? { ...template.input, command: `${command} # ${(index * 2654435761) >>> 0}` }
      : template.input
  const ms = Math.round((template.ms ?? 1) * (1 + (index % 97) / 50) * 10) / 10
  const id = ((index * 2654435761) >>> 0).toString(16).padStart(8, '0')
  return { ...template, id, at, sessionId, input, ms, callId: `toolu_${index.toString(36).padStart(24, '0')}` }
}
