import { isReadOnlyVerb } from '../../knowledge/lexicon/verbs.ts'
import { recordProgramText, recordSecretUpload } from '../code/program-text.ts'
import { commandProgram } from '../interpret/base-name.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { recordFrameworkSql } from '../sql/database.ts'
import type { Command, Word } from '../words.ts'
import {
  freeWords,
  isCodePattern,
  isRemote,
  knownTexts,
  looksLikeFile,
  matching,
  targetsOnlyThisMachine,
} from './word-shapes.ts'

const SQL_STATEMENT =
  /^\s*(?:drop\s+(?:table|database|schema|view|keyspace|index)\s|delete\s+from\s|truncate\s+table\s|update\s+\S+\s+set\s|alter\s+table\s|create\s+or\s+replace\s+(?:table|schema|database)\s|insert\s+into\s|copy\s*[\w(]\S*\s[\s\S]*\bto\s+')/i
const TEXT_OPTION = /^(?:-m|-t|--(?:message|title|body|description|subject|comment|text|note|summary|name|notes))$/
const CODE_OPTION = /^--?(?:e|E|c|x|q|eval|evaluate|expr|expression|exec|execute|code|command|run|query|program)(?:=|$)/

export function recordInlineDataTransfer({ args }: Command, recorder: EffectRecorder): void {
  for (const [at, { text = '' }] of args.entries()) {
    const before = args[at - 1]?.known ?? ''
    if (text.includes('://') && (CODE_OPTION.test(before) || CODE_OPTION.test(text) || /^eval/.test(before)))
      recordSecretUpload(text, recorder)
  }
}

const SCRIPT_OPTION = /^(?:-[fi]|--(?:file|filename|input|input-file|script|sql-file|source))$/
const CONNECTION_OPTION =
  /^(?:-[cdhHPu]|--(?:[a-z]+[-_])*(?:host|server|url|uri|dsn|conn(?:ection)?|connect|database|db|dbname|account|profile|user|username|warehouse|cluster|catalog))(?:=|$)/

function isTextTool(word: string): boolean {
  return isReadOnlyVerb(word) || /fmt|format|lint|fluff|check|pars|diff|render|compil/.test(word)
}

function recordSqlFiles(command: Command, recorder: EffectRecorder): void {
  const { name, args } = command
  const first = knownTexts(freeWords(args).slice(0, 2))
  if (!args.some(matching(CONNECTION_OPTION)) || [commandProgram(command), ...first].some(isTextTool)) return
  for (const [at, word] of args.entries()) {
    const [, option = args[at - 1]?.known ?? '', file = word.known] = /^(--[\w-]+)=(.+)$/s.exec(word.known) ?? []
    if (!SCRIPT_OPTION.test(option) || !/\.[a-z]*(?:sql|ddl|dml|hql|cql)$/i.test(file)) continue
    const { real } = recorder.pathOf(file)
    const text = real === undefined ? undefined : recorder.readText(real)
    if (text === undefined) continue
    const reach = targetsOnlyThisMachine(command)
      ? 'local-server'
      : args.some(({ known }) => isRemote(known))
        ? 'remote'
        : 'unknown'
    recordFrameworkSql({ name, args: [], stdin: { kind: 'value', value: { text, sources: [] } } }, reach, recorder)
  }
}

export function recordInlineCode(command: Command, recorder: EffectRecorder): void {
  recordSqlFiles(command, recorder)
  const words = command.args.filter(matching(/\s|\(/))
  if (words.length === 0) return
  const places = new Map(command.args.map((word, at) => [word, at]))
  const before = (word: Word) => command.args[(places.get(word) ?? 0) - 1]?.known ?? ''
  const placed = command.args.some(({ known }) => !known.startsWith('-') && (looksLikeFile(known) || isRemote(known)))
  const statements = new Set(
    words.filter(
      (word) =>
        SQL_STATEMENT.test(word.known) &&
        !TEXT_OPTION.test(before(word)) &&
        (placed || /^--?[a-z]/i.test(before(word))),
    ),
  )
  if (statements.size > 0) recordSqlStatements(command, statements, recorder)
  for (const word of words) {
    if (statements.has(word) || word.text === undefined || isCodePattern(word, command.args)) continue
    if (!CODE_OPTION.test(before(word)) && !CODE_OPTION.test(word.known)) continue
    recordProgramText(word.text, recorder, { by: command.name ?? '', language: 'other' })
    recordSecretUpload(word.text, recorder)
  }
}

function recordSqlStatements({ name, args }: Command, statements: ReadonlySet<Word>, recorder: EffectRecorder): void {
  const others = args.filter((word) => !statements.has(word))
  const file = others.find(({ known }) => !known.startsWith('-') && looksLikeFile(known))
  const path = file && recorder.path(file)
  if (path && (path.zone === 'temp' || path.sessionMade)) return
  const remote = others.some(({ known }) => isRemote(known))
  const here = targetsOnlyThisMachine({ args: others })
  const reach = remote ? 'remote' : here ? 'local-server' : path ? 'local-file' : 'unknown'
  recordFrameworkSql({ name, args: [...statements], stdin: { kind: 'inherited' } }, reach, recorder)
}
