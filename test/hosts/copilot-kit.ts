import { join, resolve } from 'node:path'
import { COPILOT_CLI } from '../../src/integrations/copilot-cli/index.ts'
import { HOSTS } from './clients.ts'
import { startCompletionsServer } from './completions-server.ts'
import type { Kit } from './kit.ts'

export const shell = (command: string) => ({ tool: 'bash', input: { command, description: 'a step' } })
export const agent = (prompt: string) => ({
  tool: 'task',
  input: { agent_type: 'general-purpose', name: 'part', description: 'a part', prompt },
})
const patch = (...lines: string[]) => ({
  tool: 'apply_patch',
  input: { freeform: ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n') },
})

/** It has the patch only with these models, and fetches only where it is not told to stay offline. */
const PATCHES = { env: { COPILOT_MODEL: 'gpt-5.3-codex' } }
const FETCHES = { env: { COPILOT_OFFLINE: 'false' }, args: ['--allow-all-urls', '--disable-client-telemetry'] }

export const KIT: Kit = {
  host: COPILOT_CLI,
  client: 'copilot-1.0.102',
  program: join(HOSTS, 'copilot-1.0.102/node_modules/.bin/copilot'),
  folder: '.copilot',
  serve: startCompletionsServer,
  prepare: (box) => {
    const demo = { type: 'local', command: process.execPath, args: [resolve('test/hosts/mcp-tool-server.cjs')] }
    box.write(
      `${box.home}/.copilot/mcp-config.json`,
      JSON.stringify({ mcpServers: { demo: { ...demo, tools: ['*'] } } }),
    )
  },
  args: (prompt) => ['-p', prompt, '--output-format', 'json'],
  // Without the second it stops by itself what lies outside its folder and /tmp, and the gate would prove nothing.
  yolo: ['--allow-all-tools', '--allow-all-paths'],
  env: (_box, url) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_API_KEY: 'none',
    COPILOT_MODEL: 'scripted',
    // It unpacks itself once, not in each home.
    COPILOT_PKG_CACHE_HOME: join(HOSTS, 'copilot-1.0.102/unpacked'),
  }),
  limit: { event: 'preToolUse', twoSeconds: 2 },
  shell,
  kinds: {
    shell: [[shell('touch the-shell')]],
    edit: [(talk) => [{ tool: 'create', input: { path: `${projectIn(talk)}/the-edit`, file_text: 'x' } }]],
    patch: [[patch('*** Add File: the-patch', '+x')]],
    delete: [[shell('touch gone')], [patch('*** Delete File: gone', '*** Add File: the-delete', '+x')]],
    fetch: [[{ tool: 'web_fetch', input: { url: 'http://127.0.0.1:9/the-fetch' } }]],
    mcp: [[{ tool: 'demo-get_weather', input: { name: 'the-mcp' } }]],
    subAgent: [[agent('the-subAgent')]],
  },
  apart: { patch: PATCHES, delete: PATCHES, fetch: FETCHES },
  window: {
    args: ['--allow-all-tools', '--allow-all-paths'],
    ready: /^❯/m,
    prepare: (box) => box.write(`${box.home}/.copilot/config.json`, JSON.stringify({ trustedFolders: [box.project] })),
  },
  command: {
    file: '.github/skills/tidy/SKILL.md',
    text: (order) => `---\nname: tidy\ndescription: tidies up\n---\nTidy up. ${order}\n`,
  },
  delegate: [[agent('[[child]] Do your part.')]],
}

/** The folder that the client says it works in. */
function projectIn(conversation: string): string {
  return /(\/[\w./-]+\/scratch\/home-\w+\/project)/.exec(conversation)?.[1] ?? ''
}
