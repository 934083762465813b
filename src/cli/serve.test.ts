import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requestTestServer } from '../server/serve/testing.ts'
import { UsageError } from './io.ts'
import { run as pair } from './pair.ts'
import { run as serve } from './serve.ts'
import { consentingPerson, runIn } from './testing.ts'
import type { TypingPerson } from './typing-person.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-serve-'))
  mkdirSync(join(home, '.irongate/state'), { recursive: true, mode: 0o700 })
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const place = () => join(home, '.irongate/state/server')
const AGENT: TypingPerson = { notAPerson: () => 'an agent is above', challenge: () => true }
const REFUSING: TypingPerson = { notAPerson: () => undefined, challenge: () => false }

interface Started {
  readonly url: string
  readonly address?: string
  readonly socket?: string
  readonly tokenFile: string
}

/** Runs the command, and something while it runs. */
async function whileServing<T>(
  {
    args = [],
    person = consentingPerson(),
    terminal = true,
  }: { args?: readonly string[]; person?: TypingPerson; terminal?: boolean },
  during: (started: Started) => Promise<T>,
): Promise<T> {
  const { promise: stopped, resolve: end } = Promise.withResolvers<void>()
  return new Promise<T>((resolve, reject) => {
    const io = {
      out: (text: string) => during(JSON.parse(text)).then(resolve, reject).finally(end),
      error: () => undefined,
      colour: false,
    }
    serve(['--json', '--port', '0', '--home', home, ...args], io, person, {
      hasTerminal: () => terminal,
      stopped: () => stopped,
      threads: 0,
    }).catch(reject)
  })
}

const rightsOf = async ({ url }: Started, key: string): Promise<readonly string[]> =>
  (await requestTestServer({ port: Number(new URL(url).port) }, '/api/v1/whoami', { key })).json.rights
const keyIn = (address = '') => address.split('#key=')[1] ?? ''

describe('irongate serve', () => {
  it('gives a person who starts it on a terminal a key that may answer, and ends it with the run', async () => {
    const asked: string[] = []
    await whileServing({ person: consentingPerson(asked) }, async (started) => {
      expect(asked.length).toBe(1)
      expect(await rightsOf(started, keyIn(started.address))).toContain('answer')
      expect(await rightsOf(started, readFileSync(started.tokenFile, 'utf8').trim())).toEqual(['read', 'submit'])
      expect(statSync(started.tokenFile).mode & 0o077).toBe(0)
      expect(statSync(join(place(), 'address.json')).mode & 0o077).toBe(0)
    })
    await expect.poll(() => existsSync(join(place(), 'address.json'))).toBe(false)
    expect(readdirSync(join(place(), 'pairings'))).toEqual([])
    expect(existsSync(join(place(), 'socket'))).toBe(false)
  })

  it.each([
    ['an agent', { person: AGENT }],
    ['a service without a terminal', { terminal: false }],
  ])('gives %s none', async (_name, how) => {
    await whileServing(how, async (started) => {
      expect(started.address).toBeUndefined()
      expect(readdirSync(place())).not.toContain('pairings.json')
      expect(readdirSync(join(place(), 'pairings'))).toEqual([])
    })
  })

  it('starts nothing for a person who does not confirm', async () => {
    const io = { out: () => undefined, error: () => undefined, colour: false }
    const around = { hasTerminal: () => true, stopped: async () => undefined }
    expect(await serve(['--home', home], io, REFUSING, around)).toBe(20)
    expect(existsSync(place())).toBe(false)
  })

  it('keeps its token from run to run, and runs once', async () => {
    const first = await whileServing({}, async (started) => {
      await expect(whileServing({}, async () => undefined)).rejects.toThrow(/runs already/)
      return readFileSync(started.tokenFile, 'utf8')
    })
    await expect.poll(() => existsSync(join(place(), 'address.json'))).toBe(false)
    const second = await whileServing({}, async (started) => readFileSync(started.tokenFile, 'utf8'))
    expect(second).toBe(first)
  })

  it.each([
    [['--listen', '0.0.0.0'], /needs --tls-cert/],
    [['--listen', '192.0.2.1'], /needs --tls-cert/],
    [['--listen', 'example.com', '--behind-proxy'], /no address/],
    [['--tls-cert', 'a.pem'], /go together/],
    [['--port', '99999'], /no port/],
    [['--public-url', 'gate.example.com'], /no address such as/],
    [['--public-url', 'https://a:b@gate.example.com'], /no address such as/],
    [['more'], /no option/],
  ])('%j is refused', async (args, words) => {
    const found = await whileServing({ args }, async () => undefined).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(found).toBeInstanceOf(UsageError)
    expect(String(found)).toMatch(words)
  })

  it('listens elsewhere behind a proxy, under the name that was given and no other', async () => {
    const args = ['--listen', '0.0.0.0', '--behind-proxy', '--public-url', 'https://gate.example.com']
    await whileServing({ args }, async ({ url, socket, tokenFile }) => {
      expect(url).toBe('https://gate.example.com')
      const key = readFileSync(tokenFile, 'utf8').trim()
      expect((await requestTestServer({ port: 0 }, '/api/v1/whoami', { key, socket })).status).toBe(200)
    })
  })

  it('speaks TLS', async () => {
    const [cert, key] = [join(home, 'cert.pem'), join(home, 'key.pem')]
    const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
    execFileSync('openssl', [...words, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], { stdio: 'ignore' })
    await whileServing({ args: ['--tls-cert', cert, '--tls-key', key] }, async ({ url, tokenFile }) => {
      expect(url).toMatch(/^https:/)
      const headers = { Authorization: `Bearer ${readFileSync(tokenFile, 'utf8').trim()}`, Origin: url }
      const status = await new Promise((resolve, reject) => {
        request(
          `${url}/api/v1/whoami`,
          { ca: readFileSync(cert), headers, checkServerIdentity: () => undefined },
          (response) => {
            response.resume()
            resolve(response.statusCode)
          },
        )
          .on('error', reject)
          .end()
      })
      expect(status).toBe(200)
    })
  })
})

describe('irongate pair', () => {
  it('gives a person a key for the server that runs, and nobody else one', async () => {
    expect((await runIn(home, pair, [], consentingPerson())).error).toContain('no server runs')
    await whileServing({ terminal: false }, async (started) => {
      expect((await runIn(home, pair, ['--json'], AGENT)).status).toBe(20)
      expect((await runIn(home, pair, ['--json'], REFUSING)).error).toContain('not confirmed')
      expect(readdirSync(join(place(), 'pairings'))).toEqual([])
      const { out } = await runIn(home, pair, ['--json', '--name', 'eve'], consentingPerson())
      const key = keyIn(JSON.parse(out).address)
      expect(await rightsOf(started, key)).toContain('policy')
      expect(
        readFileSync(join(place(), 'pairings', readdirSync(join(place(), 'pairings'))[0] ?? ''), 'utf8'),
      ).toContain('eve')
    })
  })
})
