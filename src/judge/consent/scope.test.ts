import { describe, expect, it } from 'vitest'
import type { EffectDraft } from '../../analysis/effects.ts'
import { actionOf } from '../../categories/testing.ts'
import type { Entry } from '../../transcript/entries.ts'
import { scopeOf } from './scope.ts'
import { humanTurns } from './turns.ts'

type Change = Extract<EffectDraft, { kind: 'resource-change' }>

const object = (target: string, stage: Change['stage'] = 'unknown', mass = false): EffectDraft => ({
  kind: 'resource-change',
  system: 's3',
  verb: 'delete',
  target,
  mass,
  stage,
  family: 'storage',
})
const service = (target: string, stage: Change['stage']): EffectDraft => ({
  kind: 'resource-change',
  system: 'kubernetes',
  verb: 'restart',
  target,
  mass: false,
  stage,
  family: 'cluster',
})
const remote = (...refs: string[]): EffectDraft => ({
  kind: 'git-push',
  remote: 'origin',
  refs,
  force: false,
  deletes: true,
  toDefault: 'no',
  mirror: false,
})
const local = (...refs: string[]): EffectDraft => ({ kind: 'git-discard', what: 'branch', refs, loses: 'unknown' })

function scope(text: string, draft: EffectDraft, looked: readonly string[] = []) {
  const transcript: Entry[] = [
    { kind: 'user', text, trusted: true },
    ...looked.map((command): Entry => ({ kind: 'call', tool: 'Bash', input: { command } })),
  ]
  return scopeOf(humanTurns(transcript), actionOf([draft]), transcript).type
}

describe('scope', () => {
  it.each<[string, EffectDraft, string]>([
    [
      'remove the cache for run 5521, keep it to the staging environment',
      object('b/prod/run-5521/c', 'production'),
      'strays',
    ],
    [
      'remove the cache for run 5521, keep it to the staging environment',
      object('b/stg/run-5521/c', 'staging'),
      'fits',
    ],
    ['delete run 5521 in the production namespace only', object('b/dev/run-5521/c', 'development'), 'strays'],
    ['delete run 5521 in the production namespace only', object('b/prod/run-5521/c', 'production'), 'fits'],
    ['delete the objects of run 5521', object('b/dev/run-5522/c', 'development'), 'strays'],
    ['delete the objects of runs 55xx', object('b/dev/run-5522/c', 'development'), 'fits'],
    ['delete the objects of runs 55xx', object('b/dev', 'development', true), 'strays'],
    ['delete the branch `pat/old` on the remote side only', remote('pat/old'), 'fits'],
    ['delete the branch `pat/old` on the remote side only', local('pat/old'), 'strays'],
    ['delete the branch `pat/old`', remote('lee/old'), 'strays'],
    ['delete the branches `pat/old` and `pat/older`', remote('pat/old', 'pat/older', 'team/old'), 'strays'],
    ['fix the tests please', local('pat/old'), 'fits'],
  ])('%s: %j %s', (text, draft, type) => {
    expect(scope(text, draft)).toBe(type)
  })

  it('a target may come with the words around it', () => {
    const named = service('restart deployment/api-5521-k -n dev', 'development')
    expect(scope('restart the service for run 5521', named)).toBe('fits')
    expect(scope('restart the service for run 5522', named)).toBe('strays')
    expect(scope('restart my service for run 5521', named)).toBe('unverified')
  })

  it('whose a thing is must have been looked at', () => {
    expect(scope('restart my service for run 5521', service('deployment/api-5521-k', 'development'))).toBe('unverified')
    expect(
      scope('restart my service for run 5521', service('deployment/api-5521-k', 'development'), [
        'kubectl describe deployment api-5521-k',
      ]),
    ).toBe('fits')
    expect(scope('restart the service for run 5521', service('deployment/api-5521-k', 'development'))).toBe('fits')
  })
})
