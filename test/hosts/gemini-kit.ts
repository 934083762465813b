import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { GEMINI_CLI } from '../../src/integrations/gemini-cli/index.ts'
import { HOSTS } from './clients.ts'
import { startGeminiServer } from './gemini-server.ts'
import type { Kit } from './kit.ts'

export const shell = (command: string) => ({ tool: 'run_shell_command', input: { command } })

export const KIT: Kit = {
  host: GEMINI_CLI,
  client: 'gemini-0.61.0',
  program: join(HOSTS, 'gemini-0.61.0/node_modules/.bin/gemini'),
  folder: '.gemini',
  serve: startGeminiServer,
  prepare: ({ file }) => {
    const settings = JSON.parse(readFileSync(file, 'utf8')) as object
    const mcpServers = {
      demo: { command: process.execPath, args: [resolve('test/hosts/mcp-tool-server.cjs')], trust: true },
    }
    const security = { auth: { selectedType: 'gemini-api-key' } }
    writeFileSync(file, JSON.stringify({ ...settings, security, mcpServers, general: { enableAutoUpdate: false } }))
  },
  args: (prompt) => ['-p', prompt, '-o', 'stream-json', '--skip-trust'],
  env: (_box, url) => ({
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_NO_RELAUNCH: 'true',
  }),
  yolo: ['--approval-mode', 'yolo'],
  limit: { event: 'BeforeTool', twoSeconds: 2000 },
  shell,
  kinds: {
    shell: [[shell('touch the-shell')]],
    edit: [[{ tool: 'write_file', input: { file_path: 'the-edit', content: 'x' } }]],
    fetch: [[{ tool: 'web_fetch', input: { prompt: 'Read http://127.0.0.1:9/the-fetch' } }]],
    mcp: [[{ tool: 'mcp_demo_get_weather', input: { name: 'the-mcp' } }]],
    subAgent: [[{ tool: 'invoke_agent', input: { agent_name: 'generalist', prompt: 'the-subAgent' } }]],
  },
  window: { args: ['--skip-trust', '--approval-mode', 'yolo'], ready: /Type your message/ },
  command: { file: '.gemini/commands/tidy.toml', text: (order) => `prompt = '''Tidy up. ${order} {{args}}'''\n` },
  delegate: [[{ tool: 'invoke_agent', input: { agent_name: 'generalist', prompt: '[[child]] Do your part.' } }]],
}
