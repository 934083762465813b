import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serverFolder } from '../access/folder.ts'
import { serverToken } from '../access/token.ts'
import { type Listening, listenAt } from '../serve/listen.ts'
import { serviceFor } from '../serve/service.ts'
import { requestTestServer } from '../serve/testing.ts'
import type { Store } from '../store/store.ts'
import { createRequestListener } from './listener.ts'

/** Every question fails. */
function deadStore(): Store {
  const fails = async () => {
    throw new Error('the disk is gone')
  }
  const failsLater = async function* () {
    yield await fails()
  }
  const documents = { get: fails, list: fails, put: fails, remove: fails }
  const rest = {
    append: fails,
    positions: fails,
    page: fails,
    sessions: fails,
    machines: fails,
    overview: fails,
    heads: fails,
    erase: fails,
  }
  return { ...rest, query: failsLater, chain: failsLater, documents, close: async () => undefined }
}

let home: string
let listening: Listening
let end: () => Promise<void>
let key: string
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'irongate-dead-'))
  const folder = serverFolder(home)
  key = serverToken(folder)
  const place = { address: '127.0.0.1', port: 0, tls: undefined, behindProxy: false }
  const { service, stop } = await serviceFor(
    { home, place, record: true, say: () => undefined, threads: 0 },
    { folder, run: 'r' },
  )
  listening = await listenAt(
    place,
    createRequestListener({ ...service, store: deadStore() }, () => undefined),
  )
  end = stop
})
afterAll(async () => {
  await listening.close()
  await end()
  rmSync(home, { recursive: true, force: true })
})

const get = (path: string) => requestTestServer(listening, `/api/v1${path}`, { key })

it.each(['/records', '/records/m/a', '/sessions', '/sessions/m/a', '/machines', '/overview'])(
  '%s says that the store is away',
  async (path) => {
    const { status, json } = await get(path)
    expect(status).toBe(503)
    expect(json.error).toContain('the disk is gone')
  },
)

it('its health is told', async () => {
  expect(await get('/health')).toMatchObject({ status: 503, json: { ok: false } })
})

it.each([
  ['ls', 'allow'],
  ['rm -rf /', 'deny'],
])('%s is decided as ever: %s', async (command, outcome) => {
  const body = { tool: 'Bash', input: { command }, cwd: home }
  const { status, json } = await requestTestServer(listening, '/api/v1/check', { key, body })
  expect(status).toBe(200)
  expect(json.outcome).toBe(outcome)
  // Its Record is a line in a file, which needs no store.
  expect(json.record).toMatch(/^[0-9a-f]{8}$/)
})
