import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type ClientScript,
  createScriptedClient,
  type ScriptedClient,
} from '../../../../../test/transports/scripted-client.ts'
import { chooseModel } from '../../models.ts'
import { codexCliTransport, DEFAULT_CODEX_MODEL } from './codex-cli.ts'

const NO = '<block>no</block>'
const result = (fields: object) => ({ id: 'same', result: fields })
const error = (message: string) => ({ id: 'same', error: { code: 1, message } })
const event = (method: string, more: object) => ({ method, params: { threadId: 't', ...more } })
const SAID = event('item/completed', { item: { type: 'agentMessage', text: NO } })
const OVER = event('turn/completed', { turn: { status: 'completed', error: null } })
const SERVERS = { files: { command: 'x' }, web: { url: 'y' } }

const ANSWERS: ClientScript = {
  initialize: [result({})],
  'account/read': [result({ account: { type: 'chatgpt' }, requiresOpenaiAuth: true })],
  'config/read': [result({ config: { mcp_servers: SERVERS } })],
  'thread/start': [result({ thread: { id: 't' }, model: 'gpt-x', instructionSources: [] })],
  'turn/start': [result({}), SAID, OVER],
  'thread/unsubscribe': [result({})],
}

let client: ScriptedClient
beforeEach(async () => {
  client = await createScriptedClient({ id: 'codex-cli', transport: codexCliTransport, model: 'gpt-x' })
  client.play(ANSWERS)
})
afterEach(() => client.close())

const sent = (method: string) => client.sent.filter((message) => message['method'] === method)

describe('a judge by Codex', () => {
  it('asks each question in a thread of its own, by one process', async () => {
    const answers = [await client.ask(), await client.ask({}, 'thinking')]
    for (const answer of answers) expect(answer).toMatchObject({ reply: { text: NO, end: 'complete', model: 'gpt-x' } })
    expect(client.starts).toHaveLength(1)
    expect(client.sent.map(({ method }) => method)).toEqual([
      ...['initialize', 'initialized', 'account/read', 'config/read'],
      ...['thread/start', 'turn/start', 'thread/unsubscribe'],
      ...['thread/start', 'turn/start', 'thread/unsubscribe'],
    ])
    expect(sent('turn/start').map(({ params }) => (params as { effort: string }).effort)).toEqual(['low', 'medium'])
  })

  it('may do nothing, keeps nothing and has none of the servers of the person', async () => {
    await client.ask()
    const { cwd } = client.starts[0] ?? { cwd: '' }
    expect(client.sent[0]).toMatchObject({ params: { capabilities: { experimentalApi: true } } })
    expect(client.sent[2]).toMatchObject({ params: { refreshToken: false } })
    expect(client.sent[3]).toMatchObject({ params: { includeLayers: false } })
    expect(sent('thread/start')[0]?.['params']).toEqual({
      ephemeral: true,
      baseInstructions: 'rules',
      developerInstructions: '',
      model: 'gpt-x',
      cwd,
      approvalPolicy: 'never',
      sandbox: 'read-only',
      environments: [],
      config: { mcp_servers: { files: { enabled: false }, web: { enabled: false } } },
    })
    expect(sent('turn/start')[0]?.['params']).toMatchObject({
      threadId: 't',
      input: [
        { type: 'text', text: 'question' },
        { type: 'text', text: 'act' },
      ],
    })
    expect(readdirSync(cwd)).toEqual([])
  })

  it('runs with everything off that it could do beside answering', async () => {
    await client.ask()
    const { started = [], env = {} } = client.starts[0] ?? {}
    const state = join(client.home, '.irongate', 'state')
    expect(started.map((word) => word.replaceAll(state, 'STATE'))).toMatchInlineSnapshot(`
      [
        "app-server",
        "-c",
        "features.apps=false",
        "-c",
        "features.auth_elicitation=false",
        "-c",
        "features.browser_use=false",
        "-c",
        "features.browser_use_external=false",
        "-c",
        "features.code_mode_host=false",
        "-c",
        "features.computer_use=false",
        "-c",
        "features.goals=false",
        "-c",
        "features.guardian_approval=false",
        "-c",
        "features.hooks=false",
        "-c",
        "features.image_generation=false",
        "-c",
        "features.in_app_browser=false",
        "-c",
        "features.in_app_chat=false",
        "-c",
        "features.incremental_tools=false",
        "-c",
        "features.memories=false",
        "-c",
        "features.mentions_v2=false",
        "-c",
        "features.multi_agent=false",
        "-c",
        "features.plugin_sharing=false",
        "-c",
        "features.plugins=false",
        "-c",
        "features.remote_plugin=false",
        "-c",
        "features.shell_snapshot=false",
        "-c",
        "features.shell_tool=false",
        "-c",
        "features.skill_mcp_dependency_install=false",
        "-c",
        "features.skill_search=false",
        "-c",
        "features.sleep_tool=false",
        "-c",
        "features.tool_suggest=false",
        "-c",
        "features.unbounded_connection_retries=false",
        "-c",
        "features.unified_exec=false",
        "-c",
        "features.view_image=false",
        "-c",
        "features.workspace_dependencies=false",
        "-c",
        "agents.enabled=false",
        "-c",
        "allow_login_shell=false",
        "-c",
        "analytics.enabled=false",
        "-c",
        "check_for_update_on_startup=false",
        "-c",
        "include_apps_instructions=false",
        "-c",
        "include_collaboration_mode_instructions=false",
        "-c",
        "include_environment_context=false",
        "-c",
        "include_permissions_instructions=false",
        "-c",
        "memories.generate_memories=false",
        "-c",
        "memories.use_memories=false",
        "-c",
        "orchestrator.mcp.enabled=false",
        "-c",
        "orchestrator.skills.enabled=false",
        "-c",
        "skills.bundled.enabled=false",
        "-c",
        "skills.include_instructions=false",
        "-c",
        "tools.experimental_request_user_input.enabled=false",
        "-c",
        "tools.update_plan.enabled=false",
        "-c",
        "features.skip_host_skill_discovery=true",
        "-c",
        "suppress_unstable_features_warning=true",
        "-c",
        "project_doc_max_bytes=0",
        "-c",
        "web_search="disabled"",
        "-c",
        "notify=[]",
        "-c",
        "history.persistence="none"",
        "-c",
        "developer_instructions=""",
        "-c",
        "model_catalog_json="STATE/judge-clients/codex-models-99d402cefeef3047.txt"",
        "-c",
        "sqlite_home="STATE/judge-clients/codex"",
        "-c",
        "log_dir="STATE/judge-clients/codex"",
      ]
    `)
    const { __CF_USER_TEXT_ENCODING, ...rest } = env
    expect(rest).toEqual({ HOME: client.home, PATH: '/usr/local/bin:/usr/bin:/bin' })
    const catalog = /"(.*)"/.exec(started.find((word) => word.startsWith('model_catalog_json=')) ?? '')?.[1] ?? ''
    expect(JSON.parse(readFileSync(catalog, 'utf8'))).toMatchObject({
      models: [
        {
          slug: 'none',
          shell_type: 'disabled',
          supported_in_api: true,
          supports_reasoning_summaries: false,
          support_verbosity: false,
          supports_parallel_tool_calls: false,
        },
      ],
    })
  })

  it.each<[string, ClientScript, string, string]>([
    ['does not know us', { initialize: [error('too old')] }, 'misconfigured', 'Codex: too old'],
    [
      'has no login',
      { 'account/read': [result({ account: null, requiresOpenaiAuth: true })] },
      'logged-out',
      'run `codex login`',
    ],
    [
      'says nothing of a login that it needs',
      { 'account/read': [result({ requiresOpenaiAuth: true })] },
      'logged-out',
      '',
    ],
    ['cannot read its login', { 'account/read': [error('broken')] }, 'misconfigured', 'Codex: broken'],
    ['cannot read its settings', { 'config/read': [error('broken')] }, 'misconfigured', 'Codex: broken'],
    ['starts no thread', { 'thread/start': [error('no such model')] }, 'misconfigured', 'Codex: no such model'],
    [
      'puts a text before the question',
      { 'thread/start': [result({ thread: { id: 't' }, model: 'gpt-x', instructionSources: ['/x/AGENTS.md'] })] },
      'misconfigured',
      'Codex puts /x/AGENTS.md before every question',
    ],
    [
      'does not say what it puts before the question',
      { 'thread/start': [result({ thread: { id: 't' }, model: 'gpt-x' })] },
      'misconfigured',
      'Codex puts ? before every question',
    ],
    ['starts no turn', { 'turn/start': [error('busy')] }, 'misconfigured', 'Codex: busy'],
    ['ends at once', { initialize: [{ exit: 0 }] }, 'server-error', 'ended without an answer'],
    ['ends before its login', { 'account/read': [{ exit: 1 }] }, 'server-error', 'ended without an answer'],
    ['ends before its settings', { 'config/read': [{ exit: 1 }] }, 'server-error', 'ended without an answer'],
    ['ends before a thread', { 'thread/start': [{ exit: 1 }] }, 'server-error', 'ended without an answer'],
    ['ends before a turn', { 'turn/start': [{ exit: 1 }] }, 'server-error', 'ended without an answer'],
    ['ends in a turn', { 'turn/start': [result({}), SAID, { exit: 1 }] }, 'server-error', 'ended without an answer'],
    [
      'answers in another thread',
      { 'turn/start': [result({}), { ...OVER, params: { threadId: 'u' } }] },
      'deadline',
      '',
    ],
    ['says nothing', { 'turn/start': [result({})] }, 'deadline', ''],
    [
      'runs a command',
      { 'turn/start': [result({}), event('item/started', { item: { type: 'commandExecution' } })] },
      'crashed',
      '',
    ],
    [
      'fails',
      { 'turn/start': [result({}), event('error', { error: { message: 'x', codexErrorInfo: 'serverOverloaded' } })] },
      'server-error',
      'x',
    ],
  ])('that %s gives no answer, and the next question has a client of its own', async (_name, script, kind, words) => {
    client.play({ ...ANSWERS, ...script })
    const answer = await client.ask({}, 'fast', kind === 'deadline' ? 1_500 : 20_000)
    expect(answer).toMatchObject({ failure: { kind } })
    expect('failure' in answer && answer.failure.detail).toContain(words)
    client.play(ANSWERS)
    expect(await client.ask()).toMatchObject({ reply: { text: NO } })
    expect(client.starts).toHaveLength(2)
  })

  it('needs no login where its provider needs none', async () => {
    client.play({ ...ANSWERS, 'account/read': [result({ account: null, requiresOpenaiAuth: false })] })
    expect(await client.ask()).toMatchObject({ reply: { text: NO } })
  })

  it('refuses whatever it is asked for', async () => {
    const wish = { id: 'its own', method: 'item/commandExecution/requestApproval', params: { threadId: 't' } }
    client.play({ ...ANSWERS, 'turn/start': [wish, result({}), SAID, OVER] })
    expect(await client.ask()).toMatchObject({ reply: { text: NO } })
    expect(client.sent.find(({ id }) => id === 'its own')).toMatchObject({ error: { code: -32_601 } })
  })

  it.each([
    [256, 'complete'],
    [257, 'limit'],
  ])('of 64 tokens, an answer of %i characters is %s', async (length, end) => {
    const long = event('item/completed', { item: { type: 'agentMessage', text: 'x'.repeat(length) } })
    client.play({ ...ANSWERS, 'turn/start': [result({}), long, OVER] })
    expect(await client.ask()).toMatchObject({ reply: { end } })
  })
})

describe('which model and login', () => {
  const transport = () => codexCliTransport({ home: client.home, stateFolder: join(client.home, '.irongate', 'state') })

  it.each<[string, string | undefined, string | undefined, string | undefined, string]>([
    ['its own setting', 'gpt-own', 'gpt-b', 'gpt-c', 'gpt-own'],
    ["the judge's", undefined, 'gpt-b', 'gpt-c', 'gpt-b'],
    ["not the judge's of another transport", undefined, 'claude-opus-5', undefined, DEFAULT_CODEX_MODEL],
    ["the agent's", undefined, undefined, 'gpt-c', 'gpt-c'],
    ["the agent's, of another family", undefined, undefined, 'codex-mini', 'codex-mini'],
    ["the agent's, of a third", undefined, undefined, 'o3', 'o3'],
    ["not another maker's", undefined, undefined, 'claude-opus-5', DEFAULT_CODEX_MODEL],
    ['the default', undefined, undefined, undefined, DEFAULT_CODEX_MODEL],
  ])('%s', (_name, own, model, agent, expected) => {
    const [chosen] = client.settings.clients.values()
    if (chosen === undefined) throw new Error('no client')
    const clients = new Map([['codex-cli' as const, own === undefined ? chosen : { ...chosen, model: own }]])
    const range = transport().models({ ...client.settings, model, clients })
    expect(chooseModel({ ...range, ...(agent !== undefined && { agent }) })).toBe(expected)
  })

  it('none is asked that was updated since it was chosen', async () => {
    writeFileSync(join(client.home, 'client.mjs'), '#!/usr/bin/env node\n')
    expect(await transport().connect(client.settings)).toMatchObject({ cause: 'client-changed' })
  })

  it('it cannot stop an answer, and names its model', async () => {
    expect(transport().traits).toEqual({ stop: false, namesModel: true })
    expect(await transport().connect(client.settings)).toMatchObject({ secrets: [], login: 'settings' })
    expect(await transport().connect({ ...client.settings, clients: new Map() })).toMatchObject({
      cause: 'misconfigured',
    })
  })
})
