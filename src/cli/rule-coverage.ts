import type { Action } from '../analysis/action.ts'
import type { Facts } from '../analysis/facts.ts'
import { programName } from '../analysis/interpret/base-name.ts'
import { canonicalJson } from '../analysis/text/canonical-json.ts'
import { understand } from '../analysis/understand.ts'
import type { AuditRecord } from '../audit/record.ts'
import { compileRules } from '../rules/compile.ts'
import { matchAllow } from '../rules/match.ts'
import type { Rule } from '../rules/rule.ts'
import { subjectOf } from '../rules/subject.ts'
import { canonicalToolName } from '../rules/tool-names.ts'
import { CLI_TOOLS, createCase } from './call-case.ts'
import { type CallLine, callLineOf } from './call-line.ts'
import { callText } from './record-output.ts'

/** What a rule would have covered among past calls, and what of the same kind it would not. */
export interface RuleCoverage {
  /** Calls, each as often as it was made. */
  readonly covered: number
  /** Of these, how many were not allowed at the time. */
  readonly stopped: number
  readonly examples: readonly string[]
  /** The same program or tool, and yet not covered. */
  readonly notCovered: readonly string[]
  /** Calls that were not looked at, for want of time. */
  readonly unread: number
}

/** How long a person waits for the answer. */
const MOST_MS = 3_000
const MOST_EXAMPLES = 5

export interface RuleCoverageQuery {
  readonly rule: Rule
  readonly records: readonly AuditRecord[]
  readonly home: string
  /** The project the rule would count in; undefined for everywhere. */
  readonly project: string | undefined
  /** The call it is made for: not counted. */
  readonly itself?: AuditRecord
  /** How long it may be looked for, in milliseconds. */
  readonly mostMs?: number
}

export function findRuleCoverage({
  rule,
  records,
  home,
  project,
  itself,
  mostMs = MOST_MS,
}: RuleCoverageQuery): RuleCoverage {
  const compiled = compileRules([rule])
  const own = itself && kindOf(actionOf(itself, home)?.action)
  const known = new Map<string, 'covered' | 'alike' | 'other'>()
  const examples = new Set<string>()
  const notCovered = new Set<string>()
  const end = Date.now() + mostMs
  let [covered, stopped, unread] = [0, 0, 0]
  for (const record of records) {
    if (canonicalToolName(record.tool) !== canonicalToolName(rule.text.split('(', 1)[0] ?? '')) continue
    const key = canonicalJson([record.tool, record.input, record.cwd])
    if (itself && key === canonicalJson([itself.tool, itself.input, itself.cwd])) continue
    if (!known.has(key) && Date.now() > end) {
      unread++
      continue
    }
    const found = known.get(key) ?? look(record)
    known.set(key, found)
    if (found === 'covered') {
      covered++
      if (record.outcome !== 'allow') stopped++
      examples.add(callText(record))
    } else if (found === 'alike') notCovered.add(callText(record))
  }
  return { covered, stopped, examples: firstExamples(examples), notCovered: firstExamples(notCovered), unread }

  function look(record: AuditRecord): 'covered' | 'alike' | 'other' {
    const call = actionOf(record, home)
    if (!call) return 'other'
    const here = project === undefined || call.facts.projectRoot === project
    if (here && matchAllow(compiled, subjectOf(call.action, call.facts))) return 'covered'
    return own !== undefined && kindOf(call.action) === own ? 'alike' : 'other'
  }
}

function firstExamples(texts: ReadonlySet<string>): readonly string[] {
  return [...texts].slice(0, MOST_EXAMPLES)
}

/** What a call is about in one word: its first program, or its tool. */
function kindOf(action: Action | undefined): string | undefined {
  return action && programName(action.commands[0]?.name ?? action.tool)
}

/** A call of the past as a line of today: with the machine and the settings as they are now. */
export function lineOfRecord({ id, tool, input, cwd }: AuditRecord, home: string): CallLine | undefined {
  const parsed = callLineOf({ id, tool, input, cwd, home })
  return parsed.ok ? parsed.line : undefined
}

/** The call understood; undefined when the Record holds none. */
function actionOf(record: AuditRecord, home: string): { readonly action: Action; readonly facts: Facts } | undefined {
  const line = lineOfRecord(record, home)
  if (!line) return undefined
  const { call, session } = createCase(line)
  return {
    action: understand(call, CLI_TOOLS.find(call.tool, call.input), session.facts, { wrappers: [] }),
    facts: session.facts,
  }
}
