import { resolve } from 'node:path'
import { MODES, type Mode } from '../decision.ts'
import { hostFacts } from '../facts/host.ts'
import { projectRules, UserFileError, type UserRule } from '../facts/user-settings-file.ts'
import { readPolicy } from '../integrations/policy.ts'
import { compileRule, compileRules } from '../rules/compile.ts'
import { matchAllow, matchAsk, matchDeny } from '../rules/match.ts'
import type { Behavior, Rule, RuleMatch } from '../rules/rule.ts'
import { enterAutoMode } from '../rules/strip-dangerous.ts'
import { subjectOf } from '../rules/subject.ts'
import { callFrom } from './call-arguments.ts'
import { createCase } from './call-case.ts'
import { callLineOf } from './call-line.ts'
import { PLACE_OPTIONS, readArgs } from './command-args.ts'
import { agentHomeDirectory } from './home.ts'
import { type Io, showInvisible, UsageError } from './io.ts'
import { renderRules, ruleStates } from './rule-list.ts'
import { actionOfCase, decisionWith } from './rule-objections.ts'
import { directoryFrom } from './working-directory.ts'

/** `rule list` */
export function listRules(args: readonly string[], io: Io): number {
  const { values, positionals } = readArgs(args, { ...PLACE_OPTIONS, mode: { type: 'string' } })
  if (positionals.length > 0) throw new UsageError('rule list takes no words. `irongate rule --help` shows more.')
  const mode = MODES.find((known): known is Mode => known === (values.mode ?? 'auto'))
  if (mode === undefined)
    throw new UsageError(`there is no mode ${JSON.stringify(values.mode)}; modes are ${MODES.join(', ')}.`)
  const home = values.home === undefined ? agentHomeDirectory() : resolve(values.home)
  const facts = hostFacts({ cwd: directoryFrom(values.cwd), home })
  const policy = readPolicy({ cwd: facts.projectRoot, home })
  io.out(
    values.json
      ? `${JSON.stringify(ruleStates(policy, mode, facts), undefined, 2)}\n`
      : `${renderRules(policy, mode, facts)}${otherProjectsText(home, facts.projectRoot)}`,
  )
  return policy.broken.length > 0 ? 1 : 0
}

/** Rules of one's own that count somewhere else: from here they could not be found. */
function otherProjectsText(home: string, here: string): string {
  const others = rulesElsewhere(home, here)
  if (others.length === 0) return ''
  const lines = others.map(({ behavior, text, project }) => `  ${behavior.padEnd(5)} ${text}  [${project}]\n`)
  return showInvisible(`\nFor other projects; they do not count here\n${lines.join('')}`)
}

function rulesElsewhere(home: string, here: string): readonly UserRule[] {
  try {
    return projectRules(home).filter(({ project }) => project !== here)
  } catch (error) {
    // What is broken stands at the head of the list.
    if (error instanceof UserFileError) return []
    throw error
  }
}

export const BEHAVIORS: readonly Behavior[] = ['allow', 'ask', 'deny']

export function behaviorOf(given: string | undefined): Behavior {
  const behavior = BEHAVIORS.find((known) => known === given)
  if (behavior === undefined)
    throw new UsageError(
      `${given === undefined ? 'say whether the rule is to' : `${JSON.stringify(given)} isn't one of`} allow, ask or deny. \`irongate rule --help\` shows more.`,
    )
  return behavior
}

/** `rule test` */
export async function testRule(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readArgs(args, { ...PLACE_OPTIONS, as: { type: 'string', default: 'allow' } })
  const behavior = behaviorOf(values.as)
  const [text, ...call] = positionals
  if (text === undefined || call.length < 2)
    throw new UsageError(
      "give a rule, a tool and its input, e.g. irongate rule test 'Bash(npm run *)' Bash 'npm run x'",
    )
  const rule: Rule = { behavior, text, source: { scope: 'user' } }
  const compiled = compileRule(rule)
  if (compiled.kind === 'invalid') throw new UsageError(`${JSON.stringify(text)} is no rule: ${compiled.why}.`)
  const parsed = callLineOf({ ...callFrom(call, { cwd: values.cwd }, undefined), home: values.home })
  if (!parsed.ok) throw new UsageError(parsed.problem)
  const made = createCase(parsed.line)
  const found = matchOf(rule, made)
  const { stripInternal, autoMode } = made.policy
  const [aside] = enterAutoMode([rule], { stripInternal, classifyAllShell: autoMode.classifyAllShell }).stripped
  const now = await decisionWith(made)
  const then = await decisionWith(made, rule)
  if (values.json) {
    const answer = ({ outcome, message }: typeof now) => ({ outcome, message })
    const result = { rule: text, behavior, matches: found !== undefined, matched: found?.matched ?? null }
    const why = aside ? { strippedInAuto: aside.why } : {}
    io.out(`${JSON.stringify({ ...result, ...why, now: answer(now), with: answer(then) }, undefined, 2)}\n`)
  } else {
    const does = behavior === 'allow' ? 'covers the whole call' : `matches ${found?.matched ?? ''}`
    const not = behavior === 'allow' ? 'does not cover the whole call' : 'does not match'
    const lines = [
      `${behavior} ${text}: ${found ? does : not}`,
      ...(aside ? [`auto mode sets it aside: ${aside.why}`] : []),
      `without it   ${now.outcome}: ${now.message}`,
      `with it      ${then.outcome}: ${then.message}`,
    ]
    io.out(`${showInvisible(lines.join('\n'))}\n`)
  }
  return found ? 0 : 1
}

function matchOf(rule: Rule, made: ReturnType<typeof createCase>): RuleMatch | undefined {
  const compiled = compileRules([rule], made.policy.wrappers)
  const subject = subjectOf(actionOfCase(made), made.session.facts)
  switch (rule.behavior) {
    case 'allow':
      return matchAllow(compiled, subject)
    case 'ask':
      return matchAsk(compiled, subject)
    case 'deny':
      return matchDeny(compiled, subject)
  }
}
