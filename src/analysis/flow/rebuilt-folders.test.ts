import { describe, expect, it } from 'vitest'
import type { FixedFacts } from '../../facts/fixed.ts'
import { effectsOf } from '../testing.ts'

const ROOT = '/home/dev/project'
const rebuilt = (text: string, facts: FixedFacts = {}) =>
  effectsOf(text, facts).flatMap((effect) => (effect.kind === 'delete-path' ? [effect.path.recoverable()] : []))

describe('folders that a rebuild gives back', () => {
  it.each([
    'rm -rf install && colcon build',
    'rm -rf out-linux && quux build --output out-linux',
    'rm -rf install; colcon build',
  ])('%s', (text) => {
    expect(rebuilt(text)).toEqual(['yes'])
  })

  it.each([
    'rm -rf install || colcon build',
    'rm -rf install && echo colcon build',
    'rm -rf install && cd src && colcon build',
    'colcon build && rm -rf install',
    'rm -rf thesis && quux build --output thesis',
    'rm -rf uploads && quux build --output uploads',
    'rm -rf out-linux && quux show --output out-linux',
    'mv notes install; rm -rf install && colcon build',
  ])('%s is none', (text) => {
    expect(rebuilt(text)).not.toContain('yes')
  })

  it('are none where git knows of work in them', () => {
    expect(rebuilt('rm -rf install && colcon build', { trackedPaths: { [`${ROOT}/install`]: 'untracked' } })).toEqual([
      'no',
    ])
    expect(rebuilt('rm -rf install && colcon build', { trackedPaths: { [`${ROOT}/install`]: 'ignored' } })).toEqual([
      'yes',
    ])
  })

  it('are those that an engine derives, where the project is one of its kind and git ignores them', () => {
    const unity = (state: 'ignored' | 'untracked', live: boolean): FixedFacts => ({
      live,
      files: { [`${ROOT}/ProjectSettings/ProjectVersion.txt`]: 'm_EditorVersion: 6000.0.1' },
      trackedPaths: { [`${ROOT}/Library`]: state },
    })
    expect(rebuilt('rm -rf Library', unity('ignored', true))).toEqual(['yes'])
    expect(rebuilt('rm -rf Library', unity('untracked', true))).toEqual(['no'])
    expect(rebuilt('rm -rf Library', { live: true, trackedPaths: { [`${ROOT}/Library`]: 'ignored' } })).toEqual([
      'unknown',
    ])
    expect(rebuilt('rm -rf Library')).toEqual(['unknown'])
  })
})
