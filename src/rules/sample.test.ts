import { describe, expect, it } from 'vitest'
import { understand } from '../analysis/understand.ts'
import { fixedFacts } from '../facts/fixed.ts'
import { createTools } from '../tools/registry.ts'
import { compileRules } from './compile.ts'
import { matchRules } from './match.ts'
import type { Behavior } from './rule.ts'
import { sampleCallFor } from './sample.ts'
import { outcome, rule } from './testing.ts'

const facts = fixedFacts({ cwd: '/home/dev/project', home: '/home/dev' })
const tools = createTools()

describe('a sample of a rule', () => {
  it.each<[Behavior, string]>([
    ['deny', 'Bash(terraform destroy *)'],
    ['deny', 'Bash(terraform destroy:*)'],
    ['deny', 'Bash(* --force)'],
    ['allow', 'Bash(npm run lint)'],
    ['allow', 'Bash(git commit -m "f\\(x\\)")'],
    ['allow', 'Bash(ls \\*.ts)'],
    ['deny', 'Bash'],
    ['deny', 'Read(~/.ssh/**)'],
    ['deny', 'Edit(src/*.ts)'],
    ['allow', 'Edit(//srv/a b/c)'],
    ['ask', 'Edit(/docs/**)'],
    ['ask', 'WebFetch(domain:*.example.com)'],
    ['allow', 'WebFetch(domain:docs.example.com)'],
    ['deny', 'mcp__a__*'],
    ['allow', 'mcp__a__b'],
    ['deny', 'Agent(Explore)'],
    ['ask', 'Bash(run_in_background:true)'],
  ])('is matched by that rule: %s %s', (behavior, text) => {
    const given = rule(behavior, text)
    const call = sampleCallFor(given, facts)
    expect(call).toBeDefined()
    if (!call) return
    const action = understand(call, tools.find(call.tool, call.input), facts, { wrappers: [] })
    expect(outcome(matchRules(compileRules([given]), action, facts))).toBe(behavior)
  })

  it.each(['Foo(', '', 'Bash()', 'WebFetch(x)'])('there is none of what is no rule: %j', (text) => {
    expect(sampleCallFor(rule('deny', text), facts)).toBeUndefined()
  })
})
