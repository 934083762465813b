import type { NotReady } from '../../failure.ts'
import { DEFAULT_MODEL, isClaudeName } from '../../models.ts'
import { fingerprint } from '../../refused-key-latch.ts'
import type { ClaudeSettings } from '../../settings.ts'
import type { Connection, ModelClient, ModelRequest, Transport } from '../../transport.ts'
import { withDeadline } from '../deadline.ts'
import { readyProgram } from '../local/pinned-program.ts'
import { claudeCommand, type JudgeClientPlace } from './command.ts'
import { type ResidentClaude, startResidentClaude, userMessage } from './resident.ts'

export interface ClaudeCliEdge {
  /** Where the client keeps its login. */
  readonly home?: string | undefined
  readonly stateFolder?: string | undefined
}

const ID = 'claude-cli'

/** The person's own logged-in Claude Code: no key, and it counts against their plan. */
export function claudeCliTransport({ home, stateFolder }: ClaudeCliEdge): Transport {
  return {
    id: ID,
    traits: { stop: true, namesModel: true },
    models: ({ model, clients }) => ({
      named: clients.get(ID)?.model ?? model,
      fallback: DEFAULT_MODEL,
      serves: isClaudeName,
    }),
    toWire: ({ model, system, limit, stop, blocks }) => ({ model, system, limit, stop, ...userMessage(blocks()) }),
    connect: async (settings: ClaudeSettings): Promise<Connection | NotReady> => {
      const pinned = settings.clients.get(ID)
      if (pinned === undefined) {
        const reason = 'no program is chosen for claude-cli; run `irongate judge setup`'
        return { cause: 'misconfigured', reason }
      }
      if (home === undefined || stateFolder === undefined)
        return { cause: 'misconfigured', reason: 'claude-cli needs the home of a person' }
      const ready = await readyProgram(ID, pinned, stateFolder)
      if ('cause' in ready) return ready
      const place = { ...ready, home, stateFolder }
      return { client: clientAt(place), secrets: [], print: fingerprint([ID, ...ready.argv]), login: 'settings' }
    },
  }
}

function clientAt(place: JudgeClientPlace): ModelClient {
  return {
    send: (call) =>
      withDeadline(call, async (signal) => residentFor(place, call.request).ask(call.request.blocks(), signal)),
  }
}

/** Each takes some 200 megabytes: two stages of one model, and one that is about to change. */
const MOST_RESIDENTS = 3
const IDLE_MS = 10 * 60_000

interface Kept {
  readonly client: ResidentClaude
  idle: NodeJS.Timeout
}

/** All of this process: policies come and go, and the clients stay. */
const RESIDENTS = new Map<string, Kept>()

function residentFor(place: JudgeClientPlace, request: ModelRequest): ResidentClaude {
  const command = claudeCommand(place, request)
  const known = RESIDENTS.get(command.name)
  RESIDENTS.delete(command.name)
  clearTimeout(known?.idle)
  const client = known?.client.running ? known.client : startResidentClaude(command)
  const idle = setTimeout(() => leave(command.name), IDLE_MS).unref()
  RESIDENTS.set(command.name, { client, idle })
  const rest = [...RESIDENTS].filter(([name, kept]) => name !== command.name && !kept.client.busy)
  for (const [name] of rest.slice(0, Math.max(0, RESIDENTS.size - MOST_RESIDENTS))) leave(name)
  return client
}

function leave(name: string): void {
  const kept = RESIDENTS.get(name)
  RESIDENTS.delete(name)
  clearTimeout(kept?.idle)
  kept?.client.kill()
}

/** Ends all that are running. */
export function closeResidents(): void {
  for (const name of [...RESIDENTS.keys()]) leave(name)
}
