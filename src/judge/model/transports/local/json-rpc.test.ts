import { tmpdir } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import { type RpcNotification, type RpcProcess, startRpcProcess } from './json-rpc.ts'

const started: RpcProcess[] = []
afterEach(() => {
  for (const one of started.splice(0)) one.kill()
})

/** A program that answers each message by this expression of it: a list of lines. */
function start(expression: string, refuse: (method: string) => object | undefined = () => undefined): RpcProcess {
  const code = `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const message = JSON.parse(line)
    for (const said of ${expression}) console.log(JSON.stringify(said))
  })`
  const one = startRpcProcess({ argv: [process.execPath, '-e', code], cwd: tmpdir(), env: {} }, refuse)
  started.push(one)
  return one
}

describe('a program that is spoken to in JSON-RPC', () => {
  it.each<[string, string, object]>([
    ['a result', '{ id, result: 7 }', { result: 7, error: undefined }],
    [
      'an error',
      "{ id, error: { code: -1, message: 'no', data: { x: 1 } } }",
      { result: undefined, error: { code: -1, message: 'no', data: { x: 1 } } },
    ],
    ['an error without words', '{ id, error: {} }', { error: { code: undefined, message: '' } }],
    ['an error that is a text', "{ id, error: 'no' }", { error: { message: '' } }],
    ['an error whose words are a number', '{ id, error: { message: 7 } }', { error: { message: '' } }],
    ['no error', '{ id, result: 7, error: null }', { result: 7, error: undefined }],
    ['neither', '{ id }', { result: undefined, error: undefined }],
  ])('answers with %s', async (_name, said, expected) => {
    const client = start(`((id) => [${said}])(message.id)`)
    expect(await client.request('ask', { a: 1 })).toMatchObject(expected)
  })

  it('answers belong to their requests, in whatever order they come', async () => {
    const client = start(
      "message.method === 'second' ? [{ id: 2, result: 'two' }, { id: 1, result: 'one' }, { id: 1, result: 'again' }, { id: 99, result: 'nobody' }] : []",
    )
    const answers = await Promise.all([client.request('first', {}), client.request('second', {})])
    expect(answers.map((answer) => answer?.result)).toEqual(['one', 'two'])
  })

  it('what it says by itself is heard, and what it asks for is refused', async () => {
    const heard: (RpcNotification | undefined)[] = []
    const client = start(
      `message.method === 'go' ? [{ method: 'told', params: { a: 1 } }, { method: 'bare' }, { id: 'x', method: 'may', params: {} }, { id: 0, method: 'give', params: 7 }]
        : [{ method: 'was told', params: message }]`,
      (method) => (method === 'may' ? { outcome: 'no' } : undefined),
    )
    const all = new Promise<void>((resolve) => {
      client.listen((message) => {
        heard.push(message)
        if (heard.length === 6) resolve()
      })
    })
    client.notify('go', {})
    await all
    expect(heard).toEqual([
      { method: 'told', params: { a: 1 } },
      { method: 'bare', params: {} },
      { method: 'may', params: {} },
      { method: 'give', params: {} },
      { method: 'was told', params: { jsonrpc: '2.0', id: 'x', result: { outcome: 'no' } } },
      { method: 'was told', params: { jsonrpc: '2.0', id: 0, error: { code: -32_601, message: 'not for a judge' } } },
    ])
  })

  it('that ends answers nobody, and says so', async () => {
    const client = start("message.method === 'end' ? [process.exit(0)] : []")
    const ended = new Promise((resolve) => client.listen(resolve))
    const waiting = [client.request('ask', {}), client.request('end', {})]
    expect(await Promise.all(waiting)).toEqual([undefined, undefined])
    expect(await ended).toBeUndefined()
    expect(client.running).toBe(false)
    expect(await client.request('ask', {})).toBeUndefined()
  })
})
