import { environmentOfName } from '../../knowledge/lexicon/deployment-environments.ts'
import type { SqlStatementKind } from '../interpret/spec.ts'
import { runsVariable, statementsIn, withAssigned } from './sql-blocks.ts'
import { parseClientCommand } from './sql-client-commands.ts'
import { findSecretColumn, findSideEffectCalls, type ShownSecretColumn } from './sql-functions.ts'
import { type SqlChunk, type SqlDialect, splitSql } from './sql-split.ts'

interface SqlChange {
  readonly kind: 'change'
  readonly statement: SqlStatementKind
  readonly unbounded: boolean
  readonly target: string
  /** What is lost is put there anew at once: in a developer's own file that is everyday work. */
  readonly anew?: boolean
}

/** What one statement or client command does. */
export type SqlReading =
  | { readonly kind: 'read' }
  | SqlChange
  /** Gives someone far-reaching rights. */
  /** `open`: to whoever comes, from any machine. */
  | { readonly kind: 'rights'; readonly what: string; readonly to: string; readonly open: boolean }
  /** Switches a log or a check off. */
  | { readonly kind: 'unwatch'; readonly what: string }
  | { readonly kind: 'shell'; readonly text: string }
  | { readonly kind: 'read-file' | 'write-file' | 'script'; readonly path: string }
  /** Rows go to another machine, with what was read for them. */
  | { readonly kind: 'send'; readonly address: string; readonly files: readonly string[] }
  /** Code for the database itself comes from an address. */
  | { readonly kind: 'load'; readonly address: string }
  /** Shows a column that holds secrets. */
  | ({ readonly kind: 'reveal' } & ShownSecretColumn)
  /** Ends a transaction without keeping it. */
  | { readonly kind: 'rollback' | 'commit' | 'begin' }
  | { readonly kind: 'unknown'; readonly text: string }

const MAX_DEPTH = 4
/** Marks a statement that loads code into the database. */
export const CODE_LOADING_MARK = 'loads code into the database'

/** Reads SQL text: one entry per thing it does. Pure, total, linear in the text. */
export function readSql(text: string, dialect: SqlDialect = 'other', depth = 0): readonly SqlReading[] {
  const chunks = splitSql(text, dialect).flatMap((chunk) => (chunk.client ? [chunk] : statementsIn(chunk)))
  return withAssigned(chunks).flatMap((chunk, at) => {
    if (!chunk.client) return readStatement(chunk, dialect, depth)
    const before = chunks[at - 1]
    return RUNS_ROWS.test(chunk.code) && before?.client === false && depth < MAX_DEPTH
      ? readAssembledSql(before, dialect, depth, [])
      : parseClientCommand(chunk.code, dialect)
  })
}

/** Every field of what the query gave is run as a statement. */
const RUNS_ROWS = /^\\gexec\b/

const READ_ONLY_STATEMENT =
  /^(?:select|show|describe|desc|explain|values|table|list|fetch|declare|close|help|use|set|reset|with|pragma|analyze|\(|check|checksum|prepare|deallocate|discard|listen|unlisten|print|go|in|return|end|if|else|loop|elsif|then|raise|perform)$/
const INSERTING_VERBS = new Set(['insert', 'replace', 'merge', 'upsert', 'import', 'load'])
const MAINTENANCE_VERBS = new Set(
  'create comment vacuum reindex cluster refresh lock attach detach optimize repair rename notify security install export exchange system kill shutdown call exec execute flush purge'.split(
    ' ',
  ),
)

function readStatement(chunk: SqlChunk, dialect: SqlDialect, depth: number): readonly SqlReading[] {
  const code = chunk.code
    .replace(/\s+/g, ' ')
    .replace(
      /^(?:begin|then|else|loop|declare) (?=(?:delete|drop|truncate|update|insert|execute)\b|(?!transaction|work)\w+\.\w+(?:\.\w+)? ?\()/i,
      '',
    )
  const lower = code.toLowerCase()
  const verb = /^\(*\s*([a-z]+)/.exec(lower)?.[1] ?? ''
  const found: SqlReading[] = [...findOutsideAccess(lower, chunk.strings), ...readGrants(lower, chunk.strings)]
  if (verb === 'begin' || (verb === 'start' && lower.includes('transaction'))) return [{ kind: 'begin' }]
  if (verb === 'commit' || verb === 'end') return [{ kind: 'commit' }]
  if (verb === 'rollback' || verb === 'abort')
    return lower.includes(' to ') ? [{ kind: 'read' }] : [{ kind: 'rollback' }]
  if (verb === 'do' || (verb === 'create' && /\b(?:function|procedure)\b/.test(lower))) {
    const inside: readonly SqlReading[] =
      depth < MAX_DEPTH
        ? chunk.strings.flatMap((body) => readSql(body, dialect, depth + 1))
        : [{ kind: 'shell', text: '"$SQL_TOO_DEEP"' }]
    return [...found, ...(verb === 'do' ? inside : [makeChange('other', false, lower)])]
  }
  // Text that is put together and then run: a parameter that is no statement says nothing.
  if (verb === 'execute' && depth < MAX_DEPTH)
    found.push(
      ...chunk.strings.flatMap((body) => readSql(body, dialect, depth + 1)).filter(({ kind }) => kind === 'change'),
    )
  if ((isDynamicSql(verb, lower) || (depth > 0 && runsVariable(lower))) && depth < MAX_DEPTH)
    found.push(...readAssembledSql(chunk, dialect, depth, found))
  const explained =
    verb === 'explain' ? lower.replace(/^explain\s*(?:\([^)]*\)|analyze|verbose|query plan|\s)*/, '') : lower
  if (verb === 'explain' && !/^explain\s*\(?[^)]*analyze/.test(lower)) return [...found, { kind: 'read' }]
  found.push(...readChanges(explained, verb))
  if (READ_ONLY_STATEMENT.test(verb) || CALL_VERB.test(verb) || PROCEDURE_CALL.test(lower))
    found.push(...readCalledFunctions(explained, chunk, dialect, depth))
  return found
}

const TEXT_CONCATENATION =
  /\|\||\bconcat\w*\s?\(|\bformat\s?\(|\breplace\s?\(|\bchr\s?\(|\bdecode\s?\(|(?:^|\s)@?\w+\s?\+|\+\s?@?\w/

/** Text that is put together and run, or kept to be run: `execute 'a' || 'b'`, `set @s = concat(…)`, `prepare p from @s`. */
function isDynamicSql(verb: string, code: string): boolean {
  if (verb === 'execute') return TEXT_CONCATENATION.test(code)
  if (verb === 'prepare') return /\bfrom\s+(?:@|:|')/.test(code)
  return verb === 'set' && /@\w+\s?:?=/.test(code) && TEXT_CONCATENATION.test(code)
}

/** The pieces as one text; where that is no statement, nobody can tell what runs. */
function readAssembledSql(
  { strings, code }: SqlChunk,
  dialect: SqlDialect,
  depth: number,
  known: readonly SqlReading[],
): readonly SqlReading[] {
  const whole = strings.join('')
  const read = readSql(whole, dialect, depth + 1).filter(({ kind }) => kind === 'change')
  if (read.length > 0 || known.some(({ kind }) => kind === 'change')) return read
  return /^\s*set\b/i.test(code) || UPKEEP_SPELLED.test(whole) ? [] : [{ kind: 'shell', text: '"$SQL_PUT_TOGETHER"' }]
}

/** The verb is spelled out and changes no row, whatever it is put together with. */
const UPKEEP_SPELLED = /^\s*(?:analyze|vacuum|reindex|refresh|comment on|select\s[^;]*\sfrom)\s[^;]*;?\s*$/i

const CALL_VERB = /^(?:call|exec|execute)$/
const PROCEDURE_CALL = /^\w+\.\w+(?:\.\w+)? ?\(/

/** What the functions that a statement calls do, by their names; a statement handed to one is read as such. */
function readCalledFunctions(
  code: string,
  { strings }: SqlChunk,
  dialect: SqlDialect,
  depth: number,
): readonly SqlReading[] {
  const calls = findSideEffectCalls(code)
  if (calls.length === 0) return []
  const handed =
    calls.some(({ runs }) => runs) && depth < MAX_DEPTH
      ? strings.flatMap((body) => readSql(body, dialect, depth + 1)).filter(({ kind }) => kind === 'change')
      : []
  const named = calls.slice(0, MAX_CALLS).map(({ name, statement }) => makeChange(statement, false, `function ${name}`))
  const more = calls.length - named.length
  return [...named, ...(more > 0 ? [makeChange('drop', true, `${more} more functions`)] : []), ...handed]
}

/** Functions that are held against an order one by one; no order names the rest. */
const MAX_CALLS = 64

function makeChange(statement: SqlStatementKind, unbounded: boolean, target: string): SqlChange {
  return { kind: 'change', statement, unbounded, target: target.slice(0, 80).trim() }
}

/** `create or replace transient table x`: what is not temporary is replaced for everybody. */
const REPLACING_CREATE =
  /^create\s+or\s+replace\s+(?:(?:transient|external|dynamic|hybrid|managed)\s+)?((?:table|schema|database)\s+[^\s(]+)/

/** What a statement changes; a statement that begins with WITH may change in its middle or end. */
function readChanges(code: string, verb: string): readonly SqlReading[] {
  const start = /^with\b/.test(code) ? code.search(/\b(?:delete from|update|insert into|merge into|truncate)\b/) : 0
  if (start < 0) return [{ kind: 'read' }]
  const text = code.slice(start)
  const word = /^\(*\s*([a-z]+)/.exec(text)?.[1] ?? ''
  switch (word) {
    case 'drop':
      return [readDrop(text)]
    case 'truncate':
      return [makeChange('truncate', true, text.replace(/^truncate\s+(?:table\s+)?(?:only\s+)?/, ''))]
    case 'delete':
      return [makeChange('delete', isUnbounded(text), text.replace(/^delete\s+(?:from\s+)?/, '').split(/\s/)[0] ?? '')]
    case 'update':
      return [
        makeChange(
          'update',
          isUnbounded(text),
          text.replace(/^update\s+(?:only\s+|low_priority\s+|ignore\s+)?/, '').split(/\s/)[0] ?? '',
        ),
      ]
    case 'alter':
      return [readAlter(text)]
    case 'grant':
    case 'revoke':
      return [makeChange('grant', false, text)]
    case 'copy':
      return [/\bfrom\b/.test(text) ? makeChange('insert', false, text.split(' ')[1] ?? '') : { kind: 'read' }]
    case 'restore':
      return [makeChange('restore', true, text)]
    case 'backup':
      return [{ kind: 'read' }]
  }
  if (/^system\s+drop\s+(?:replica|database)\b/.test(text)) return [makeChange('drop', true, text)]
  if (INSERTING_VERBS.has(word))
    return [makeChange('insert', false, text.replace(/^\w+\s+(?:into\s+)?/, '').split(/[\s(]/)[0] ?? '')]
  if (word === 'create' && /^create\s+(?:or replace\s+)?(?:user|role|login)\b/.test(text))
    return [makeChange('grant', false, text)]
  // Whatever it held is gone; what belongs to a stage of work is made anew all the time.
  const replaced = REPLACING_CREATE.exec(text)?.[1]
  if (replaced !== undefined && /^(?:production|unknown)$/.test(environmentOfName(replaced)))
    return [{ ...makeChange('drop', true, replaced), anew: environmentOfName(replaced) === 'unknown' }]
  if (MAINTENANCE_VERBS.has(word)) return [makeChange('other', false, text)]
  if (word === 'select' && /\binto\s+(?!outfile|dumpfile|@)\w/.test(text) && !/\binsert\b/.test(text))
    return [makeChange('insert', false, text)]
  if (word === 'pragma' && /=/.test(text)) return [makeChange('other', false, text)]
  return READ_ONLY_STATEMENT.test(word) || READ_ONLY_STATEMENT.test(verb)
    ? [{ kind: 'read' }]
    : [{ kind: 'unknown', text: text.slice(0, 80) }]
}

/** A dropped column takes its data with it; ClickHouse deletes and updates rows this way. */
function readAlter(text: string): SqlReading {
  const target = text.replace(/^alter\s+/, '')
  const rows = /^alter\s+table\s+\S+\s+(delete|update)\b(.*)$/.exec(text)
  if (rows) return makeChange(rows[1] === 'delete' ? 'delete' : 'update', isUnbounded(rows[2] ?? ''), target)
  const loses =
    /\bdrop\s+(?:column|partition|(?!constraint|index|default|not|primary|foreign|check|key|expression|identity)\w)/
  return makeChange(/^alter\s+table\b/.test(text) && loses.test(text) ? 'drop' : 'alter', false, target)
}

function readDrop(text: string): SqlReading {
  const found = /^drop\s+(\w+)\b\s*(?:if\s+exists\s+)?(.*)$/.exec(text)
  const what = found?.[1] ?? ''
  const heavy =
    /^(?:database|schema|table|tablespace|keyspace|collection|owned|materialized|foreign|measurement|bucket)$/.test(
      what,
    )
  return makeChange('drop', heavy, `${what} ${found?.[2] ?? ''}`)
}

/** No WHERE, or one that is always true. */
function isUnbounded(text: string): boolean {
  const at = text.search(/\bwhere\b/)
  if (at < 0) return !/\b(?:using|join|limit)\b/.test(text) || /^delete\s+from\s+\S+$/.test(text)
  const condition = text
    .slice(at + 5)
    .replace(/\b(?:returning|order by|limit)\b.*$/, '')
    .replace(/[()]/g, ' ')
  return condition.split(/\bor\b/).some((part) => part.split(/\band\b/).every(isAlwaysTrue))
}

function isAlwaysTrue(condition: string): boolean {
  const text = condition.trim()
  if (/^(?:true|[1-9]\d*|not false)$/.test(text)) return true
  const sides = text.split(/\s*(?:=|is not distinct from|like)\s*/)
  if (sides.length === 2 && sides[0] !== '' && sides[0] === sides[1]) return true
  return /^(?:\d+\s*<>\s*\d+|''\s*(?:is not null|like '')|1\s*>\s*0|0\s*<\s*1)$/.test(text)
}

/** The string that stands behind these words. */
function findStringAfter(code: string, words: RegExp, strings: readonly string[]): string {
  const pieces = code.split("''")
  const at = pieces.findIndex((piece, index) => index < strings.length && words.test(piece))
  return strings[at] ?? strings[0] ?? ''
}

/** Where rows go: a file, or an address. */
function readRowDestination(place: string, others: readonly string[]): readonly SqlReading[] {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(place)) return [{ kind: 'write-file', path: place }]
  const files = others.filter(
    (text) => text !== place && /^(?:~?\/|\.{0,2}\/|[\w-]+\/)[\w./-]+$|^[\w-]+\.\w{2,8}$/.test(text),
  )
  return [{ kind: 'send', address: place, files }]
}

/** Statements that reach a file or a program, by the first string in them or the last. */
const OUTSIDE_ACCESS_FORMS: readonly (readonly [RegExp, 'shell' | 'read-file' | 'write-file', string: 0 | -1])[] = [
  [/^copy\b.*\b(?:to|from)\s+program\b|\b(?:xp_cmdshell|sys_exec|sys_eval|shellexec)\b/, 'shell', -1],
  [/\binto\s+(?:outfile|dumpfile)\b|\blo_export\s*\(/, 'write-file', -1],
  [/\bvacuum\s+into\b/, 'write-file', 0],
  [
    /^copy\b(?!.*\bto\s+'').*\bfrom\s+''|\b(?:load_file|pg_read_file|pg_read_binary_file|lo_import|readfile|pg_ls_dir|read_text|read_blob)\s*\(\s*''|^load\s+data\b.*\binfile\b/,
    'read-file',
    0,
  ],
]

const LOG_DISABLING_STATEMENT =
  /\bset\s+(?:global|persist)\s+(?:general_log|log_bin|sql_log_bin|slow_query_log|audit_log\w*)\s*=\s*(?:0|off)|\b(?:purge\s+(?:binary|master)\s+logs|reset\s+master)\b|\bset\s+(?:session\s+)?sql_log_bin\s*=\s*(?:0|off)/

function findOutsideAccess(code: string, strings: readonly string[]): readonly SqlReading[] {
  const [first = ''] = strings
  const found: SqlReading[] = OUTSIDE_ACCESS_FORMS.filter(([form]) => form.test(code)).map(([, kind, at]) => {
    const text = strings.at(at) ?? ''
    return kind === 'shell' ? { kind, text } : { kind, path: text }
  })
  if (/^copy\b(?!.*\b(?:to|from)\s+program\b).*\bto\s+''/.test(code))
    found.push(...readRowDestination(findStringAfter(code, /\bto\s+$/, strings), strings))
  // A table that is an address: rows that are put into it are sent there.
  if (/^insert\s+into\s+(?:table\s+)?function\s+\w+\s*\(/.test(code))
    found.push(...readRowDestination(first, strings.slice(1)))
  if (/\bwritefile\s*\(/.test(code)) {
    const places = strings.filter((text) => /^(?:~?\/|\.{1,2}\/)/.test(text))
    for (const path of places.length > 0 ? places : [first]) found.push({ kind: 'write-file', path })
  }
  if (
    /\bload_extension\s*\(|^create\s+(?:or replace\s+)?function\b.*\blanguage\s+(?:c|plpython3?u|plperlu)\b/.test(code)
  )
    found.push({ kind: 'unknown', text: CODE_LOADING_MARK })
  const address = strings.find((text) => /^(?:https?|ftp|s3):\/\//i.test(text))
  if (/^(?:force\s+)?(?:install|load)\s(?!\s*data\b)/.test(code) && address !== undefined)
    found.push({ kind: 'load', address })
  const column = findSecretColumn(code)
  if (column) found.push({ kind: 'reveal', ...column })
  if (LOG_DISABLING_STATEMENT.test(code)) found.push({ kind: 'unwatch', what: 'database log' })
  return found
}

function readGrants(code: string, strings: readonly string[]): readonly SqlReading[] {
  const open = strings.includes('%') || /@\s*[`"]?%|\bto\s+public\b/.test(code)
  const to = /\bto\s+([^\s,;]+(?:@[^\s,;]+)?)/.exec(code)?.[1] ?? ''
  if (/^grant\s+(?:all\b|super\b|[\w, ]*\b(?:superuser|rds_superuser|dba|admin|owner|sysadmin)\b)/.test(code))
    return [{ kind: 'rights', what: code.slice(0, 60), to, open }]
  if (/^(?:create|alter)\s+(?:user|role)\b(?!.*\bnosuperuser\b).*\bsuperuser\b/.test(code))
    return [{ kind: 'rights', what: 'superuser', to: code.split(' ')[2] ?? '', open }]
  return []
}
