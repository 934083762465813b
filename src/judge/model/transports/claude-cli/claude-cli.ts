import type { NotReady } from '../../failure.ts'
import { DEFAULT_MODEL, isClaudeName } from '../../models.ts'
import { fingerprint } from '../../refused-key-latch.ts'
import type { ModelSettings } from '../../settings.ts'
import type { Connection, ModelClient, RequestBlock, Transport } from '../../transport.ts'
import { withDeadline } from '../deadline.ts'
import { type ClientEdge, chosenClient, type LocalClient } from '../local/chosen-client.ts'
import type { AnsweringClient } from '../local/question-queue.ts'
import { residentPool } from '../local/residents.ts'
import { claudeCommand } from './command.ts'
import { startResidentClaude, userMessage } from './resident.ts'

const ID = 'claude-cli'

/** The person's own logged-in Claude Code: no key, and it counts against their plan. */
export function claudeCliTransport(edge: ClientEdge): Transport {
  return {
    id: ID,
    traits: { stop: true, namesModel: true },
    models: ({ model, clients }) => ({
      named: clients.get(ID)?.model ?? model,
      fallback: DEFAULT_MODEL,
      serves: isClaudeName,
    }),
    toWire: ({ model, system, limit, stop, blocks }) => ({ model, system, limit, stop, ...userMessage(blocks()) }),
    connect: async (settings: ModelSettings): Promise<Connection | NotReady> => {
      const place = await chosenClient(ID, settings.clients.get(ID), edge)
      if ('cause' in place) return place
      return { client: clientAt(place), secrets: [], print: fingerprint([ID, ...place.argv]), login: 'settings' }
    },
  }
}

function clientAt(place: LocalClient): ModelClient {
  return {
    send: (call) =>
      withDeadline(call, (signal) => {
        const command = claudeCommand(place, call.request)
        return RESIDENTS.get(command.name, () => startResidentClaude(command)).ask(call.request.blocks(), signal)
      }),
  }
}

const RESIDENTS = residentPool<AnsweringClient<readonly RequestBlock[]>>()
