import type { ServerResponse } from 'node:http'
import type { Said, Scripts } from './messages-server.ts'
import { type Asked, type Dialect, type ScriptedServer, startScripted } from './scripted.ts'

/** Gemini's REST API, as far as one client needs it. */
const GEMINI: Dialect = {
  read: (url, body) => (/enerateContent/.test(url) ? askedIn(JSON.parse(body), url) : undefined),
  write,
}

export const startGeminiServer = (scripts: Scripts): Promise<ScriptedServer> => startScripted(GEMINI, scripts)

interface Part {
  readonly text?: string
  readonly functionResponse?: { readonly id?: string; readonly name: string; readonly response: unknown }
}

interface Content {
  readonly role: string
  readonly parts: readonly Part[]
}

const isStream = (url: string) => url.includes('streamGenerateContent')

/** What is asked beside the conversation, such as which model to take, is no turn of it. */
function askedIn({ contents = [] }: { readonly contents?: readonly Content[] }, url: string): Asked {
  if (!isStream(url)) return { conversation: '', prompts: [], results: new Map() }
  const answers = ({ parts }: Content) => parts.filter(({ functionResponse }) => functionResponse)
  const prompts = contents.flatMap((content, at) =>
    content.role === 'user' && answers(content).length === 0
      ? [
          {
            text: JSON.stringify(content.parts),
            answered: contents.slice(at).filter((one) => answers(one).length > 0).length,
          },
        ]
      : [],
  )
  const results = contents.flatMap((content, at) =>
    answers(content).map(
      ({ functionResponse }, index) =>
        [functionResponse?.id ?? `${at}_${index}`, JSON.stringify(functionResponse?.response)] as const,
    ),
  )
  return { conversation: JSON.stringify(contents), prompts, results: new Map(results) }
}

function write(response: ServerResponse, says: readonly Said[], url: string): void {
  const parts = isStream(url)
    ? says.map((thing) =>
        typeof thing === 'string' ? { text: thing } : { functionCall: { name: thing.tool, args: thing.input } },
      )
    : [{ text: JSON.stringify({ reasoning: 'x', model_choice: 'flash', complexity_score: 1 }) }]
  const whole = JSON.stringify({
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: 'scripted',
  })
  const type = isStream(url) ? 'text/event-stream' : 'application/json'
  response.writeHead(200, { 'content-type': type }).end(isStream(url) ? `data: ${whole}\r\n\r\n` : whole)
}
