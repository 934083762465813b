import { isCodeLoadingWord } from '../../knowledge/lexicon/role-words.ts'
import { PASSWORD, SECRET_KEY } from '../../knowledge/lexicon/secret-names.ts'
import { isActivationVerb, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import { recordFetchEffect } from '../interpret/delegation.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import type { PathTag, PathUse } from '../paths/paths.ts'
import { classifyHost, hostOf } from '../remote/hosts.ts'
import { downloadedCodeRun, endingOf, isArchiveEnding, isDataEnding } from '../remote/remote-addresses.ts'
import type { DataSource } from '../words.ts'
import { hasToolWord, isLocalPath, isOutputKey, isPathKey, type McpCall, normalizeKey } from './argument-keys.ts'
import type { ToolVerb } from './tool-verbs.ts'

const OUTBOUND_URL_KEY =
  /^(?:destination|destination_url|webhook|webhook_url|callback|callback_url|endpoint|upload_url|target_url|notify_url|forward_to)$/
const SECRET_QUERY_PARAMETER = new RegExp(
  `[?&](?:cookies?|session(?:_?id)?|${PASSWORD}|secret|credentials?|auth|${SECRET_KEY}|ssn|iban|card)=[^&#]{6,}`,
  'i',
)

/** An address that is asked, that a call sends data to, or that carries data in its own parameters. */
export function recordAddressArgument(key: string, text: string, recorder: EffectRecorder): void {
  if (/^(?:https?|ftp|file):\/\//i.test(text)) recordFetchEffect(text, recorder)
  if (!/^https?:\/\//i.test(text) || !(OUTBOUND_URL_KEY.test(key) || SECRET_QUERY_PARAMETER.test(text))) return
  const host = hostOf(text)
  if (host === '' || classifyHost(host) === 'loopback') return
  const nature = 'record'
  recorder.effect({ kind: 'external-write', service: host, nature, target: host, by: 'send data', certainty: 'likely' })
}

/** Places where a write by somebody else's tool is never a matter of course. */
const PROTECTED_TAGS: ReadonlySet<PathTag> = new Set<PathTag>([
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
export function recordPathArgument(key: string, text: string, verb: ToolVerb, recorder: EffectRecorder): void {
  if (!isPathKey(key) || !isLocalPath(text)) return
  const path = resolveArgumentPath(text, recorder)
  const writes = isOutputKey(key) || (verb.type !== 'read' && verb.type !== 'navigate')
  if (writes && path.tags.some((tag) => PROTECTED_TAGS.has(tag)))
    recorder.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined, certainty: 'likely' })
  const sure = verb.type === 'read' || path.tags.includes('secret')
  if (!isOutputKey(key))
    recorder.effect({ kind: 'read-path', path, list: false, certainty: sure ? 'likely' : 'possible' })
}

export function findSecretFile(text: string, recorder: EffectRecorder): DataSource | undefined {
  if (!isLocalPath(text) || /\s/.test(text)) return undefined
  const { real, text: shown, tags } = resolveArgumentPath(text, recorder)
  const carried = real !== undefined && recorder.facts.session.carriers?.has(real) === true
  return tags.includes('secret') || carried ? { kind: 'file', path: real ?? shown, secret: true } : undefined
}

function resolveArgumentPath(text: string, recorder: EffectRecorder): PathUse {
  return recorder.pathOf(text.replace(/^file:\/*/i, '/'))
}

const URL_TEXT = /^(?:https?|ftp):\/\/[^\s]+$/i
const SAVE_PATH_KEY = /^(?:(?:\w+_)?(?:path|file|filename|filepath)|dest\w*|target\w*|output\w*|to|save\w*|location)$/
const SAVING_VERBS = new Set(['download', 'fetch', 'save', 'get', 'pull', 'grab', 'retrieve'])
/** Words of a tool which say that what lies at an address becomes a part of something. */
const EXTENSION_WORD = /^(?:install|plugins?|extensions?|addons?|modules?|packages?|sideload|skills?)$/

const isCodeEnding = (ending: string): boolean => !isDataEnding(ending) || isArchiveEnding(ending)

/** A tool saves what lies at an address, or takes in as code what came from elsewhere. */
export function recordSavedDownload({ tool, texts }: McpCall, recorder: EffectRecorder): void {
  const words = wordsOf(tool)
  const address = texts.find(([, text]) => URL_TEXT.test(text))?.[1]
  const place = texts.find(
    ([key, text]) => SAVE_PATH_KEY.test(key) && /^[~/.]|\//.test(text) && !text.includes('://'),
  )?.[1]
  if (address !== undefined && place !== undefined && hasToolWord(tool, SAVING_VERBS))
    recorder.effect({ kind: 'download', host: hostOf(address), url: address, to: recorder.pathOf(place) })
  else if (address !== undefined && words.some((word) => EXTENSION_WORD.test(word)) && words.some(isActivationVerb)) {
    const path = address.replace(/[?#].*$/s, '').replace(/^[a-z]+:\/\/[^/]*/i, '')
    if (path.length > 1 && isCodeEnding(endingOf(path))) recorder.effect(downloadedCodeRun(address))
  }
  if (recorder.untouched()) return
  for (const [key, text] of texts) {
    const from = findForeignOrigin(key, text, words, recorder)
    if (from !== undefined) recorder.effect(downloadedCodeRun(from))
  }
}

function findForeignOrigin(
  key: string,
  text: string,
  tool: readonly string[],
  recorder: EffectRecorder,
): string | undefined {
  if (text.includes('\n')) return undefined
  const { real } = recorder.pathOf(text.replace(/^file:\/\//, ''))
  const from = real === undefined ? undefined : recorder.provenance(real)
  if (from?.kind !== 'elsewhere' || !isCodeEnding(endingOf(text))) return undefined
  const isLoaded =
    tool.some((word) => isActivationVerb(word) && word.length > 1) || wordsOf(key).some(isCodeLoadingWord)
  return isLoaded ? from.address : undefined
}

/** Settings that say what a tool may do: `blockedCommands`, `allowed_directories`, `permissions`. */
const TOOL_LIMIT_SETTING =
  /^(?:(?:blocked|allowed?|denied|deny|disallowed|forbidden|permitted|restricted|auto_approved?)_(?:commands?|tools?|director(?:y|ies)|dirs?|paths?|roots?|hosts?|domains?|patterns?|list)|(?:command|tool|path)_(?:allow|deny|block|white|black)_?list|permissions?(?:_mode)?)$/
const SETTING_NAME_KEYS = ['key', 'name', 'setting', 'option', 'field', 'property']

/** A tool's own limits are changed: what it is kept from today it may do tomorrow. */
export function recordToolLimitChange({ server, verb, input }: McpCall, recorder: EffectRecorder): void {
  if (verb.type !== 'write' || verb.nature !== 'setting') return
  const found = [...Object.keys(input), ...SETTING_NAME_KEYS.map((key) => input[key])].find(
    (name): name is string =>
      typeof name === 'string' && name.length < 80 && TOOL_LIMIT_SETTING.test(normalizeKey(name)),
  )
  if (found !== undefined) recorder.effect({ kind: 'weaken', area: 'gate', feature: `${server} ${found}` })
}
