import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { serverFolder } from '../../src/server/access/folder.ts'
import { addPairing } from '../../src/server/access/pairings.ts'

/** `irongate serve` as it is shipped, in a process of its own. */
export interface Server {
  readonly url: string
  readonly token: string
  /** The address for a person: what `irongate pair` prints once it knows that it is one. */
  pair(name: string): string
  close(): Promise<void>
}

export async function startServer(home: string, port = 0): Promise<Server> {
  const args = ['serve', '--home', home, '--port', String(port), '--json', '--no-open']
  const env = { HOME: home, PATH: process.env['PATH'] ?? '' }
  const child = spawn(process.execPath, [resolve('bin/irongate.js'), ...args], {
    cwd: home,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr.on('data', (text) => process.stderr.write(`server: ${text}`))
  // A test that failed leaves nothing behind.
  process.once('exit', () => child.kill('SIGKILL'))
  const { url, tokenFile } = JSON.parse(await firstLine(child)) as { readonly url: string; readonly tokenFile: string }
  const folder = serverFolder(home)
  const { run } = JSON.parse(readFileSync(join(folder, 'address.json'), 'utf8'))
  return {
    url,
    token: readFileSync(tokenFile, 'utf8').trim(),
    pair: (name) => `${url}/#key=${addPairing(folder, { run, name, at: Date.now() })}`,
    close: async () => {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('the server has no output')
  const lines = createInterface({ input: child.stdout })
  const [line] = await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => {
      throw new Error('the server did not start')
    }),
  ])
  return String(line)
}
