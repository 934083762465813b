import { expect } from 'vitest'
import { enterAutoMode } from '../../src/rules/strip-dangerous.ts'
import { bash, check } from '../gate/gate-for-tests.ts'
import { spec } from './spec.ts'
import { PATTERNS, type PatternList, patternId } from './statements/patterns.ts'

const inForce = (text: string, stripInternal = false): boolean => {
  const rule = { text, behavior: 'allow', source: { scope: 'user' } } as const
  return enterAutoMode([rule], { stripInternal, classifyAllShell: false }).kept.length === 1
}

for (const list of Object.keys(PATTERNS) as PatternList[]) {
  for (const [at, pattern] of PATTERNS[list].entries()) {
    spec(patternId(list, at), `${list}: ${pattern}`, () => {
      const tool = list === 'powershell' ? 'PowerShell' : 'Bash'
      for (const form of [pattern, `${pattern}:*`, `${pattern} *`, `${pattern} -x *`])
        expect(inForce(`${tool}(${form})`, list === 'internal'), form).toBe(false)
      expect(inForce(`${tool}(${pattern}-like:*)`, list === 'internal')).toBe(true)
      if (list === 'internal') expect(inForce(`Bash(${pattern} *)`)).toBe(true)
      if (list === 'everywhere') expect(inForce(`PowerShell(${pattern} *)`)).toBe(false)
    })
  }
}

const settings = { permissions: { allow: ['Bash(env *)', 'PowerShell(iex *)', 'Agent(worker)', 'Bash(frobnicate *)'] } }
const byRule = async (tool: string, input: Record<string, unknown>, mode: 'auto' | 'default') =>
  (await check(tool, input, { settings, mode, verdict: 'block' })).reason.type === 'rule'

spec('S-871', 'auto mode takes them out, and leaves the others', async () => {
  expect(await byRule('Bash', { command: 'env frob x' }, 'auto')).toBe(false)
  expect(await byRule('Bash', { command: 'frobnicate x' }, 'auto')).toBe(true)
})

spec('S-872', 'of Bash', () => {
  expect([inForce('Bash'), inForce('Bash(*)'), inForce('Bash(sudo *)')]).toEqual([false, false, false])
  expect([inForce('Bash(npm *)'), inForce('Bash(yarn:*)'), inForce('Bash(npm test)')]).toEqual([false, false, true])
})

spec('S-873', 'of PowerShell', () => {
  expect([inForce('PowerShell'), inForce('PowerShell(IEX *)'), inForce('PowerShell(Get-Date)')]).toEqual([
    false,
    false,
    true,
  ])
})

spec('S-874', 'of Agent, and of Monitor', () => {
  expect([inForce('Agent'), inForce('Agent(worker)'), inForce('Monitor')]).toEqual([false, false, false])
})

spec('S-875', 'they are back where auto mode is left', async () => {
  const agent = { subagent_type: 'worker', prompt: 'x' }
  expect([await byRule('Agent', agent, 'auto'), await byRule('Agent', agent, 'default')]).toEqual([false, true])
  expect((await bash('env frob x', { settings, mode: 'default' })).outcome).toBe('allow')
})

spec('S-876', 'one list only where it is wished', async () => {
  const permissions = { allow: ['Bash(kubectl *)'] }
  const by = async (more: object) =>
    (await bash('kubectl get pods', { settings: { permissions, ...more }, verdict: 'block' })).reason.type
  expect([await by({}), (await by({ stripInternal: true })) === 'rule']).toEqual(['rule', false])
})
