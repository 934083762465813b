import { spawn } from 'node:child_process'

export interface Ran {
  readonly said: string[]
  readonly ended: Promise<NodeJS.Signals | number | null>
  readonly kill: () => void
}

export interface Serving {
  readonly url: string
  readonly schema: string
  readonly name: string
  readonly batches: number
}

/** Starts a server in a process of its own. */
export function server({ url, schema, name, batches }: Serving): Ran {
  const child = spawn(process.execPath, ['test/postgres/server.ts', url, schema, name, String(batches)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const said: string[] = []
  let rest = ''
  child.stdout.on('data', (text) => {
    const parts = `${rest}${text}`.split('\n')
    rest = parts.pop() ?? ''
    said.push(...parts)
  })
  const ended = new Promise<NodeJS.Signals | number | null>((done) =>
    child.once('close', (code, signal) => done(signal ?? code)),
  )
  return { said, ended, kill: () => child.kill('SIGKILL') }
}
