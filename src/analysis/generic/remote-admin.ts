import { DEFAULT_BRANCHES } from '../../knowledge/lexicon/default-branches.ts'
import { PRODUCTION_WORDS } from '../../knowledge/lexicon/deployment-environments.ts'
import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import { anyOf, isReadOnlyVerb, verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import { commandProgram } from '../interpret/base-name.ts'
import { displayText, parseLooseWords } from '../interpret/loose-words.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import type { Command } from '../words.ts'
import { isElevated } from '../wrappers.ts'
import { namesRemoteTarget } from './generic-command.ts'
import { commandWords, freeWords, matching, recordGenericChange, targetsOnlyThisMachine } from './word-shapes.ts'

const VALUE_OPTIONS: ReadonlySet<string> = new Set('-c -u -l -a -A -x -X -p -P -m -M -t -r'.split(' '))

const DNS_RECORD_TYPES = '(?:A|AAAA|ALIAS|CNAME|MX|NS|PTR|SRV|TXT|CAA)'
/** `api 60 IN A 192.0.2.1`. */
const ZONE_LINE = new RegExp(
  String.raw`^[\w.*@-]{1,100}\s{1,4}(?:\d{1,7}\s{1,4})?(?:IN\s{1,4})?${DNS_RECORD_TYPES}\s{1,4}\S`,
)
const DNS_RECORD_TYPE_WORD = new RegExp(`^(?:--?(?:type|record-type|rrtype)=)?${DNS_RECORD_TYPES}$`)
const RESERVED_ZONE = /(?:^|\.)(?:test|localhost|local|invalid)$/i
const DNS_ZONE = /^(?:[\w-]{1,63}\.){1,6}[a-z]{2,20}\.?$/i
const WRITE_ACT = /^(?:create|update|remove|destroy)$/

export function recordZoneRecord(command: Command, recorder: EffectRecorder): void {
  const name = commandProgram(command)
  const { words } = commandWords(command)
  const line = words.find(matching(ZONE_LINE))
  const verbs = words.slice(0, 4).flatMap((word) => (/^[a-z][\w-]{1,40}$/.test(word) ? wordsOf(word) : []))
  const setsRecord = line !== undefined || (words.some(matching(DNS_RECORD_TYPE_WORD)) && verbs.some(isWriteVerb))
  const zone = words.map((word) => word.replace(/^--?[\w-]{1,40}=/, '')).find(matching(DNS_ZONE))
  if (!setsRecord || zone === undefined || RESERVED_ZONE.test(zone)) return
  if ([name, ...verbs].some((word) => isReadOnlyVerb(word))) return
  const record = line?.split(/\s/, 1)[0] ?? words[words.findIndex(matching(DNS_RECORD_TYPE_WORD)) - 1] ?? ''
  const target = /^[\w*-]{1,63}$/.test(record) ? `${record}.${zone}` : zone
  recordGenericChange({ system: name, verb: 'update', target, type: 'record', family: 'dns' }, recorder)
}

function isWriteVerb(word: string): boolean {
  return WRITE_ACT.test(verbMeaning(word)?.act ?? '')
}

const ALL_WORD = /^(?:--all|all|\*)$/i

const CANCEL_SUFFIX = /(?:^|[a-z])(?:cancel|abort)$/
const REMOVER_SUFFIX = /[a-z]rm$/
const JOB_KILLER_NAME = /^[a-z]{1,8}(?:del|kill|cancel)$/

export function recordQueueSweep(command: Command, recorder: EffectRecorder): void {
  const name = commandProgram(command)
  const { words, free } = commandWords(command)
  const ends = CANCEL_SUFFIX.test(name) && words.some(matching(/^(?:-a|--all)$/))
  // `sudo jobdel 7 8`: the owner of the machine ends what others have queued.
  const jobs = isElevated(command) && JOB_KILLER_NAME.test(name) && free.length > 0
  const lone = REMOVER_SUFFIX.test(name) && words.at(-1) === '-'
  const whole = REMOVER_SUFFIX.test(name) && words.length > 0 && words.every(matching(/^(?:-a|--all)(?:=|$)/))
  const letter = words.some((word, at) => /^-[dDxX]$/.test(word) && ALL_WORD.test(words[at + 1] ?? ''))
  if (!(ends || jobs || (isElevated(command) && (lone || whole || letter))) || isReadOnlyVerb(name)) return
  const queue = free.at(-1) ?? ''
  const target = `${jobs ? 'what' : 'all that'} ${name} keeps${/^[\w.-]*\w$/.test(queue) ? ` in ${queue}` : ''}`
  recordGenericChange({ system: name, verb: ends || jobs ? 'cancel' : 'purge', target, mass: !jobs }, recorder)
}

const EVICT_OPTION = /^--?(?:kick|evict|evacuate|expel|steal|preempt)(?:=true|=1)?$/

/** Whoever uses it is put out: `release --kick`, `maintenance.enter -evacuate`. */
export function recordEvictedUsers(command: Command, recorder: EffectRecorder): void {
  const { words, free } = commandWords(command)
  const [verb] = free
  if (verb === undefined || !words.some(matching(EVICT_OPTION)) || isReadOnlyVerb(verb)) return
  recordGenericChange({ system: commandProgram(command), verb: 'cancel', target: freeWordsText(command) }, recorder)
}

const VERSION_CONTROL_WORD = new RegExp(
  `^(?:--?(?:branch|bookmark|remote|rev(?:ision)?|ref|tags?|commit|change|parent)(?:=|$)|(?:origin|upstream|head|${anyOf(...DEFAULT_BRANCHES)})$|[\\w+.-]+:)|(?:^|/)(?:branch(?:es)?|heads|tags|trunk)(?:/|$)`,
  'i',
)

const REMOTE_NAME = /^(?:origin|upstream)$/

/** Over what others have put there: `push --overwrite`, in whatever keeps versions. */
export function recordForcedPush(command: Command, recorder: EffectRecorder): void {
  const { words, free } = commandWords(command)
  const shared = words.some(
    (word, at) => REMOTE_NAME.test(word) && /^\+?[\w./-]+(?::[\w./-]+)?$/.test(words[at + 1] ?? ''),
  )
  const force =
    words.some(matching(/^--(?:force|overwrite|force-push|force-with-lease)(?:=|$)/)) ||
    (shared && words.some(matching(/^-f$|^\+[\w./-]+$/)))
  if (free[0] !== 'push' || !force || !words.some(matching(VERSION_CONTROL_WORD))) return
  if (isHelpOrDryRun(command) || targetsOnlyThisMachine(command)) return
  const by = `${commandProgram(command)} push`
  recorder.effect({ ...PUSH_EFFECT, remote: by, force: true, toDefault: 'unknown', by })
}

const PUSH_EFFECT = { kind: 'git-push', refs: [], deletes: false, mirror: false, certainty: 'likely' } as const

const DEFAULT_BRANCH_URL = new RegExp(
  `^[a-z][\\w+.-]{1,20}://[\\w.@:/-]{1,200}/(?:${anyOf(...DEFAULT_BRANCHES, ...PRODUCTION_WORDS)})/?$`,
  'i',
)

/** `merge store://x/topic store://x/main`. */
export function recordRemoteMerge(command: Command, recorder: EffectRecorder): void {
  const [verb, ...places] = commandWords(command).free
  const last = places.at(-1) ?? ''
  if (verb !== 'merge' || places.length < 2 || !DEFAULT_BRANCH_URL.test(last)) return
  recorder.effect({
    ...PUSH_EFFECT,
    remote: last,
    force: false,
    toDefault: 'yes',
    by: `${commandProgram(command)} merge`,
  })
}

const REMOTE_SETUP_OPTION =
  /^--?(?:edit|set|apply|push|write|replace|merge|load|upload|delete|copy|reset|restore|update|patch)-(?:(?:running|startup|candidate|full|device)-)?(?:config(?:uration)?|settings?|state|firmware|params?|parameters?|datastore|rules?|routes?)(?:=|$)/

/** `--host r1.example --edit-config x.xml`. */
export function recordRemoteConfigChange(command: Command, recorder: EffectRecorder): void {
  const set = commandWords(command).words.find(matching(REMOTE_SETUP_OPTION))
  if (set === undefined || !namesRemoteTarget(command, [])) return
  const target = `${set.replace(/=.*$/s, '').replace(/^-+/, '')} ${freeWordsText(command)}`.trim()
  recordGenericChange({ system: commandProgram(command), verb: 'update', target }, recorder)
}

const freeWordsText = ({ args }: Command): string => freeWords(args).map(displayText).join(' ')

const INSISTENCE_OPTION = /^--(?:do-?not-?confirm|(?:yes-)?i-(?:really|know|understand|am-sure)(?:-\w+)*)(?:=true)?$/

/** A question that a tool asks in such words is about what cannot be undone, whatever its verb. */
export function recordForcedConfirmation(command: Command, recorder: EffectRecorder): void {
  if (!command.args.some(matching(INSISTENCE_OPTION))) return
  const { operands } = parseLooseWords(command.args, VALUE_OPTIONS)
  const verbs = operands.slice(0, 3).flatMap((word) => wordsOf(displayText(word)))
  if (verbs.length === 0 || verbs.some((word) => /^(?:read|work)$/.test(verbMeaning(word)?.act ?? ''))) return
  recordGenericChange(
    { system: commandProgram(command), verb: 'update', target: operands.map(displayText).join(' ') },
    recorder,
  )
}
