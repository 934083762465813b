import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../test/runs.ts'
import { fixedFacts } from '../facts/fixed.ts'
import { compileRules } from '../rules/compile.ts'
import { matchRules } from '../rules/match.ts'
import { bashAction, outcome, toolAction } from '../rules/testing.ts'
import { load, of, text } from './testing.ts'

describe('laws', () => {
  const TEXTS = ['Bash', 'Bash(rm *)', 'Read', 'Read(src/**)', 'Edit(.env)', 'Bash(rm', '', '*', 'mcp__a']
  const list = fc.array(fc.oneof(fc.constantFrom(...TEXTS), fc.jsonValue({ maxDepth: 1 })), { maxLength: 4 })
  const settings = fc.record(
    {
      permissions: fc.record(
        {
          allow: list,
          deny: list,
          ask: list,
          defaultMode: fc.constantFrom('auto', 'bypassPermissions', 'default', 'plan', 'x'),
          additionalDirectories: fc.array(fc.constantFrom('/', '~', 'a')),
          disableAutoMode: fc.constantFrom('disable', 'x'),
        },
        { requiredKeys: [] },
      ),
      autoMode: fc.record(
        { soft_deny: list, hard_deny: list, allow: list, askRules: fc.constantFrom('classify', 'floor') },
        { requiredKeys: [] },
      ),
      judge: fc.record(
        { ironGate: fc.constantFrom('open', 'closed'), kind: fc.constantFrom('claude', 'embedded') },
        { requiredKeys: [] },
      ),
      stripInternal: fc.boolean(),
      preset: fc.constantFrom('calm', 'standard', 'x'),
      projects: fc.constant({ '/home/dev/project': { permissions: { allow: ['Bash', 'Read'] } } }),
    },
    { requiredKeys: [] },
  )
  const actions = [
    bashAction('rm x'),
    bashAction('ls'),
    toolAction('Read', { file_path: '/home/dev/project/src/a' }),
    toolAction('Edit', { file_path: '/home/dev/project/.env' }),
    toolAction('mcp__a__b', {}),
  ]
  const rank = { allow: 0, none: 1, ask: 2, deny: 3 }

  it('project-settings-never-loosen', () => {
    fc.assert(
      fc.property(
        settings,
        settings,
        fc.constantFrom(...actions),
        fc.constantFrom('project', 'local'),
        (user, project, action, scope) => {
          const before = of({ user })
          const after = of({ user, [scope]: project })
          const answer = (policy: typeof before) =>
            rank[outcome(matchRules(compileRules(policy.rules), action, fixedFacts()))]
          expect(answer(after)).toBeGreaterThanOrEqual(answer(before))
          const fixed = ({ autoMode, judge, limits, additionalDirectories, wrappers, hosts }: typeof before) => ({
            autoMode,
            judge,
            limits,
            additionalDirectories,
            wrappers,
            hosts,
          })
          expect(fixed(after)).toEqual(fixed(before))
          expect(after.disabledModes).toEqual(expect.arrayContaining([...(before.disabledModes ?? [])]))
          if (after.defaultMode !== before.defaultMode) expect(after.disabledModes).toContain(before.defaultMode)
          expect(Number(after.stripInternal)).toBeGreaterThanOrEqual(Number(before.stripInternal))
        },
      ),
      { numRuns: runs(3_000) },
    )
  })

  it('any JSON, and any text, gives a policy', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => of(value).version.length === 32),
      { numRuns: runs(3_000) },
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => load(text('user', value)).version.length === 32),
      { numRuns: runs(3_000) },
    )
  })
})
