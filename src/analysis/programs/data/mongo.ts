import { stateUnread as stateHidden } from '../../unread.ts'
import type { Command, Value } from '../../words.ts'
import type { Statement } from '../form/form.ts'
import { shown } from '../form/words.ts'
import { type Grammar, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { mongoTargets } from './data-targets.ts'
import { changesData, type Database, isUrl, reachOf, stateUnread } from './database.ts'

const GRAMMAR: Grammar = {
  flags: 'quiet norc nodb shell ipv6 tls ssl verbose help version h tlsAllowInvalidCertificates',
  values: 'eval host port u p username password authenticationDatabase authenticationMechanism f file json apiVersion',
  optional: 'json',
}

/** Calls that change, and whether one of them covers everything. */
const CHANGES: readonly (readonly [RegExp, Statement, unbounded: boolean])[] = [
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
const REACHES_OUT =
  /\b(?:require|import|process|child_process|fs|load|run|runProgram|cat|removeFile|eval|Function)\b\s*[(.'"]/

export const MONGO: Program = { names: ['mongosh', 'mongo'], read: readMongo }

function readMongo(command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, GRAMMAR)
  if (options.has('help', 'version', 'h')) return 'proven'
  const scripts = options.operands.filter((word) => /\.(?:js|mongodb|ts)$/.test(word.known))
  const named = options.operands.find((word) => !scripts.includes(word))
  const reach = isUrl(named) ? reachOf(named) : named?.dynamic ? 'unknown' : reachOf(options.value('host'))
  const name = (named ? (shown(named).split('/').at(-1) ?? '') : '').replace(/\?.*$/, '')
  const texts: Value[] = [...options.values('eval')]
  for (const word of [...scripts, ...options.values('f', 'file')]) {
    const path = scribe.path(word)
    scribe.effect({ kind: 'read-path', path, list: false })
    texts.push({ text: path.real === undefined ? undefined : scribe.readText(path.real), sources: [] })
  }
  if (texts.length === 0 && command.stdin.kind === 'value') texts.push(command.stdin.value)
  const standings = texts.map((text) => stateScript(text, { engine: 'mongodb', reach, name }, scribe))
  if (options.unknown.length > 0 || standings.includes('unknown')) return 'unknown'
  return standings.includes('plain') || texts.length === 0 ? 'plain' : 'expected'
}

function stateScript(script: Value, place: Pick<Database, 'engine' | 'reach' | 'name'>, scribe: Scribe): Standing {
  const { text } = script
  if (text === undefined) {
    scribe.unknown('the script for mongosh is not known')
    stateUnread(place, scribe)
    return 'unknown'
  }
  // A method whose name is put together is told by nobody: `db.users["delete" + "Many"]`.
  if (/\[\s{0,4}(?:["'`][^"'`\]]{0,60}["'`]\s{0,4}\+|\w+\s{0,4}\+|`[^`\]]{0,60}\$\{)[^\]]{0,200}\]\s{0,4}\(/.test(text))
    stateHidden(scribe, 'a method of the script is put together as it runs')
  const found = CHANGES.filter(([pattern]) => pattern.test(text))
  const targets = mongoTargets(text, place.name)
  for (const [, statement, unbounded] of found)
    changesData(place, { statement, unbounded, target: place.name, targets }, scribe)
  if (/\b(?:shutdownServer|fsyncLock)\s*\(/.test(text))
    scribe.effect({ kind: 'service-control', service: 'mongodb', verb: 'stop' })
  if (REACHES_OUT.test(text)) return scribe.runsCode('javascript', script, 'mongosh')
  if (found.length > 0) return 'plain'
  return /^[\s\w.$()[\]{}'":,;=!<>&|+*/@-]*$/.test(text) ? 'expected' : 'plain'
}
