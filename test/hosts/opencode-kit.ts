import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { OPENCODE } from '../../src/integrations/opencode/index.ts'
import { fetchedBy, HOSTS } from './clients.ts'
import { startCompletionsServer } from './completions-server.ts'
import type { Box, Kit } from './kit.ts'

const FOLDER = '.config/opencode'

export const shell = (command: string) => ({ tool: 'bash', input: { command, description: 'a step' } })
const task = (prompt: string) => ({
  tool: 'task',
  input: { description: 'a part', prompt, subagent_type: 'general' },
})
const patch = (...lines: string[]) => ({
  tool: 'apply_patch',
  input: { patchText: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') },
})

/** A name by which the client takes the model for one that patches files; another gets tools that write and edit. */
export const PATCHING = 'gpt-5.5'

export const KIT: Kit = {
  host: OPENCODE,
  client: 'opencode-1.18.33',
  program: join(HOSTS, 'opencode-1.18.33/node_modules/.bin/opencode'),
  folder: FOLDER,
  serve: startCompletionsServer,
  prepare: (box, url) => {
    const server = { type: 'local', command: [process.execPath, resolve('test/hosts/mcp-tool-server.cjs')] }
    const limit = { context: 100_000, output: 4000 }
    const provider = {
      npm: '@ai-sdk/openai-compatible',
      options: { baseURL: `${url}/v1`, apiKey: 'none' },
      models: { scripted: { tool_call: true, limit }, [PATCHING]: { tool_call: true, limit } },
    }
    const settings = {
      model: 'local/scripted',
      small_model: 'local/scripted',
      snapshot: false,
      provider: { local: provider },
      mcp: { demo: server },
    }
    box.write(`${box.home}/${FOLDER}/opencode.json`, JSON.stringify(settings))
    lendPackages(box)
  },
  args: (prompt) => ['run', '--format', 'json', prompt],
  yolo: ['--auto'],
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  }),
  limit: { event: 'tool', twoSeconds: 2000 },
  shell,
  kinds: {
    shell: [[shell('touch the-shell')]],
    edit: [(talk) => [{ tool: 'write', input: { filePath: `${projectIn(talk)}/the-edit`, content: 'x' } }]],
    patch: [[patch('*** Add File: the-patch', '+x')]],
    delete: [[shell('touch gone')], [patch('*** Delete File: gone', '*** Add File: the-delete', '+x')]],
    fetch: [[{ tool: 'webfetch', input: { url: 'http://127.0.0.1:9/the-fetch', format: 'text' } }]],
    mcp: [[{ tool: 'demo_get_weather', input: { name: 'the-mcp' } }]],
    subAgent: [[task('the-subAgent')]],
  },
  window: {
    args: [],
    ready: /Ask anything/,
    settlesMs: 4000,
    // It would ask by itself about what lies outside the project, and the gate would prove nothing.
    prepare: (box) => box.write('opencode.json', '{ "permission": { "external_directory": "allow" } }'),
  },
  command: {
    file: '.opencode/command/tidy.md',
    text: (order) => `---\ndescription: tidies up\n---\nTidy up. ${order} $ARGUMENTS\n`,
  },
  delegate: [[task('[[child]] Do your part.')]],
}

/** The folder that the client says it works in. */
function projectIn(conversation: string): string {
  return /(\/[\w./-]+\/scratch\/home-\w+\/project)/.exec(conversation)?.[1] ?? ''
}

const PACKAGES = ['node_modules', 'package.json', 'package-lock.json']

/** Lends what it would fetch to each account, as links, since it is large. */
function lendPackages({ home, project }: Box): void {
  for (const folder of [join(home, FOLDER), join(project, '.opencode')])
    if (existsSync(folder) && !existsSync(join(folder, 'node_modules')))
      execFileSync('cp', ['-al', ...PACKAGES.map((name) => join(fetchedBy(KIT.client), name)), folder])
}
