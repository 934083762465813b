import { expect, it } from 'vitest'
import { createTools } from '../../src/tools/registry.ts'

const tools = createTools()

/** The specification's encoding table, row by row. */
it.each([
  ['Bash', { command: 'npm test' }, 'npm test'],
  ['PowerShell', { command: 'Get-Process' }, 'Get-Process'],
  ['FileEdit', { file_path: 'src/main.py', old_string: 'x', new_string: 'fixed_code' }, 'src/main.py: fixed_code'],
  ['Edit', { file_path: 'src/main.py', old_string: 'x', new_string: 'fixed_code' }, 'src/main.py: fixed_code'],
  ['FileWrite', { file_path: 'src/new.py', content: 'new_code' }, 'src/new.py: new_code'],
  ['Write', { file_path: 'src/new.py', content: 'new_code' }, 'src/new.py: new_code'],
  [
    'NotebookEdit',
    { notebook_path: 'nb.ipynb', edit_mode: 'replace', new_source: 'cell_code' },
    'nb.ipynb replace: cell_code',
  ],
  ['Agent', { subagent_type: 'worker', mode: 'default', prompt: 'Fix bug...' }, '(worker, mode=default): Fix bug...'],
  ['WebFetch', { url: 'https://api.com', prompt: 'extract data' }, 'https://api.com: extract data'],
  ['WebFetch', { url: 'https://api.com' }, 'https://api.com'],
  ['WebSearch', { query: 'python security best practices' }, 'python security best practices'],
  ['Grep', { pattern: 'password', path: 'src/' }, 'password in src/'],
  ['Grep', { pattern: 'password' }, 'password'],
  ['Config', { setting: 'model', value: 'opus' }, 'model = opus'],
  ['CronCreate', { cron: '*/5 * * * *', prompt: 'check deploys' }, '*/5 * * * *: check deploys'],
  ['mcp__slack__post', { channel: 'general', message: 'hello' }, 'channel=general message=hello'],
  ['SendMessage', { to: 'worker-1', message: 'continue fixing' }, 'to worker-1: continue fixing'],
])('%s %j', (tool, input, expected) => {
  expect(tools.find(tool).encode(input)).toBe(expected)
})

it('tools registered as irrelevant encode to nothing', () => {
  for (const name of ['TaskOutput', 'TodoRead', 'ToolSearch']) expect(tools.find(name).encode({ a: 1 })).toBe('')
})

it.each(['Nobody', 'constructor', '__proto__', 'toString', 'mcp__x__y'])(
  'an unknown tool is encoded and judged, never skipped: %s',
  (name) => {
    const tool = tools.find(name)
    expect(tool.relevance).toBe('judged')
    expect(tool.encode({})).not.toBe('')
  },
)

it('the safe list is the page’s, less SendMessage', () => {
  const page = [
    'FileRead',
    'Grep',
    'Glob',
    'LSP',
    'TodoWrite',
    'TaskCreate',
    'TaskGet',
    'TaskUpdate',
    'TaskList',
    'TaskStop',
    'AskUserQuestion',
    'EnterPlanMode',
    'TeamCreate',
    'Sleep',
    'classify_result',
  ]
  for (const name of page) expect(tools.find(name).relevance, name).toBe('safe')
  for (const name of ['SendMessage', 'Bash', 'Write', 'Edit', 'Agent', 'WebFetch', 'LS'])
    expect(tools.find(name).relevance, name).toBe('judged')
})

it.each([null, 1, [], {}, { command: 5 }, { command: { a: 1 } }])(
  'an input of the wrong shape still has a text: %j',
  (value) => {
    const input = (
      value !== null && typeof value === 'object' && !Array.isArray(value) ? value : { command: value }
    ) as Record<string, unknown>
    for (const name of ['Bash', 'Write', 'Agent', 'WebFetch', 'Config', 'mcp__a__b'])
      expect(typeof tools.find(name).encode(input)).toBe('string')
  },
)
