import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { readAnchors, savedChainHeads } from '../audit/anchors.ts'
import {
  auditFiles,
  type BackupFile,
  InvalidBackupError,
  listBackupFiles,
  readBackup,
  writeBackup,
} from '../audit/backup.ts'
import { dayFileLines, dayFiles, dayOf } from '../audit/day-files.ts'
import { removeDayFiles } from '../audit/day-retention.ts'
import { eraseDecisionInputs } from '../audit/decision-inputs-erasure.ts'
import { fileRecords } from '../audit/file-records.ts'
import { eraseSessionLines } from '../audit/line-erasure.ts'
import { matchesQuery, type RecordQuery } from '../audit/query.ts'
import { withoutJudgeText } from '../audit/record-explanation.ts'
import { parseRecordLine } from '../audit/record-writer.ts'
import { type OpenedStore, openExistingStore } from '../server/store/existing-store.ts'
import { copySqlite, sqliteFile } from '../server/store/sqlite/index.ts'
import type { Erasure } from '../server/store/store.ts'
import { stateFolder } from '../state/state-folder.ts'
import { confirmOrExplain, refusesAgent } from './command-args.ts'
import { EXIT, type Io, showInvisible, UsageError } from './io.ts'
import { formatDateTime, timeFrom } from './time-arguments.ts'
import type { TypingPerson } from './typing-person.ts'
import { recordUserCommand } from './user-command.ts'

/** What the commands that keep Records are given. */
export interface AuditCommand {
  readonly home: string
  readonly values: {
    readonly since?: string | undefined
    readonly until?: string | undefined
    readonly session?: string | undefined
    readonly 'older-than'?: string | undefined
    readonly database?: string | undefined
  }
  readonly io: Io
  readonly person: TypingPerson
}

/** Prints Records as lines, oldest first, as they stand in the files. */
export async function exportRecords({ home, values, io, person }: AuditCommand): Promise<number> {
  const { since, until, session } = values
  const query: RecordQuery = {
    since: since === undefined ? undefined : timeFrom(since, 'start'),
    until: until === undefined ? undefined : timeFrom(until, 'end'),
    session,
    probes: true,
  }
  // What a model wrote may have been dictated by the call it looked at: an agent does not get to read it.
  const isPerson = person.notAPerson() === undefined
  for (const { path } of dayFiles(stateFolder(home)))
    for (const { text } of dayFileLines(path)) {
      const record = parseRecordLine(text)
      if (record === undefined || !matchesQuery(record, query)) continue
      io.out(isPerson ? `${text}\n` : `${JSON.stringify(withoutJudgeText(record))}\n`)
    }
  return 0
}

/** Takes Records out of the files and of the store of this account's server, for good. */
export async function eraseRecords(keeping: AuditCommand): Promise<number> {
  const { home, values, io, person } = keeping
  const { session, 'older-than': age } = values
  if ((session === undefined) === (age === undefined))
    throw new UsageError('say what: `irongate audit erase --session ID` or `irongate audit erase --older-than 90d`.')
  if (refusesAgent(person, io, 'audit erase')) return EXIT.deny
  const folder = stateFolder(home)
  const what =
    session === undefined
      ? await eraseByAge(folder, age ?? '', values.database)
      : await eraseBySession(folder, session, values.database)
  const question = `${what.words} will be taken out of the records for good.\n`
  if (!confirmOrExplain(person, question, { io, command: 'audit erase' })) return EXIT.deny
  const files = what.eraseFiles(folder)
  const stored = await eraseStored(folder, what.erasure, values.database)
  const command = `audit erase ${session === undefined ? `--older-than ${age}` : `--session ${session}`}`
  const problem = recordUserCommand({ home, cwd: home, command, message: `${what.words} taken out of the records` })
  if (problem !== undefined) io.error(`irongate audit erase: this was not recorded: ${problem}\n`)
  io.out(`Erased: ${files}${stored === undefined ? '' : `, ${stored} records of the server`}.\n`)
  return 0
}

interface ErasePlan {
  readonly words: string
  readonly erasure: Erasure
  readonly eraseFiles: (folder: string) => string
}

async function eraseByAge(folder: string, age: string, database: string | undefined): Promise<ErasePlan> {
  const day = 24 * 60 * 60 * 1000
  // The day that is written to stays.
  const before = Math.floor(Math.min(timeFrom(age, 'start'), Date.now()) / day) * day
  const words = `Everything before ${formatDateTime(before)}`
  const files = dayFiles(folder).filter((file) => file.day < dayOf(before)).length
  if (
    files === 0 &&
    !hasOlderHeads(folder, before) &&
    !(await askServerStore(folder, database, (opened) => storeHasOlder(opened, before)))
  )
    throw new UsageError(`there is no record before ${formatDateTime(before)}; nothing was erased.`)
  return {
    words,
    erasure: { before },
    eraseFiles: (place) => `${removeDayFiles(place, before, 'also-gone').length} files of days`,
  }
}

/** Do heads or anchors tell of older lines? Their files may be gone: that somebody erases them explains it from now on. */
function hasOlderHeads(folder: string, before: number): boolean {
  return [...savedChainHeads(folder), ...readAnchors(folder).last.values()].some(({ at }) => at < before)
}

async function eraseBySession(folder: string, start: string, database: string | undefined): Promise<ErasePlan> {
  const found = new Set<string>()
  let records = 0
  for await (const { sessionId } of fileRecords(folder).query({ session: start, probes: true })) {
    found.add(sessionId)
    records++
  }
  if (found.size > 1)
    throw new UsageError(`${found.size} sessions begin with ${JSON.stringify(start)}; say more of it.`)
  const session = [...found][0] ?? start
  if (records === 0 && !(await askServerStore(folder, database, (opened) => storeHasSession(opened, session))))
    throw new UsageError(
      `there is no record of a session ${JSON.stringify(start)}; nothing was erased. \`irongate log --json\` tells the sessions.`,
    )
  return {
    words: `Session ${showInvisible(session)} (${records} records)`,
    erasure: { session },
    eraseFiles: (place) => {
      // What its decisions were made on goes first: where that fails, the Records still tell that it is there.
      eraseDecisionInputs(place, session)
      return `${eraseSessionLines(place, session, Date.now)} records of the files`
    },
  }
}

/** Asks the store of a server something of this machine; false where there is none. */
async function askServerStore(
  folder: string,
  database: string | undefined,
  ask: (opened: OpenedStore) => Promise<boolean>,
): Promise<boolean> {
  const opened = await openExistingStore(folder, database)
  if (opened === undefined) return false
  try {
    return await ask(opened)
  } finally {
    await opened.store.close()
  }
}

async function storeHasSession({ store, machine }: OpenedStore, session: string): Promise<boolean> {
  for await (const _record of store.chain(machine, session)) return true
  return false
}

async function storeHasOlder({ store, machine }: OpenedStore, before: number): Promise<boolean> {
  return (await store.page({ until: before - 1, machine, probes: true, limit: 1 })).records.length > 0
}

async function eraseStored(
  folder: string,
  erasure: Erasure,
  database: string | undefined,
): Promise<number | undefined> {
  const opened = await openExistingStore(folder, database)
  if (opened === undefined) return undefined
  try {
    return await opened.store.erase({ ...erasure, machine: opened.machine })
  } finally {
    await opened.store.close()
  }
}

/** Puts the Records with their chains, and the store of this account's server, into one file. */
export async function backup({ home, io }: AuditCommand, to: string | undefined): Promise<number> {
  if (to === undefined) throw new UsageError('say where to: `irongate audit backup records.backup`.')
  const file = resolve(to)
  if (existsSync(file)) throw new UsageError(`${showInvisible(file)} is there already.`)
  const folder = stateFolder(home)
  const draft = mkdtempSync(join(tmpdir(), 'irongate-backup-'))
  try {
    const kept = [...auditFiles(folder), ...serverFiles(folder, draft)]
    await writeBackup(file, kept)
    io.out(`${kept.length} files are in ${showInvisible(file)}.\n`)
    return 0
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function serverFiles(folder: string, draft: string): readonly BackupFile[] {
  if (!existsSync(sqliteFile(folder))) return []
  const copy = join(draft, 'records.sqlite')
  copySqlite(sqliteFile(folder), copy)
  const machine = { name: 'server/machine', path: join(folder, 'server', 'machine') }
  return [{ name: 'server/records.sqlite', path: copy }, ...(existsSync(machine.path) ? [machine] : [])]
}

/** Brings back what a backup holds, where there are no Records yet. */
export async function restore({ home, io, person }: AuditCommand, from: string | undefined): Promise<number> {
  if (from === undefined) throw new UsageError('say which: `irongate audit restore records.backup`.')
  if (refusesAgent(person, io, 'audit restore')) return EXIT.deny
  const folder = stateFolder(home)
  if (dayFiles(folder).length > 0 || existsSync(sqliteFile(folder))) {
    io.error('irongate audit restore: there are records already; move ~/.irongate/state/audit and server away first.\n')
    return EXIT.usage
  }
  const file = resolve(from)
  const held = await withBackupErrors(
    listBackupFiles(file),
    (why) => `${showInvisible(file)}: ${why}; nothing was brought back.`,
  )
  const question = `The records of ${showInvisible(file)} (${held.length} files) will be brought back into ${showInvisible(folder)}.\n`
  if (!confirmOrExplain(person, question, { io, command: 'audit restore' })) return EXIT.deny
  const names = await withBackupErrors(
    readBackup(file, folder),
    (why) =>
      `${showInvisible(file)}: ${why}; what was brought back of it is in ${showInvisible(folder)}: move it away, and try again.`,
  )
  io.out(`${names.length} files were brought back. \`irongate audit verify\` proves that they are whole.\n`)
  return 0
}

async function withBackupErrors<T>(read: Promise<T>, told: (why: string) => string): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (error instanceof InvalidBackupError) throw new UsageError(told(showInvisible(error.message)))
    throw error
  }
}
