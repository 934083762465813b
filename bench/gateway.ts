import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  bashUse,
  closingEvents,
  openingEvents,
  requestBody,
  VERDICT_HEADERS,
} from '../src/integrations/gateway/testing.ts'
import { percentile } from './frame/statistics.ts'

/**
 * What the gateway adds to the time until the first byte of an answer: the same request to the same upstream, straight and through the
 * gateway (`npm run build` first), in turns, so that a busy machine slows both alike. The whole answer is timed as well: there the verdicts are waited for.
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '400' },
    /** What the conversation of the request weighs. */
    bytes: { type: 'string', default: '200000' },
    json: { type: 'boolean', default: false },
  },
})

const WARM_UP = 50
const home = mkdtempSync(join(tmpdir(), 'irongate-bench-gateway-'))
const answer = openingEvents([bashUse('toolu_1', 'git status')]) + closingEvents()
const upstream = createServer((incoming, response) => {
  incoming.resume()
  incoming.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(answer)
  })
})
await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
const straight = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
// In a process of its own, as it is shipped: here its work would hold back the client that is timed.
const options = ['gateway', '--port', '0', '--home', home, '--upstream', straight, '--json']
const child = spawn(process.execPath, ['bin/irongate.js', ...options], { stdio: ['ignore', 'pipe', 'inherit'] })
const [line] = (await once(child.stdout, 'data')) as [Buffer]
const { address } = JSON.parse(line.toString('utf8')) as { address: string }
const body = requestBody({ home, said: 'x'.repeat(Number(values.bytes)) })

interface Took {
  readonly first: number
  readonly whole: number
}

function timed(base: string): Promise<Took> {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    let first = 0
    const sent = request(`${base}/v1/messages`, { method: 'POST', headers: VERDICT_HEADERS }, (response) => {
      response.once('data', () => {
        first = performance.now() - start
      })
      response.on('data', () => undefined)
      response.on('end', () => resolve({ first, whole: performance.now() - start }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const took = { straight: [] as Took[], gateway: [] as Took[] }
for (let run = 0; run < Number(values.runs) + WARM_UP; run++) {
  const [one, two] = [await timed(straight), await timed(address)]
  if (run < WARM_UP) continue
  took.straight.push(one)
  took.gateway.push(two)
}

const row = (what: keyof Took, part: number) => {
  const [before, after] = [took.straight, took.gateway].map((all) =>
    percentile(
      all.map((one) => one[what]),
      part,
    ),
  )
  const [left = 0, right = 0] = [before, after]
  return { what, part, straightMs: left, gatewayMs: right, addedMs: right - left, ratio: right / left }
}
const rows = (['first', 'whole'] as const).flatMap((what) => [row(what, 0.5), row(what, 0.95)])
for (const one of rows)
  process.stdout.write(
    values.json
      ? `${JSON.stringify(one)}\n`
      : `${one.what === 'first' ? 'first byte' : 'whole answer'} p${one.part * 100}: ${one.straightMs.toFixed(2)} ms straight, ${one.gatewayMs.toFixed(2)} ms through the gateway (+${one.addedMs.toFixed(2)} ms, × ${one.ratio.toFixed(2)})\n`,
  )
child.kill('SIGTERM')
await once(child, 'exit')
upstream.closeAllConnections()
upstream.close()
rmSync(home, { recursive: true, force: true })
