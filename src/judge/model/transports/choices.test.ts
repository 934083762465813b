import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findJudgeChoices } from './choices.ts'
import { LOCAL_SERVERS } from './messages/local-servers.ts'

let home: string
const servers: Server[] = []
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'choices-')))
})
afterEach(async () => {
  rmSync(home, { recursive: true, force: true })
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

function program(path: string, script: string, mode = 0o755): string {
  const file = join(home, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${script}\n`)
  chmodSync(file, mode)
  return file
}
const status = (fields: object) => `[ "$*" = 'auth status' ] && echo '${JSON.stringify(fields)}'`
const found = (path = '') => findJudgeChoices({ home, path, servers: [] })

async function serve(body: string, headers: Readonly<Record<string, string>> = {}, code = 200): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/elsewhere') response.end(JSON.stringify({ data: [{ id: 'other' }] }))
    else if (request.url === '/v1/models') response.writeHead(code, headers).end(body)
    else response.writeHead(404).end()
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('Claude Code', () => {
  it.each<[string, object, object]>([
    [
      'by a plan',
      { loggedIn: true, email: 'anna@example.com', authMethod: 'claude.ai' },
      {
        title: 'Claude Code, logged in as anna@example.com',
        billing: 'plan',
        terms: 'Each check counts against the limits of your Claude plan, under its terms.',
      },
    ],
    [
      'by a key',
      { loggedIn: true, email: 7, authMethod: 'api_key' },
      {
        title: 'Claude Code, logged in',
        billing: 'metered',
        terms: 'Each check is paid for with the key that Claude Code uses.',
      },
    ],
  ])('that is logged in %s', async (_name, fields, expected) => {
    const file = program('.local/bin/claude', status(fields))
    expect(await found()).toEqual([
      { transport: 'claude-cli', settings: { transports: ['claude-cli'] }, program: file, ...expected },
    ])
  })

  it.each<[string, string]>([
    ['logged out', status({ loggedIn: false })],
    ['not sure', status({ loggedIn: 'yes' })],
    ['broken', 'echo nonsense'],
    ['silent', 'exit 0'],
    ['another kind of program', 'echo 7'],
  ])('that is %s is no choice', async (_name, script) => {
    program('.local/bin/claude', script)
    expect(await found()).toEqual([])
  })
})

describe('Codex', () => {
  it.each<[string, string, object]>([
    [
      'with a plan',
      'echo "Logged in using ChatGPT" >&2',
      {
        title: 'Codex, logged in with ChatGPT',
        billing: 'plan',
        terms: 'Each check counts against the limits of your ChatGPT plan, under its terms.',
      },
    ],
    [
      'with a key',
      'echo "Logged in using an API key"',
      {
        title: 'Codex, logged in',
        billing: 'metered',
        terms: 'Each check is paid for with the key that Codex uses.',
      },
    ],
  ])('that is logged in %s', async (_name, script, expected) => {
    const file = program('.local/bin/codex', `[ "$*" = 'login status' ] || exit 9; ${script}`)
    expect(await found()).toEqual([
      { transport: 'codex-cli', settings: { transports: ['codex-cli'] }, program: file, ...expected },
    ])
  })

  it.each([1, 3, 127])('that says so by the status %i is no choice', async (code) => {
    program('.local/bin/codex', `echo "Logged in using ChatGPT"; exit ${code}`)
    expect(await found()).toEqual([])
  })

  it('that is killed is no choice', async () => {
    program('.local/bin/codex', 'echo "Logged in using ChatGPT"; kill -9 $$')
    expect(await found()).toEqual([])
  })
})

describe('where a client is looked for', () => {
  const IN = status({ loggedIn: true })
  const where = async (path: string) => (await found(path)).map((choice) => choice.program)

  it('on the PATH first, then where its installers put it, in order', async () => {
    const [last, second, first] = [
      program('.claude/local/claude', IN),
      program('.local/bin/claude', IN),
      program('bin/claude', IN),
    ]
    expect(await where(`${home}/none:${home}/bin`)).toEqual([first])
    expect(await where('')).toEqual([second])
    rmSync(second)
    expect(await where('')).toEqual([last])
  })

  it('not in the folder of whoever asks, whatever the PATH says', async () => {
    const file = program('bin/claude', IN)
    const before = process.cwd
    process.cwd = () => dirname(file)
    try {
      expect(await where('.:bin:')).toEqual([])
    } finally {
      process.cwd = before
    }
  })

  it('what cannot be run, and a folder of its name, is passed over', async () => {
    program('a/claude', IN, 0o644)
    mkdirSync(join(home, 'b/claude'), { recursive: true })
    const file = program('c/claude', IN)
    expect(await where(['a', 'b', 'c'].map((name) => join(home, name)).join(':'))).toEqual([file])
  })

  it('a link is followed: what is stored is the file itself', async () => {
    const file = program('package/claude', IN)
    mkdirSync(join(home, 'bin'))
    symlinkSync(file, join(home, 'bin/claude'))
    expect(await where(join(home, 'bin'))).toEqual([file])
  })

  it('it is asked with nothing of our environment', async () => {
    program('.local/bin/claude', `cd ~ && env > seen; ${IN}`)
    process.env['SECRET_OF_OURS'] = 'x'
    try {
      await found()
    } finally {
      delete process.env['SECRET_OF_OURS']
    }
    const { readFileSync } = process.getBuiltinModule('node:fs')
    const seen = readFileSync(join(home, 'seen'), 'utf8').split('\n')
    expect(seen).toEqual(expect.arrayContaining([`HOME=${home}`, 'DISABLE_AUTOUPDATER=1']))
    expect(seen.join()).not.toContain('SECRET_OF_OURS')
  })
})

describe('a server on this machine', () => {
  const asked = async (baseUrl: string) =>
    findJudgeChoices({ home, path: '', servers: [{ title: 'A server', baseUrl }] })

  it.each<[string, object, string, string]>([
    ['one model', { data: [{ id: 'qwen3:8b' }] }, 'the model qwen3:8b', 'qwen3:8b'],
    ['two', { data: [{ id: 'a' }, { id: 'b' }] }, '2 models, of which a', 'a'],
    [
      'names that are none',
      { data: [null, 7, {}, { id: 7 }, { id: 'x y' }, { id: '' }, { id: 'a' }] },
      'the model a',
      'a',
    ],
    ['a name of 120 letters', { data: [{ id: 'a'.repeat(120) }] }, `the model ${'a'.repeat(120)}`, 'a'.repeat(120)],
  ])('that has %s', async (_name, body, words, model) => {
    const baseUrl = await serve(JSON.stringify(body))
    expect(await asked(baseUrl)).toEqual([
      {
        transport: 'messages',
        title: `A server on this machine, with ${words}`,
        billing: 'local',
        terms: 'Nothing leaves this machine, and nothing is paid.',
        settings: { transports: ['messages'], baseUrl, model },
      },
    ])
  })

  it.each<[string, string, Readonly<Record<string, string>>, number]>([
    ['has no model', '{"data":[]}', {}, 200],
    ['has only names that are none', '{"data":[{"id":"<script>"},{"id":7}]}', {}, 200],
    ['has a name of 121 letters', JSON.stringify({ data: [{ id: 'a'.repeat(121) }] }), {}, 200],
    ['has no list', '{"data":{"id":"a"}}', {}, 200],
    ['is another one', '<html>hello</html>', {}, 200],
    ['says null', 'null', {}, 200],
    ['sends elsewhere', '', { location: '/elsewhere' }, 302],
  ])('that %s is no choice', async (_name, body, headers, code) => {
    expect(await asked(await serve(body, headers, code))).toEqual([])
  })

  it('that says nothing is not waited for', async () => {
    const server = createServer(() => undefined)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const began = performance.now()
    expect(await asked(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).toEqual([])
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it('comes after a client, and is looked for on this machine alone', async () => {
    program('.local/bin/codex', 'exit 0')
    program('.local/bin/claude', status({ loggedIn: true }))
    const baseUrl = await serve('{"data":[{"id":"a"}]}')
    const choices = await findJudgeChoices({ home, path: '', servers: [{ title: 'A server', baseUrl }] })
    expect(choices.map(({ transport }) => transport)).toEqual(['claude-cli', 'codex-cli', 'messages'])
    expect(LOCAL_SERVERS.map(({ baseUrl: url }) => url)).toEqual(
      [11_434, 1_234, 8_080, 8_000].map((port) => `http://127.0.0.1:${port}`),
    )
  })
})

describe('a client with its own key', () => {
  const qwen = (auth: unknown) => ['.qwen/settings.json', JSON.stringify({ security: { auth } })] as const
  const KEY = { selectedType: 'openai', apiKey: 'k' }

  it.each<['gemini' | 'qwen', string, string, string]>([
    ['gemini', '.gemini/.env', 'GEMINI_API_KEY=k', 'Gemini CLI'],
    ['gemini', '.gemini/.env', 'X=1\n  GOOGLE_API_KEY = k\n', 'Gemini CLI'],
    ['qwen', ...qwen(KEY), 'Qwen Code'],
  ])('%s, by %s of %j', async (client, path, text, title) => {
    const file = program(`.local/bin/${client}`, 'exit 1')
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
    expect(await found()).toEqual([
      {
        transport: 'acp',
        title: `${title}, with its own key`,
        billing: 'metered',
        terms: `Each check is paid for with the key that ${title} uses.`,
        settings: { transports: ['acp'] },
        program: file,
        client,
      },
    ])
    rmSync(file)
    expect(await found()).toEqual([])
  })

  it.each<['gemini' | 'qwen', string, string]>([
    ['gemini', '.gemini/.env', 'GEMINI_API_KEY='],
    ['gemini', '.gemini/.env', '# GEMINI_API_KEY=k'],
    ['gemini', '.gemini/other', 'GEMINI_API_KEY=k'],
    ['qwen', ...qwen({ ...KEY, selectedType: 'oauth' })],
    ['qwen', ...qwen({ ...KEY, apiKey: '' })],
    ['qwen', ...qwen({ ...KEY, apiKey: 7 })],
    ['qwen', ...qwen('openai')],
    ['qwen', ...qwen(null)],
    ['qwen', '.qwen/settings.json', 'no JSON'],
  ])('%s, by %s of %j, is no choice', async (client, path, text) => {
    program(`.local/bin/${client}`, 'exit 0')
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text)
    expect(await found()).toEqual([])
  })
})
