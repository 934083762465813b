import { programOf } from '../../base-name.ts'
import { meaningOf, wordsOf } from '../../verbs.ts'
import type { Command, DataSource } from '../../words.ts'
import { type LooseWords, looseWords, shown } from '../form/words.ts'
import type { Scribe } from '../program.ts'
import { aimsHere, isFile, isLoopbackText, isRemoteHost, knownIn, like, pairsIn, said, unlike } from './shapes.ts'

const TEXT = ['-m', '-t', '--message', '--msg', '--text', '--body', '--content', '--say', '--subject']
const ROOM =
  '--room --rooms --stream --channel --chat --chat-id --recipient --recipients --conversation --thread --jid --nick --group'.split(
    ' ',
  )
const TO = ['--to', '-r', '-c', '--target', '--dest', '-g', '-u']
const FILES = ['--file', '--files', '--attach', '--attachment', '--image', '--document', '--video']
const VALUES = new Set([...TEXT, ...ROOM, ...TO, ...FILES])
const SOMEBODY =
  /^(?:[#!][\w.:/-]{2,80}|@[\w.:-]{2,80}|\+\d{7,15}|[\w.+-]{1,60}@[\w-]+(?:\.[\w-]+)+|[\w.-]+@[\w.-]+\/\w+)$/
const SENDS = /^(?:send|post|toot|tweet|broadcast|announce)$/
const SENDER = /[-_](?:send|post|submit|tweet|toot|say|msg|message)$/
const SAYS = /^(?:send|pub|publish|post|notify|message|msg|say|toot|tweet|announce|broadcast|reply|dm|mail|email)$/
const HERE = /^(?:notify-send|wl-|pb|xclip|xsel|tmux|screen|xdotool|wtype|ydotool|osascript|dunstify|kdialog|zenity)/

export function stateTelling(command: Command, scribe: Scribe): void {
  const name = programOf(command)
  if (command.args.length === 0 || HERE.test(name)) return
  const loose = looseWords(command.args, VALUES)
  if (aimsHere(command)) return
  const text = loose.value(...TEXT)
  const verbs = loose.operands.slice(0, 2).map(shown)
  const says = [...wordsOf(name), ...verbs].some(like(SAYS))
  const to = recipientIn(loose) ?? (says ? hostIn(command) : undefined)
  const [first = '', second = ''] = verbs
  const sends =
    SENDS.test(first) ||
    (SENDS.test(second) && /^[a-z]+$/.test(first)) ||
    (SENDER.test(name) && loose.operands.length > 0)
  // Files of requests are sent to what they name, most often the service under work.
  const given = said(command).free.filter(unlike(SAYS))
  const bare = to === undefined && text === undefined && given.length > 0
  if (bare && given.every(like(/\.(?:https?|rest|bru|hurl)$/))) return
  // `install --channel x --file y`: another verb says that it is for nobody to read.
  const other = loose.operands.slice(0, 2).some((word) => meaningOf(shown(word)) !== undefined)
  const shows =
    loose.has(...FILES) && loose.has(...(says ? ROOM : ROOM.filter((room) => room !== '--group'))) && (says || !other)
  const talks = shows || (text !== undefined && to !== undefined) || (says && to !== undefined) || sends
  if (!talks) return
  scribe.effect({
    kind: 'external-write',
    service: name,
    nature: 'message',
    target: to ?? '',
    certainty: 'likely',
  })
}

/** `-h broker -t topic`. */
function hostIn({ args }: Command): string | undefined {
  if (!args.some(like(/^(?:-t|--topic(?:=|$))/))) return undefined
  return pairsIn(knownIn(args)).find(
    ([option, value]) => /^--?(?:h|host|hostname|broker|url|server|servers)$/.test(option) && isRemoteHost(value),
  )?.[1]
}

function recipientIn(loose: LooseWords): string | undefined {
  const room = loose.value(...ROOM)
  if (room) return shown(room)
  const given = [loose.value(...TO), ...loose.operands].filter((word) => word !== undefined).map(shown)
  return given.find(like(SOMEBODY))
}

const RECORDS =
  /^(?:incidents?|issues?|tickets?|comments?|discussions?|mrs?|prs?|pull-?requests?|merge-?requests?|reviews?)$/
const DEALS =
  /^(?:create|new|open|add|close|comment|reply|approve|merge|assign|transition|edit|delete|reopen|resolve|ack|acknowledge|escalate)$/

const VOTES = /^--(?:approve[ds]?|accept|code-review|verified|label|vote|request-changes|reject)(?:=|$)/

/** `incident notes -n 'it was x'`. */
const NOTES = /^(?:notes?|comments?|repl(?:y|ies)|worklogs?)$/

/** `silence add`, `downtime schedule`, `alerts mute`: people are no longer told that something is wrong. */
const ALERTS = /^(?:alerts?|alarms?|monitors?|notifications?|pages?)$/
const QUIETS = /^(?:silence|mute|snooze|ack|acknowledge|disable|pause|suppress)$/
const QUIET = /^(?:silences?|downtimes?|mutes?|maintenance-windows?)$/
const MAKES = /^(?:add|create|new|schedule|set|start)$/

const verbsIn = (command: Command): readonly string[] => said(command).words.filter(like(/^[a-z][a-z-]{1,30}$/))

export function stateSilenced(command: Command, scribe: Scribe): void {
  const name = programOf(command)
  const verbs = verbsIn(command)
  const told = verbs.slice(0, 3).find((word, at) => {
    const next = verbs[at + 1] ?? ''
    return (ALERTS.test(word) && QUIETS.test(next)) || (QUIET.test(word) && MAKES.test(next))
  })
  if (told === undefined || aimsHere(command)) return
  scribe.effect({ kind: 'weaken', area: 'audit', feature: `${name} ${told}`, certainty: 'likely' })
}

/** What a scanner found is no longer told: `ignore --id=…`, `finding suppress CVE-…`. */
const PASSES_OVER = /^(?:ignore|suppress|waive|dismiss|whitelist|allowlist|accept-risk|false-positive)$/
const FINDING = /^(?:CVE-\d|GHSA-|RUSTSEC-|PYSEC-|[A-Z]{3,12}-[A-Z]{2,12}-[\w-]*\d)/
const EXCUSES =
  /^--(?:reason|justification|expiry|expires?|until|vuln(?:erability)?(?:-id)?|finding(?:-id)?|cve)(?:=|$)/

export function statePassedOver(command: Command, scribe: Scribe): void {
  const { words, free } = said(command)
  const verb = free.slice(0, 2).find(like(PASSES_OVER))
  if (verb === undefined) return
  const about = words.some((word) => EXCUSES.test(word) || FINDING.test(word.replace(/^--?[\w-]{1,30}=/, '')))
  if (about) scribe.effect({ kind: 'weaken', area: 'ci-check', feature: `findings: ${verb}`, certainty: 'likely' })
}

/** `issue create`, `comments add`. */
export function stateRecord(command: Command, scribe: Scribe): void {
  const name = programOf(command)
  const verbs = verbsIn(command)
  // `tracker ticket comment 12`: what the tool calls its part may stand before the thing.
  const at = verbs.slice(0, 2).findIndex((word, index) => RECORDS.test(word) && DEALS.test(verbs[index + 1] ?? ''))
  const [noun = '', verb = ''] = verbs.slice(Math.max(at, 0))
  if (aimsHere(command)) return
  const voted = verbs.slice(0, 3).some(like(RECORDS)) && command.args.some(like(VOTES))
  const noted =
    verbs.slice(0, 2).some(like(RECORDS)) && verbs.slice(1, 3).some(like(NOTES)) && command.args.some(like(/\s/))
  if (at < 0 && !voted && !noted && verbs[0] !== 'land') return
  const nature = voted || verb === 'approve' ? 'approval' : verb === 'merge' || verbs[0] === 'land' ? 'merge' : 'record'
  const target = at < 0 ? verbs.slice(0, 2).join(' ') : `${noun} ${verb}`
  scribe.effect({ kind: 'external-write', service: name, nature, target, certainty: 'likely' })
}

/** `user@host:place`, `PG:host=…`, `postgres://…`. */
const PUT_THERE = /^[\w.-]{1,64}@((?:[\w-]+\.)+[a-z]{2,24}):/i
const CONNECTION =
  /^(?:[A-Z]{2,10}:(?:[\s\S]*\s)?host=([\w.-]+)|(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|sqlserver|mssql|clickhouse):\/\/(?:[^@\s/]*@)?([\w.-]+))/i

const TAKES_OUT = /dump|export|backup|pull|fetch|download|diff|info|status|inspect|generate|introspect/
const MADE_HERE = /^--?(?:o|out\w*|save\w*|dest\w*|file|config|schema)$/

/** Written as a path, or with an ending; each test is linear, so that no word is too long for it. */
function isPlace(word: string): boolean {
  return /^[\w./~-]+$/.test(word) && (word.lastIndexOf('/') > 0 || /\.\w{1,8}$/.test(word))
}

export function stateSentTo(command: Command, scribe: Scribe): void {
  const name = programOf(command)
  if (LOOKS.test(name) || TAKES_OUT.test(name)) return
  const operands = command.args.filter(
    ({ known }, at) => !known.startsWith('-') && !MADE_HERE.test(command.args[at - 1]?.known ?? ''),
  )
  if (operands.slice(0, 2).some(({ known }) => TAKES_OUT.test(known) && /^[a-z-]+$/.test(known))) return
  const files = operands.filter(({ known }) => isPlace(known) && !isLoopbackText(known))
  const there = PUT_THERE.exec(operands.at(-1)?.known ?? '')?.[1]
  const store = operands.map(({ known }) => CONNECTION.exec(known)).find((found) => found !== null)
  const host = there ?? store?.[1] ?? store?.[2]
  const last = files.at(-1)
  if (host === undefined || last === undefined || isLoopbackText(host) || !host.includes('.')) return
  // Scripts and settings tell a client what to do there.
  if (there === undefined && /\.(?:sql|ya?ml|toml|json|conf|ini|py|js|ts|rb|sh)$/i.test(last.known)) return
  const payload = files.map((word): DataSource => {
    const { real, text, tags } = scribe.path(word)
    return { kind: 'file', path: real ?? text, secret: tags.includes('secret') }
  })
  scribe.effect({ kind: 'send-data', host, channel: 'other', payload, certainty: 'likely' })
}

const HANDS_OUT = /^(?:\w*paste(?:bin\w*)?|\w*haste(?:bin)?|upload\w*|\w*upload(?:er)?|transfer|\w*share)$/
const CLIPBOARD = /^(?:paste|pbpaste|wl-paste|xpaste|ypaste|uploads?|share)$/
const LOOKS = /lint|check|test|list|status|help|version/

export function stateHandingOut(command: Command, scribe: Scribe): void {
  const name = programOf(command)
  if (CLIPBOARD.test(name) || LOOKS.test(name)) return
  const [noun = '', verb = ''] = said(command).operands
  const pastes =
    /^(?:pastes?|gists?|snippets?|pastebin)$/.test(noun) && /^(?:create|new|add|post|upload|put)$/.test(verb)
  if (!pastes && !name.split(/[^a-z]+/).some(like(HANDS_OUT)) && !/[-_](?:send|post)$/.test(name)) return
  if (aimsHere(command)) return
  const files = command.args.filter(({ known }) => !known.startsWith('-') && (isFile(known) || /[/.]/.test(known)))
  const payload: DataSource[] = files.map((word) => ({
    kind: 'file',
    path: scribe.path(word).real ?? '',
    secret: false,
  }))
  if (command.stdin.kind === 'value') payload.push(...command.stdin.value.sources)
  if (payload.length === 0) return
  scribe.effect({ kind: 'send-data', host: `the service ${name}`, channel: 'paste', payload, certainty: 'likely' })
}
