import { readFileSync, statSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { rootOwnershipProblem } from '../integrations/install/root-owned.ts'
import { listFolderSafely } from '../state/folder-names.ts'
import { stateFolder } from '../state/state-folder.ts'
import { agentName } from './agent-ancestry.ts'
import { allProcesses, isRootsFile, processTable, variableNamesOf } from './processes.ts'
import { tmuxClientsOf } from './tmux-clients.ts'
import type { ProofSources } from './typed-proof.ts'

/** Made by root where people work without a login, as in containers. */
const NO_LOGINS = '/etc/irongate/no-logins'

/** What can be found out of this machine. The homes are those whose agent sessions count. */
export function machineProofSources(homes: () => readonly string[]): ProofSources {
  return {
    table: processTable(),
    variablesOf: variableNamesOf,
    isRootsFile,
    sshFrom: sshSessionOrigin,
    viewers: tmuxClientsOf,
    agentsAt: (time) => isAgentAlive(time) || homes().some((home) => wasSessionAt(home, time)),
    noLogins: () => rootOwnershipProblem(NO_LOGINS) === undefined,
  }
}

/** Is there an agent that was there already then? */
function isAgentAlive(time: number): boolean {
  const table = processTable()
  return allProcesses().some((pid) => {
    const info = table(pid)
    return info !== undefined && agentName(info.words) !== undefined && (info.started ?? 0) <= time
  })
}

/** A tool call may leave something behind that starts a little later. */
const SESSION_GRACE_MS = 15 * 60 * 1000

/** The log of a session is made with its first event, and written to with every other. */
function wasSessionAt(home: string, time: number): boolean {
  const folder = join(stateFolder(home), 'sessions')
  return listFolderSafely(folder).some((name) => {
    // The doctor's own probes are no agent's.
    if (name.startsWith('doctor-')) return false
    const stat = statSync(join(folder, name), { throwIfNoEntry: false })
    if (stat === undefined) return false
    const first = Math.min(stat.birthtimeMs || stat.ctimeMs, stat.mtimeMs)
    return first <= time && time <= stat.mtimeMs + SESSION_GRACE_MS
  })
}

const TCP_ESTABLISHED = '01'
const ROOT_UID = '0'

/**
 * Where the ssh sessions to this machine come from, by the system's own table of connections: which of them is ours is not known to
 * ordinary accounts, so one that comes from here spoils them all. `SSH_CONNECTION` only names one more port to look at.
 */
export function sshSessionOrigin(): 'elsewhere' | 'here' | 'unknown' {
  if (process.platform !== 'linux') return 'elsewhere'
  return sshOriginFrom(`${textOf('/proc/net/tcp')}\n${textOf('/proc/net/tcp6')}`, sshPorts())
}

/** The same of a given table. */
export function sshOriginFrom(table: string, ports: ReadonlySet<number>): 'elsewhere' | 'here' | 'unknown' {
  const own = ownAddresses()
  const peers = parseConnections(table)
    .filter(({ state, uid, port }) => state === TCP_ESTABLISHED && uid === ROOT_UID && ports.has(port))
    .map(({ peer }) => own.has(peer))
  if (peers.some((isOwn) => isOwn)) return 'here'
  return peers.length > 0 ? 'elsewhere' : 'unknown'
}

interface Connection {
  readonly port: number
  readonly peer: string
  readonly state: string
  readonly uid: string
}

function parseConnections(table: string): readonly Connection[] {
  return table.split('\n').flatMap((line) => {
    const [number = '', local = '', remote = '', state = '', , , , uid = ''] = line.trim().split(/\s+/)
    if (!/^\d+:$/.test(number)) return []
    const port = Number.parseInt(local.slice(local.indexOf(':') + 1), 16)
    return [{ port, peer: remote.slice(0, remote.indexOf(':')), state, uid }]
  })
}

/** This machine's addresses, as the table of connections writes them. */
function ownAddresses(): { has(peer: string): boolean } {
  const own = new Set(
    Object.values(networkInterfaces())
      .flat()
      .flatMap((one) => (one === undefined ? [] : [hexOf(one.address)])),
  )
  return {
    has: (peer) =>
      own.has(peer) || /^(?:0{16}F{4}0000|0{16}0000FFFF)?[0-9A-F]{6}7F$/.test(peer) || own.has(unmapIpv4(peer)),
  }
}

/** An IPv4 address inside an IPv6 one. */
function unmapIpv4(peer: string): string {
  return /^0{16}(?:0000FFFF|FFFF0000)([0-9A-F]{8})$/.exec(peer)?.[1] ?? peer
}

/** The kernel writes words of four bytes, the last byte of each first. */
function hexOf(address: string): string {
  const bytes = address.includes(':') ? ipv6Bytes(address.replace(/%.*$/, '')) : address.split('.').map(Number)
  const words: string[] = []
  for (let at = 0; at < bytes.length; at += 4)
    words.push(
      bytes
        .slice(at, at + 4)
        .reverse()
        .map((byte) => byte.toString(16).padStart(2, '0'))
        .join(''),
    )
  return words.join('').toUpperCase()
}

function ipv6Bytes(address: string): readonly number[] {
  const [head = '', tail] = address.split('::')
  const parts = (text: string | undefined) => (text === undefined || text === '' ? [] : text.split(':'))
  const [left, right] = [parts(head), parts(tail)]
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return groups.flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
}

function sshPorts(): ReadonlySet<number> {
  const files = [
    '/etc/ssh/sshd_config',
    ...listFolderSafely('/etc/ssh/sshd_config.d').map((name) => join('/etc/ssh/sshd_config.d', name)),
  ]
  const named = files.flatMap((file) =>
    [...textOf(file).matchAll(/^\s*Port\s+(\d{1,5})\s*$/gim)].map(([, port]) => port),
  )
  const hint = process.env['SSH_CONNECTION']?.split(' ')[3]
  return new Set([22, ...[...named, hint].flatMap((port) => (port === undefined ? [] : [Number(port)]))])
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
