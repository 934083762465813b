import { parseArgs } from 'node:util'
import type { Scripted } from './script.ts'
import { startFakeClaude } from './server.ts'
import { blocksOf } from './wire.ts'

const USAGE = `A server that speaks the Messages API, for trying the judge without a model.

  --port <n>        where to listen (default: any free port)
  --block <text>    block actions that contain this text; everything else passes
  --key <key>       accept this key only
  --status <n>      answer every request with this HTTP status
`

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    block: { type: 'string' },
    key: { type: 'string' },
    status: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  process.stdout.write(USAGE)
} else {
  const { block, key, status } = values
  const server = await startFakeClaude({
    port: Number(values.port),
    log: (line) => process.stdout.write(`${line}\n`),
    ...(key !== undefined && { key }),
    script: (request): Scripted => {
      if (status !== undefined) return { fault: { kind: 'status', status: Number(status) } }
      const action = blocksOf(request).findLast(({ cache_control }) => cache_control !== undefined)?.text ?? ''
      const blocked = block !== undefined && action.includes(block)
      return { says: blocked ? '<block>yes</block><reason>blocked by the test server</reason>' : '<block>no</block>' }
    },
  })
  process.stdout.write(`listening on ${server.url}\n`)
}
