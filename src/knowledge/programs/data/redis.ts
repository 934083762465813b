import { recordWrite } from '../../../analysis/interpret/file-tool.ts'
import { type Grammar, type Options, readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { SqlStatementKind } from '../../../analysis/interpret/spec.ts'
import { classifyHostReach, type DatabaseReach, isUrl, recordDatabaseChange } from '../../../analysis/sql/database.ts'
import type { Target } from '../../../analysis/target.ts'
import { amountOf } from '../../../analysis/targets.ts'
import { recordUnread } from '../../../analysis/text/read-limits.ts'
import type { Command, Value, Word } from '../../../analysis/words.ts'

const REDIS_GRAMMAR: Grammar = {
  flags:
    'c x X e raw no-raw csv json quoted-json scan bigkeys memkeys hotkeys latency latency-history stat tls insecure help version v askpass no-auth-warning 2 3 pipe verbose cluster-yes',
  values:
    'h p s a u r i n d D user pass pattern count eval rdb functions-rdb cacert cert key sni cluster quoted-pattern pipe-timeout',
  stopAtOperand: true,
}

const READ_ONLY_COMMANDS = new Set(
  (
    'get mget keys scan type ttl pttl exists strlen getrange hget hgetall hmget hkeys hvals hlen hexists hscan lrange llen lindex smembers scard sismember ' +
    'sscan srandmember zrange zrangebyscore zrevrange zcard zscore zrank zcount zscan info ping dbsize time echo object memory xlen xrange xread xinfo ' +
    'pfcount bitcount getbit geopos georadius slowlog client latency command randomkey dump monitor subscribe psubscribe lastsave role wait auth select hello'
  ).split(' '),
)
const DELETING_COMMANDS = new Set(
  'del unlink hdel srem zrem lrem ltrim spop lpop rpop xdel xtrim getdel zremrangebyscore zremrangebyrank zremrangebylex expire pexpire expireat'.split(
    ' ',
  ),
)
const SERVER_COMMANDS = new Set(
  'config shutdown slaveof replicaof debug module acl cluster failover bgrewriteaof save bgsave restore migrate script function swapdb reset'.split(
    ' ',
  ),
)

export const REDIS_PROGRAM: Program = { names: ['redis-cli', 'valkey-cli', 'keydb-cli', 'iredis'], read: readRedis }

function readRedis(command: Command, recorder: EffectRecorder): CommandGrade {
  const options = readOptions(command.args, REDIS_GRAMMAR)
  if (options.has('help', 'version', 'v')) return 'proven'
  const url = options.value('u')
  const reach = isUrl(url) ? classifyHostReach(url) : url?.dynamic ? 'unknown' : classifyHostReach(options.value('h'))
  if (options.has('insecure') && reach === 'remote')
    recorder.effect({ kind: 'weaken', area: 'tls', feature: 'redis-cli --insecure' })
  for (const word of options.values('rdb')) recordWrite(word, 'overwrite', recorder)
  if (options.has('eval')) {
    const grade = recordScriptFile(options.value('eval'), reach, recorder)
    return options.unknown.length > 0 ? 'unknown' : grade
  }
  if (options.has('pipe')) return recordRedisScript(reach, recorder)
  // `--cluster call host:port command`: the command stands behind the address.
  const words = options.operands.slice(options.value('cluster')?.text === 'call' ? 1 : 0).map((word) => word.known)
  const lines =
    words.length > 0 ? [words] : splitCommandLines(command.stdin.kind === 'value' ? command.stdin.value : undefined)
  if (lines === undefined) return recordRedisScript(reach, recorder)
  const grades = lines.map((line) =>
    recordRedisCommand(line, { reach, database: findDatabaseNumber(options) }, recorder),
  )
  if (options.unknown.length > 0 || grades.includes('unknown')) return 'unknown'
  const idle =
    words.length === 0 && lines.length === 0 && !options.has('scan', 'bigkeys', 'memkeys', 'hotkeys', 'stat', 'latency')
  return grades.includes('plain') || options.has('rdb', 'x') || idle ? 'plain' : 'expected'
}

function recordRedisScript(reach: DatabaseReach, recorder: EffectRecorder): CommandGrade {
  recordDatabaseChange(
    { engine: 'redis', reach },
    { statement: 'other', target: 'script', certainty: 'possible' },
    recorder,
  )
  return 'unknown'
}

/** What a file tells the server is read as if it stood in the command. */
function recordScriptFile(file: Word | undefined, reach: DatabaseReach, recorder: EffectRecorder): CommandGrade {
  const { real } = file === undefined ? { real: undefined } : recorder.path(file)
  const text = real === undefined ? undefined : recorder.readText(real)
  if (text === undefined) {
    if (!reach.startsWith('local')) recordUnread(recorder, 'the script that redis runs could not be read')
    return recordRedisScript(reach, recorder)
  }
  const state: RecordKeyChange = (statement, unbounded, target = '') =>
    recordDatabaseChange({ engine: 'redis', reach }, { statement, unbounded, target }, recorder)
  return recordScriptText('eval', text, state, recorder)
}

function recordScriptText(verb: string, text: string, state: RecordKeyChange, recorder: EffectRecorder): CommandGrade {
  const flushes = /flush(?:all|db)/i.test(text)
  // A script that puts the name of its command together is not told by its text.
  if (
    !flushes &&
    (/\.p?call\s{0,4}\(\s{0,4}(?!["'][A-Za-z]+["']\s{0,4}[,)])/.test(text) ||
      /\b(?:loadstring|load)\s{0,4}\(/.test(text))
  )
    recordUnread(recorder, 'what the script tells redis to do is put together as it runs')
  return state(flushes ? 'flush' : 'other', flushes || /["']keys["']/i.test(text), verb)
}

function splitCommandLines(value: Value | undefined): readonly string[][] | undefined {
  if (value === undefined) return []
  return value.text?.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim().split(/\s+/)]))
}

type RecordKeyChange = (statement: SqlStatementKind, unbounded: boolean, target?: string) => CommandGrade

function recordRedisCommand(
  words: readonly string[],
  { reach, database }: { readonly reach: DatabaseReach; readonly database: string },
  recorder: EffectRecorder,
): CommandGrade | undefined {
  const verb = (words[0] ?? '').toLowerCase()
  const state: RecordKeyChange = (statement, unbounded, target = '') => {
    const targets = listKeyTargets(words, statement, database)
    const change = { statement, unbounded, target: target.replaceAll('\0', '…'), targets }
    return recordDatabaseChange({ engine: 'redis', reach }, change, recorder)
  }
  const second = (words[1] ?? '').toLowerCase()
  if (verb === 'flushall' || verb === 'flushdb') return state('flush', true, verb)
  if (verb === 'config') return recordConfigCommand(words, recorder, state)
  if (verb === 'client' && second === 'kill') return state('other', false, 'client kill')
  if ((verb === 'script' || verb === 'function') && second === 'flush') return state('flush', false, verb)
  if (
    /^(?:cluster|acl|script|function)$/.test(verb) &&
    /^(?:info|nodes|slots|list|whoami|getuser|cat|exists|stats|dump)$/.test(second)
  )
    return undefined
  const rest = words.slice(1).join(' ')
  if (/^(?:eval|evalsha|fcall)$/.test(verb)) return recordScriptText(verb, rest, state, recorder)
  // All that is there is replaced by what the other one holds.
  if (/^(?:slaveof|replicaof)$/.test(verb) && !(second === 'no' && words[2]?.toLowerCase() === 'one'))
    return state('flush', true, words.slice(0, 3).join(' '))
  if (/^(?:slaveof|replicaof)$/.test(verb)) return state('other', false, verb)
  if (/^(?:module|debug|migrate)$/.test(verb)) return state('other', true, words.slice(0, 3).join(' '))
  if (DELETING_COMMANDS.has(verb)) return state('delete', rest.includes('\0'), words[1])
  if (verb === 'shutdown') recorder.effect({ kind: 'service-control', service: 'redis', verb: 'stop' })
  if (SERVER_COMMANDS.has(verb)) return state('other', verb === 'shutdown', verb)
  if (READ_ONLY_COMMANDS.has(verb)) return undefined
  return state('insert', false, words[1])
}

function findDatabaseNumber(options: Options): string {
  const number = options.values('n').at(-1)?.text ?? ''
  return /^\d{1,3}$/.test(number) ? number : ''
}

/** Keys that a command names; a flush takes all of them. */
function listKeyTargets(words: readonly string[], statement: SqlStatementKind, number: string): readonly Target[] {
  const [verb = '', ...rest] = words.map((word) => word.replaceAll('\0', '…'))
  const data = { kind: 'data', engine: 'redis' } as const
  const database = (verb.toLowerCase() === 'flushdb' && number) || 'redis'
  if (statement === 'flush') return [{ ...data, database, type: 'database', name: verb, amount: 'all' }]
  const keys = statement === 'delete' ? rest : rest.slice(0, 1)
  return keys.map((name) => ({ ...data, database: '', type: 'key', name, amount: amountOf(name) }))
}

/** CONFIG SET dir/dbfilename is the known way to write files through redis. */
function recordConfigCommand(
  words: readonly string[],
  recorder: EffectRecorder,
  state: RecordKeyChange,
): CommandGrade | undefined {
  const [, action = '', key = '', value = ''] = words
  if (/^(?:get|help)$/i.test(action)) return undefined
  if (/^(?:dir|dbfilename)$/i.test(key))
    recorder.effect({
      kind: 'write-path',
      // A folder is where its dump goes, under a name of the writer's choice.
      path: recorder.pathOf(/^dir$/i.test(key) && /\/\.ssh\/?$/.test(value) ? `${value}/authorized_keys` : value),
      how: 'overwrite',
      content: undefined,
      certainty: 'likely',
    })
  if (/^(?:requirepass|protected-mode)$/i.test(key) && /^(?:no|)$/i.test(value.replace(/["']/g, '')))
    recorder.effect({ kind: 'weaken', area: 'authentication', feature: `redis ${key}` })
  return state('other', false, `config ${action} ${key}`)
}
