import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { QWEN_CODE } from '../../src/integrations/qwen-code/index.ts'
import { HOSTS } from './clients.ts'
import { startCompletionsServer } from './completions-server.ts'
import type { Kit } from './kit.ts'

export const shell = (command: string) => ({ tool: 'run_shell_command', input: { command, is_background: false } })
const agent = (prompt: string) => ({
  tool: 'agent',
  input: { subagent_type: 'general-purpose', description: 'a part', prompt, run_in_background: false },
})

export const KIT: Kit = {
  host: QWEN_CODE,
  client: 'qwen-0.24.4',
  program: join(HOSTS, 'qwen-0.24.4/node_modules/.bin/qwen'),
  folder: '.qwen',
  serve: startCompletionsServer,
  prepare: ({ file }) => {
    const settings = JSON.parse(readFileSync(file, 'utf8')) as object
    const server = { command: process.execPath, args: [resolve('test/hosts/mcp-tool-server.cjs')], trust: true }
    const general = { enableAutoUpdate: false }
    writeFileSync(file, JSON.stringify({ ...settings, mcpServers: { demo: server }, general }))
  },
  args: (prompt) => ['-p', prompt, '-o', 'stream-json', '--auth-type', 'openai'],
  yolo: ['--approval-mode', 'yolo'],
  env: (_box, url) => ({ OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'scripted' }),
  limit: { event: 'PreToolUse', twoSeconds: 2000 },
  shell,
  kinds: {
    shell: [[shell('touch the-shell')]],
    edit: [(talk) => [{ tool: 'write_file', input: { file_path: `${projectIn(talk)}/the-edit`, content: 'x' } }]],
    fetch: [[{ tool: 'web_fetch', input: { url: 'http://127.0.0.1:9/the-fetch', prompt: 'read' } }]],
    mcp: [[{ tool: 'mcp__demo__get_weather', input: { name: 'the-mcp' } }]],
    subAgent: [[agent('the-subAgent')]],
  },
  showsNotices: false,
  window: { args: ['--auth-type', 'openai', '--approval-mode', 'yolo'], ready: /Type your message/ },
  command: {
    file: '.qwen/commands/tidy.md',
    text: (order) => `---\ndescription: tidies up\n---\nTidy up. ${order} {{args}}\n`,
  },
  delegate: [[agent('[[child]] Do your part.')]],
}

/** The folder that the client says it works in. */
function projectIn(conversation: string): string {
  return /(\/[\w./-]+\/scratch\/home-\w+\/project)/.exec(conversation)?.[1] ?? ''
}
