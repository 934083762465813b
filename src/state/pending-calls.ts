import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TextRead } from '../analysis/action.ts'
import { BrokenStateError, privateFolder } from './private-folder.ts'

/**
 * Calls that wait for a person, as files that need no server: `<id>.json` while the call waits, `<id>.answer` from the moment
 * that somebody answered it, or it stopped waiting. Who makes the second file has answered: it is made whole and once.
 */

/** A call that waits. INVARIANT: no text of it holds a secret. */
export interface PendingCall {
  /** That of its Record. */
  readonly id: string
  /** Who waits: a call of a process that is gone waits no more. */
  readonly pid: number
  readonly host: string
  readonly sessionId: string
  readonly agentId?: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly cwd: string
  readonly message: string
  readonly category?: string
  readonly asked: number
  /** When it is denied for want of an answer. */
  readonly until: number
  /** What a yes is bound to. */
  readonly key: string
  /** The same for all acts of one scope in its session. */
  readonly scope?: { readonly key: string; readonly words: string }
  /** Scripts and recipes that it runs, by their hashes. */
  readonly reads: readonly TextRead[]
}

export type PersonsAnswer = 'yes' | 'no' | 'session'

/** What was answered, or that it is too late for an answer. */
export interface PendingCallAnswer {
  readonly answer: PersonsAnswer | 'none'
  /** The call that was shown. */
  readonly key: string
  /** Who answered, for people. */
  readonly by: string
  readonly at: number
  /** The person's own words to the agent. */
  readonly note?: string
}

const PENDING_ID = /^[0-9a-f]{8}$/
const MAX_SIZE = 4 * 1024 * 1024

function folderOf(folder: string): string {
  return privateFolder(join(folder, 'pending'))
}

function fileOf(folder: string, id: string, kind: 'json' | 'answer'): string {
  if (!PENDING_ID.test(id)) throw new BrokenStateError('a waiting call of an unknown shape')
  return join(folderOf(folder), `${id}.${kind}`)
}

/** A file that is there whole or not at all. */
function writeDraft(file: string, value: unknown): string {
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, JSON.stringify(value), { mode: 0o600, flag: 'wx' })
  return draft
}

/** Shows a call to those who can answer it. An id comes twice only by chance: an answer to the other one is not its own. */
export function publishPendingCall(folder: string, waiting: PendingCall): void {
  rmSync(fileOf(folder, waiting.id, 'answer'), { force: true })
  const file = fileOf(folder, waiting.id, 'json')
  renameSync(writeDraft(file, waiting), file)
}

/** It waits no more. That it was answered, or not in time, stays to be seen for a while. */
export function removePendingCall(folder: string, id: string): void {
  rmSync(fileOf(folder, id, 'json'), { force: true })
}

/** Answers a call, if nobody has yet. INVARIANT: of all who answer the same call, exactly one is told true. */
export function storePendingAnswer(folder: string, id: string, answer: PendingCallAnswer): boolean {
  const file = fileOf(folder, id, 'answer')
  const draft = writeDraft(file, answer)
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw new BrokenStateError(`a waiting call cannot be answered: ${String(error)}`)
  } finally {
    rmSync(draft, { force: true })
  }
}

const ANSWERS: ReadonlySet<unknown> = new Set<PendingCallAnswer['answer']>(['yes', 'no', 'session', 'none'])

/** What was answered; undefined while nobody has. What is not whole, or about another call, throws: it is never a yes. */
export function readPendingAnswer(
  folder: string,
  { id, key }: Pick<PendingCall, 'id' | 'key'>,
): PendingCallAnswer | undefined {
  const found = read(fileOf(folder, id, 'answer')) as Partial<PendingCallAnswer> | undefined
  if (found === undefined) return undefined
  if (!ANSWERS.has(found.answer) || found.key !== key) throw new BrokenStateError('an answer of an unknown shape')
  return found as PendingCallAnswer
}

/** The call of an id, as long as it waits. */
export function findPendingCall(folder: string, id: string, now: number): PendingCall | undefined {
  if (!PENDING_ID.test(id)) return undefined
  const found = read(fileOf(folder, id, 'json'))
  return isPendingCall(found) && found.id === id && found.until > now && isAlive(found.pid) ? found : undefined
}

/** Calls that wait and that nobody has answered, the oldest first. */
export function listPendingCalls(folder: string, now: number): readonly PendingCall[] {
  // To look makes no folder: what is only shown can be shown where nothing can be written.
  if (!existsSync(join(folder, 'pending'))) return []
  return readdirSync(folderOf(folder))
    .flatMap((name) => {
      const id = /^([0-9a-f]{8})\.json$/.exec(name)?.[1]
      const found = id === undefined ? undefined : findPendingCall(folder, id, now)
      return found && read(fileOf(folder, found.id, 'answer')) === undefined ? [found] : []
    })
    .sort((one, other) => one.asked - other.asked || one.id.localeCompare(other.id))
}

/** A file of ours; undefined when it is not there, or not whole. */
function read(file: string): unknown {
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    return stat?.isFile() && stat.size <= MAX_SIZE ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  } catch {
    return undefined
  }
}

function isPendingCall(value: unknown): value is PendingCall {
  if (typeof value !== 'object' || value === null) return false
  const { pid, host, sessionId, tool, input, cwd, message, asked, until, key, reads } = value as Partial<PendingCall>
  const texts = [host, sessionId, tool, cwd, message, key]
  return (
    texts.every((text) => typeof text === 'string') &&
    [pid, asked, until].every((number) => Number.isFinite(number)) &&
    typeof input === 'object' &&
    input !== null &&
    Array.isArray(reads)
  )
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
