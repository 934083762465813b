import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'

export interface DaemonStart {
  readonly socket: string
  readonly home: string
}

/** Starts a daemon that outlives this process. It leaves at once when another one is awake. */
export function startDaemon({ socket, home }: DaemonStart): void {
  const [, started] = process.argv
  if (started === undefined) return
  // The hook's own file starts hooks alone.
  const launcher = join(dirname(dirname(started)), 'bin', 'irongate.js')
  // What spares a hook threads is not for a process that answers many.
  const { UV_THREADPOOL_SIZE: _, ...env } = process.env
  const child = spawn(process.execPath, [launcher, 'daemon', '--socket', socket, '--home', home], {
    cwd: '/',
    env,
    detached: true,
    stdio: 'ignore',
  })
  // Without a daemon every event is answered as well, only slower.
  child.on('error', () => child.unref())
  child.unref()
}
