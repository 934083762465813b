import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CATEGORIES } from '../../src/categories/index.ts'
import { EXCEPTIONS } from '../../src/exceptions/index.ts'
import type { Judge } from '../../src/judge/judge.ts'
import { createModelJudgeFor } from '../../src/judge/model/assemble.ts'
import { policy } from '../../src/judge/model/testing.ts'
import type { TransportId } from '../../src/judge/model/transport-id.ts'
import { hashOfProgram } from '../../src/judge/model/transports/local/pinned-program.ts'
import { closeResidents } from '../../src/judge/model/transports/local/residents.ts'
import type { Policy } from '../../src/settings/policy.ts'
import { createTools } from '../../src/tools/registry.ts'
import type { Scripted } from '../../test/fake-claude/script.ts'
import { startFakeClaude } from '../../test/fake-claude/server.ts'
import { startFakeOpenAi } from '../../test/fake-openai/server.ts'
import { HOSTS, NEW } from '../../test/hosts/clients.ts'
import { COMPLETIONS_API } from '../../test/transports/completions-api.ts'
import { GEMINI_API } from '../../test/transports/gemini-api.ts'
import { RESPONSES_API } from '../../test/transports/responses-api.ts'
import { type Api, startScriptedApi } from '../../test/transports/scripted-api.ts'

/** A transport, with the real client where there is one. Needs the clients of `npm run test:hosts`. */
export interface Way {
  readonly name: string
  readonly id: TransportId
  readonly client?: 'gemini' | 'qwen'
  readonly program?: string
  readonly api?: Api
  /** Files of the home, by their paths. */
  readonly files?: (url: string) => Readonly<Record<string, string>>
}

const program = (folder: string, name: string) => join(HOSTS, folder, 'node_modules/.bin', name)

export const WAYS: readonly Way[] = [
  { name: 'messages', id: 'messages' },
  { name: 'openai', id: 'openai' },
  {
    name: 'claude-cli',
    id: 'claude-cli',
    program: NEW,
    files: (url) => ({
      '.claude/settings.json': JSON.stringify({
        env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'a-key-for-tests' },
      }),
    }),
  },
  {
    name: 'codex-cli',
    id: 'codex-cli',
    program: program('codex-0.166.0', 'codex'),
    api: RESPONSES_API,
    files: (url) => ({
      '.codex/config.toml': `model_provider = "scripted"\n[model_providers.scripted]\nname = "scripted"\nbase_url = "${url}/v1"\nexperimental_bearer_token = "x"\nwire_api = "responses"\n`,
    }),
  },
  {
    name: 'acp (Gemini CLI)',
    id: 'acp',
    client: 'gemini',
    program: program('gemini-0.61.0', 'gemini'),
    api: GEMINI_API,
    files: (url) => ({
      '.gemini/settings.json': JSON.stringify({ security: { auth: { selectedType: 'gemini-api-key' } } }),
      '.gemini/.env': `GEMINI_API_KEY=x\nGOOGLE_GEMINI_BASE_URL=${url}\n`,
    }),
  },
  {
    name: 'acp (Qwen Code)',
    id: 'acp',
    client: 'qwen',
    program: program('qwen-0.24.4', 'qwen'),
    api: COMPLETIONS_API,
    files: (url) => ({
      '.qwen/settings.json': JSON.stringify({
        security: { auth: { selectedType: 'openai', apiKey: 'x', baseUrl: `${url}/v1` } },
      }),
    }),
  },
]

interface SeenRequest {
  readonly raw: string
  readonly path?: string
  readonly url?: string
  readonly usage?: object | undefined
}

interface Server {
  readonly url: string
  readonly seen: readonly SeenRequest[]
  play(script: (request: unknown, at: number) => Scripted): void
  close(): Promise<void>
}

/** A way, set up in a home of its own before a server that answers at once. */
export interface OpenWay {
  readonly judge: Judge
  readonly policy: Policy
  readonly server: Server
  close(): Promise<void>
}

/** `now`: the time by which the server forgets what it kept. */
export async function openWay(way: Way, now: () => number = Date.now): Promise<OpenWay> {
  const { id, client, program: path, files } = way
  const server = await serverOf(way, now)
  mkdirSync(join(HOSTS, 'scratch'), { recursive: true })
  const home = mkdtempSync(join(HOSTS, 'scratch', 'bench-'))
  mkdirSync(join(home, '.irongate'), { mode: 0o700 })
  for (const [file, text] of Object.entries(files?.(server.url) ?? {})) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), text)
  }
  const stateFolder = join(home, '.irongate/state')
  const sha256 = path === undefined ? '' : await hashOfProgram(path, stateFolder)
  const clients = path === undefined ? {} : { [id]: { program: path, sha256, ...(client && { client }) } }
  const openai = id === 'openai' && { openai: { baseUrl: server.url, apiKey: 'x', model: 'gpt-5.4-mini' } }
  const ruled = policy({
    ...(id === 'messages' && { baseUrl: server.url, apiKey: 'a-key-for-tests' }),
    // Ten times the usual: a slow start is to be measured, not cut off.
    deadlineMs: 550_000,
    extra: { transports: [id], clients, ...openai },
  })
  const { model: _model, ...judge } = ruled.judge
  // Every rule, as people have them: the shortest prompts would flatter.
  const whole: Policy = {
    ...ruled,
    judge,
    autoMode: {
      ...ruled.autoMode,
      categories: { soft: CATEGORIES.map((category) => category.id), hard: [] },
      exceptions: EXCEPTIONS.map((exception) => exception.id),
    },
  }
  return {
    judge: createModelJudgeFor(whole, createTools(), { home, stateFolder }),
    policy: whole,
    server,
    close: async () => {
      closeResidents()
      await server.close()
      rmSync(home, { recursive: true, force: true, maxRetries: 3, retryDelay: 300 })
    },
  }
}

function serverOf({ id, api }: Way, now: () => number): Promise<Server> {
  if (api) return startScriptedApi(api)
  return id === 'openai' ? startFakeOpenAi() : startFakeClaude({ anyFields: true, now })
}
