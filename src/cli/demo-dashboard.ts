import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { recordOf } from '../audit/record.ts'
import { writeRecord } from '../audit/record-writer.ts'
import type { Decision } from '../decision.ts'
import { startServer } from '../server/serve/start.ts'
import { stateFolder } from '../state/state-folder.ts'
import { openPage } from './browser.ts'
import type { Io } from './io.ts'

export interface DemoCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly decision: Decision
}

/**
 * The dashboard on the calls of the guided session, in a home of its own that is gone afterwards: nothing of the person's is shown or
 * changed.
 */
export async function showDashboard(
  calls: readonly DemoCall[],
  io: Io,
  end: () => Promise<unknown> = untilEnter,
): Promise<void> {
  const forget = new AbortController()
  const ended = untilSignal(forget.signal)
  const home = mkdtempSync(join(tmpdir(), 'irongate-demo-'))
  mkdirSync(join(home, '.irongate/state'), { recursive: true, mode: 0o700 })
  try {
    const first = Date.now() - calls.length * 1000
    for (const [index, { tool, input, decision }] of calls.entries()) {
      const payload = { tool, input, cwd: '/home/you/project', sessionId: 'guided-session', callId: `call-${index}` }
      const at = first + index * 1000
      writeRecord(stateFolder(home), recordOf({ payload, decision, host: 'guided session', mode: 'auto', at }))
    }
    const server = await startServer({
      home,
      place: { address: '127.0.0.1', port: 0, tls: undefined, behindProxy: false },
      record: true,
      say: (line) => io.error(`${line}\n`),
    })
    try {
      const address = server.pair('you')
      io.out(`The dashboard: ${address}\nEnter ends it. Your own calls: irongate serve.\n`)
      if (process.stdout.isTTY) openPage(home, address)
      await Promise.race([end(), ended])
    } finally {
      await server.close()
    }
  } finally {
    rmSync(home, { recursive: true, force: true })
    forget.abort()
  }
}

/** A terminal that is closed, and whoever else ends it: what it made goes first. */
const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const

async function untilSignal(signal: AbortSignal): Promise<void> {
  await Promise.race(SIGNALS.map((name) => once(process, name, { signal }))).catch(() => undefined)
}

/** Read beside the server, which answers meanwhile. */
async function untilEnter(): Promise<void> {
  process.stdin.resume()
  // A terminal that is gone cannot be read.
  await Promise.race([once(process.stdin, 'data'), once(process.stdin, 'end')]).catch(() => undefined)
  process.stdin.pause()
}
