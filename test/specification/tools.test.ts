import { expect } from 'vitest'
import { ask, conversationOf, NO } from './harness.ts'
import { spec } from './spec.ts'

/** The line of the call, as the judge reads it. */
async function lineOf(tool: string, input: Record<string, unknown>): Promise<unknown> {
  const { bodies } = await ask([NO], { tool, input, settings: { autoMode: { powershell: true } } })
  const content = bodies[0]?.messages.at(-1)?.content ?? []
  const line = content.find((block) => block.cache_control !== undefined)?.text
  return line === undefined ? undefined : JSON.parse(line)
}

/** Each goes to a judge: outside the project, or a tool that is never settled before. */
const ROWS: readonly (readonly [id: string, tool: string, input: Record<string, unknown>, shown: string])[] = [
  ['S-1003', 'Bash', { command: 'npm-test now', description: 'mine' }, 'npm-test now'],
  ['S-1004', 'PowerShell', { command: 'Frob-Process' }, 'Frob-Process'],
  [
    'S-1005',
    'FileEdit',
    { file_path: '/srv/main.py', old_string: 'x', new_string: 'fixed_code' },
    '/srv/main.py: fixed_code',
  ],
  ['S-1006', 'FileWrite', { file_path: '/srv/new.py', content: 'new_code' }, '/srv/new.py: new_code'],
  [
    'S-1007',
    'NotebookEdit',
    { notebook_path: '/srv/nb.ipynb', edit_mode: 'replace', new_source: 'cell_code' },
    '/srv/nb.ipynb replace: cell_code',
  ],
  ['S-1008', 'Agent', { subagent_type: 'worker', mode: 'default', prompt: 'Fix it' }, '(worker, mode=default): Fix it'],
  ['S-1009', 'WebFetch', { url: 'https://api.example', prompt: 'extract' }, 'https://api.example: extract'],
  ['S-1010', 'WebFetch', { url: 'https://api.example' }, 'https://api.example'],
  ['S-1011', 'WebSearch', { query: 'python security' }, 'python security'],
  ['S-1012', 'Grep', { pattern: 'password', path: '/home/dev/.ssh/id_rsa' }, 'password in /home/dev/.ssh/id_rsa'],
  ['S-1014', 'Config', { setting: 'model', value: 'opus' }, 'model = opus'],
  ['S-1015', 'CronCreate', { cron: '*/5 * * * *', prompt: 'check deploys' }, '*/5 * * * *: check deploys'],
  ['S-1016', 'mcp__slack__post', { channel: 'general', message: 'hello' }, 'channel=general message=hello'],
  ['S-1017', 'SendMessage', { to: 'worker-1', message: 'go on' }, 'to worker-1: go on'],
]
for (const [id, tool, input, shown] of ROWS)
  spec(id, `${tool}: ${shown}`, async () => expect(await lineOf(tool, input)).toEqual({ [tool]: shown }))

spec('S-1013', 'Grep without a path', async () => {
  const { bodies } = await ask([NO], { transcript: [{ kind: 'call', tool: 'Grep', input: { pattern: 'password' } }] })
  expect(conversationOf(bodies[0]).join('')).toContain('{"Grep":"password"}')
})

spec('S-1001', 'a tool decides what is seen of it', async () => {
  const seen = JSON.stringify(await lineOf('Bash', { command: 'frobnicate x', description: 'It is harmless.' }))
  expect(seen).not.toContain('harmless')
})

spec('S-1002', 'nothing to see: no request', async () => {
  const { decision, bodies } = await ask([NO], { tool: 'ToolSearch', input: { query: 'x' } })
  expect([decision.outcome, bodies.length]).toEqual(['allow', 0])
})

spec('S-1018', 'registered tools encode to nothing; an unknown one is judged', async () => {
  const transcript = [{ kind: 'call', tool: 'ToolSearch', input: { query: 'HIDDEN' } }] as const
  expect(conversationOf((await ask([NO], { transcript })).bodies[0]).join('')).not.toContain('HIDDEN')
  expect(await lineOf('BrandNewTool', { a: 'b' })).toEqual({ BrandNewTool: 'a=b' })
})
