import { closeSync, constants, fstatSync, openSync, readSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFolderSafely } from '../../state/folder-names.ts'
import { readInstalls } from '../../state/installs.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { ExecutedCall, ExecutedCalls, SessionStart } from '../integration.ts'
import type { HookContext } from './hook-context.ts'

const MAX_TAIL = 16 * 1024 * 1024
const MAX_LOGS = 400

interface LookBack {
  readonly home: string
  readonly since: number
}

/**
 * Calls that ran and that the gate was never asked about. When a project or a flag switches hooks off, no hook can say so: only the
 * host's own record tells, afterwards.
 */
export function findUncheckedCalls(
  files: readonly string[],
  ran: ExecutedCalls,
  { home, since }: LookBack,
): readonly ExecutedCall[] {
  const callsOf = (file: string) => ran.callsOf?.(file, since) ?? ran.callsIn(readTail(file))
  const calls = files.flatMap(callsOf).filter(({ at }) => at >= since)
  if (calls.length === 0) return []
  const known = checkedIds({ home, since })
  // A fork's file repeats the calls of the conversation that it came from.
  const missed = new Map(calls.filter(({ id }) => !known.has(id)).map((call) => [call.id, call]))
  return [...missed.values()].sort((left, right) => right.at - left.at)
}

/** The ids of the calls that any session's log knows. */
function checkedIds({ home, since }: LookBack): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const file of changedLogsIn(join(stateFolder(home), 'sessions'), since).slice(0, MAX_LOGS))
    for (const [, id = ''] of readTail(file).matchAll(/"callId":"([^"\\]{1,200})"/g)) ids.add(id)
  return ids
}

/** The files of a folder that were written to since, newest first. */
export function changedLogsIn(folder: string, since: number): readonly string[] {
  const names = listFolderSafely(folder).filter((name) => name.endsWith('.jsonl'))
  return newestFirst(
    names.map((name) => join(folder, name)),
    since,
  )
}

/** Those of the files that were written to since, newest first. */
export function newestFirst(files: readonly string[], since: number): readonly string[] {
  return files
    .map((file) => ({ file, at: modifiedAt(file) }))
    .filter(({ at }) => at >= since)
    .sort((left, right) => right.at - left.at)
    .map(({ file }) => file)
}

function modifiedAt(file: string): number {
  try {
    return statSync(file).mtimeMs
  } catch {
    return 0
  }
}

/** The end of a file that others write; nothing where it cannot be read. */
export function readTail(file: string): string {
  let handle: number | undefined
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    const stat = fstatSync(handle)
    if (!stat.isFile()) return ''
    const buffer = Buffer.alloc(Math.min(stat.size, MAX_TAIL))
    const length = readSync(handle, buffer, 0, buffer.length, stat.size - buffer.length)
    return buffer.subarray(0, length).toString('utf8')
  } catch {
    // A record that is gone or closed to us tells nothing.
    return ''
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
const MAX_FILES = 10

/** From when on calls should have come to the gate: since it was installed, and not longer than one looks back. */
export function lookBackStart(home: string, now: number): number {
  const noted = readInstalls(home).flatMap(({ at }) => at ?? [])
  return Math.max(now - WEEK_MS, noted.length > 0 ? Math.min(...noted) : createdAt(stateFolder(home), now))
}

function createdAt(folder: string, otherwise: number): number {
  try {
    return statSync(folder).birthtimeMs
  } catch {
    return otherwise
  }
}

/** A line for the person whose last sessions in this project ran without the gate; each such call is told once. */
export function uncheckedCallsNotice({ transcript }: SessionStart, { integration, home, now }: HookContext): string {
  const ran = integration.transcript?.ran
  if (ran === undefined || transcript === undefined) return ''
  const told = join(stateFolder(home), 'ungated-told')
  const since = Math.max(lookBackStart(home, now()), modifiedAt(told))
  const count = findUncheckedCalls(ran.beside(transcript, since).slice(0, MAX_FILES), ran, { home, since }).length
  writeFileSync(told, '', { mode: 0o600 })
  if (count === 0) return ''
  const calls = count === 1 ? 'One tool call' : `${count} tool calls`
  return ` ${calls} ran here without the gate since the last session: hooks were off. \`irongate status\` lists them.`
}
