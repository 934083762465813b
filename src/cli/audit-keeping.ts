import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { keptHeads, readAnchors } from '../audit/anchors.ts'
import { auditFiles, filesOfBackup, type KeptFile, NoBackup, readBackup, writeBackup } from '../audit/backup.ts'
import { blankSession } from '../audit/blank.ts'
import { dayFiles, dayOf, linesOf } from '../audit/day-files.ts'
import { eraseNoted } from '../audit/erase-noted.ts'
import { fileRecords } from '../audit/file-records.ts'
import { removeDays } from '../audit/old-days.ts'
import { matches, type RecordQuery } from '../audit/query.ts'
import { parsed } from '../audit/store.ts'
import { withoutJudgesWords } from '../audit/words.ts'
import { type OpenedStore, openedStore } from '../server/store/open.ts'
import { copySqlite, sqliteFile } from '../server/store/sqlite/index.ts'
import type { Erasure } from '../server/store/store.ts'
import { stateFolder } from '../state/state-folder.ts'
import { confirms, refusesAgent } from './command-args.ts'
import { EXIT, type Io, UsageError, visible } from './io.ts'
import type { TypingPerson } from './person.ts'
import { recordDeed } from './person-deed.ts'
import { shownTime, timeFrom } from './times.ts'

/** What the commands that keep Records are given. */
export interface Keeping {
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
export async function exportRecords({ home, values, io, person }: Keeping): Promise<number> {
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
    for (const { text } of linesOf(path)) {
      const record = parsed(text)
      if (record === undefined || !matches(record, query)) continue
      io.out(isPerson ? `${text}\n` : `${JSON.stringify(withoutJudgesWords(record))}\n`)
    }
  return 0
}

/** Takes Records out of the files and of the store of this account's server, for good. */
export async function eraseRecords(keeping: Keeping): Promise<number> {
  const { home, values, io, person } = keeping
  const { session, 'older-than': age } = values
  if ((session === undefined) === (age === undefined))
    throw new UsageError('say what: `irongate audit erase --session ID` or `irongate audit erase --older-than 90d`.')
  if (refusesAgent(person, io, 'audit erase')) return EXIT.deny
  const folder = stateFolder(home)
  const what =
    session === undefined
      ? await byAge(folder, age ?? '', values.database)
      : await bySession(folder, session, values.database)
  const question = `${what.words} will be taken out of the records for good.\n`
  if (!confirms(person, question, { io, command: 'audit erase' })) return EXIT.deny
  const files = what.eraseFiles(folder)
  const stored = await eraseStored(folder, what.erasure, values.database)
  const command = `audit erase ${session === undefined ? `--older-than ${age}` : `--session ${session}`}`
  const problem = recordDeed({ home, cwd: home, command, message: `${what.words} taken out of the records` })
  if (problem !== undefined) io.error(`irongate audit erase: this was not recorded: ${problem}\n`)
  io.out(`Erased: ${files}${stored === undefined ? '' : `, ${stored} records of the server`}.\n`)
  return 0
}

interface What {
  readonly words: string
  readonly erasure: Erasure
  readonly eraseFiles: (folder: string) => string
}

async function byAge(folder: string, age: string, database: string | undefined): Promise<What> {
  const day = 24 * 60 * 60 * 1000
  // The day that is written to stays.
  const before = Math.floor(Math.min(timeFrom(age, 'start'), Date.now()) / day) * day
  const words = `Everything before ${shownTime(before)}`
  const files = dayFiles(folder).filter((file) => file.day < dayOf(before)).length
  if (
    files === 0 &&
    !knowsOlder(folder, before) &&
    !(await inStore(folder, database, (opened) => holdsBefore(opened, before)))
  )
    throw new UsageError(`there is no record before ${shownTime(before)}; nothing was erased.`)
  return {
    words,
    erasure: { before },
    eraseFiles: (place) => `${removeDays(place, before, 'also-gone').length} files of days`,
  }
}

/** Do heads or anchors tell of older lines? Their files may be gone: that somebody erases them explains it from now on. */
function knowsOlder(folder: string, before: number): boolean {
  return [...keptHeads(folder), ...readAnchors(folder).last.values()].some(({ at }) => at < before)
}

async function bySession(folder: string, start: string, database: string | undefined): Promise<What> {
  const found = new Set<string>()
  let records = 0
  for await (const { sessionId } of fileRecords(folder).query({ session: start, probes: true })) {
    found.add(sessionId)
    records++
  }
  if (found.size > 1)
    throw new UsageError(`${found.size} sessions begin with ${JSON.stringify(start)}; say more of it.`)
  const session = [...found][0] ?? start
  if (records === 0 && !(await inStore(folder, database, (opened) => holdsSession(opened, session))))
    throw new UsageError(
      `there is no record of a session ${JSON.stringify(start)}; nothing was erased. \`irongate log --json\` tells the sessions.`,
    )
  return {
    words: `Session ${visible(session)} (${records} records)`,
    erasure: { session },
    eraseFiles: (place) => {
      // What its decisions were made on goes first: where that fails, the Records still tell that it is there.
      eraseNoted(place, session)
      return `${blankSession(place, session, Date.now)} records of the files`
    },
  }
}

/** Asks the store of a server something of this machine; false where there is none. */
async function inStore(
  folder: string,
  database: string | undefined,
  ask: (opened: OpenedStore) => Promise<boolean>,
): Promise<boolean> {
  const opened = await openedStore(folder, database)
  if (opened === undefined) return false
  try {
    return await ask(opened)
  } finally {
    await opened.store.close()
  }
}

async function holdsSession({ store, machine }: OpenedStore, session: string): Promise<boolean> {
  for await (const _record of store.chain(machine, session)) return true
  return false
}

async function holdsBefore({ store, machine }: OpenedStore, before: number): Promise<boolean> {
  return (await store.page({ until: before - 1, machine, probes: true, limit: 1 })).records.length > 0
}

async function eraseStored(
  folder: string,
  erasure: Erasure,
  database: string | undefined,
): Promise<number | undefined> {
  const opened = await openedStore(folder, database)
  if (opened === undefined) return undefined
  try {
    return await opened.store.erase({ ...erasure, machine: opened.machine })
  } finally {
    await opened.store.close()
  }
}

/** Puts the Records with their chains, and the store of this account's server, into one file. */
export async function backup({ home, io }: Keeping, to: string | undefined): Promise<number> {
  if (to === undefined) throw new UsageError('say where to: `irongate audit backup records.backup`.')
  const file = resolve(to)
  if (existsSync(file)) throw new UsageError(`${visible(file)} is there already.`)
  const folder = stateFolder(home)
  const draft = mkdtempSync(join(tmpdir(), 'irongate-backup-'))
  try {
    const kept = [...auditFiles(folder), ...serverFiles(folder, draft)]
    await writeBackup(file, kept)
    io.out(`${kept.length} files are in ${visible(file)}.\n`)
    return 0
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function serverFiles(folder: string, draft: string): readonly KeptFile[] {
  if (!existsSync(sqliteFile(folder))) return []
  const copy = join(draft, 'records.sqlite')
  copySqlite(sqliteFile(folder), copy)
  const machine = { name: 'server/machine', path: join(folder, 'server', 'machine') }
  return [{ name: 'server/records.sqlite', path: copy }, ...(existsSync(machine.path) ? [machine] : [])]
}

/** Brings back what a backup holds, where there are no Records yet. */
export async function restore({ home, io, person }: Keeping, from: string | undefined): Promise<number> {
  if (from === undefined) throw new UsageError('say which: `irongate audit restore records.backup`.')
  if (refusesAgent(person, io, 'audit restore')) return EXIT.deny
  const folder = stateFolder(home)
  if (dayFiles(folder).length > 0 || existsSync(sqliteFile(folder))) {
    io.error('irongate audit restore: there are records already; move ~/.irongate/state/audit and server away first.\n')
    return EXIT.usage
  }
  const file = resolve(from)
  const held = await fromBackup(filesOfBackup(file), (why) => `${visible(file)}: ${why}; nothing was brought back.`)
  const question = `The records of ${visible(file)} (${held.length} files) will be brought back into ${visible(folder)}.\n`
  if (!confirms(person, question, { io, command: 'audit restore' })) return EXIT.deny
  const names = await fromBackup(
    readBackup(file, folder),
    (why) =>
      `${visible(file)}: ${why}; what was brought back of it is in ${visible(folder)}: move it away, and try again.`,
  )
  io.out(`${names.length} files were brought back. \`irongate audit verify\` proves that they are whole.\n`)
  return 0
}

async function fromBackup<T>(read: Promise<T>, told: (why: string) => string): Promise<T> {
  try {
    return await read
  } catch (error) {
    if (error instanceof NoBackup) throw new UsageError(told(visible(error.message)))
    throw error
  }
}
