import { resolve } from 'node:path'
import type { SavedChainHead } from '../audit/chain-heads.ts'
import { type ChainFault, type VerifyResult, verifyAuditLog } from '../audit/verify.ts'
import { openExistingStore } from '../server/store/existing-store.ts'
import { stateFolder } from '../state/state-folder.ts'
import { type AuditCommand, backup, eraseRecords, exportRecords, restore } from './audit-maintenance.ts'
import { databaseFrom, readArgs } from './command-args.ts'
import { agentHomeDirectory } from './home.ts'
import { type Io, paint, showInvisible, UsageError } from './io.ts'
import { THIS_PERSON, type TypingPerson } from './typing-person.ts'

export const HELP = `Usage: irongate audit verify [--json]
       irongate audit export [--since TIME] [--until TIME] [--session ID]
       irongate audit erase --session ID | --older-than TIME
       irongate audit backup FILE
       irongate audit restore FILE

verify proves that the records are as they were written. Each session's records are a chain of hashes: a line that was changed, removed,
added or moved breaks it, and is named. What is whole is anchored: its end is noted in a file of its own, so that it cannot be
replaced later without a trace there. Where a server of this account took the records (\`irongate serve\`), they are also held against
what it has: a line that it took and that is no longer there, or is another one now, is named.

  intact       every chain is whole and anchored to its end
  unanchored   every chain is whole; its last lines were not anchored before (they are now)
  broken       the lines that are named are not as they were written

It proves nothing against a program that rewrites chains, heads and anchors alike, as one running as you can: keep a copy of
~/.irongate/state/audit/anchors.jsonl elsewhere if that matters.

  --json           the findings as JSON
  --database URL   hold the files against what servers took into this PostgreSQL; also for erase

export prints records as lines, oldest first, as they were written.

erase takes the records of a session, or whole days (UTC) that are older than a time, out of the files and of the server's store for
good; lines of a session are written over with blanks where they stand. It is a user command, in a terminal that no agent owns, and is
recorded. \`audit verify\` tells how many sessions were erased. The setting \`audit.keepDays\` removes old days by itself.

backup puts records, chains, anchors and the server's store into one file that only you can read; restore brings it back where there
are no records yet (a user command, too).

Exit status: 0 intact or unanchored, 1 broken, 64 wrong usage, 70 internal error.

Examples:
  irongate audit verify
  irongate audit verify --json
  irongate audit export --since 30d > records.jsonl
  irongate audit erase --older-than 90d
  irongate audit backup records.backup
`

export async function run(args: readonly string[], io: Io, person: TypingPerson = THIS_PERSON): Promise<number> {
  const { values, positionals } = options(args)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const [what, file, ...more] = positionals
  const takesFile = what === 'backup' || what === 'restore'
  if (more.length > 0 || (file !== undefined && !takesFile)) throw new UsageError(`too many words\n\n${HELP}`)
  const home = values.home === undefined ? agentHomeDirectory() : resolve(values.home)
  const keeping = { home, values: { ...values, database: databaseFrom(values.database) }, io, person }
  switch (what) {
    case 'verify':
      return printVerification(keeping, values.json)
    case 'export':
      return exportRecords(keeping)
    case 'erase':
      return eraseRecords(keeping)
    case 'backup':
      return backup(keeping, file)
    case 'restore':
      return restore(keeping, file)
    default:
      throw new UsageError(`say what: verify, export, erase, backup or restore\n\n${HELP}`)
  }
}

async function printVerification({ home, values, io }: AuditCommand, json: boolean): Promise<number> {
  const folder = stateFolder(home)
  const found = verifyAuditLog(folder, Date.now(), await serverChainHeads(folder, values.database))
  io.out(json ? `${JSON.stringify(found)}\n` : formatVerification(found, io))
  return found.status === 'broken' ? 1 : 0
}

/** Where the chains stood when a server of this account took them; none where there never was one. */
async function serverChainHeads(folder: string, database: string | undefined): Promise<readonly SavedChainHead[]> {
  const opened = await openExistingStore(folder, database)
  if (opened === undefined) return []
  try {
    return await opened.store.heads(opened.machine)
  } finally {
    await opened.store.close()
  }
}

const MOST_FAULTS = 50

function formatVerification(found: VerifyResult, io: Io): string {
  const { status, faults } = found
  const counts = `${plural(found.sessions, 'session')}, ${plural(found.records, 'record')}`
  const notes = [
    found.unanchored > 0 && status !== 'broken'
      ? `${plural(found.unanchored, 'record')} not anchored before; now anchored`
      : '',
    found.unchained > 0 ? `${plural(found.unchained, 'record')} outside a chain (its lock was not free in time)` : '',
    found.old > 0 ? `${plural(found.old, 'record')} of an earlier version, without a chain` : '',
    found.erased > 0 ? `${plural(found.erased, 'session')} whose records were erased` : '',
    found.shortened > 0 ? `${plural(found.shortened, 'session')} whose older records were removed` : '',
  ].filter((note) => note !== '')
  const list = faults.slice(0, MOST_FAULTS).map((fault) => `  ${faultText(fault)}`)
  if (faults.length > MOST_FAULTS) list.push(`  and ${faults.length - MOST_FAULTS} more (--json lists all)`)
  const style = status === 'broken' ? 'red' : 'green'
  return [`${paint(io, style, status)}: ${counts}`, ...notes.map((note) => `  ${note}`), ...list]
    .map((line) => `${line}\n`)
    .join('')
}

function faultText({ session, file, line, what }: ChainFault): string {
  const place = line === undefined ? file : `${file}:${line}`
  return showInvisible(`${place}${session === undefined ? '' : `, session ${session}`}: ${what}`)
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

function options(args: readonly string[]) {
  return readArgs(args, {
    json: { type: 'boolean', default: false },
    since: { type: 'string' },
    until: { type: 'string' },
    session: { type: 'string' },
    'older-than': { type: 'string' },
    database: { type: 'string' },
    home: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
}
