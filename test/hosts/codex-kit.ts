import { appendFileSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CODEX } from '../../src/integrations/codex/index.ts'
import { hookFingerprint } from '../../src/integrations/codex/install/trust.ts'
import { HOSTS } from './clients.ts'
import type { Kit } from './kit.ts'
import { startResponsesServer } from './responses-server.ts'

const patch = (...lines: string[]) => ({
  tool: 'apply_patch',
  input: { freeform: ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n') },
})
const add = (file: string) => patch(`*** Add File: ${file}`, '+x')
export const shell = (cmd: string, more: object = {}) => ({ tool: 'exec_command', input: { cmd, ...more } })
const lastIn = (conversation: string, found: RegExp) => [...conversation.matchAll(found)].at(-1)?.[1] ?? ''

export const KIT: Kit = {
  host: CODEX,
  client: 'codex-0.166.0',
  program: join(HOSTS, 'codex-0.166.0/node_modules/.bin/codex'),
  folder: '.codex',
  serve: startResponsesServer,
  prepare: (box, url) =>
    box.write(
      `${box.home}/.codex/config.toml`,
      `model = "gpt-5.5"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
[analytics]
enabled = false
[mcp_servers.demo]
command = "${process.execPath}"
args = ["${resolve('test/hosts/mcp-tool-server.cjs')}"]
cwd = "${box.project}"
`,
    ),
  args: (prompt) => ['exec', '--json', '--skip-git-repo-check', prompt],
  yolo: ['-s', 'danger-full-access'],
  env: () => ({ SCRIPTED_KEY: 'none' }),
  trust: ({ home, file }) => {
    const { hooks } = JSON.parse(readFileSync(file, 'utf8')) as {
      hooks: Record<string, { matcher?: string; hooks: Record<string, unknown>[] }[]>
    }
    for (const [event, groups] of Object.entries(hooks))
      for (const [at, { matcher, hooks: own }] of groups.entries())
        for (const [index, hook] of own.entries()) {
          const label = event.replace(/\B[A-Z]/g, '_$&').toLowerCase()
          const state = `\n[hooks.state."${file}:${label}:${at}:${index}"]\ntrusted_hash = "${hookFingerprint(label, matcher, hook)}"\n`
          appendFileSync(join(home, '.codex/config.toml'), state)
        }
  },
  limit: { event: 'PreToolUse', twoSeconds: 2 },
  shell,
  kinds: {
    shell: [[shell('touch the-shell')]],
    stdin: [
      [shell('sh', { tty: true, yield_time_ms: 500 })],
      (conversation) => [
        {
          tool: 'write_stdin',
          input: { session_id: Number(lastIn(conversation, /session ID (\d+)/g)), chars: 'touch the-stdin\n' },
        },
      ],
    ],
    patch: [[add('the-patch')]],
    delete: [[shell('touch gone')], [patch('*** Delete File: gone', '*** Add File: the-delete', '+x')]],
    mcp: [[{ tool: 'mcp__demo.get_weather', input: { name: 'the-mcp' } }]],
    subAgent: [[{ tool: 'multi_agent_v1.spawn_agent', input: { message: 'the-subAgent' } }]],
  },
  window: {
    // A model that it has no newer one to offer for.
    args: ['-s', 'danger-full-access', '-m', 'gpt-6-sol'],
    ready: /Ask Codex to do anything/,
    prepare: ({ home, project }) =>
      appendFileSync(join(home, '.codex/config.toml'), `\n[projects."${project}"]\ntrust_level = "trusted"\n`),
  },
  delegate: [
    [{ tool: 'multi_agent_v1.spawn_agent', input: { message: '[[child]] Do your part.' } }],
    (conversation) => [
      {
        tool: 'multi_agent_v1.wait_agent',
        input: { targets: [lastIn(conversation, /agent_id\W+([0-9a-f-]{36})/g)], timeout_ms: 30_000 },
      },
    ],
  ],
}
