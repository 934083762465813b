import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Said, Scripts } from './messages-server.ts'

/** A local stand-in for a model behind some API. */
export interface ScriptedServer {
  readonly url: string
  /** Every tool result the client sent back, as text, in order. */
  readonly results: readonly string[]
  /** How many times the client asked for a turn. */
  readonly turns: () => number
  close(): Promise<void>
}

/** What one request to the API is about; undefined for requests that ask for no turn. */
export interface Asked {
  /** The conversation as a whole, for turns that depend on it. */
  readonly conversation: string
  /** What people and parents said, newest last, and how many results the agent got after each. */
  readonly prompts: readonly { readonly text: string; readonly answered: number }[]
  /** Results by the ids of their calls. */
  readonly results: ReadonlyMap<string, string>
}

/** How one API is spoken. */
export interface Dialect {
  read(url: string, body: string): Asked | undefined
  write(response: ServerResponse, says: readonly Said[], url: string): void
}

/** Says what its script says, whatever it is asked. Scripts go by the mark `[[name]]` in the latest marked prompt. */
export async function startScripted(dialect: Dialect, scripts: Scripts): Promise<ScriptedServer> {
  const results = new Map<string, string>()
  let turns = 0
  const server = createServer((request, response) => {
    bodyOf(request)
      .then(async (body) => {
        const asked = request.method === 'POST' ? dialect.read(request.url ?? '', body) : undefined
        if (!asked) {
          response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[],"models":[]}')
          return
        }
        turns++
        for (const [id, text] of asked.results) results.set(id, text)
        if (isInterjected(asked)) await new Promise((next) => setTimeout(next, THINKS_MS))
        dialect.write(response, nextTurn(asked, scripts), request.url ?? '')
      })
      .catch((error) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    get results() {
      return [...results.values()]
    },
    turns: () => turns,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** No model answers at once, and some clients write down what was typed meanwhile only after they sent it. */
const THINKS_MS = 1000

/** A prompt that came while the agent worked, and has no answer yet. */
function isInterjected({ prompts }: Asked): boolean {
  const marked = prompts.filter(({ text }) => MARK.test(text))
  return marked.length > 1 && marked.at(-1)?.answered === 0
}

const MARK = /\[\[[\w-]+\]\]/

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function nextTurn({ prompts, conversation }: Asked, scripts: Scripts): readonly Said[] {
  const last = prompts.findLast(({ text }) => MARK.test(text))
  const mark = [...(last?.text ?? '').matchAll(/\[\[([\w-]+)\]\]/g)].at(-1)?.[1]
  const script = mark !== undefined && Object.hasOwn(scripts, mark) ? scripts[mark] : undefined
  const turn = script?.[last?.answered ?? 0] ?? [script ? 'done' : 'ok']
  if ('says' in turn) return turn.says
  return typeof turn === 'function' ? turn(conversation) : turn
}
