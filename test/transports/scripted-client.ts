import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StageName } from '../../src/judge/judge.ts'
import { capabilitiesOf } from '../../src/judge/model/models.ts'
import { type ModelSettings, readModelSettings } from '../../src/judge/model/settings.ts'
import { policy } from '../../src/judge/model/testing.ts'
import type { ModelAnswer, ModelRequest, Transport } from '../../src/judge/model/transport.ts'
import type { TransportId } from '../../src/judge/model/transport-id.ts'
import type { ClientEdge } from '../../src/judge/model/transports/local/chosen-client.ts'
import { hashOfProgram } from '../../src/judge/model/transports/local/pinned-program.ts'
import { closeResidents } from '../../src/judge/model/transports/local/residents.ts'

/** What the client says to a message, by the message's method or its first text. `id: 'same'`: an answer to it. */
export type ClientScript = Readonly<Record<string, readonly (object | string)[]>>

export interface Started {
  readonly started: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly pid: number
}

/** A person's home with a program of ours as their client: a real process, spoken to as the real one. */
export interface ScriptedClient {
  readonly home: string
  readonly settings: ModelSettings
  readonly starts: readonly Started[]
  /** Every message that it was sent, in order. */
  readonly sent: readonly Record<string, unknown>[]
  play(script: ClientScript): void
  ask(more?: Partial<ModelRequest>, stage?: StageName, deadlineMs?: number): Promise<ModelAnswer>
  close(): void
}

export interface ClientKind {
  readonly id: TransportId
  readonly transport: (edge: ClientEdge) => Transport
  readonly model: string
  readonly more?: object
}

export async function createScriptedClient({ id, transport, model, more }: ClientKind): Promise<ScriptedClient> {
  const home = mkdtempSync(join(tmpdir(), 'scripted-client-'))
  const stateFolder = join(home, '.irongate', 'state')
  mkdirSync(stateFolder, { recursive: true, mode: 0o700 })
  const program = join(home, 'client.mjs')
  copyFileSync(join(import.meta.dirname, 'scripted-client.mjs'), program)
  chmodSync(program, 0o700)
  const chosen = { program, sha256: await hashOfProgram(program, stateFolder), ...more }
  const read = readModelSettings(policy({ extra: { transports: [id], clients: { [id]: chosen } } }).judge)
  if ('problem' in read) throw new Error(read.problem)
  const { settings } = read
  const seen = (): Record<string, unknown>[] => {
    const file = join(home, 'seen.jsonl')
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  }
  return {
    home,
    settings,
    get starts() {
      return seen().filter((entry) => 'started' in entry) as unknown as Started[]
    },
    get sent() {
      return seen().flatMap(({ sent }) => (sent === undefined ? [] : [sent as Record<string, unknown>]))
    },
    play: (script) => writeFileSync(join(home, 'script.json'), JSON.stringify(script)),
    ask: async (parts, stage = 'fast', deadlineMs = 10_000) => {
      const connection = await transport({ home, stateFolder }).connect(settings)
      if ('cause' in connection) throw new Error(connection.reason)
      return connection.client.send({ request: requestFor(model, parts), label: 'a check', stage, deadlineMs })
    },
    close: () => {
      closeResidents()
      rmSync(home, { recursive: true, force: true, maxRetries: 3, retryDelay: 100 })
    },
  }
}

export function requestFor(model: string, more: Partial<ModelRequest> = {}): ModelRequest {
  const capabilities = capabilitiesOf(model)
  return {
    model,
    system: 'rules',
    blocks: () => [
      { text: 'question', mark: 'instructions' },
      { text: 'act', mark: 'action' },
    ],
    limit: 64 + capabilities.padding,
    stop: undefined,
    capabilities,
    cacheLife: undefined,
    ...more,
  }
}
