import { programOf } from '../../base-name.ts'
import { isRaised } from '../../layers.ts'
import { asksOnly, meaningOf, onlyLooks, wordsOf } from '../../verbs.ts'
import type { Command } from '../../words.ts'
import { looseWords, shown } from '../form/words.ts'
import type { Scribe } from '../program.ts'
import { isSaidThere } from './line.ts'
import { aimsHere, freeWords, like, said, stateThing } from './shapes.ts'

const VALUED: ReadonlySet<string> = new Set('-c -u -l -a -A -x -X -p -P -m -M -t -r'.split(' '))

const RECORD = '(?:A|AAAA|ALIAS|CNAME|MX|NS|PTR|SRV|TXT|CAA)'
/** `api 60 IN A 192.0.2.1`. */
const ZONE_LINE = new RegExp(String.raw`^[\w.*@-]{1,100}\s{1,4}(?:\d{1,7}\s{1,4})?(?:IN\s{1,4})?${RECORD}\s{1,4}\S`)
const RECORD_TYPE = new RegExp(`^(?:--?(?:type|record-type|rrtype)=)?${RECORD}$`)
const NO_ZONE = /(?:^|\.)(?:test|localhost|local|invalid)$/i
const ZONE = /^(?:[\w-]{1,63}\.){1,6}[a-z]{2,20}\.?$/i
const PUTS = /^(?:create|update|remove|destroy)$/

export function stateZoneRecord(command: Command, scribe: Scribe): void {
  const name = programOf(command)
  const { words } = said(command)
  const line = words.find(like(ZONE_LINE))
  const verbs = words.slice(0, 4).flatMap((word) => (/^[a-z][\w-]{1,40}$/.test(word) ? wordsOf(word) : []))
  const told = line !== undefined || (words.some(like(RECORD_TYPE)) && verbs.some(puts))
  const zone = words.map((word) => word.replace(/^--?[\w-]{1,40}=/, '')).find(like(ZONE))
  if (!told || zone === undefined || NO_ZONE.test(zone)) return
  if ([name, ...verbs].some((word) => onlyLooks(word))) return
  const record = line?.split(/\s/, 1)[0] ?? words[words.findIndex(like(RECORD_TYPE)) - 1] ?? ''
  const target = /^[\w*-]{1,63}$/.test(record) ? `${record}.${zone}` : zone
  stateThing({ system: name, verb: 'update', target, type: 'record', family: 'dns' }, scribe)
}

function puts(word: string): boolean {
  return PUTS.test(meaningOf(word)?.act ?? '')
}

const EVERYTHING = /^(?:--all|all|\*)$/i

const ENDS_WORK = /(?:^|[a-z])(?:cancel|abort)$/
const TAKES_ALL = /[a-z]rm$/
const ENDS_JOBS = /^[a-z]{1,8}(?:del|kill|cancel)$/

export function stateSwept(command: Command, scribe: Scribe): void {
  const name = programOf(command)
  const { words, free } = said(command)
  const ends = ENDS_WORK.test(name) && words.some(like(/^(?:-a|--all)$/))
  // `sudo jobdel 7 8`: the owner of the machine ends what others have queued.
  const jobs = isRaised(command) && ENDS_JOBS.test(name) && free.length > 0
  const lone = TAKES_ALL.test(name) && words.at(-1) === '-'
  const whole = TAKES_ALL.test(name) && words.length > 0 && words.every(like(/^(?:-a|--all)(?:=|$)/))
  const letter = words.some((word, at) => /^-[dDxX]$/.test(word) && EVERYTHING.test(words[at + 1] ?? ''))
  if (!(ends || jobs || (isRaised(command) && (lone || whole || letter))) || onlyLooks(name)) return
  const queue = free.at(-1) ?? ''
  const target = `${jobs ? 'what' : 'all that'} ${name} keeps${/^[\w.-]*\w$/.test(queue) ? ` in ${queue}` : ''}`
  stateThing({ system: name, verb: ends || jobs ? 'cancel' : 'purge', target, mass: !jobs }, scribe)
}

const THROWS_OUT = /^--?(?:kick|evict|evacuate|expel|steal|preempt)(?:=true|=1)?$/

/** Whoever uses it is put out: `release --kick`, `maintenance.enter -evacuate`. */
export function stateThrownOut(command: Command, scribe: Scribe): void {
  const { words, free } = said(command)
  const [verb] = free
  if (verb === undefined || !words.some(like(THROWS_OUT)) || onlyLooks(verb)) return
  stateThing({ system: programOf(command), verb: 'cancel', target: freeShown(command) }, scribe)
}

const VERSIONS =
  /^(?:--?(?:branch|bookmark|remote|rev(?:ision)?|ref|tags?|commit|change|parent)(?:=|$)|(?:origin|upstream|main|master|trunk|head)$|[\w+.-]+:)|(?:^|\/)(?:branch(?:es)?|heads|tags|trunk)(?:\/|$)/i

const REMOTE = /^(?:origin|upstream)$/

/** Over what others have put there: `push --overwrite`, in whatever keeps versions. */
export function stateForcedPush(command: Command, scribe: Scribe): void {
  const { words, free } = said(command)
  const shared = words.some((word, at) => REMOTE.test(word) && /^\+?[\w./-]+(?::[\w./-]+)?$/.test(words[at + 1] ?? ''))
  const force =
    words.some(like(/^--(?:force|overwrite|force-push|force-with-lease)(?:=|$)/)) ||
    (shared && words.some(like(/^-f$|^\+[\w./-]+$/)))
  if (free[0] !== 'push' || !force || !words.some(like(VERSIONS))) return
  if (asksOnly(command) || aimsHere(command)) return
  const by = `${programOf(command)} push`
  scribe.effect({ ...PUSH, remote: by, force: true, toDefault: 'unknown', by })
}

const PUSH = { kind: 'git-push', refs: [], deletes: false, mirror: false, certainty: 'likely' } as const

const SHARED_LINE = /^[a-z][\w+.-]{1,20}:\/\/[\w.@:/-]{1,200}\/(?:main|master|trunk|production|prod)\/?$/i

/** `merge store://x/topic store://x/main`. */
export function stateMergedThere(command: Command, scribe: Scribe): void {
  const [verb, ...places] = said(command).free
  const last = places.at(-1) ?? ''
  if (verb !== 'merge' || places.length < 2 || !SHARED_LINE.test(last)) return
  scribe.effect({ ...PUSH, remote: last, force: false, toDefault: 'yes', by: `${programOf(command)} merge` })
}

const SETS_UP =
  /^--?(?:edit|set|apply|push|write|replace|merge|load|upload|delete|copy|reset|restore|update|patch)-(?:(?:running|startup|candidate|full|device)-)?(?:config(?:uration)?|settings?|state|firmware|params?|parameters?|datastore|rules?|routes?)(?:=|$)/

/** `--host r1.example --edit-config x.xml`. */
export function stateSetThere(command: Command, scribe: Scribe): void {
  const set = said(command).words.find(like(SETS_UP))
  if (set === undefined || !isSaidThere(command, [])) return
  const target = `${set.replace(/=.*$/s, '').replace(/^-+/, '')} ${freeShown(command)}`.trim()
  stateThing({ system: programOf(command), verb: 'update', target }, scribe)
}

const freeShown = ({ args }: Command): string => freeWords(args).map(shown).join(' ')

const INSISTED = /^--(?:do-?not-?confirm|(?:yes-)?i-(?:really|know|understand|am-sure)(?:-\w+)*)(?:=true)?$/

/** A question that a tool asks in such words is about what cannot be undone, whatever its verb. */
export function stateInsisted(command: Command, scribe: Scribe): void {
  if (!command.args.some(like(INSISTED))) return
  const { operands } = looseWords(command.args, VALUED)
  const verbs = operands.slice(0, 3).flatMap((word) => wordsOf(shown(word)))
  if (verbs.length === 0 || verbs.some((word) => /^(?:read|work)$/.test(meaningOf(word)?.act ?? ''))) return
  stateThing({ system: programOf(command), verb: 'update', target: operands.map(shown).join(' ') }, scribe)
}
