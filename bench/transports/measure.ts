import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createModelJudgeFor } from '../../src/judge/model/assemble.ts'
import { judgeRequest, policy } from '../../src/judge/model/testing.ts'
import type { TransportId } from '../../src/judge/model/transport-id.ts'
import { hashOfProgram } from '../../src/judge/model/transports/local/pinned-program.ts'
import { closeResidents } from '../../src/judge/model/transports/local/residents.ts'
import { createTools } from '../../src/tools/registry.ts'
import { startFakeClaude } from '../../test/fake-claude/server.ts'
import { HOSTS, NEW } from '../../test/hosts/clients.ts'
import { COMPLETIONS_API } from '../../test/transports/completions-api.ts'
import { GEMINI_API } from '../../test/transports/gemini-api.ts'
import { RESPONSES_API } from '../../test/transports/responses-api.ts'
import { type Api, startScriptedApi } from '../../test/transports/scripted-api.ts'

/**
 * What a check costs by each transport, against a server that answers at once: `node bench/transports/measure.ts [checks]`.
 * Needs the clients of `npm run test:hosts`.
 */
interface Way {
  readonly name: string
  readonly id: TransportId
  readonly client?: 'gemini' | 'qwen'
  readonly program?: string
  readonly api?: Api
  readonly file?: string
  settle?(url: string): string
}

const program = (folder: string, name: string) => join(HOSTS, folder, 'node_modules/.bin', name)

const WAYS: readonly Way[] = [
  { name: 'messages', id: 'messages' },
  {
    name: 'claude-cli',
    id: 'claude-cli',
    program: NEW,
    file: '.claude/settings.json',
    settle: (url) => JSON.stringify({ env: { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'a-key-for-tests' } }),
  },
  {
    name: 'codex-cli',
    id: 'codex-cli',
    program: program('codex-0.166.0', 'codex'),
    api: RESPONSES_API,
    file: '.codex/config.toml',
    settle: (url) =>
      `model_provider = "scripted"\n[model_providers.scripted]\nname = "scripted"\nbase_url = "${url}/v1"\nexperimental_bearer_token = "x"\nwire_api = "responses"\n`,
  },
  {
    name: 'acp (Gemini CLI)',
    id: 'acp',
    client: 'gemini',
    program: program('gemini-0.61.0', 'gemini'),
    api: GEMINI_API,
    file: '.gemini/settings.json',
    settle: () => JSON.stringify({ security: { auth: { selectedType: 'gemini-api-key' } } }),
  },
  {
    name: 'acp (Qwen Code)',
    id: 'acp',
    client: 'qwen',
    program: program('qwen-0.24.4', 'qwen'),
    api: COMPLETIONS_API,
    file: '.qwen/settings.json',
    settle: (url) =>
      JSON.stringify({ security: { auth: { selectedType: 'openai', apiKey: 'x', baseUrl: `${url}/v1` } } }),
  },
]

const checks = Number(process.argv[2] ?? 20)

async function measure({ name, id, client, program: path, api, file, settle }: Way): Promise<void> {
  const server = api ? await startScriptedApi(api) : await startFakeClaude({ anyFields: true })
  mkdirSync(join(HOSTS, 'scratch'), { recursive: true })
  const home = mkdtempSync(join(HOSTS, 'scratch', 'bench-'))
  mkdirSync(join(home, '.irongate'), { mode: 0o700 })
  if (file !== undefined && settle) {
    mkdirSync(join(home, file, '..'))
    writeFileSync(join(home, file), settle(server.url))
    if (client === 'gemini')
      writeFileSync(join(home, '.gemini/.env'), `GEMINI_API_KEY=x\nGOOGLE_GEMINI_BASE_URL=${server.url}\n`)
  }
  const stateFolder = join(home, '.irongate/state')
  const sha256 = path === undefined ? '' : await hashOfProgram(path, stateFolder)
  const clients = path === undefined ? {} : { [id]: { program: path, sha256, ...(client && { client }) } }
  const settings = {
    ...(id === 'messages' && { baseUrl: server.url, apiKey: 'a-key-for-tests' }),
    // Ten times the usual: a slow start is to be measured, not cut off.
    deadlineMs: 550_000,
    extra: { transports: [id], clients },
  }
  const ruled = policy(settings)
  const judge = createModelJudgeFor(ruled, createTools(), { home, stateFolder })
  let asked = 0
  const check = async (): Promise<number> => {
    const request = judgeRequest(`frobnicate --check-${++asked}`, { policy: ruled })
    const began = performance.now()
    const { verdict } = await judge.judge(request)
    const ms = performance.now() - began
    if (verdict.type !== 'allow') throw new Error(`${name}: ${JSON.stringify(verdict)}`)
    return ms
  }
  const times = async (before: () => void): Promise<number[]> => {
    const all: number[] = []
    for (let at = 0; at < checks; at++) {
      before()
      all.push(await check())
    }
    return all
  }
  await check()
  // What a client does after an answer is not waited for by the next person, who takes longer than this.
  const resident: number[] = []
  for (let at = 0; at < checks; at++) {
    await new Promise((resolve) => setTimeout(resolve, 300))
    resident.push(await check())
  }
  report(name, 'resident', resident)
  const [{ raw, path: to }] = server.seen.map((one) => ({
    raw: one.raw,
    path: 'path' in one ? one.path : one.url,
  })) as [{ raw: string; path: string }]
  const bare: number[] = []
  for (let at = 0; at < checks; at++) {
    const began = performance.now()
    const headers = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01', 'x-api-key': 'x' }
    await (await fetch(`${server.url}${to}`, { method: 'POST', body: raw, headers })).text()
    bare.push(performance.now() - began)
  }
  report(name, 'bare HTTP', bare)
  if (path !== undefined) report(name, 'one-shot', await times(closeResidents))
  closeResidents()
  await server.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 3, retryDelay: 300 })
}

function report(name: string, how: string, times: readonly number[]): void {
  const sorted = times.toSorted((left, right) => left - right)
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  process.stdout.write(`| ${name} | ${how} | ${at(0.5)} | ${at(0.95)} |\n`)
}

process.stdout.write('| Transport | How | Median, ms | p95, ms |\n|---|---|---|---|\n')
for (const way of WAYS) await measure(way)
process.exit(0)
