import { stateFetch } from '../delegated.ts'
import { addressOf, hostOf } from '../hosts.ts'
import type { PathTag, PathUse } from '../paths.ts'
import type { Scribe } from '../programs/program.ts'
import { endingOf, isArchiveEnding, isDataEnding, runFrom } from '../remote-shape.ts'
import { loadsCode } from '../role-words.ts'
import { activates, wordsOf } from '../verbs.ts'
import type { DataSource } from '../words.ts'
import { type ForeignCall, isLocalPath, isOutputKey, isPathKey, keyOf, says } from './keys.ts'
import type { Verb } from './verbs.ts'

const OUTWARD =
  /^(?:destination|destination_url|webhook|webhook_url|callback|callback_url|endpoint|upload_url|target_url|notify_url|forward_to)$/
const CARRIES =
  /[?&](?:cookies?|session(?:_?id)?|passw(?:or)?d|secret|credentials?|auth|api_?key|private_?key|ssn|iban|card)=[^&#]{6,}/i

/** An address that is asked, that a call sends data to, or that carries data in its own parameters. */
export function stateAddress(key: string, text: string, scribe: Scribe): void {
  if (/^(?:https?|ftp|file):\/\//i.test(text)) stateFetch(text, scribe)
  if (!/^https?:\/\//i.test(text) || !(OUTWARD.test(key) || CARRIES.test(text))) return
  const host = hostOf(text)
  if (host === '' || addressOf(host) === 'loopback') return
  const nature = 'record'
  scribe.effect({ kind: 'external-write', service: host, nature, target: host, by: 'send data', certainty: 'likely' })
}

/** Places where a write by somebody else's tool is never a matter of course. */
const GUARDED: ReadonlySet<PathTag> = new Set<PathTag>([
  'gate-own',
  'agent-settings',
  'shell-startup',
  'ssh-access',
  'persistence',
  'privilege',
  'git-hook',
  'git-internal',
])

/** A path among the arguments: looked at by a tool that looks, and open to anything by one that may do more. */
export function statePathArgument(key: string, text: string, verb: Verb, scribe: Scribe): void {
  if (!isPathKey(key) || !isLocalPath(text)) return
  const path = pathIn(text, scribe)
  const writes = isOutputKey(key) || (verb.type !== 'read' && verb.type !== 'navigate')
  if (writes && path.tags.some((tag) => GUARDED.has(tag)))
    scribe.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined, certainty: 'likely' })
  const sure = verb.type === 'read' || path.tags.includes('secret')
  if (!isOutputKey(key))
    scribe.effect({ kind: 'read-path', path, list: false, certainty: sure ? 'likely' : 'possible' })
}

export function secretFile(text: string, scribe: Scribe): DataSource | undefined {
  if (!isLocalPath(text) || /\s/.test(text)) return undefined
  const { real, text: shown, tags } = pathIn(text, scribe)
  const carried = real !== undefined && scribe.facts.session.carriers?.has(real) === true
  return tags.includes('secret') || carried ? { kind: 'file', path: real ?? shown, secret: true } : undefined
}

function pathIn(text: string, scribe: Scribe): PathUse {
  return scribe.pathOf(text.replace(/^file:\/*/i, '/'))
}

const ADDRESS = /^(?:https?|ftp):\/\/[^\s]+$/i
const SAVED = /^(?:(?:\w+_)?(?:path|file|filename|filepath)|dest\w*|target\w*|output\w*|to|save\w*|location)$/
const SAVES = new Set(['download', 'fetch', 'save', 'get', 'pull', 'grab', 'retrieve'])
/** Words of a tool which say that what lies at an address becomes a part of something. */
const PLUGS_IN = /^(?:install|plugins?|extensions?|addons?|modules?|packages?|sideload|skills?)$/

const isCode = (ending: string): boolean => !isDataEnding(ending) || isArchiveEnding(ending)

/** A tool saves what lies at an address, or takes in as code what came from elsewhere. */
export function stateFetched({ tool, texts }: ForeignCall, scribe: Scribe): void {
  const words = wordsOf(tool)
  const address = texts.find(([, text]) => ADDRESS.test(text))?.[1]
  const place = texts.find(([key, text]) => SAVED.test(key) && /^[~/.]|\//.test(text) && !text.includes('://'))?.[1]
  if (address !== undefined && place !== undefined && says(tool, SAVES))
    scribe.effect({ kind: 'download', host: hostOf(address), url: address, to: scribe.pathOf(place) })
  else if (address !== undefined && words.some((word) => PLUGS_IN.test(word)) && words.some(activates)) {
    const path = address.replace(/[?#].*$/s, '').replace(/^[a-z]+:\/\/[^/]*/i, '')
    if (path.length > 1 && isCode(endingOf(path))) scribe.effect(runFrom(address))
  }
  if (scribe.untouched()) return
  for (const [key, text] of texts) {
    const from = takenFrom(key, text, words, scribe)
    if (from !== undefined) scribe.effect(runFrom(from))
  }
}

function takenFrom(key: string, text: string, tool: readonly string[], scribe: Scribe): string | undefined {
  if (text.includes('\n')) return undefined
  const { real } = scribe.pathOf(text.replace(/^file:\/\//, ''))
  const from = real === undefined ? undefined : scribe.provenance(real)
  if (from?.kind !== 'elsewhere' || !isCode(endingOf(text))) return undefined
  const told = tool.some((word) => activates(word) && word.length > 1) || wordsOf(key).some(loadsCode)
  return told ? from.address : undefined
}

/** Settings that say what a tool may do: `blockedCommands`, `allowed_directories`, `permissions`. */
const LIMITS =
  /^(?:(?:blocked|allowed?|denied|deny|disallowed|forbidden|permitted|restricted|auto_approved?)_(?:commands?|tools?|director(?:y|ies)|dirs?|paths?|roots?|hosts?|domains?|patterns?|list)|(?:command|tool|path)_(?:allow|deny|block|white|black)_?list|permissions?(?:_mode)?)$/
const NAMES = ['key', 'name', 'setting', 'option', 'field', 'property']

/** A tool's own limits are changed: what it is kept from today it may do tomorrow. */
export function stateLimits({ server, verb, input }: ForeignCall, scribe: Scribe): void {
  if (verb.type !== 'write' || verb.nature !== 'setting') return
  const found = [...Object.keys(input), ...NAMES.map((key) => input[key])].find(
    (name): name is string => typeof name === 'string' && name.length < 80 && LIMITS.test(keyOf(name)),
  )
  if (found !== undefined) scribe.effect({ kind: 'weaken', area: 'gate', feature: `${server} ${found}` })
}
