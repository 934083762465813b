import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { gateFor } from '../../assemble.ts'
import { type Decision, MODES, type Mode } from '../../decision.ts'
import { accountHomeDirectory, hostFacts } from '../../facts/host.ts'
import { rememberCalls } from '../../memory.ts'
import { memoryState, type Session } from '../../session.ts'
import { policyFromObject } from '../../settings/load.ts'
import { refusedDecision } from '../../steps/conclude.ts'
import { createTools } from '../../tools/registry.ts'
import type { Entry, Transcript } from '../../transcript/entries.ts'
import { readPolicy } from '../policy.ts'
import { sessionlessJudgeEdge } from '../sessionless-judge-edge.ts'
import { decisionEventOf, reportDecision } from '../telemetry.ts'

export interface CheckOptions {
  /** Where the call would run; the process's directory if not given. */
  readonly cwd?: string
  /** What the person said, oldest first. Never a model's or a tool's words: they clear blocks. */
  readonly said?: readonly string[]
  /**
   * The conversation so far, as `transcriptOf` makes it of messages; what is `said` comes after it. What its calls wrote is known, so that
   * running it is judged by its text.
   */
  readonly transcript?: Transcript
  /** The agent's own model: the judge's too, when settings name none. */
  readonly model?: string
  /** `auto` if not given. */
  readonly mode?: Mode
  /** Nobody is there to ask: what would ask is denied. */
  readonly headless?: boolean
  /** Settings instead of those of this machine and project. */
  readonly settings?: Readonly<Record<string, unknown>>
  /** Another home than the account's own, for settings. */
  readonly home?: string
  readonly signal?: AbortSignal
}

const TOOLS = createTools()
const INTERRUPTED_DECISION = refusedDecision({ type: 'interrupted' }, 'the check was interrupted', { headless: true })

/**
 * One question: may this call run? Settings are read for the project of `cwd`, facts from this machine. Nothing is remembered between
 * two questions; `createGate` is for sessions. Never throws: whatever goes wrong is a Decision that is not allow.
 */
export async function check(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  options: CheckOptions = {},
): Promise<Decision> {
  const start = performance.now()
  const decided = await decide(tool, input, options)
  // Also what no judge was asked about, which would look at the signal.
  const decision = options?.signal?.aborted ? INTERRUPTED_DECISION : decided
  const ms = performance.now() - start
  reportDecision(decisionEventOf(decision, { tool: String(tool), host: 'library', ms, at: Date.now() }))
  return decision
}

async function decide(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  options: CheckOptions,
): Promise<Decision> {
  const headless = options?.headless === true
  try {
    const problem = problemOf(options)
    if (problem !== undefined) return refusedDecision({ type: 'bad-input', problem }, problem, { headless })
    const cwd = resolve(options.cwd ?? '.')
    const home = options.home ?? accountHomeDirectory()
    const { transcript = [], model } = options
    const earlier = transcript.flatMap((entry) =>
      entry.kind === 'call' && !entry.denied && !entry.unconfirmed
        ? [{ tool: entry.tool, input: entry.input, cwd, sessionId: 'earlier' }]
        : [],
    )
    const memory = rememberCalls(earlier, TOOLS, (session) => hostFacts({ cwd, home, session }))
    const place = hostFacts({ cwd, home, session: memory.facts })
    const policy = options.settings
      ? policyFromObject(options.settings, { cwd: place.projectRoot, home })
      : readPolicy({ cwd: place.projectRoot, home })
    const id = randomUUID()
    const session: Session = {
      id,
      mode: options.mode ?? 'auto',
      headless,
      transcript: [
        ...transcript,
        ...(options.said ?? []).map((text) => ({ kind: 'user', text, trusted: true }) as const),
      ],
      facts: { ...place, workingDirectories: policy.additionalDirectories },
      fence: id,
      state: memoryState(),
      ...(model !== undefined && { model }),
      ...(options.signal && { signal: options.signal }),
    }
    return await gateFor(policy, TOOLS, sessionlessJudgeEdge(home)).check({ tool, input, cwd, sessionId: id }, session)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return refusedDecision({ type: 'broken-state', problem }, `the gate failed: ${problem}`, { headless: true })
  }
}

function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false
  const { kind, text, trusted, tool, input, answer } = value as Readonly<Record<string, unknown>>
  switch (kind) {
    case 'user':
      return typeof text === 'string' && typeof trusted === 'boolean'
    case 'harness':
      return typeof text === 'string'
    case 'call':
      return typeof tool === 'string' && typeof input === 'object' && input !== null && !Array.isArray(input)
    case 'consent':
      return typeof tool === 'string' && isAnswer(answer)
    default:
      return false
  }
}

function isAnswer(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { kind, text, options } = value as Readonly<Record<string, unknown>>
  if (kind === 'typed') return typeof text === 'string'
  return kind === 'approved' || (kind === 'chosen' && Array.isArray(options) && options.every(Number.isSafeInteger))
}

/** Callers need not be typed: a wrong option must not be read as none. */
function problemOf({ cwd, said, transcript, model, mode, settings, home }: CheckOptions): string | undefined {
  if (transcript !== undefined && !(Array.isArray(transcript) && transcript.every(isEntry)))
    return 'transcript is not a list of entries: transcriptOf makes one of messages'
  if (model !== undefined && typeof model !== 'string') return 'model is not a text'
  if (said !== undefined && !(Array.isArray(said) && said.every((text) => typeof text === 'string')))
    return 'said is not a list of texts'
  if (mode !== undefined && !MODES.includes(mode)) return `mode is not one of ${MODES.join(', ')}`
  if (home !== undefined && typeof home !== 'string') return 'home is not a text'
  if (settings !== undefined && (typeof settings !== 'object' || settings === null || Array.isArray(settings)))
    return 'settings is not an object'
  if (cwd === undefined) return undefined
  if (typeof cwd !== 'string') return 'cwd is not a text'
  return statSync(cwd, { throwIfNoEntry: false })?.isDirectory() ? undefined : `there is no directory ${cwd}`
}
