import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestTestServer, startTestServer, type TestServer } from '../serve/testing.ts'

let server: TestServer
beforeAll(async () => {
  // As it is shipped: in threads.
  server = await startTestServer({ threads: 1 })
})
afterAll(() => server.end())

const post = (path: string, body: unknown, key = server.key) =>
  requestTestServer(server, `/api/v1${path}`, { key, body })
const bash = (command: string, more = {}) => ({ tool: 'Bash', input: { command }, cwd: server.home, ...more })

describe('/explain', () => {
  it('gives the tree, with the part that the answer comes from', async () => {
    const command = 'cd src && sudo sh -c "rm -rf /etc" | tee log'
    const { json } = await post('/explain', bash(command), server.token)
    const offenders: string[] = []
    const look = (node: { text: string; start: number; end: number; offends: boolean; children: never[] }) => {
      expect(command.slice(node.start, node.end)).toBe(node.text)
      if (node.offends) offenders.push(node.text)
      node.children.forEach(look)
    }
    look(json.tree)
    expect(offenders).toEqual(['rm -rf /etc'])
    expect(json.effects).toContainEqual({ kind: 'delete-path', words: 'deletes /etc', target: '/etc' })
  })

  it('a call without a command has no tree', async () => {
    const { json } = await post('/explain', { tool: 'Read', input: { file_path: '/etc/passwd' }, cwd: '/' })
    expect(json.tree).toBeUndefined()
    expect(json.effects[0].kind).toBe('read-path')
  })

  it('leaves no trace in a session', async () => {
    const written = {
      tool: 'Write',
      input: { file_path: join(server.home, 'b.sh'), content: 'rm -rf /\n' },
      cwd: server.home,
    }
    await post('/explain', { ...written, session: 'three' })
    expect((await post('/check', bash('bash b.sh', { session: 'three' }))).json.category).not.toBe(
      'irreversible-local-destruction',
    )
  })
})
