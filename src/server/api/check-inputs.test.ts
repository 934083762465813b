import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestTestServer, startTestServer, type TestServer } from '../serve/testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({})
})
afterAll(() => server.end())

describe('what is wrong with a request is told in words for its sender', () => {
  const call = { tool: 'Bash', input: { command: 'ls' }, cwd: '/' }
  it.each([
    [{ ...call, cwd: undefined }, 'cwd is missing'],
    [{ ...call, foo: 1 }, 'foo is no field here'],
    [{ ...call, sesion: 'a' }, 'sesion is no field here; did you mean session?'],
    [{ ...call, tool: 3 }, 'tool must be a text, not 3'],
    [{ ...call, headless: 'yes' }, 'headless must be true or false, not "yes"'],
    [{ ...call, said: 'x' }, 'said must be a list, not "x"'],
    [{ ...call, judge: 'x' }, 'judge must be one of "settings", "embedded", not "x"'],
    [{ ...call, tool: 't'.repeat(300) }, 'tool: Invalid length: Expected <=200 but received 300'],
    [[], 'tool is missing; input is missing; cwd is missing'],
    [7, 'the value must be an object, not 7'],
  ])('%j', async (body, error) => {
    const got = await requestTestServer(server, '/api/v1/check', { key: server.key, body })
    expect([got.status, got.json.error]).toEqual([400, error])
  })
})

describe('times are taken as `irongate log` takes them', () => {
  it.each(['2h', 'yesterday', '2026-11-01', '2026-11-01T14:30Z', '1793500000000'])('%s', async (time) => {
    for (const path of ['records?since=', 'records?until=', 'sessions?since=', 'overview?since='])
      expect((await requestTestServer(server, `/api/v1/${path}${time}`, { key: server.key })).status).toBe(200)
  })

  it.each([
    ['since=2x', /^since: "2x" is no time; write 2h, .*, or milliseconds since 1970$/],
    ['until=', /^until: "" is no time/],
    ['decision=deny', /^decision is no field here; did you mean decisions\?$/],
  ])('%s is refused', async (query, error) => {
    const got = await requestTestServer(server, `/api/v1/records?${query}`, { key: server.key })
    expect(got.status).toBe(400)
    expect(got.json.error).toMatch(error)
  })
})
