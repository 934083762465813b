import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createModelJudgeFor } from '../../src/judge/model/assemble.ts'
import { judgeRequest, policy } from '../../src/judge/model/testing.ts'
import type { TransportId } from '../../src/judge/model/transport-id.ts'
import { hashOfProgram } from '../../src/judge/model/transports/local/pinned-program.ts'
import { closeResidents } from '../../src/judge/model/transports/local/residents.ts'
import { createTools } from '../../src/tools/registry.ts'
import { HOSTS } from '../hosts/clients.ts'
import type { TransportBench } from './contract.ts'
import { type Api, type ScriptedApi, startScriptedApi } from './scripted-api.ts'

/** A person whose own client talks to a scripted model. */
export interface ClientHome {
  readonly home: string
  readonly server: ScriptedApi
  /** What a hook leaves that fired. */
  readonly fired: string
  readonly bench: TransportBench
  write(path: string, text: string): void
  ask(command: string, extra?: object): ReturnType<ReturnType<typeof createModelJudgeFor>['judge']>
  close(): Promise<void>
}

export interface ClientChoice {
  readonly id: TransportId
  readonly program: string
  readonly client?: 'gemini' | 'qwen'
  readonly model?: string
  readonly api: Api
}

export async function createClientHome(choice: ClientChoice): Promise<ClientHome> {
  const { id, program, client, model, api } = choice
  const server = await startScriptedApi(api)
  const scratch = join(HOSTS, 'scratch')
  mkdirSync(scratch, { recursive: true })
  const home = mkdtempSync(join(scratch, 'judge-'))
  mkdirSync(join(home, '.irongate'), { mode: 0o700 })
  const edge = { home, stateFolder: join(home, '.irongate', 'state') }
  const sha256 = await hashOfProgram(program, edge.stateFolder)
  const chosen = { program, sha256, ...(client && { client }), ...(model && { model }) }
  const settings = { extra: { transports: [id], clients: { [id]: chosen } } }
  const close = async () => {
    closeResidents()
    await server.close()
    rmSync(home, { recursive: true, force: true, maxRetries: 3, retryDelay: 200 })
  }
  return {
    home,
    server,
    fired: join(home, 'fired'),
    write: (path, text) => {
      mkdirSync(dirname(join(home, path)), { recursive: true })
      writeFileSync(join(home, path), text)
    },
    ask: (command, extra = settings.extra) => {
      const ruled = policy({ extra: { ...extra } })
      return createModelJudgeFor(ruled, createTools(), edge).judge(judgeRequest(command, { policy: ruled }))
    },
    bench: {
      settings,
      judge: (more) => createModelJudgeFor(policy({ ...settings, ...more }), createTools(), edge),
      play: (script) => server.play(({ text }) => script(text)),
      get sent() {
        return server.seen.map(({ text }) => text)
      },
      kill: closeResidents,
      close,
    },
    close,
  }
}
