import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { machineProofSources, sshOriginFrom, sshSessionOrigin } from './proof-sources.ts'

const LINE = (local: string, remote: string, more: { state?: string; uid?: string } = {}) =>
  `   0: ${local} ${remote} ${more.state ?? '01'} 00000000:00000000 02:000A 00000000 ${more.uid ?? '0'} 0 1 2 0`
const PORTS = new Set([22])
const FOREIGN = '057100CB:D431'
const FOREIGN6 = 'B80D0120000000000000000001000000:D431'

describe('where ssh sessions come from', () => {
  it.each<[string, readonly string[], string]>([
    ['nothing', [], 'unknown'],
    ['another machine', [LINE('0A00000A:0016', FOREIGN)], 'elsewhere'],
    ['another machine, by IPv6', [LINE('00000000000000000000000001000000:0016', FOREIGN6)], 'elsewhere'],
    ['another machine, through a socket for both', [LINE('x:0016', `0000000000000000FFFF0000${FOREIGN}`)], 'elsewhere'],
    ['this machine', [LINE('0100007F:0016', '0100007F:D431')], 'here'],
    ['this machine, by another of its addresses', [LINE('0200007F:0016', '0500007F:D431')], 'here'],
    ['this machine, by IPv6', [LINE('x:0016', '00000000000000000000000001000000:D431')], 'here'],
    ['this machine, through a socket for both', [LINE('x:0016', '0000000000000000FFFF00000100007F:D431')], 'here'],
    ['both', [LINE('0A00000A:0016', FOREIGN), LINE('0100007F:0016', '0100007F:D431')], 'here'],
    ['a connection that is over', [LINE('0A00000A:0016', FOREIGN, { state: '06' })], 'unknown'],
    ['another service', [LINE('0A00000A:1538', FOREIGN)], 'unknown'],
    ['a server that is not root’s', [LINE('0A00000A:0016', FOREIGN, { uid: '1000' })], 'unknown'],
    ['garbage', ['x', '', '0: y'], 'unknown'],
  ])('%s', (_name, lines, from) => expect(sshOriginFrom(lines.join('\n'), PORTS)).toBe(from))

  afterEach(() => vi.unstubAllEnvs())
  const addresses = Object.values(networkInterfaces())
    .flat()
    .flatMap((one) => (one && !one.address.startsWith('fe80') ? [one.address] : []))

  it.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0).each(addresses)(
    'a real connection over %s is one from here',
    async (address) => {
      const server = createServer((socket) => socket.on('error', () => undefined))
      server.listen(0, address)
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const client = connect(port, address)
      await once(client, 'connect')
      vi.stubEnv('SSH_CONNECTION', `203.0.113.5 5 10.0.0.1 ${port}`)
      expect(sshSessionOrigin()).toBe('here')
      client.destroy()
      server.close()
    },
  )
})

describe('agent sessions of a home', () => {
  it('are known by their logs, for as long as they ran and a while after', () => {
    const home = mkdtempSync(join(tmpdir(), 'irongate-sessions-'))
    const folder = join(home, '.irongate/state/sessions')
    mkdirSync(folder, { recursive: true })
    const { agentsAt } = machineProofSources(() => [home])
    // Long before anything on this machine was started.
    const then = Date.parse('2001-01-01T12:00:00Z')
    const at = (minutes: number) => agentsAt(then + minutes * 60_000)
    expect(at(0)).toBe(false)
    for (const name of ['a.jsonl', 'doctor-1-2.jsonl']) {
      writeFileSync(join(folder, name), '')
      utimesSync(join(folder, name), new Date(then), new Date(then))
      expect([-60, 0, 10, 20].map(at), name).toEqual([false, name === 'a.jsonl', name === 'a.jsonl', false])
      rmSync(join(folder, name))
    }
    rmSync(home, { recursive: true })
  })
})
