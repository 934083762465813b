import type { Command, Value, Word } from '../../words.ts'
import { type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { runsInstead } from '../shell/injecting.ts'
import { assignedHost, type Database, isUrl, type Reach, reachOf, stateFile, stateInput, stateSql } from './database.ts'
import { SQL_SHELL_TABLE, type SqlShell } from './sql-shell-table.ts'

function readSqlShell(shell: SqlShell, command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, shell.grammar)
  if (options.has('help', 'version', 'V', '?')) return 'proven'
  const database = databaseOf(shell, options, command, scribe)
  stateUnencrypted(command, database, scribe)
  const statements = [...options.values(...shell.statements), ...(shell.local ? options.operands.slice(1) : [])]
  const files = options.values(...shell.files)
  const standings: Standing[] = [
    ...statements.map((word) => stateSql(shell.local ? asOneLine(word) : word, database, scribe)),
    ...files.map((word) =>
      word.known === '-' ? stateInput(command, database, scribe) : stateFile(scribe.path(word), database, scribe),
    ),
  ]
  if (statements.length === 0 && files.length === 0 && !options.has(...(shell.lists ?? [])))
    standings.push(stateInput(command, database, scribe))
  for (const word of options.values(...(shell.writes ?? []))) standings.push(writes(word, shell.engine, scribe))
  if (options.has('pager')) standings.push('unknown')
  for (const word of options.values('pager')) standings.push(runsInstead(word, `${shell.engine} --pager`, scribe))
  if (options.unknown.length > 0 || standings.includes('unknown')) return 'unknown'
  if (standings.includes('plain')) return 'plain'
  return database.reach === 'local-file' ? 'proven' : 'expected'
}

/** A command of the client itself, given as a word, is read to its end: line breaks in it are blanks. */
function asOneLine(word: Word): Word {
  if (!/^\s*\./.test(word.known)) return word
  const joined = (text: string) => text.trim().replaceAll(/\s+/g, ' ')
  return { ...word, known: joined(word.known), text: word.text === undefined ? undefined : joined(word.text) }
}

/** A remote server is talked to without encryption. */
function stateUnencrypted(command: Command, database: Database, scribe: Scribe): void {
  if (database.reach !== 'remote') return
  const off = command.args.find((word) => UNENCRYPTED.test(word.known))
  if (off) scribe.effect({ kind: 'weaken', area: 'tls', feature: UNENCRYPTED.exec(off.known)?.[0].trim() ?? 'tls' })
}

const UNENCRYPTED =
  /(?:^|[\s?&])(?:sslmode=disable|--ssl-mode=disabled|--skip-ssl|--ssl=0|--ssl-verify-server-cert=0|--insecure)(?:$|[\s&])/i

/** `-o file`, or `-o '|command'`. */
function writes(word: Word, engine: string, scribe: Scribe): Standing {
  if (word.known.startsWith('|'))
    return scribe.runsShell({ text: word.text?.slice(1), sources: [] }, `${engine} output`)
  scribe.effect({ kind: 'write-path', path: scribe.path(word), how: 'overwrite', content: undefined })
  return 'plain'
}

function databaseOf(shell: SqlShell, options: Options, command: Command, scribe: Scribe): Database {
  const { engine, dialect } = shell
  const named = options.value(...shell.database) ?? options.operands[0]
  if (shell.local) {
    if (!named || named.known === ':memory:' || named.known === '')
      return { engine, dialect, reach: 'local-file', name: ':memory:', disposable: true }
    const path = scribe.path(fileOf(named))
    scribe.effect({ kind: 'read-path', path, list: false })
    return {
      engine,
      dialect,
      reach: 'local-file',
      name: path.text,
      disposable: path.sessionMade || path.zone === 'temp',
    }
  }
  const name = isUrl(named) ? (named?.known.split('/').at(-1) ?? '').replace(/\?.*$/, '') : (named?.known ?? '')
  return {
    engine,
    dialect,
    reach: serverReach(shell, options, named, command),
    name: name.replaceAll('\0', '…'),
    disposable: false,
  }
}

/** `file:name?mode=ro` names a file too. */
function fileOf(word: Word): Word {
  if (!word.known.startsWith('file:')) return word
  const known = word.known
    .slice(5)
    .replace(/^\/\/(?=\/)/, '')
    .replace(/\?[^?]*$/, '')
  return { ...word, known, text: word.text === undefined ? undefined : known }
}

function serverReach(shell: SqlShell, options: Options, named: Word | undefined, command: Command): Reach {
  const host = options.value(...shell.host)
  if (host) return reachOf(host)
  if (isUrl(named)) return reachOf(named)
  const keyword = /(?:^|\s)host(?:addr)?=(\S+)/.exec(named?.known ?? '')?.[1]
  if (named && keyword) return reachOf({ ...named, known: keyword })
  if (named?.dynamic) return 'unknown'
  if (shell.names.includes('cqlsh')) return reachOf(options.operands[0])
  return reachOf(assignedHost(command, ...shell.hostVariables))
}

/** What a query prints comes from the database. */
function printed(shell: SqlShell, command: Command, scribe: Scribe): Value {
  const file = shell.local ? readOptions(command.args, shell.grammar).operands[0] : undefined
  if (!file || file.known === ':memory:')
    return { text: undefined, sources: [{ kind: 'command', program: shell.engine, secret: false }] }
  const path = scribe.path(fileOf(file))
  return {
    text: undefined,
    // What a query picks out of a database is not the file that the database lies in.
    sources: [
      { kind: 'command', program: shell.engine, secret: false },
      { kind: 'file', path: path.real ?? path.text, secret: path.tags.includes('secret') },
    ],
  }
}

export const SQL_SHELLS: readonly Program[] = SQL_SHELL_TABLE.map((shell) => ({
  names: shell.names,
  read: (command, scribe) => readSqlShell(shell, command, scribe),
  output: (command, scribe) => printed(shell, command, scribe),
}))
