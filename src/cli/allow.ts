import { resolve } from 'node:path'
import type { AuditRecord } from '../audit/record.ts'
import { addUserRule, UserFileError, userSettingsFile } from '../facts/user-settings-file.ts'
import { hasRedaction } from '../redaction/redact.ts'
import type { Rule } from '../rules/rule.ts'
import { allowRule, proposeAlwaysAllow, proposeWiderRules } from './always-allow.ts'
import { type CallCase, createCase } from './call-case.ts'
import { confirmOrExplain, PLACE_OPTIONS, readArgs, refusesAgent } from './command-args.ts'
import { agentHomeDirectory } from './home.ts'
import { indentText } from './indent.ts'
import { EXIT, type Io, showInvisible, UsageError } from './io.ts'
import { wrapForStderr } from './line-wrapping.ts'
import { findStoppedCall, pastCalls } from './past-calls.ts'
import { callText } from './record-output.ts'
import { findRuleCoverage, lineOfRecord, type RuleCoverage } from './rule-coverage.ts'
import type { Objection } from './rule-objections.ts'
import { formatOrigin } from './settings-output.ts'
import { THIS_PERSON, type TypingPerson } from './typing-person.ts'
import { recordUserCommand } from './user-command.ts'

export const HELP = `Usage: irongate allow <id> [--rule N] [--everywhere] [--dry-run] [--json]

Lets a call that was stopped pass from now on: proposes the narrowest rule that will recur and one a step wider, shows what each would
have covered in the last 7 days, asks, and writes the one you choose to your own settings for the project of the call. \`irongate denied\` lists the
ids. Run it in your own terminal. It never works for hard categories, protected paths, interpreters, or code that
can change: those can be approved once, with \`irongate approve <id>\`.

  --rule N       choose by its number; needed where there are two and nobody can be asked
  --everywhere   for every project, not only that of the call
  --dry-run      show the rule and what it covers, write nothing
  --json         the same for programs; writes nothing

Examples:
  irongate allow 3f9a01c2
  irongate allow 3f9a01c2 --rule 2
  irongate allow 3f9a01c2 --everywhere
  irongate allow 3f9a01c2 --dry-run
`

const LOOK_BACK_DAYS = 7
const MOST_EXAMPLES = 2

/** What would be written, or why nothing is. */
export type AllowOffer =
  | {
      readonly kind: 'rule'
      readonly rule: Rule
      readonly project: string | undefined
      readonly alsoCovers: readonly string[]
      readonly coverage: RuleCoverage
    }
  | ({ readonly kind: 'refused' } & Objection)

export async function run(args: readonly string[], io: Io, person: TypingPerson = THIS_PERSON): Promise<number> {
  const { values, positionals } = readArgs(args, {
    ...PLACE_OPTIONS,
    everywhere: { type: 'boolean', default: false },
    'dry-run': { type: 'boolean', default: false },
    rule: { type: 'string' },
  })
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const [id, ...more] = positionals
  if (id === undefined || more.length > 0) throw new UsageError('give one id; `irongate denied` lists them.')
  const looks = values.json || values['dry-run']
  if (!looks && refusesAgent(person, io, 'allow')) return EXIT.deny
  const home = values.home === undefined ? agentHomeDirectory() : resolve(values.home)
  const record = await findStoppedCall(home, id)
  if (!record) throw new UsageError(`there is no denial ${JSON.stringify(id)}; \`irongate denied\` lists them.`)
  const offer = withCallId(await allowOfferFor(record, home, { everywhere: values.everywhere }), id)
  const rules = offer.kind === 'rule' ? await ruleChoices(record, offer, home) : []
  if (values.json) {
    io.out(`${JSON.stringify(offer.kind === 'rule' ? rulesJson(rules) : offer, undefined, 2)}\n`)
    return offer.kind === 'rule' ? 0 : EXIT.deny
  }
  if (offer.kind === 'refused') {
    const { why, instead } = offer
    io.error(
      wrapForStderr(io, `irongate allow: no rule for this one: ${showInvisible(why)}.\n${showInvisible(instead)}\n`),
    )
    return EXIT.deny
  }
  const shown = (some: readonly AllowRuleOffer[]) => questionText(record, some, home)
  if (values['dry-run']) {
    io.out(`${shown(rules)}\n`)
    return 0
  }
  const number = values.rule ?? (rules.length === 1 ? '1' : person.reply?.(`${shown(rules)}\nWhich rule? [1/2] `))
  const chosen = /^[12]$/.test(number ?? '') ? rules[Number(number) - 1] : undefined
  if (!chosen) {
    io.error(
      wrapForStderr(
        io,
        `${shown(rules)}\nirongate allow: no rule was chosen; nothing changed. Add \`--rule 1\`${rules.length > 1 ? ' or `--rule 2`' : ''}.\n`,
      ),
    )
    return EXIT.deny
  }
  if (!confirmOrExplain(person, shown([chosen]), { io, command: 'allow' })) return EXIT.deny
  return writeAllowRule(record, chosen, { home, io })
}

/** What else can be done, with the id of this call: it is typed as it stands there. */
function withCallId(offer: AllowOffer, id: string): AllowOffer {
  return offer.kind === 'refused' ? { ...offer, instead: offer.instead.replaceAll('<id>', id) } : offer
}

/** `looks`: how long may be looked for what else the rule would have covered, and in how many Records. */
export async function allowOfferFor(
  record: AuditRecord,
  home: string,
  {
    everywhere,
    looks,
  }: { readonly everywhere: boolean; readonly looks?: { readonly ms: number; readonly records: number } },
): Promise<AllowOffer> {
  const line = lineOfRecord(record, home)
  if (!line) return { kind: 'refused', why: 'its Record holds no call', instead: '`irongate denied` lists others.' }
  const made = createCase(line)
  const early = objectionToRecord(record, made)
  if (early) return { kind: 'refused', ...early }
  const proposed = await proposeAlwaysAllow(made)
  if (proposed.kind === 'refused') return proposed
  const project = everywhere ? undefined : made.session.facts.projectRoot
  const rule = allowRule(proposed.rule)
  const records = await pastCalls(home, LOOK_BACK_DAYS, looks && { most: looks.records })
  const coverage = findRuleCoverage({
    rule,
    home,
    project,
    records,
    itself: record,
    ...(looks && { mostMs: looks.ms }),
  })
  return { kind: 'rule', rule, project, alsoCovers: proposed.alsoCovers, coverage }
}

/** What was said at the time: a hard block stays one, whatever the settings say today, and rules stand above rules. */
function objectionToRecord(record: AuditRecord, { policy }: CallCase): Objection | undefined {
  const { category, reason, message } = record
  if (hasRedaction(record.input))
    return {
      why: 'it holds a secret, which is not kept, and a rule is made for a call as it is',
      instead: 'Let the agent take the secret from a variable or a file, or approve it once: `irongate approve <id>`.',
    }
  if (category !== undefined && (category === 'hard-deny' || policy.autoMode.categories.hard.includes(category)))
    return {
      why: `${category} is a hard category, and no rule lifts it`,
      instead: 'Run it yourself in your own terminal.',
    }
  switch (reason.type) {
    case 'safety-check':
      return {
        why: `${reason.path ?? 'it'} is a protected path, and each change of it is asked about`,
        instead: 'Approve it each time: `irongate approve <id>`, where that is offered.',
      }
    case 'bad-input':
    case 'broken-settings':
    case 'broken-state':
      return { why: message, instead: 'Run `irongate doctor`.' }
    case 'rule': {
      const { match } = reason
      const stands = policy.rules.some(({ behavior, text }) => behavior === match.behavior && text === match.rule)
      if (!stands || match.behavior === 'allow') return undefined
      return {
        why: `the ${match.behavior} rule ${match.rule} stands above every allow rule [${formatOrigin(match.source)}]`,
        instead: 'Take that one away first: `irongate rule remove`, or in its file.',
      }
    }
    default:
      return undefined
  }
}

type AllowRuleOffer = Extract<AllowOffer, { kind: 'rule' }>

/** The narrowest rule that recurs, by what was called last week, and the next one that covers more. */
async function ruleChoices(
  record: AuditRecord,
  exact: AllowRuleOffer,
  home: string,
): Promise<readonly AllowRuleOffer[]> {
  const line = lineOfRecord(record, home)
  const texts = line ? await proposeWiderRules(createCase(line)) : []
  const records = texts.length === 0 ? [] : await pastCalls(home, LOOK_BACK_DAYS)
  const wider = texts.map((text): AllowRuleOffer => {
    const rule = allowRule(text)
    const coverage = findRuleCoverage({ rule, home, project: exact.project, records, itself: record })
    return { ...exact, rule, alsoCovers: ['whatever stands in the place of `*`'], coverage }
  })
  const steps = [exact, ...wider]
  const first = Math.max(
    0,
    steps.findIndex(({ coverage }) => coverage.covered > 0),
  )
  const [narrow = exact, ...more] = steps.slice(first)
  const next = more.find(({ coverage }) => coverage.covered > narrow.coverage.covered) ?? more[0]
  return next ? [narrow, next] : [narrow]
}

function questionText(record: AuditRecord, offers: readonly AllowRuleOffer[], home: string): string {
  const where = offers[0]?.project ?? 'every project'
  return showInvisible(
    [
      `${record.tool} in ${record.cwd}`,
      indentText(callText(record).slice(record.tool.length + 1)),
      '',
      `For ${where}, in ${userSettingsFile(home)}:`,
      ...offers.flatMap((offer, at) => ['', ...ruleLines(offer, offers.length > 1 ? `${at + 1}  ` : '')]),
      '',
    ].join('\n'),
  )
}

function ruleLines({ rule, alsoCovers, coverage }: AllowRuleOffer, number: string): readonly string[] {
  const { examples, notCovered } = coverage
  const some = (texts: readonly string[]) => texts.slice(0, MOST_EXAMPLES).map((text) => indentText(text.slice(0, 200)))
  return [
    `${number}allow ${rule.text}`,
    ...alsoCovers.map((text) => `It also covers ${text}.`),
    coveredLine(coverage),
    ...some(examples),
    ...(notCovered.length > 0 ? ['It would not have covered, for example:'] : []),
    ...some(notCovered),
  ]
}

function coveredLine({ covered, stopped, examples, unread }: RuleCoverage): string {
  const rest = unread === 0 ? '' : ` (${unread} older calls were not looked at)`
  if (covered === 0) return `It would have covered no other call of the last ${LOOK_BACK_DAYS} days${rest}.`
  const calls = covered === 1 ? '1 other call' : `${covered} other calls`
  const were = stopped === 0 ? 'all of them allowed anyway' : `${stopped} of them not allowed then`
  const some = Math.min(examples.length, MOST_EXAMPLES) < covered ? ', for example' : ''
  return `It would have covered ${calls} of the last ${LOOK_BACK_DAYS} days, ${were}${rest}${some}:`
}

function rulesJson(offers: readonly AllowRuleOffer[]): unknown {
  const rules = offers.map(({ rule, project, alsoCovers, coverage }, at) => ({
    number: at + 1,
    rule: rule.text,
    project: project ?? null,
    alsoCovers,
    coverage,
  }))
  return { kind: 'rule', rules }
}

function writeAllowRule(
  record: AuditRecord,
  offer: Extract<AllowOffer, { kind: 'rule' }>,
  to: { home: string; io: Io },
): number {
  const { home, io } = to
  const { rule, project } = offer
  try {
    const added = addUserRule(home, { behavior: 'allow', text: rule.text, project })
    const file = showInvisible(userSettingsFile(home))
    io.out(added ? `Written to ${file}. Tell the agent to try again.\n` : `It stands in ${file} already.\n`)
  } catch (error) {
    if (!(error instanceof UserFileError)) throw error
    io.error(`irongate allow: ${showInvisible(error.message)}.\n`)
    return EXIT.internal
  }
  const where = project === undefined ? 'everywhere' : `in ${project}`
  const message = `a person allowed ${rule.text} ${where}`
  const problem = recordUserCommand({ home, cwd: record.cwd, command: `allow ${record.id}`, message })
  if (problem !== undefined) io.error(`irongate allow: this could not be recorded: ${showInvisible(problem)}\n`)
  return 0
}
