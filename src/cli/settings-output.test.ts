import { describe, expect, it } from 'vitest'
import { policyFromObject } from '../settings/load.ts'
import { trustRecord, trustState } from '../settings/trust.ts'
import { renderRules, ruleStates } from './rule-list.ts'
import { renderSettings, settingsJson } from './settings-output.ts'
import { renderTrustQuestion, renderTrustState } from './trust-output.ts'

const policy = policyFromObject(
  {
    user: {
      permissions: { allow: ['Bash(python:*)', 'Bash(npm test)', 'Foo('], deny: ['Bash(rm *)', 'Read('] },
      judge: {
        apiKey: 'sk-secret-value',
        openai: { baseUrl: 'https://a.test/v1', apiKey: 'sk-secret-value-2', model: 'm-1' },
      },
      hosts: { 'claude-code': { auto: 'replace' } },
    },
    project: { permissions: { allow: ['Bash(make\u202e)'] } },
  },
  { cwd: '/p', home: '/h' },
)

describe('renderers', () => {
  it('settings show origins and ignored entries, never the key', () => {
    const text = renderSettings(policy)
    expect(text).toContain('deny  Bash(rm *)  [user]')
    expect(text).toContain('is ignored: the project is not trusted')
    expect(text).toContain('\\u{202e}')
    expect(text).toContain('claude-code')
    expect(text).toContain('"model":"m-1"')
    expect(text + JSON.stringify(settingsJson(policy))).not.toContain('sk-secret-value')
  })

  it('rules tell what becomes of each', () => {
    expect(ruleStates(policy, 'auto').map(({ rule, state }) => [rule, state])).toEqual([
      ['Bash(python:*)', 'stripped'],
      ['Bash(npm test)', 'in force'],
      ['Foo(', 'matches nothing'],
      ['Bash(rm *)', 'in force'],
      ['Read(', 'asks for its tool'],
    ])
    expect(ruleStates(policy, 'default')[0]?.state).toBe('in force')
    const shown = renderRules(policy, 'auto')
    expect(shown).toContain('stripped: python runs whatever it is given')
    expect(shown.split('Foo(')).toHaveLength(2)
    expect(shown.slice(shown.indexOf('Ignored'))).toContain('the project is not trusted')
  })

  it('trust shows the files and what changed', () => {
    const files = [{ path: 'a.json', text: '{"x":1}' }]
    expect(renderTrustQuestion('/p', files)).toContain('{"x":1}')
    expect(renderTrustQuestion('/p', [])).toContain('nothing to trust')
    const state = trustState([trustRecord('/p', files)], '/p', [{ path: 'a.json', text: '' }])
    expect(renderTrustState('/p', state)).toContain('edited: a.json')
  })
})
