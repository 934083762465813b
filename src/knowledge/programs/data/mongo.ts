import { displayText } from '../../../analysis/interpret/loose-words.ts'
import { type Grammar, readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { SqlStatementKind } from '../../../analysis/interpret/spec.ts'
import { listMongoTargets } from '../../../analysis/sql/data-targets.ts'
import {
  classifyHostReach,
  type Database,
  isUrl,
  recordDatabaseChange,
  recordUnreadStatements,
} from '../../../analysis/sql/database.ts'
import { recordUnread as stateHidden } from '../../../analysis/text/read-limits.ts'
import type { Command, Value } from '../../../analysis/words.ts'

const MONGO_GRAMMAR: Grammar = {
  flags: 'quiet norc nodb shell ipv6 tls ssl verbose help version h tlsAllowInvalidCertificates',
  values: 'eval host port u p username password authenticationDatabase authenticationMechanism f file json apiVersion',
  optional: 'json',
}

/** Calls that change, and whether one of them covers everything. */
const CHANGING_CALLS: readonly (readonly [RegExp, SqlStatementKind, unbounded: boolean])[] = [
  [/\bdropDatabase\s*\(|dropDatabase['"]?\s*:/, 'drop', true],
  [/\.(?:drop|dropCollection)\s*\(/, 'drop', true],
  [/\.(?:deleteMany|remove)\s*\(\s*(?:\{\s*\}|\))/, 'delete', true],
  [/\.(?:deleteMany|remove|deleteOne|findOneAndDelete|findAndModify)\s*\(\s*(?!\{\s*\}|\))/, 'delete', false],
  [/\.updateMany\s*\(\s*\{\s*\}/, 'update', true],
  [
    /\.(?:updateMany|updateOne|update|replaceOne|findOneAndUpdate|findOneAndReplace|bulkWrite|save)\s*\(\s*(?!\{\s*\}\s*,)/,
    'update',
    false,
  ],
  [/\.(?:insertOne|insertMany|insert)\s*\(/, 'insert', false],
  [/\.(?:createUser|grantRolesToUser|updateUser|createRole)\s*\(/, 'grant', false],
  [/\.(?:dropUser|dropAllUsers|dropRole|dropAllRoles)\s*\(/, 'drop', false],
  [
    /\.(?:createIndex|createCollection|renameCollection|dropIndex|dropIndexes|shutdownServer|fsyncLock|\$out|\$merge)\b|\brs\.\w+\(|\bsh\.\w+\(/,
    'other',
    false,
  ],
]

/** Anything that reaches out of the database shell. */
const HOST_ACCESS_CALL =
  /\b(?:require|import|process|child_process|fs|load|run|runProgram|cat|removeFile|eval|Function)\b\s*[(.'"]/

export const MONGO_PROGRAM: Program = { names: ['mongosh', 'mongo'], read: readMongo }

function readMongo(command: Command, recorder: EffectRecorder): CommandGrade {
  const options = readOptions(command.args, MONGO_GRAMMAR)
  if (options.has('help', 'version', 'h')) return 'proven'
  const scripts = options.operands.filter((word) => /\.(?:js|mongodb|ts)$/.test(word.known))
  const named = options.operands.find((word) => !scripts.includes(word))
  const reach = isUrl(named)
    ? classifyHostReach(named)
    : named?.dynamic
      ? 'unknown'
      : classifyHostReach(options.value('host'))
  const name = (named ? (displayText(named).split('/').at(-1) ?? '') : '').replace(/\?.*$/, '')
  const texts: Value[] = [...options.values('eval')]
  for (const word of [...scripts, ...options.values('f', 'file')]) {
    const path = recorder.path(word)
    recorder.effect({ kind: 'read-path', path, list: false })
    texts.push({ text: path.real === undefined ? undefined : recorder.readText(path.real), sources: [] })
  }
  if (texts.length === 0 && command.stdin.kind === 'value') texts.push(command.stdin.value)
  const grades = texts.map((text) => recordMongoScript(text, { engine: 'mongodb', reach, name }, recorder))
  if (options.unknown.length > 0 || grades.includes('unknown')) return 'unknown'
  return grades.includes('plain') || texts.length === 0 ? 'plain' : 'expected'
}

function recordMongoScript(
  script: Value,
  place: Pick<Database, 'engine' | 'reach' | 'name'>,
  recorder: EffectRecorder,
): CommandGrade {
  const { text } = script
  if (text === undefined) {
    recorder.unknown('the script for mongosh is not known')
    recordUnreadStatements(place, recorder)
    return 'unknown'
  }
  // A method whose name is put together is told by nobody: `db.users["delete" + "Many"]`.
  if (/\[\s{0,4}(?:["'`][^"'`\]]{0,60}["'`]\s{0,4}\+|\w+\s{0,4}\+|`[^`\]]{0,60}\$\{)[^\]]{0,200}\]\s{0,4}\(/.test(text))
    stateHidden(recorder, 'a method of the script is put together as it runs')
  const found = CHANGING_CALLS.filter(([pattern]) => pattern.test(text))
  const targets = listMongoTargets(text, place.name)
  for (const [, statement, unbounded] of found)
    recordDatabaseChange(place, { statement, unbounded, target: place.name, targets }, recorder)
  if (/\b(?:shutdownServer|fsyncLock)\s*\(/.test(text))
    recorder.effect({ kind: 'service-control', service: 'mongodb', verb: 'stop' })
  if (HOST_ACCESS_CALL.test(text)) return recorder.runsCode('javascript', script, 'mongosh')
  if (found.length > 0) return 'plain'
  return /^[\s\w.$()[\]{}'":,;=!<>&|+*/@-]*$/.test(text) ? 'expected' : 'plain'
}
