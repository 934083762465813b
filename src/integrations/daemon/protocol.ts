import { lstatSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gateFolder } from '../../state/gate-folder.ts'
import type { HostAnswer } from '../integration.ts'

/**
 * The daemon speaks HTTP on its socket, because a shell without Node can: `perl` or `curl` carries the event and the answer. Everything
 * that counts stands in the bodies; a process list shows neither them nor the secrets.
 */

/** The longest path that every system takes for a socket. */
const MAX_PATH = 100

/** How the answer is wanted: soon and in a form that a shell can print, or whole and however long it takes. */
export const SHORT_ANSWER_PATH = '/short'
export const WHOLE_ANSWER_PATH = '/whole'

/** What the status of a short answer means; a whole one is `SAYS`. Whatever else comes is no answer. */
export const ANSWER_STATUS = {
  /** Print this, and pass. */
  says: 200,
  /** There is deliberately nothing to print. */
  silent: 220,
  /** Tell this, and block. */
  blocks: 403,
  /** Not soon, or not in a form for a shell: ask for the whole. */
  later: 202,
} as const

/** One event as it is handed over: the command line of the hook, and what the host wrote to it. */
export interface HookRequest {
  /** Which run of the hook asks, where it may ask twice: its shell's process id. Empty where it asks once. */
  readonly turn: string
  readonly args: readonly string[]
  readonly input: string
}

/** A question with the asker's proof that it may ask. */
export interface AuthenticatedRequest extends HookRequest {
  readonly proof: string
}

/** Where the daemon of one build listens; undefined where there cannot be one. */
export function daemonSocket(home: string, build: string): string | undefined {
  const path = `${gateFolder(home)}/run/${build}.sock`
  return process.platform === 'win32' || !home.startsWith('/') || path.length > MAX_PATH ? undefined : path
}

/** The question of a shell, kept until one of both takes it: who removes the file answers it. */
function keptEventFile(socket: string, turn: string): string | undefined {
  return /^\d{1,10}$/.test(turn) ? join(dirname(socket), `${turn}.event`) : undefined
}

/** Takes a shell's question, so that nobody else answers it; false when somebody else has it. */
export function claimKeptEvent(socket: string, turn: string): boolean {
  const file = keptEventFile(socket, turn)
  if (file === undefined) return false
  try {
    unlinkSync(file)
    return true
  } catch {
    return false
  }
}

/** Only a socket of our own account, in a folder that nobody else can enter, is asked. */
export function isOwnSocket(socket: string): boolean {
  try {
    const self = process.getuid?.()
    // Mostly there is none, and an error takes a short process longer to make than the rest of this.
    const file = lstatSync(socket, { throwIfNoEntry: false })
    if (file === undefined) return false
    const folder = lstatSync(dirname(socket))
    return (
      file.isSocket() && file.uid === self && folder.isDirectory() && folder.uid === self && (folder.mode & 0o077) === 0
    )
  } catch {
    return false
  }
}

/** Three lines, the arguments, each with a NUL behind it, and the input as it came: what a shell can write as well. */
export function encodeRequest({ proof, turn, args, input }: AuthenticatedRequest): string {
  return `${proof}\n${turn}\n${args.length}\n${args.map((word) => `${word}\0`).join('')}${input}`
}

const MAX_ARGS = 100

export function decodeRequest(text: string): AuthenticatedRequest | undefined {
  const head = /^([^\n\0]*)\n([^\n\0]*)\n(\d{1,3})\n/.exec(text.slice(0, 1000))
  if (!head) return undefined
  const [lines, proof = '', turn = '', count] = head
  if (Number(count) > MAX_ARGS) return undefined
  const args: string[] = []
  let at = lines.length
  while (args.length < Number(count)) {
    const end = text.indexOf('\0', at)
    if (end < 0) return undefined
    args.push(text.slice(at, end))
    at = end + 1
  }
  return { proof, turn, args, input: text.slice(at) }
}

export interface ShortAnswer {
  readonly status: number
  readonly text: string
}

/** More than this is not put into a variable of a shell. */
const MAX_SHORT_ANSWER = 100_000

/** An answer as a shell can give it: one of both streams, in whole lines. */
export function toShortAnswer({ stdout, stderr, status }: HostAnswer): ShortAnswer {
  const says = status === 0 ? stdout : stderr
  const other = status === 0 ? stderr : stdout
  if (other !== '' || says.length > MAX_SHORT_ANSWER) return { status: ANSWER_STATUS.later, text: '' }
  if (status === 0 && says === '') return { status: ANSWER_STATUS.silent, text: '' }
  // The shell takes the ends of lines at the end away, and puts one back.
  if (!/[^\n]\n$/.test(says) || says.includes('\0')) return { status: ANSWER_STATUS.later, text: '' }
  return { status: status === 0 ? ANSWER_STATUS.says : ANSWER_STATUS.blocks, text: says.slice(0, -1) }
}

/** A whole answer, or undefined: half of one doesn't count. */
export function decodeAnswer(text: string): HostAnswer | undefined {
  const answer = parseJsonOrUndefined(text)
  if (typeof answer !== 'object' || answer === null) return undefined
  const { stdout, stderr, status } = answer as Partial<Record<string, unknown>>
  if (typeof stdout !== 'string' || typeof stderr !== 'string' || (status !== 0 && status !== 2)) return undefined
  return { stdout, stderr, status }
}

function parseJsonOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
