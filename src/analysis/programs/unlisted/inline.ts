import { programOf } from '../../base-name.ts'
import { stateCarried, stateProgramText } from '../../code/program-text.ts'
import { onlyLooks } from '../../verbs.ts'
import type { Command, Word } from '../../words.ts'
import { stateGivenSql } from '../data/database.ts'
import type { Scribe } from '../program.ts'
import { aimsHere, freeWords, isFile, isRemote, isSoughtCode, knownIn, like } from './shapes.ts'

const STATEMENT =
  /^\s*(?:drop\s+(?:table|database|schema|view|keyspace|index)\s|delete\s+from\s|truncate\s+table\s|update\s+\S+\s+set\s|alter\s+table\s|create\s+or\s+replace\s+(?:table|schema|database)\s|insert\s+into\s|copy\s*[\w(]\S*\s[\s\S]*\bto\s+')/i
const SAID = /^(?:-m|-t|--(?:message|title|body|description|subject|comment|text|note|summary|name|notes))$/
const CODE = /^--?(?:e|E|c|x|q|eval|evaluate|expr|expression|exec|execute|code|command|run|query|program)(?:=|$)/

export function stateInlineCarried({ args }: Command, scribe: Scribe): void {
  for (const [at, { text = '' }] of args.entries()) {
    const before = args[at - 1]?.known ?? ''
    if (text.includes('://') && (CODE.test(before) || CODE.test(text) || /^eval/.test(before)))
      stateCarried(text, scribe)
  }
}

const SCRIPT = /^(?:-[fi]|--(?:file|filename|input|input-file|script|sql-file|source))$/
const CONNECTS =
  /^(?:-[cdhHPu]|--(?:[a-z]+[-_])*(?:host|server|url|uri|dsn|conn(?:ection)?|connect|database|db|dbname|account|profile|user|username|warehouse|cluster|catalog))(?:=|$)/

function isOfTexts(word: string): boolean {
  return onlyLooks(word) || /fmt|format|lint|fluff|check|pars|diff|render|compil/.test(word)
}

function stateStatementFiles(command: Command, scribe: Scribe): void {
  const { name, args } = command
  const first = knownIn(freeWords(args).slice(0, 2))
  if (!args.some(like(CONNECTS)) || [programOf(command), ...first].some(isOfTexts)) return
  for (const [at, word] of args.entries()) {
    const [, option = args[at - 1]?.known ?? '', file = word.known] = /^(--[\w-]+)=(.+)$/s.exec(word.known) ?? []
    if (!SCRIPT.test(option) || !/\.[a-z]*(?:sql|ddl|dml|hql|cql)$/i.test(file)) continue
    const { real } = scribe.pathOf(file)
    const text = real === undefined ? undefined : scribe.readText(real)
    if (text === undefined) continue
    const reach = aimsHere(command) ? 'local-server' : args.some(({ known }) => isRemote(known)) ? 'remote' : 'unknown'
    stateGivenSql({ name, args: [], stdin: { kind: 'value', value: { text, sources: [] } } }, reach, scribe)
  }
}

export function stateInline(command: Command, scribe: Scribe): void {
  stateStatementFiles(command, scribe)
  const words = command.args.filter(like(/\s|\(/))
  if (words.length === 0) return
  const places = new Map(command.args.map((word, at) => [word, at]))
  const before = (word: Word) => command.args[(places.get(word) ?? 0) - 1]?.known ?? ''
  const placed = command.args.some(({ known }) => !known.startsWith('-') && (isFile(known) || isRemote(known)))
  const statements = new Set(
    words.filter(
      (word) => STATEMENT.test(word.known) && !SAID.test(before(word)) && (placed || /^--?[a-z]/i.test(before(word))),
    ),
  )
  if (statements.size > 0) stateStatements(command, statements, scribe)
  for (const word of words) {
    if (statements.has(word) || word.text === undefined || isSoughtCode(word, command.args)) continue
    if (!CODE.test(before(word)) && !CODE.test(word.known)) continue
    stateProgramText(word.text, scribe, { by: command.name ?? '', language: 'other' })
    stateCarried(word.text, scribe)
  }
}

function stateStatements({ name, args }: Command, statements: ReadonlySet<Word>, scribe: Scribe): void {
  const others = args.filter((word) => !statements.has(word))
  const file = others.find(({ known }) => !known.startsWith('-') && isFile(known))
  const path = file && scribe.path(file)
  if (path && (path.zone === 'temp' || path.sessionMade)) return
  const remote = others.some(({ known }) => isRemote(known))
  const here = aimsHere({ args: others })
  const reach = remote ? 'remote' : here ? 'local-server' : path ? 'local-file' : 'unknown'
  stateGivenSql({ name, args: [...statements], stdin: { kind: 'inherited' } }, reach, scribe)
}
