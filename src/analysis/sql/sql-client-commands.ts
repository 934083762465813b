import type { SqlReading } from './sql.ts'
import type { SqlDialect } from './sql-split.ts'

const READ_ONLY_RESULT: SqlReading = { kind: 'read' }

/** A client's own command: `\! ls`, `.shell ls`, `system ls`. */
export function parseClientCommand(line: string, dialect: SqlDialect): readonly SqlReading[] {
  switch (dialect) {
    case 'postgres':
      return parsePsqlCommand(line)
    case 'sqlite':
      return parseSqliteCommand(line)
    case 'mysql':
      return parseMysqlCommand(line)
    case 'other':
      return [{ kind: 'unknown', text: line.slice(0, 80) }]
  }
}

function unquoteText(text: string): string {
  return text
    .trim()
    .replace(/^(['"])(.*)\1;?$/, '$2')
    .replace(/;$/, '')
}

function parsePsqlCommand(line: string): readonly SqlReading[] {
  const found = /^\\(!|[A-Za-z?]+\+?)\s*(.*)$/.exec(line)
  const name = found?.[1] ?? ''
  const rest = (found?.[2] ?? '').trim()
  const inner = /`([^`]*)`/.exec(rest)?.[1]
  const extra: readonly SqlReading[] = inner === undefined ? [] : [{ kind: 'shell', text: inner }]
  if (name === '!') return [{ kind: 'shell', text: rest }]
  if (/^(?:o|out|w|write|g|gx|s)$/.test(name) && rest !== '')
    return [
      rest.startsWith('|') ? { kind: 'shell', text: rest.slice(1) } : { kind: 'write-file', path: unquoteText(rest) },
    ]
  if (/^(?:i|ir|include|include_relative)$/.test(name)) return [{ kind: 'script', path: unquoteText(rest) }]
  if (name === 'copy') return parseCopyCommand(rest)
  if (name === 'gexec' || name === 'setenv' || name === 'e' || name === 'edit' || name === 'ef')
    return [{ kind: 'unknown', text: line.slice(0, 80) }]
  if (name === 'lo_unlink') return [{ kind: 'change', statement: 'delete', unbounded: false, target: rest }]
  if (/^lo_(?:import|export)$/.test(name))
    return [
      { kind: name === 'lo_import' ? 'read-file' : 'write-file', path: unquoteText(rest.split(/\s+/).at(-1) ?? '') },
    ]
  return extra.length > 0 ? extra : [READ_ONLY_RESULT]
}

function parseCopyCommand(rest: string): readonly SqlReading[] {
  const program = /\bprogram\s+(.*)$/i.exec(rest)?.[1]
  if (program !== undefined)
    return [{ kind: 'shell', text: unquoteText(program.replace(/'\s+(?:with|csv|delimiter).*$/i, "'")) }]
  const found = /\b(to|from)\s+('[^']*'|\S+)/i.exec(rest.replace(/^\([^)]*\)/, ''))
  const path = unquoteText(found?.[2] ?? '')
  const file: readonly SqlReading[] = /^p?std(?:in|out)$/i.test(path)
    ? []
    : [{ kind: found?.[1]?.toLowerCase() === 'to' ? 'write-file' : 'read-file', path }]
  if (found?.[1]?.toLowerCase() === 'to') return [READ_ONLY_RESULT, ...file]
  return [{ kind: 'change', statement: 'insert', unbounded: false, target: rest.split(/[\s(]/)[0] ?? '' }, ...file]
}

const SQLITE_READ_ONLY_COMMAND =
  /^\.(?:tables?|schema|fullschema|headers?|mode|width|nullvalue|databases|dbinfo|indexes|indices|show|stats|timer|echo|bail|quit|exit|help|print|separator|prompt|changes|lint|eqp|explain|limit|version|dump|sha3sum|timeout|vfsinfo|vfslist|parameter|progress|scanstats|binary|crlf)\b/

function parseSqliteCommand(line: string): readonly SqlReading[] {
  if (SQLITE_READ_ONLY_COMMAND.test(line)) return [READ_ONLY_RESULT]
  const found = /^\.(\w+)\s*(.*)$/.exec(line)
  const name = found?.[1] ?? ''
  const rest = (found?.[2] ?? '').trim()
  const words = splitSqliteWords(rest)
  const argument = words.find((word) => !word.startsWith('-')) ?? ''
  // A pipe as the first sign of a file's name: the rest of the words is its command.
  const piped = words.findIndex((word) => word.startsWith('|'))
  const command = piped < 0 ? '' : words.slice(piped).join(' ').slice(1)
  if (/^(?:shell|system)$/.test(name) || 'shell'.startsWith(name) || 'system'.startsWith(name))
    return [{ kind: 'shell', text: rest }]
  if (/^(?:output|once|excel|www|log|trace|testcase)$/.test(name)) {
    if (argument === '' || argument === 'stdout' || argument === 'off') return [READ_ONLY_RESULT]
    return [piped >= 0 ? { kind: 'shell', text: command } : { kind: 'write-file', path: argument }]
  }
  if (name === 'import')
    return piped >= 0
      ? [{ kind: 'shell', text: (words[piped] ?? '').slice(1) }]
      : [
          { kind: 'read-file', path: argument },
          { kind: 'change', statement: 'insert', unbounded: false, target: rest.split(/\s+/).at(-1) ?? '' },
        ]
  if (name === 'read') return piped >= 0 ? [{ kind: 'shell', text: command }] : [{ kind: 'script', path: argument }]
  if (/^(?:backup|save|clone)$/.test(name))
    return [{ kind: 'write-file', path: unquoteText(rest.split(/\s+/).at(-1) ?? '') }]
  if (name === 'restore') return [{ kind: 'change', statement: 'restore', unbounded: true, target: argument }]
  return [{ kind: 'unknown', text: line.slice(0, 80) }]
}

/** The words of a dot command, without their quotes. */
function splitSqliteWords(text: string): string[] {
  const words = text.match(/"(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s"']\S*/gs) ?? []
  return words.map((word) => {
    if (word.startsWith("'")) return word.replace(/^'|'$/g, '')
    return word.startsWith('"') ? word.replace(/^"|"$/g, '').replaceAll(/\\(.)/gs, '$1') : word
  })
}

function parseMysqlCommand(line: string): readonly SqlReading[] {
  const found = /^(?:\\(.)|(system|source|tee|pager|nopager))\s*(.*)$/i.exec(line)
  const name = (found?.[1] ?? found?.[2] ?? '').replace(/^[A-Z]{2,}$/i, (word) => word.toLowerCase())
  const rest = unquoteText(found?.[3] ?? '')
  if (name === '!' || name === 'system' || name === 'P' || name === 'pager') return [{ kind: 'shell', text: rest }]
  if (name === '.' || name === 'source') return [{ kind: 'script', path: rest }]
  if (name === 'T' || name === 'tee') return [{ kind: 'write-file', path: rest }]
  if (name === 'e') return [{ kind: 'unknown', text: line }]
  return [READ_ONLY_RESULT]
}
