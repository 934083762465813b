import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What HTTP itself costs here: a server that reads a call as JSON, and answers as long as the gate does without a thought. Prints its port. */
const answer = Buffer.from(JSON.stringify({ outcome: 'allow', record: 'none', message: '.'.repeat(700) }))

const server = createServer((incoming, outgoing) => {
  const parts: Buffer[] = []
  incoming.on('data', (part: Buffer) => parts.push(part))
  incoming.on('end', () => {
    JSON.parse(Buffer.concat(parts).toString('utf8'))
    outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': answer.length })
    outgoing.end(answer)
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
