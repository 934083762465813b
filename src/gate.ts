import type { ToolCall } from './analysis/action.ts'
import type { ToolLookup } from './analysis/tool.ts'
import { understand } from './analysis/understand.ts'
import type { Decision, Mode, TraceEntry } from './decision.ts'
import type { Judge } from './judge/judge.ts'
import { createRuleBook } from './rules/book.ts'
import type { Session } from './session.ts'
import { type FlagProvider, flaggedPolicy } from './settings/flags.ts'
import type { Policy } from './settings/policy.ts'
import { conclude, refusedDecision } from './steps/conclude.ts'
import { GATE_PROTECTION_STEP, PAUSE_STEP, SETTINGS_STEP } from './steps/gate-protection.ts'
import { JUDGE_STEP } from './steps/judge.ts'
import { BYPASS_STEP, FAST_PATH_STEPS, MODE_STEP } from './steps/modes.ts'
import { ALLOW_RULES_STEP, ASK_RULES_STEP, DENY_RULES_STEP } from './steps/rules.ts'
import { LIMITS_STEP } from './steps/stated-limits.ts'
import { type CheckContext, type Step, type StepAnswer, traceEntryOf } from './steps/step.ts'
import { TOOL_CHECK_STEP } from './steps/tool-check.ts'

/** The order, written once. Every step answers, sets a floor, or passes on. */
const STEPS: readonly Step[] = [
  GATE_PROTECTION_STEP,
  PAUSE_STEP,
  DENY_RULES_STEP,
  ASK_RULES_STEP,
  LIMITS_STEP,
  TOOL_CHECK_STEP,
  SETTINGS_STEP,
  BYPASS_STEP,
  ALLOW_RULES_STEP,
  MODE_STEP,
  ...FAST_PATH_STEPS,
  JUDGE_STEP,
]

export interface GateOptions {
  readonly policy: Policy
  readonly judge: Judge
  readonly tools: ToolLookup
  /** Steers the judge while sessions run; the policy's own values without it. */
  readonly flags?: FlagProvider
}

export interface Gate {
  /** The only entry. Never throws: whatever goes wrong is a Decision that is not allow. */
  check(call: ToolCall, session: Session): Promise<Decision>
}

export function createGate({ policy: settled, judge, tools, flags }: GateOptions): Gate {
  const current = flags ? flaggedPolicy(settled, flags) : () => settled
  return {
    check: async (call, session) => {
      const problem = problemOf(call)
      if (problem !== undefined) return refusedDecision({ type: 'bad-input', problem }, problem, session)
      try {
        const policy = current()
        const tool = tools.find(call.tool, call.input)
        const action = understand(call, tool, session.facts, { wrappers: policy.wrappers })
        const mode = modeFor(policy, session.mode)
        const rules = createRuleBook(policy, session.facts, mode)
        return await runSteps({ action, tool, policy, rules, session, mode, judge, floor: undefined })
      } catch (error) {
        const fault = error instanceof Error ? error.message : String(error)
        return refusedDecision({ type: 'broken-state', problem: fault }, `the gate failed: ${fault}`, session)
      }
    },
  }
}

const MAX_NAME = 256
/** As nearly every name is. To compile a pattern of Unicode's classes takes a process that answers once longer than all else here. */
const PRINTABLE_ASCII = /^[ -~]+$/

/** What makes a call unfit to be judged at all; undefined when nothing does. */
function problemOf(call: ToolCall): string | undefined {
  if (typeof call.tool !== 'string' || call.tool === '') return 'the call names no tool'
  if (call.tool.length > MAX_NAME) return 'the tool has a name of over 256 characters'
  if (!PRINTABLE_ASCII.test(call.tool) && /[\p{Cc}\p{Cf}\p{Cs}]/u.test(call.tool))
    return 'the tool has control or invisible characters in its name'
  if (call.input === null || typeof call.input !== 'object' || Array.isArray(call.input))
    return 'the input is not an object'
  if (!isWellFormed(call.input, 0)) return 'the input holds text that is not Unicode (lone surrogates)'
  if (typeof call.cwd !== 'string' || call.cwd === '') return 'the call names no working directory'
  return undefined
}

const MAX_DEPTH = 32

/** Text with lone surrogates reads differently to every program that handles it. Deeper than any honest input counts as ill-formed. */
function isWellFormed(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (value === null || typeof value !== 'object') return true
  if (depth > MAX_DEPTH) return false
  return Object.entries(value).every(([key, inner]) => key.isWellFormed() && isWellFormed(inner, depth + 1))
}

/** A mode that some scope switched off is the default mode: it asks. */
function modeFor({ disabledModes }: Policy, mode: Mode): Mode {
  return disabledModes?.includes(mode) ? 'default' : mode
}

/** A floor under an allow: the floor is the answer. */
function applyFloor({ floor }: CheckContext, given: StepAnswer): StepAnswer {
  return given.outcome === 'allow' && floor ? floor : given
}

/** Runs the steps until one answers. The strictest floor stands; an answer of allow never gets past it. */
async function runSteps(start: CheckContext): Promise<Decision> {
  const trace: TraceEntry[] = []
  let check = start
  for (const step of STEPS) {
    const ran = step.run(check)
    // Most steps answer at once: to wait for them would cost more than they do.
    const result = 'then' in ran ? await ran : ran
    trace.push(traceEntryOf(step.name, result))
    if (result.type === 'answer') return conclude(check, applyFloor(check, result.answer), trace)
    if (result.type === 'floor') check = { ...check, floor: check.floor ?? result.answer, ...result.learned }
    else if (result.learned) check = { ...check, ...result.learned }
  }
  const silence: StepAnswer = {
    outcome: 'deny',
    reason: { type: 'bad-input', problem: 'no step answered' },
    note: 'no step answered',
  }
  return conclude(check, silence, trace)
}
