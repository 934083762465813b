import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { noteRun } from './clients.ts'

export interface AppServerRun {
  readonly program: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly prompt: string
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly result?: { readonly thread?: { readonly id: string } }
}

const LIMIT_MS = 30_000

/**
 * One turn of Codex as its windows and editors run it: a client is there to be asked, and says no to whatever it is asked. Gives back
 * what it was asked.
 */
export async function askedIn({ program, cwd, env, prompt }: AppServerRun): Promise<readonly string[]> {
  noteRun(program)
  const child = spawn(program, ['app-server'], {
    cwd,
    env: { ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  })
  const asked: string[] = []
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`)
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, method, result } = JSON.parse(line) as Message
    if (method !== undefined && id !== undefined) {
      asked.push(method)
      send({ id, result: { decision: 'decline' } })
    } else if (id === 1) {
      send({ method: 'initialized' })
      send({
        id: 2,
        method: 'thread/start',
        params: { cwd, approvalPolicy: 'on-request', sandbox: 'workspace-write' },
      })
    } else if (id === 2) {
      const input = [{ type: 'text', text: prompt }]
      send({ id: 3, method: 'turn/start', params: { threadId: result?.thread?.id, input } })
    } else if (method === 'turn/completed') child.stdin.end()
  })
  send({ id: 1, method: 'initialize', params: { clientInfo: { name: 'test', version: '1' } } })
  await new Promise((resolve) => child.on('close', resolve))
  return asked
}
