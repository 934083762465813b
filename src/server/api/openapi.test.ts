import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestTestServer, startTestServer, type TestServer } from '../serve/testing.ts'
import { ROUTES } from './openapi.ts'

const PAGE = readFileSync(new URL('../../../docs/server.md', import.meta.url), 'utf8')

/** The words of every `curl` on the page, as a shell would take them apart. */
const COMMANDS = [...PAGE.matchAll(/^```sh\n(.*?)^```$/gms)]
  .flatMap(([, text = '']) => text.replaceAll('\\\n', ' ').split('\n'))
  .filter((line) => line.startsWith('curl '))
  .map((line) =>
    [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, three]) => one ?? two ?? three ?? ''),
  )

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.end())

/** Sends what the words say. */
function send(words: readonly string[]) {
  const headers: Record<string, string> = {}
  let body: string | undefined
  let socket: string | undefined
  let url = ''
  for (let at = 1; at < words.length; at++) {
    const word = words[at] ?? ''
    const value = words[at + 1] ?? ''
    if (word === '-H') {
      const [, name = '', text = ''] = /^([^:]+): (.*)$/.exec(value) ?? []
      headers[name] = text.replace('$TOKEN', server.token)
    } else if (word === '-d') body = value
    else if (word === '--unix-socket') socket = value.replace(/^~/, server.home)
    else if (word !== '-s') {
      url = word
      continue
    } else continue
    at++
  }
  const { pathname, search } = new URL(url)
  return requestTestServer(server, `${pathname}${search}`, { headers, body, socket })
}

describe('what the page says can be typed', () => {
  it('there is enough of it', () => {
    expect(COMMANDS.length).toBeGreaterThan(10)
  })

  it.each(COMMANDS.map((words) => [words.at(-1), words] as const))('%s', async (_url, words) => {
    const { status, text } = await send(words)
    expect(status, text).toBe(200)
    expect(text).not.toBe('')
  })

  it('every route stands on it', () => {
    for (const { path } of ROUTES) expect(PAGE, path).toContain(path.replace('.json', ''))
  })

  it('it names every option of the command', () => {
    const help = readFileSync(new URL('../../cli/serve.ts', import.meta.url), 'utf8')
    const options = [...help.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, option = '']) => option)
    expect(options.length).toBeGreaterThan(8)
    for (const option of options) expect(PAGE).toContain(option)
  })

  it('the socket lies where it says', () => {
    expect(server.socket).toBe(join(server.home, '.irongate/state/server/socket'))
  })
})
