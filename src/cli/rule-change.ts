import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { quoteShellWord } from '../analysis/mcp/code-arguments.ts'
import {
  addUserRule,
  projectRules,
  removeUserRule,
  UserFileError,
  type UserRule,
  userSettingsFile,
} from '../facts/user-settings-file.ts'
import { compileRule } from '../rules/compile.ts'
import type { Rule } from '../rules/rule.ts'
import { type CallCase, createCase } from './call-case.ts'
import { callLineOf } from './call-line.ts'
import { confirmOrExplain, PLACE_OPTIONS, readArgs, refusesAgent } from './command-args.ts'
import { agentHomeDirectory } from './home.ts'
import { EXIT, type Io, showInvisible, UsageError } from './io.ts'
import { pastCalls } from './past-calls.ts'
import { findRuleCoverage } from './rule-coverage.ts'
import { behaviorOf } from './rule-inspection.ts'
import { objectionToRule } from './rule-objections.ts'
import { stricterThan } from './rule-shadows.ts'
import { formatOrigin } from './settings-output.ts'
import { THIS_PERSON, type TypingPerson } from './typing-person.ts'
import { recordUserCommand } from './user-command.ts'
import { directoryFrom } from './working-directory.ts'

interface RuleChange {
  readonly verb: 'add' | 'remove'
  readonly rule: UserRule
  readonly home: string
  readonly made: CallCase
}

/** `rule add` and `rule remove`: asked of a person, written to their own file, recorded. */
export async function changeRule(
  verb: 'add' | 'remove',
  args: readonly string[],
  io: Io,
  person: TypingPerson = THIS_PERSON,
): Promise<number> {
  const { values, positionals } = readArgs(args, {
    ...PLACE_OPTIONS,
    everywhere: { type: 'boolean', default: false },
  })
  const [first, text, ...more] = positionals
  const behavior = behaviorOf(first)
  if (text === undefined || more.length > 0)
    throw new UsageError(`give one rule in quotes, e.g. irongate rule ${verb} ${behavior} 'Bash(npm run lint)'`)
  if (refusesAgent(person, io, `rule ${verb}`)) return EXIT.deny
  const home = values.home === undefined ? agentHomeDirectory() : resolve(values.home)
  const parsed = callLineOf({ tool: 'Bash', input: { command: 'true' }, cwd: directoryFrom(values.cwd), home })
  if (!parsed.ok) throw new UsageError(parsed.problem)
  const made = createCase(parsed.line)
  const project = values.everywhere ? undefined : made.session.facts.projectRoot
  const wanted: RuleChange = { verb, home, made, rule: { behavior, text: text.trim(), project } }
  const problem = verb === 'add' ? problemOfAdding(wanted) : problemOfRemoving(wanted)
  if (problem !== undefined) {
    io.error(`irongate rule ${verb}: ${showInvisible(problem)}\n`)
    return EXIT.deny
  }
  if (!confirmOrExplain(person, showInvisible(await changeQuestion(wanted)), { io, command: `rule ${verb}` }))
    return EXIT.deny
  return applyChange(wanted, io)
}

function asRule({ rule: { behavior, text } }: RuleChange): Rule {
  return { behavior, text, source: { scope: 'user' } }
}

function problemOfAdding(wanted: RuleChange): string | undefined {
  const rule = asRule(wanted)
  const compiled = compileRule(rule)
  if (compiled.kind === 'invalid') throw new UsageError(`${JSON.stringify(rule.text)} is no rule: ${compiled.why}.`)
  const objection = rule.behavior === 'allow' ? objectionToRule(rule, wanted.made) : undefined
  return objection && `this rule is not written: ${objection.why}. ${objection.instead}`
}

/** Only the user's own file is changed; for others the person is told where to look. */
function problemOfRemoving({ made, rule, home }: RuleChange): string | undefined {
  const { behavior, text, project } = rule
  const file = userSettingsFile(home)
  const found = made.policy.rules.filter((other) => other.behavior === behavior && other.text.trim() === text)
  const isOwn = ({ source }: Rule) => source.file === file && source.project === project
  if (found.some(isOwn)) return undefined
  const elsewhere = found.find(({ source }) => source.file === file)
  if (elsewhere)
    return project === undefined
      ? 'that rule stands only for this project; leave --everywhere out.'
      : 'that rule stands for every project; add --everywhere.'
  const [other] = found
  if (other?.source.preset !== undefined)
    return `that rule belongs to the preset ${other.source.preset}; an allow rule with the same text takes it away.`
  if (other) return `that rule stands in another file; change it there [${formatOrigin(other.source)}].`
  return otherProjectsText(rule, home) ?? notFoundText(rule)
}

function notFoundText({ behavior, text }: UserRule): string {
  return `there is no ${behavior} rule ${text}, here or for another project; \`irongate rule list\` shows all that there are.`
}

function otherProjectsText({ behavior, text }: UserRule, home: string): string | undefined {
  try {
    const [first, ...more] = projectRules(home).filter((rule) => rule.behavior === behavior && rule.text === text)
    const root = first?.project
    if (root === undefined) return undefined
    const how = existsSync(root)
      ? `add --cwd ${quoteShellWord(root)}, or go there`
      : `that directory is gone, so take it out of ${userSettingsFile(home)}`
    return `that rule stands for ${root}${more.length === 0 ? '' : ` and ${more.length} more`}, not here; ${how}.`
  } catch (error) {
    if (error instanceof UserFileError) return `${error.message}.`
    throw error
  }
}

async function changeQuestion(wanted: RuleChange): Promise<string> {
  const { verb, home, rule } = wanted
  const { behavior, text, project } = rule
  const where = project === undefined ? 'every project' : project
  const what = `${verb === 'add' ? 'Add to' : 'Take out of'} ${userSettingsFile(home)}\n  ${behavior} ${text}\nfor ${where}.`
  if (verb === 'remove') return `${what}\n`
  const warnings = warningsFor(wanted)
  const told = [...warnings.map(({ text }) => text), what].join('\n')
  if (behavior !== 'allow' || warnings.some(({ whole }) => whole)) return `${told}\n`
  const { covered, stopped, examples } = findRuleCoverage({
    rule: asRule(wanted),
    home,
    project,
    records: await pastCalls(home, 30),
  })
  const past = `It would have covered ${covered === 1 ? '1 call' : `${covered} calls`} of the last 30 days, ${stopped} of them not allowed then.`
  return `${told}\n${[past, ...examples.map((call) => `  ${call.slice(0, 200)}`)].join('\n')}\n`
}

/** What stands above the rule, so that it never counts, or not for all that it says. */
function warningsFor({
  made,
  rule,
  ...wanted
}: RuleChange): readonly { readonly text: string; readonly whole: boolean }[] {
  const above = stricterThan(asRule({ made, rule, ...wanted }), made.policy.rules, made.session.facts)
  const whole = above.find((shadow) => shadow.whole)
  return (whole ? [whole] : above).map(({ by, whole }) => {
    const name = `the ${by.behavior} rule ${by.text} [${formatOrigin(by.source)}]`
    return whole
      ? {
          whole,
          text: `It will never count: ${name} goes before it. Take that one away first: \`irongate rule remove\`, or in its file.`,
        }
      : { whole, text: `It will not count for all that it says: ${name} goes before it, in part.` }
  })
}

function applyChange({ verb, home, made, rule }: RuleChange, io: Io): number {
  const file = showInvisible(userSettingsFile(home))
  try {
    const changed = verb === 'add' ? addUserRule(home, rule) : removeUserRule(home, rule)
    if (!changed) {
      io.out(verb === 'add' ? `It stands in ${file} already.\n` : `It does not stand in ${file}.\n`)
      return 0
    }
  } catch (error) {
    if (!(error instanceof UserFileError)) throw error
    io.error(`irongate rule ${verb}: ${showInvisible(error.message)}.\n`)
    return EXIT.internal
  }
  io.out(verb === 'add' ? `Written to ${file}.\n` : `Taken out of ${file}.\n`)
  const command = `rule ${verb} ${rule.behavior} ${rule.text}`
  const where = rule.project === undefined ? 'everywhere' : `in ${rule.project}`
  const message = `a person ${verb === 'add' ? 'added' : 'removed'} the ${rule.behavior} rule ${rule.text} ${where}`
  const problem = recordUserCommand({ home, cwd: made.call.cwd, command, message })
  if (problem !== undefined) io.error(`irongate rule ${verb}: this could not be recorded: ${showInvisible(problem)}\n`)
  return 0
}
