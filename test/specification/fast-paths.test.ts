import { expect } from 'vitest'
import type { Tool } from '../../src/analysis/tool.ts'
import { fixedFacts } from '../../src/facts/fixed.ts'
import { createGate } from '../../src/gate.ts'
import { memoryState } from '../../src/session.ts'
import { policyFromObject } from '../../src/settings/load.ts'
import { FAST_PATH_STEPS } from '../../src/steps/modes.ts'
import { createTools } from '../../src/tools/registry.ts'
import { bash, type Circumstances, check } from '../gate/gate-for-tests.ts'
import { scriptedJudge } from '../reference/run.ts'
import { spec } from './spec.ts'
import { SAFE_LIST } from './statements/settings.ts'

/** The answer, and how often the judge was asked. */
async function unasked(tool: string, input: Record<string, unknown>, how: Circumstances = {}) {
  const judge = scriptedJudge('block')
  const { outcome, reason } = await check(tool, input, { ...how, judge })
  const path = reason.type === 'fast-path' ? reason.number : reason.type
  return [outcome, path, judge.asked]
}

spec('S-601', 'six, and two of ours that the page’s own flow does without', async () => {
  expect(FAST_PATH_STEPS.map(({ name }) => /page (\d)/.exec(name)?.[1] ?? name)).toEqual([
    '4',
    '5',
    '6',
    '1',
    'fast path proven',
    'fast path expected',
  ])
  const judged = async (command: string, kind: string) => {
    const judge = scriptedJudge('allow')
    await bash(command, { judge, settings: { judge: { kind } } })
    return judge.asked
  }
  expect([await judged('git status', 'chain'), await judged('git status', 'claude')]).toEqual([0, 1])
})

spec('S-602', '1: no relevance', async () => {
  expect(await unasked('TaskOutput', { id: 'x' })).toEqual(['allow', 1, 0])
})

spec('S-603', '2: a safety check asks, and no judge is asked', async () => {
  expect(await unasked('Write', { file_path: '.git/hooks/pre-push', content: 'x' })).toEqual(['ask', 'safety-check', 0])
})

spec('S-604', '.git, and what belongs to gate and agent', async () => {
  for (const file_path of ['.git/config', '/home/dev/.irongate/settings.json', '.claude/settings.json'])
    expect(await unasked('Write', { file_path, content: 'x' }), file_path).toEqual(['ask', 'safety-check', 0])
})

spec('S-605', '3: a tool that needs the person', async () => {
  const tool: Tool = {
    name: 'Sign',
    relevance: 'judged',
    kind: 'plain',
    encode: () => 'sign',
    check: () => ({ type: 'needs-person', check: 'signature', message: 'only a person signs' }),
  }
  const judge = scriptedJudge('allow')
  const policy = policyFromObject({}, { cwd: '/p', home: '/h' })
  const gate = createGate({ policy, judge, tools: createTools([tool]) })
  const facts = fixedFacts({ cwd: '/p' })
  const session = { id: 's', mode: 'auto', headless: false, transcript: [], facts, fence: 'f' } as const
  const decision = await gate.check(
    { tool: 'Sign', input: {}, cwd: '/p', sessionId: 's' },
    { ...session, state: memoryState() },
  )
  expect([decision.outcome, decision.reason, judge.asked]).toEqual([
    'ask',
    { type: 'tool-check', check: 'user-interaction' },
    0,
  ])
})

spec('S-606', '4: PowerShell without its flag', async () => {
  expect(await unasked('PowerShell', { command: 'Get-ChildItem' })).toEqual(['ask', 4, 0])
  const settings = { autoMode: { powershell: true } }
  expect((await unasked('PowerShell', { command: 'Frobnicate-It' }, { settings }))[2]).toBe(1)
})

spec('S-607', '5: what acceptEdits would let through', async () => {
  for (const command of ['mkdir src/new', 'touch src/b.ts'])
    expect(await unasked('Bash', { command }), command).toEqual(['allow', 5, 0])
  expect((await check('Write', { file_path: 'src/a.ts', content: 'x' }, { mode: 'acceptEdits' })).outcome).toBe('allow')
})

spec('S-608', 'an edit in the project; not outside, and not of what acts', async () => {
  const edit = (file_path: string) => unasked('Edit', { file_path, old_string: 'a', new_string: 'b' })
  expect(await edit('src/a.ts')).toEqual(['allow', 5, 0])
  for (const path of ['/srv/a.ts', 'Makefile', '.github/workflows/ci.yml']) expect((await edit(path))[2], path).toBe(1)
})

spec('S-609', 'no agent', async () => {
  expect((await unasked('Agent', { subagent_type: 'x', prompt: 'edit src/a.ts' }))[2]).toBe(1)
})

spec('S-610', 'no REPL', async () => {
  for (const tool of ['REPL', 'mcp__node__repl']) expect((await unasked(tool, { code: '1 + 1' }))[2], tool).toBe(1)
})

const INPUTS: Readonly<Record<string, Record<string, unknown>>> = {
  FileRead: { file_path: 'src/a.ts' },
  Grep: { pattern: 'x', path: 'src' },
  Glob: { pattern: 'src/**' },
  SendMessage: { to: 'worker', message: 'go on' },
}
const SECRET: Readonly<Record<string, Record<string, unknown>>> = {
  FileRead: { file_path: '/home/dev/.ssh/id_rsa' },
  Grep: { pattern: 'x', path: '/home/dev/.ssh/id_rsa' },
  Glob: { pattern: '/**/id_rsa' },
}

for (const [id, tool] of SAFE_LIST) {
  spec(id, `6: ${tool}`, async () => {
    const answer = await unasked(tool, INPUTS[tool] ?? { a: 'b' })
    if (tool === 'SendMessage') expect(answer).toEqual(['deny', 'verdict', 1])
    else expect(answer).toEqual(['allow', 6, 0])
    const secret = SECRET[tool]
    if (secret) expect((await unasked(tool, secret))[2]).toBe(1)
    if (tool === 'AskUserQuestion' || tool === 'EnterPlanMode')
      expect((await unasked(tool, {}, { headless: true }))[0]).toBe('deny')
  })
}

spec('S-627', 'Write and Edit are judged where acceptEdits does not let them through', async () => {
  for (const [tool, input] of [
    ['Write', { file_path: '/srv/x', content: 'y' }],
    ['Edit', { file_path: '/srv/x', old_string: 'a', new_string: 'b' }],
  ] as const)
    expect(await unasked(tool, input), tool).toEqual(['deny', 'verdict', 1])
})

spec('S-628', 'none of them asks the judge', async () => {
  const judge = scriptedJudge('block')
  await check('TodoWrite', { todos: [] }, { judge })
  await check('TaskOutput', {}, { judge })
  await check('Write', { file_path: 'src/a.ts', content: 'x' }, { judge })
  expect(judge.asked).toBe(0)
})
