import type { NotReady } from '../../failure.ts'
import { fingerprint } from '../../refused-key-latch.ts'
import type { AcpClient, ModelSettings } from '../../settings.ts'
import type { Connection, ModelClient, ModelRequest, Transport } from '../../transport.ts'
import { withDeadline } from '../deadline.ts'
import { type ClientEdge, chosenClient, type LocalClient } from '../local/chosen-client.ts'
import type { AnsweringClient } from '../local/question-queue.ts'
import { residentPool } from '../local/residents.ts'
import { acpCommand, foreignInstructions, keptConversations } from './command.ts'
import { startAcpClient } from './resident.ts'

const ID = 'acp'

const DEFAULT_MODELS: Readonly<Record<AcpClient, string>> = { gemini: 'gemini-3.8-flash', qwen: 'qwen3-coder-plus' }

/** The person's own Gemini CLI or Qwen Code, by the Agent Client Protocol. It has no stop sequence and no limit of tokens. */
export function acpTransport(edge: ClientEdge): Transport {
  return {
    id: ID,
    traits: { stop: false, namesModel: true },
    models: ({ model, clients }) => {
      const chosen = clients.get(ID)
      const name = chosen?.client ?? 'gemini'
      return {
        // A model of another transport on the person's list is none of this one.
        named: chosen?.model ?? (model?.startsWith(name) ? model : undefined),
        fallback: DEFAULT_MODELS[name],
        serves: (other) => other.startsWith(name),
      }
    },
    toWire: ({ model, system, blocks }) => ({
      model,
      system,
      prompt: blocks().map(({ text }) => ({ type: 'text', text })),
    }),
    connect: async (settings: ModelSettings): Promise<Connection | NotReady> => {
      const chosen = settings.clients.get(ID)
      const place = await chosenClient(ID, chosen, edge)
      if ('cause' in place) return place
      const name = chosen?.client
      if (name === undefined)
        return { cause: 'misconfigured', reason: 'judge.clients.acp.client is missing; run `irongate judge setup`' }
      const foreign = foreignInstructions(name, place)
      if (foreign !== undefined) {
        const reason = `Gemini CLI puts ${foreign} before every question; move it away`
        return { cause: 'misconfigured', reason }
      }
      return { client: clientAt(name, place), secrets: [], print: fingerprint([ID, ...place.argv]), login: 'settings' }
    },
  }
}

function clientAt(name: AcpClient, place: LocalClient): ModelClient {
  return {
    send: (call) =>
      withDeadline(call, (signal) => {
        const command = acpCommand(name, place, call.request)
        const start = () => startAcpClient(command, keptConversations(name, place))
        return RESIDENTS.get(JSON.stringify(command), start).ask(call.request, signal)
      }),
  }
}

const RESIDENTS = residentPool<AnsweringClient<ModelRequest>>()
