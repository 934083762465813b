import { verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import { commandProgram } from '../interpret/base-name.ts'
import { displayText, type LooseWords, parseLooseWords } from '../interpret/loose-words.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import type { Command, DataSource } from '../words.ts'
import {
  commandWords,
  isLoopbackText,
  isRemoteHost,
  knownTexts,
  looksLikeFile,
  matching,
  notMatching,
  optionValuePairs,
  targetsOnlyThisMachine,
} from './word-shapes.ts'

const TEXT_OPTIONS = ['-m', '-t', '--message', '--msg', '--text', '--body', '--content', '--say', '--subject']
const ROOM_OPTIONS =
  '--room --rooms --stream --channel --chat --chat-id --recipient --recipients --conversation --thread --jid --nick --group'.split(
    ' ',
  )
const RECIPIENT_OPTIONS = ['--to', '-r', '-c', '--target', '--dest', '-g', '-u']
const FILE_OPTIONS = ['--file', '--files', '--attach', '--attachment', '--image', '--document', '--video']
const VALUE_OPTIONS = new Set([...TEXT_OPTIONS, ...ROOM_OPTIONS, ...RECIPIENT_OPTIONS, ...FILE_OPTIONS])
const RECIPIENT =
  /^(?:[#!][\w.:/-]{2,80}|@[\w.:-]{2,80}|\+\d{7,15}|[\w.+-]{1,60}@[\w-]+(?:\.[\w-]+)+|[\w.-]+@[\w.-]+\/\w+)$/
const SEND_VERB = /^(?:send|post|toot|tweet|broadcast|announce)$/
const SENDER_NAME = /[-_](?:send|post|submit|tweet|toot|say|msg|message)$/
const MESSAGE_VERB =
  /^(?:send|pub|publish|post|notify|message|msg|say|toot|tweet|announce|broadcast|reply|dm|mail|email)$/
const LOCAL_NOTIFIER =
  /^(?:notify-send|wl-|pb|xclip|xsel|tmux|screen|xdotool|wtype|ydotool|osascript|dunstify|kdialog|zenity)/

export function recordMessage(command: Command, recorder: EffectRecorder): void {
  const name = commandProgram(command)
  if (command.args.length === 0 || LOCAL_NOTIFIER.test(name)) return
  const loose = parseLooseWords(command.args, VALUE_OPTIONS)
  if (targetsOnlyThisMachine(command)) return
  const text = loose.value(...TEXT_OPTIONS)
  const verbs = loose.operands.slice(0, 2).map(displayText)
  const says = [...wordsOf(name), ...verbs].some(matching(MESSAGE_VERB))
  const to = findRecipient(loose) ?? (says ? brokerHost(command) : undefined)
  const [first = '', second = ''] = verbs
  const sends =
    SEND_VERB.test(first) ||
    (SEND_VERB.test(second) && /^[a-z]+$/.test(first)) ||
    (SENDER_NAME.test(name) && loose.operands.length > 0)
  // Files of requests are sent to what they name, most often the service under work.
  const given = commandWords(command).free.filter(notMatching(MESSAGE_VERB))
  const bare = to === undefined && text === undefined && given.length > 0
  if (bare && given.every(matching(/\.(?:https?|rest|bru|hurl)$/))) return
  // `install --channel x --file y`: another verb says that it is for nobody to read.
  const other = loose.operands.slice(0, 2).some((word) => verbMeaning(displayText(word)) !== undefined)
  const shows =
    loose.has(...FILE_OPTIONS) &&
    loose.has(...(says ? ROOM_OPTIONS : ROOM_OPTIONS.filter((room) => room !== '--group'))) &&
    (says || !other)
  const talks = shows || (text !== undefined && to !== undefined) || (says && to !== undefined) || sends
  if (!talks) return
  recorder.effect({
    kind: 'external-write',
    service: name,
    nature: 'message',
    target: to ?? '',
    certainty: 'likely',
  })
}

/** `-h broker -t topic`. */
function brokerHost({ args }: Command): string | undefined {
  if (!args.some(matching(/^(?:-t|--topic(?:=|$))/))) return undefined
  return optionValuePairs(knownTexts(args)).find(
    ([option, value]) => /^--?(?:h|host|hostname|broker|url|server|servers)$/.test(option) && isRemoteHost(value),
  )?.[1]
}

function findRecipient(loose: LooseWords): string | undefined {
  const room = loose.value(...ROOM_OPTIONS)
  if (room) return displayText(room)
  const given = [loose.value(...RECIPIENT_OPTIONS), ...loose.operands]
    .filter((word) => word !== undefined)
    .map(displayText)
  return given.find(matching(RECIPIENT))
}

const RECORD_NOUN =
  /^(?:incidents?|issues?|tickets?|comments?|discussions?|mrs?|prs?|pull-?requests?|merge-?requests?|reviews?)$/
const RECORD_CHANGE_VERB =
  /^(?:create|new|open|add|close|comment|reply|approve|merge|assign|transition|edit|delete|reopen|resolve|ack|acknowledge|escalate)$/

const APPROVAL_OPTION = /^--(?:approve[ds]?|accept|code-review|verified|label|vote|request-changes|reject)(?:=|$)/

/** `incident notes -n 'it was x'`. */
const COMMENT_NOUN = /^(?:notes?|comments?|repl(?:y|ies)|worklogs?)$/

/** `silence add`, `downtime schedule`, `alerts mute`: people are no longer told that something is wrong. */
const ALERT_NOUN = /^(?:alerts?|alarms?|monitors?|notifications?|pages?)$/
const SILENCE_VERB = /^(?:silence|mute|snooze|ack|acknowledge|disable|pause|suppress)$/
const SILENCE_NOUN = /^(?:silences?|downtimes?|mutes?|maintenance-windows?)$/
const CREATE_VERB = /^(?:add|create|new|schedule|set|start)$/

const verbLikeWords = (command: Command): readonly string[] =>
  commandWords(command).words.filter(matching(/^[a-z][a-z-]{1,30}$/))

export function recordSilencedAlerts(command: Command, recorder: EffectRecorder): void {
  const name = commandProgram(command)
  const verbs = verbLikeWords(command)
  const silenced = verbs.slice(0, 3).find((word, at) => {
    const next = verbs[at + 1] ?? ''
    return (ALERT_NOUN.test(word) && SILENCE_VERB.test(next)) || (SILENCE_NOUN.test(word) && CREATE_VERB.test(next))
  })
  if (silenced === undefined || targetsOnlyThisMachine(command)) return
  recorder.effect({ kind: 'weaken', area: 'audit', feature: `${name} ${silenced}`, certainty: 'likely' })
}

/** What a scanner found is no longer told: `ignore --id=…`, `finding suppress CVE-…`. */
const SUPPRESS_VERB = /^(?:ignore|suppress|waive|dismiss|whitelist|allowlist|accept-risk|false-positive)$/
const FINDING_ID = /^(?:CVE-\d|GHSA-|RUSTSEC-|PYSEC-|[A-Z]{3,12}-[A-Z]{2,12}-[\w-]*\d)/
const SUPPRESSION_OPTION =
  /^--(?:reason|justification|expiry|expires?|until|vuln(?:erability)?(?:-id)?|finding(?:-id)?|cve)(?:=|$)/

export function recordSuppressedFindings(command: Command, recorder: EffectRecorder): void {
  const { words, free } = commandWords(command)
  const verb = free.slice(0, 2).find(matching(SUPPRESS_VERB))
  if (verb === undefined) return
  const about = words.some(
    (word) => SUPPRESSION_OPTION.test(word) || FINDING_ID.test(word.replace(/^--?[\w-]{1,30}=/, '')),
  )
  if (about) recorder.effect({ kind: 'weaken', area: 'ci-check', feature: `findings: ${verb}`, certainty: 'likely' })
}

/** `issue create`, `comments add`. */
export function recordTrackerChange(command: Command, recorder: EffectRecorder): void {
  const name = commandProgram(command)
  const verbs = verbLikeWords(command)
  // `tracker ticket comment 12`: what the tool calls its part may stand before the thing.
  const at = verbs
    .slice(0, 2)
    .findIndex((word, index) => RECORD_NOUN.test(word) && RECORD_CHANGE_VERB.test(verbs[index + 1] ?? ''))
  const [noun = '', verb = ''] = verbs.slice(Math.max(at, 0))
  if (targetsOnlyThisMachine(command)) return
  const voted = verbs.slice(0, 3).some(matching(RECORD_NOUN)) && command.args.some(matching(APPROVAL_OPTION))
  const noted =
    verbs.slice(0, 2).some(matching(RECORD_NOUN)) &&
    verbs.slice(1, 3).some(matching(COMMENT_NOUN)) &&
    command.args.some(matching(/\s/))
  if (at < 0 && !voted && !noted && verbs[0] !== 'land') return
  const nature = voted || verb === 'approve' ? 'approval' : verb === 'merge' || verbs[0] === 'land' ? 'merge' : 'record'
  const target = at < 0 ? verbs.slice(0, 2).join(' ') : `${noun} ${verb}`
  recorder.effect({ kind: 'external-write', service: name, nature, target, certainty: 'likely' })
}

/** `user@host:place`, `PG:host=…`, `postgres://…`. */
const REMOTE_COPY_TARGET = /^[\w.-]{1,64}@((?:[\w-]+\.)+[a-z]{2,24}):/i
const DATABASE_CONNECTION =
  /^(?:[A-Z]{2,10}:(?:[\s\S]*\s)?host=([\w.-]+)|(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|sqlserver|mssql|clickhouse):\/\/(?:[^@\s/]*@)?([\w.-]+))/i

const EXPORT_WORD = /dump|export|backup|pull|fetch|download|diff|info|status|inspect|generate|introspect/
const LOCAL_OUTPUT_OPTION = /^--?(?:o|out\w*|save\w*|dest\w*|file|config|schema)$/

/** Written as a path, or with an ending; each test is linear, so that no word is too long for it. */
function isPathWord(word: string): boolean {
  return /^[\w./~-]+$/.test(word) && (word.lastIndexOf('/') > 0 || /\.\w{1,8}$/.test(word))
}

export function recordRemoteUpload(command: Command, recorder: EffectRecorder): void {
  const name = commandProgram(command)
  if (READ_ONLY_NAME.test(name) || EXPORT_WORD.test(name)) return
  const operands = command.args.filter(
    ({ known }, at) => !known.startsWith('-') && !LOCAL_OUTPUT_OPTION.test(command.args[at - 1]?.known ?? ''),
  )
  if (operands.slice(0, 2).some(({ known }) => EXPORT_WORD.test(known) && /^[a-z-]+$/.test(known))) return
  const files = operands.filter(({ known }) => isPathWord(known) && !isLoopbackText(known))
  const there = REMOTE_COPY_TARGET.exec(operands.at(-1)?.known ?? '')?.[1]
  const store = operands.map(({ known }) => DATABASE_CONNECTION.exec(known)).find((found) => found !== null)
  const host = there ?? store?.[1] ?? store?.[2]
  const last = files.at(-1)
  if (host === undefined || last === undefined || isLoopbackText(host) || !host.includes('.')) return
  // Scripts and settings tell a client what to do there.
  if (there === undefined && /\.(?:sql|ya?ml|toml|json|conf|ini|py|js|ts|rb|sh)$/i.test(last.known)) return
  const payload = files.map((word): DataSource => {
    const { real, text, tags } = recorder.path(word)
    return { kind: 'file', path: real ?? text, secret: tags.includes('secret') }
  })
  recorder.effect({ kind: 'send-data', host, channel: 'other', payload, certainty: 'likely' })
}

const UPLOADER_NAME = /^(?:\w*paste(?:bin\w*)?|\w*haste(?:bin)?|upload\w*|\w*upload(?:er)?|transfer|\w*share)$/
const CLIPBOARD_PROGRAM = /^(?:paste|pbpaste|wl-paste|xpaste|ypaste|uploads?|share)$/
const READ_ONLY_NAME = /lint|check|test|list|status|help|version/

export function recordPasteUpload(command: Command, recorder: EffectRecorder): void {
  const name = commandProgram(command)
  if (CLIPBOARD_PROGRAM.test(name) || READ_ONLY_NAME.test(name)) return
  const [noun = '', verb = ''] = commandWords(command).operands
  const pastes =
    /^(?:pastes?|gists?|snippets?|pastebin)$/.test(noun) && /^(?:create|new|add|post|upload|put)$/.test(verb)
  if (!pastes && !name.split(/[^a-z]+/).some(matching(UPLOADER_NAME)) && !/[-_](?:send|post)$/.test(name)) return
  if (targetsOnlyThisMachine(command)) return
  const files = command.args.filter(
    ({ known }) => !known.startsWith('-') && (looksLikeFile(known) || /[/.]/.test(known)),
  )
  const payload: DataSource[] = files.map((word) => ({
    kind: 'file',
    path: recorder.path(word).real ?? '',
    secret: false,
  }))
  if (command.stdin.kind === 'value') payload.push(...command.stdin.value.sources)
  if (payload.length === 0) return
  recorder.effect({ kind: 'send-data', host: `the service ${name}`, channel: 'paste', payload, certainty: 'likely' })
}
