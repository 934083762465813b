import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { failureVerdict, refusedKeyVerdict } from '../../failure.ts'
import { classifyError, isTransient, retryAfter } from './failures.ts'
import { ConnectionError } from './fetch.ts'
import { createKeyFinder } from './key.ts'

const NONE: readonly string[] = []

describe('what an error means', () => {
  it.each([
    [401, 'refused-key'],
    [403, 'refused-key'],
    [429, 'rate-limit'],
    [413, 'too-long'],
    [408, 'server-error'],
    [409, 'server-error'],
    [500, 'server-error'],
    [529, 'server-error'],
    [400, 'misconfigured'],
    [404, 'misconfigured'],
    [499, 'misconfigured'],
  ])('%i: %s', (status, kind) => {
    expect(classifyError({ status, message: 'x' }, undefined, NONE).kind).toBe(kind)
  })

  it.each([
    [400, 'prompt is too long: 9 tokens', 'too-long'],
    [400, 'too many input tokens', 'too-long'],
    [400, 'exceeds the context window', 'too-long'],
    [404, 'prompt is too long', 'misconfigured'],
    [400, 'no such field', 'misconfigured'],
  ])('%i %s: %s', (status, apiMessage, kind) => {
    expect(classifyError({ status, apiMessage }, undefined, NONE).kind).toBe(kind)
  })

  it.each<[string, unknown, string, string]>([
    ['a broken connection', new Error('x', { cause: new ConnectionError('ECONNRESET') }), 'network', 'ECONNRESET'],
    ['an answer that is not whole', new SyntaxError('x'), 'server-error', 'not whole'],
    ['a fault of ours', new Error('oops'), 'crashed', 'oops'],
    ['a fault with another cause', new Error('x', { cause: new Error('deep') }), 'crashed', 'deep'],
    ['a fault with a cause that is no error', new Error('oops', { cause: 'deep' }), 'crashed', 'oops'],
    ['no error at all', 'oops', 'crashed', 'oops'],
    ['nothing', null, 'crashed', 'null'],
    ['what the server said', { status: 500, apiMessage: 'busy', message: 'x' }, 'server-error', '500 busy'],
    [
      'what the server left empty',
      Object.assign(new Error('late'), { status: 500, apiMessage: '' }),
      'server-error',
      '500 late',
    ],
    ['a status that is no number', Object.assign(new Error('late'), { status: '500' }), 'crashed', 'late'],
  ])('%s', (_, error, kind, detail) => {
    const failure = classifyError(error, undefined, NONE)
    expect(failure.kind).toBe(kind)
    expect(failure.detail).toContain(detail)
  })

  it.each(['interrupted', 'deadline'] as const)('where the caller or the clock ended it, that is all: %s', (ended) => {
    expect(classifyError({ status: 500, message: 'x' }, ended, NONE)).toEqual({ kind: ended, detail: '' })
  })

  it('no secret is told', () => {
    expect(classifyError(new Error('bad key k-0123456789'), undefined, ['k-0123456789']).detail).not.toContain(
      'k-0123456789',
    )
  })

  it.each([
    ['rate-limit', true],
    ['server-error', true],
    ['network', true],
    ['refused-key', false],
    ['deadline', false],
    ['crashed', false],
  ] as const)('%s is worth another try: %s', (kind, again) => {
    expect(isTransient({ kind, detail: '' })).toBe(again)
  })

  it.each([
    ['2', 2_000],
    ['0', 0],
    ['0.5', 500],
    ['-1', undefined],
    ['soon', undefined],
    [undefined, undefined],
  ])('retry-after %s: %s', (value, wait) => {
    expect(retryAfter({ headers: new Headers(value === undefined ? {} : { 'retry-after': value }) })).toBe(wait)
  })

  it('only headers of the server say how long to wait', () => {
    expect(retryAfter({ headers: { 'retry-after': '2' } })).toBeUndefined()
    expect(retryAfter(undefined)).toBeUndefined()
  })

  it.each([
    ['crashed', 'oops', /\(oops\)/],
    ['crashed', '', /^[^()]*$/],
    ['network', 'ECONNRESET', /\(ECONNRESET\)/],
  ] as const)('%s with %j is told', (kind, detail, words) => {
    const verdict = failureVerdict({ kind, detail })
    expect('reason' in verdict && verdict.reason).toMatch(words)
  })

  it('a refused key: when it is tried again', () => {
    const reason = (wait?: number) => {
      const verdict = refusedKeyVerdict('401', wait)
      return 'reason' in verdict ? verdict.reason : ''
    }
    expect(reason(1_500)).toContain('tried again in 2 s')
    expect(reason()).not.toContain('tried again')
  })
})

describe('the key', () => {
  const OFFICIAL = undefined
  const finder = (settings: object, environment?: string) => createKeyFinder(settings as never, environment)()

  it.each([
    ['of the settings', { apiKey: 'a', apiKeyCommand: 'echo b' }, 'e', { value: 'a', from: 'settings' }],
    ['of the command', { apiKeyCommand: 'echo " b "' }, 'e', { value: 'b', from: 'settings' }],
    ['of the environment', { baseUrl: OFFICIAL }, 'e', { value: 'e', from: 'environment' }],
    ['of the environment, for another endpoint', { baseUrl: 'https://other.example' }, 'e', undefined],
    ['of an empty environment', {}, '', undefined],
    ['of a command that prints nothing', { apiKeyCommand: 'true' }, 'e', undefined],
    ['of a command that fails', { apiKeyCommand: 'echo b; exit 1' }, 'e', undefined],
  ])('%s', async (_, settings, environment, expected) => {
    expect(await finder(settings, environment)).toEqual(expected)
  })

  it('a command is run once, in a clean environment outside the project', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'irongate-key-'))
    const file = join(folder, 'seen')
    const names = ['HOME', 'USER', 'LANG', 'XDG_RUNTIME_DIR', 'DBUS_SESSION_BUS_ADDRESS', 'SSH_AUTH_SOCK']
    for (const name of names) vi.stubEnv(name, `/tmp/${name}`)
    vi.stubEnv('NODE_OPTIONS', '--no-warnings')
    vi.stubEnv('ANTHROPIC_API_KEY', 'stolen')
    try {
      const find = createKeyFinder({ apiKeyCommand: `env >> ${file}; pwd >> ${file}; echo key` } as never, undefined)
      expect(await find()).toEqual({ value: 'key', from: 'settings' })
      expect(await find()).toEqual({ value: 'key', from: 'settings' })
      const lines = readFileSync(file, 'utf8').split('\n')
      for (const name of names)
        expect(
          lines.filter((line) => line === `${name}=/tmp/${name}`),
          name,
        ).toHaveLength(1)
      expect(lines).toContain('/')
      expect(lines.join('\n')).not.toMatch(/NODE_OPTIONS|ANTHROPIC/)
    } finally {
      vi.unstubAllEnvs()
      rmSync(folder, { recursive: true })
    }
  })

  it('a variable that is not set is not handed on', async () => {
    vi.stubEnv('XDG_RUNTIME_DIR', undefined)
    const given = await finder({ apiKeyCommand: 'env | grep -c XDG_RUNTIME_DIR || true' })
    vi.unstubAllEnvs()
    expect(given).toEqual({ value: '0', from: 'settings' })
  })
})
