import type { NotReady } from '../../failure.ts'
import { isClaudeName } from '../../models.ts'
import { fingerprint } from '../../refused-key-latch.ts'
import type { ModelSettings } from '../../settings.ts'
import type { Connection, ModelClient, Transport } from '../../transport.ts'
import { withDeadline } from '../deadline.ts'
import { type ClientEdge, chosenClient, type LocalClient } from '../local/chosen-client.ts'
import type { AnsweringClient } from '../local/question-queue.ts'
import { residentPool } from '../local/residents.ts'
import { codexCommand } from './command.ts'
import { type CodexQuestion, startResidentCodex } from './resident.ts'

const ID = 'codex-cli'

/** Between its smallest and its largest. */
export const DEFAULT_CODEX_MODEL = 'gpt-5.6-terra'

/** The person's own logged-in Codex: no key, and it counts against their plan. It has no stop sequence and no limit of tokens. */
export function codexCliTransport(edge: ClientEdge): Transport {
  return {
    id: ID,
    traits: { stop: false, namesModel: true },
    models: ({ model, clients }) => ({
      // A model of another transport on the person's list is none of this one.
      named: clients.get(ID)?.model ?? (model === undefined || isClaudeName(model) ? undefined : model),
      fallback: DEFAULT_CODEX_MODEL,
      serves: (name) => /^(?:gpt|codex|o\d)/.test(name),
    }),
    toWire: ({ model, system, blocks }) => ({
      model,
      baseInstructions: system,
      input: blocks().map(({ text }) => ({ type: 'text', text })),
    }),
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
        const command = codexCommand(place)
        const client = RESIDENTS.get(JSON.stringify(command), () => startResidentCodex(command))
        return client.ask({ request: call.request, stage: call.stage }, signal)
      }),
  }
}

const RESIDENTS = residentPool<AnsweringClient<CodexQuestion>>()
