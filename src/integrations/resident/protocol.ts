import { lstatSync } from 'node:fs'
import { dirname } from 'node:path'
import { gateFolder } from '../../state/gate-folder.ts'
import type { HostAnswer } from '../integration.ts'

/** The longest path that every system takes for a socket. */
const MAX_PATH = 100

/** One event as it is handed over: the hook's arguments, the host's id first, and what the host wrote to it. */
export interface Question {
  readonly args: readonly string[]
  readonly input: string
}

/** Sent by a resident as soon as somebody connects: one that is stopped or stuck does not send it. */
export const HELLO = 'h'

/** Where the resident of one build listens; undefined where there cannot be one. */
export function residentSocket(home: string, build: string): string | undefined {
  const path = `${gateFolder(home)}/run/${build}.sock`
  return process.platform === 'win32' || !home.startsWith('/') || path.length > MAX_PATH ? undefined : path
}

/** Only a socket of our own account, in a folder that nobody else can enter, is asked. */
export function isOurs(socket: string): boolean {
  try {
    const self = process.getuid?.()
    const file = lstatSync(socket)
    const folder = lstatSync(dirname(socket))
    return (
      file.isSocket() && file.uid === self && folder.isDirectory() && folder.uid === self && (folder.mode & 0o077) === 0
    )
  } catch {
    return false
  }
}

/** The arguments on the first line, then the input as it came. */
export function encodeQuestion({ args, input }: Question): string {
  return `${JSON.stringify(args)}\n${input}`
}

export function decodeQuestion(text: string): Question | undefined {
  const end = text.indexOf('\n')
  const args = end < 0 ? undefined : parsed(text.slice(0, end))
  if (!Array.isArray(args) || !args.every((word) => typeof word === 'string')) return undefined
  return { args, input: text.slice(end + 1) }
}

/** A whole answer, or undefined: half of one is none. */
export function decodeAnswer(text: string): HostAnswer | undefined {
  const answer = parsed(text)
  if (typeof answer !== 'object' || answer === null) return undefined
  const { stdout, stderr, status } = answer as Partial<Record<string, unknown>>
  if (typeof stdout !== 'string' || typeof stderr !== 'string' || (status !== 0 && status !== 2)) return undefined
  return { stdout, stderr, status }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
