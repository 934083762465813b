import { spawn } from 'node:child_process'

export interface Start {
  readonly socket: string
  readonly home: string
}

/** Starts a resident that outlives this process. It leaves at once when another one is awake. */
export function startResident({ socket, home }: Start): void {
  const [, launcher] = process.argv
  if (launcher === undefined) return
  // What spares a hook threads is not for a process that answers many.
  const { UV_THREADPOOL_SIZE: _, ...env } = process.env
  const child = spawn(process.execPath, [launcher, 'resident', '--socket', socket, '--home', home], {
    cwd: '/',
    env,
    detached: true,
    stdio: 'ignore',
  })
  // Without a resident every event is answered as well, only slower.
  child.on('error', () => child.unref())
  child.unref()
}
