import type { Action, UnknownKind } from '../analysis/action.ts'
import type { Effect } from '../analysis/effects.ts'
import { pathProtection } from '../analysis/paths/paths.ts'
import { understand } from '../analysis/understand.ts'
import type { Decision } from '../decision.ts'
import { createGate } from '../gate.ts'
import { createEmbeddedJudge, hardBlockVerdict } from '../judge/embedded/judge.ts'
import { compileRule } from '../rules/compile.ts'
import { interpreterIn } from '../rules/propose.ts'
import type { Rule } from '../rules/rule.ts'
import { sampleCallFor } from '../rules/sample.ts'
import { enterAutoMode } from '../rules/strip-dangerous.ts'
import type { Policy } from '../settings/policy.ts'
import { type CallCase, CLI_TOOLS } from './call-case.ts'
import { formatOrigin } from './settings-output.ts'

/** Why an allow rule is not written, and what a person can do instead. */
export interface Objection {
  readonly why: string
  readonly instead: string
}

const RUN_MANUALLY_HINT = 'Run it yourself in a terminal of your own.'
const APPROVE_ONCE_HINT = 'Approve it each time: `irongate approve <id>`.'

/** The call of a case, understood as the gate does. */
export function actionOfCase({ call, policy, session }: CallCase): Action {
  return understand(call, CLI_TOOLS.find(call.tool, call.input), session.facts, { wrappers: policy.wrappers })
}

/** What the gate says to a call when this rule stands too. Only what is certain counts, so no model is asked. */
export function decisionWith({ policy, call, session }: CallCase, ...rules: readonly Rule[]): Promise<Decision> {
  const judge = createEmbeddedJudge()
  const extended: Policy = { ...policy, rules: [...policy.rules, ...rules] }
  return createGate({ policy: extended, judge, tools: CLI_TOOLS }).check(call, session)
}

/** Why no allow rule may cover this call, whatever it reads: hard categories, protected paths, programs that run anything. */
export function objectionToCall(made: CallCase, action = actionOfCase(made)): Objection | undefined {
  const { policy, session } = made
  const { facts, transcript, headless } = session
  const hard = hardBlockVerdict({ action, policy, transcript, facts, headless })
  if (hard?.type === 'block')
    return { why: `${hard.reason}: this is a hard category, and no rule lifts it`, instead: RUN_MANUALLY_HINT }
  const place = protectedPathIn(action)
  if (place !== undefined)
    return { why: `${place} is a protected path, and each change of it is asked about`, instead: APPROVE_ONCE_HINT }
  const interpreter = interpreterIn(action)
  if (interpreter !== undefined)
    return {
      why: `${interpreter} runs whatever it is given, so the rule would be one for everything`,
      instead: APPROVE_ONCE_HINT,
    }
  return undefined
}

/** Kinds of not knowing under which a rule would cover what nobody read. */
const UNREAD_KINDS: ReadonlySet<UnknownKind> = new Set([
  'failed',
  'unread',
  'unread-code',
  'unread-file',
  'syntax',
  'unclosed',
  'ambiguous',
  'person',
])

/** A rule holds the words of a call. What the call runs may be another thing tomorrow. */
export function objectionToCode({ effects, reads, unknowns }: Action): Objection | undefined {
  const code = effects.find(({ kind }) => kind === 'run-code' || kind === 'spawn-agent')
  const program = effects.find((effect) => effect.kind === 'run-program' && effect.identity !== 'installed')
  const [read] = reads
  const what =
    read?.path ??
    (code?.kind === 'run-code' ? code.file : undefined) ??
    (program?.kind === 'run-program' ? program.program : undefined)
  if (read || code || program)
    return {
      why: `it runs code${what === undefined ? '' : ` (${what})`}, and the rule would also cover whatever stands there later`,
      instead: `${APPROVE_ONCE_HINT} Or write the rule yourself, if nobody but you changes that code: \`irongate rule add\`.`,
    }
  const unseen = unknowns.find(({ kind }) => UNREAD_KINDS.has(kind))
  return unseen && { why: `a part of it cannot be seen: ${unseen.why}`, instead: APPROVE_ONCE_HINT }
}

/** Why this allow rule is not written although its text is a rule. */
export function objectionToRule(rule: Rule, made: CallCase): Objection | undefined {
  const compiled = compileRule(rule)
  if (compiled.kind === 'invalid')
    return { why: compiled.why, instead: 'Correct it; docs/settings.md shows the forms.' }
  const { policy } = made
  const options = { stripInternal: policy.stripInternal, classifyAllShell: policy.autoMode.classifyAllShell }
  const [stripped] = enterAutoMode([rule], options).stripped
  const judged = policy.origins?.['autoMode.classifyAllShell']
  if (stripped && policy.autoMode.classifyAllShell)
    return {
      why: `autoMode.classifyAllShell sends every shell command to the judge, whatever rules allow${judged ? ` [${formatOrigin(judged)}]` : ''}`,
      instead: `${APPROVE_ONCE_HINT} Or set autoMode.classifyAllShell to false in your settings.`,
    }
  if (stripped) return { why: `auto mode would set it aside: ${stripped.why}`, instead: 'Write a narrower rule.' }
  const call = sampleCallFor(rule, made.session.facts)
  return call && objectionToCall({ ...made, call: { ...made.call, ...call } })
}

/** What stands above allow rules, when the rule alone does not help. */
export function overridingDecision(decision: Decision): Objection | undefined {
  const { outcome, reason, message } = decision
  if (outcome === 'allow') return undefined
  if (reason.type === 'rule')
    return {
      why: `the ${reason.match.behavior} rule ${reason.match.rule} stands above every allow rule [${formatOrigin(reason.match.source)}]`,
      instead: 'Take that one away first: `irongate rule remove`, or in its file.',
    }
  return { why: `an allow rule does not help: ${message}`, instead: APPROVE_ONCE_HINT }
}

function protectedPathIn({ effects }: Action): string | undefined {
  return effects.flatMap((effect) => pathOfEffect(effect) ?? [])[0]
}

function pathOfEffect(effect: Effect): string | undefined {
  switch (effect.kind) {
    case 'touch-protected':
      return effect.path.text
    case 'write-path':
    case 'delete-path':
    case 'change-mode':
      return pathProtection(effect.path) === undefined ? undefined : effect.path.text
    case 'weaken':
      return effect.area === 'gate' ? effect.feature : undefined
    default:
      return undefined
  }
}
