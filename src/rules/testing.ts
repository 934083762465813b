import type { Action } from '../analysis/action.ts'
import { actorOf } from '../analysis/actor.ts'
import type { Effect } from '../analysis/effects.ts'
import { pathUse } from '../analysis/paths/path-use.ts'
import { readShell } from '../analysis/shell/read-shell.ts'
import { type FixedFacts, fixedFacts } from '../facts/fixed.ts'
import { compileRules } from './compile.ts'
import { matchRules, type RuleMatches } from './match.ts'
import type { Behavior, Rule, SettingsScope } from './rule.ts'

/** For tests: a rule as a person would have written it. */
export function rule(behavior: Behavior, text: string, scope: SettingsScope = 'user'): Rule {
  return { behavior, text, source: { scope, file: `${scope}.json`, line: 1 } }
}

export function rulesOf(given: Partial<Record<Behavior, readonly string[]>>): Rule[] {
  return (['deny', 'ask', 'allow'] as const).flatMap((behavior) =>
    (given[behavior] ?? []).map((text) => rule(behavior, text)),
  )
}

export function toolAction(tool: string, input: Record<string, unknown>): Action {
  return {
    call: { tool, input, cwd: '/home/dev/project', sessionId: 's' },
    tool,
    judgeText: '',
    commands: [],
    effects: [],
    paths: [],
    unknowns: [],
    reads: [],
    grade: undefined,
  }
}

/** For tests: a Bash call as the analysis understands it. */
export function bashAction(command: string, given: FixedFacts = {}): Action {
  return { ...toolAction('Bash', { command }), ...readShell(command, fixedFacts(given)) }
}

/** For tests: an effect on a path, as a program's reader would state it. */
export function pathEffect(kind: 'read' | 'write' | 'delete', text: string, given: FixedFacts = {}): Effect {
  const facts = fixedFacts(given)
  const path = pathUse({ known: text, text, glob: /[*?[]/.test(text), dynamic: false }, facts.cwd, facts)
  const actor = actorOf('test')
  const base = {
    span: { start: 0, end: 0 },
    wrapperNames: [],
    wrappers: [],
    certainty: 'certain',
    by: 'test',
    actor,
    path,
  } as const
  switch (kind) {
    case 'read':
      return { ...base, kind: 'read-path', list: false }
    case 'write':
      return { ...base, kind: 'write-path', how: 'overwrite', content: undefined }
    case 'delete':
      return { ...base, kind: 'delete-path', recursive: true, wipe: false }
  }
}

export function matchFixture(
  given: Partial<Record<Behavior, readonly string[]>>,
  action: Action,
  facts: FixedFacts = {},
): RuleMatches {
  return matchRules(compileRules(rulesOf(given)), action, fixedFacts(facts))
}

/** What the matches amount to before modes: the strictest step that says something. */
export function outcome(matches: RuleMatches): 'deny' | 'ask' | 'allow' | 'none' {
  if (matches.deny) return 'deny'
  if (matches.ask || matches.floors.length > 0) return 'ask'
  return matches.allow ? 'allow' : 'none'
}
