import { readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { saveSecret } from '../../state/secret-file.ts'

/** Where a server of this account is to be found. */
export interface ServerAddress {
  readonly v: 1
  readonly run: string
  readonly pid: number
  readonly url: string
  readonly socket?: string
  readonly at: number
}

function fileOf(folder: string): string {
  return join(folder, 'address.json')
}

export function saveAddress(folder: string, address: ServerAddress): void {
  saveSecret(fileOf(folder), JSON.stringify(address))
}

export function readAddress(folder: string): ServerAddress | undefined {
  try {
    const found = JSON.parse(readFileSync(fileOf(folder), 'utf8')) as Partial<ServerAddress> | null
    const texts = [found?.run, found?.url]
    return found?.v === 1 && texts.every((text) => typeof text === 'string') ? (found as ServerAddress) : undefined
  } catch {
    return undefined
  }
}

export function forgetAddress(folder: string, run: string): void {
  if (readAddress(folder)?.run === run) rmSync(fileOf(folder), { force: true })
}

/** The server that runs now; undefined where the last one is gone. */
export async function runningServer(folder: string): Promise<ServerAddress | undefined> {
  const address = readAddress(folder)
  if (address === undefined) return undefined
  const { hostname, port } = new URL(address.url)
  const to = address.socket !== undefined ? { path: address.socket } : { host: hostname, port: Number(port) }
  const listens = await new Promise<boolean>((resolve) => {
    const socket = connect(to)
    socket.setTimeout(2000, () => socket.destroy(new Error('no answer')))
    socket.once('connect', () => {
      socket.end()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
  return listens ? address : undefined
}
