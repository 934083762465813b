import { environmentOfName } from '../../knowledge/lexicon/deployment-environments.ts'
import { isDryRunName } from '../../knowledge/lexicon/dry-run-options.ts'
import { isSendingWord } from '../../knowledge/lexicon/sending-words.ts'
import { wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { ExternalWriteNature } from '../effects.ts'
import { recordFileEffects } from '../files/file-effects.ts'
import { toWrittenFile } from '../files/text-edits.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { isUnrestrictedAgentOption } from '../interpret/unrestricted-agents.ts'
import { recordNamedTogether } from '../named-secrets.ts'
import { type PathUse, pathProtection } from '../paths/paths.ts'
import { classifyHost, hostOf } from '../remote/hosts.ts'
import { recordUnread } from '../text/read-limits.ts'
import { hasSecretValue } from '../text/secrets.ts'
import { sha256 } from '../text/sha256.ts'
import type { ToolInput } from '../tool.ts'
import type { DataSource } from '../words.ts'
import { type ArgumentTexts, findTextArgument, type McpCall, normalizeKey, normalizeKeys } from './argument-keys.ts'
import {
  findSecretFile,
  recordAddressArgument,
  recordPathArgument,
  recordSavedDownload,
  recordToolLimitChange,
} from './arguments.ts'
import { describeTarget, findNamedTargets, isPublicExposure } from './call-targets.ts'
import {
  isCommandKey,
  joinCommandWords,
  prependNamedProgram,
  recordCodeArgument,
  recordScriptArgument,
} from './code-arguments.ts'
import { detectCodeContext } from './code-languages.ts'
import { recordCommandLikeText } from './command-like-text.ts'
import { isEndingSessionResources } from './created-resources.ts'
import {
  isRepositoryCall,
  recordClick,
  recordForgeCommit,
  recordLocalChange,
  recordMemoryWrite,
} from './known-servers.ts'
import {
  findCallVerb,
  findOperation,
  isPathText,
  listOperations,
  recordContainerStart,
  recordMoveCall,
} from './operations.ts'
import { recordSecretRead } from './secret-reads.ts'
import { isDraft, type ToolVerb } from './tool-verbs.ts'

/** `mcp__server__tool`, `server.tool`, or a plain name nobody registered. */
const QUALIFIED_TOOL_NAME = /^(?:mcp__(.+?)__(.+)|([\w-]+)[./:]([\w-]+))$/

const MAX_FIELDS = 2_000

/** From its verb and its arguments: names and hints are claims, never proof. */
export function recordToolCall(name: string, given: ToolInput, recorder: EffectRecorder): void {
  const [, ...parts] = QUALIFIED_TOOL_NAME.exec(name) ?? []
  const [server = name, tool = name] = parts.filter((part) => part !== undefined)
  const fields = Object.entries(given)
  const read = fields.length > MAX_FIELDS ? Object.fromEntries(fields.slice(0, MAX_FIELDS)) : given
  const input = prependNamedProgram(tool, normalizeKeys(read))
  const verb = findCallVerb(tool, input)
  const { texts, cut } = collectTexts(joinCommandWords(input))
  const call: McpCall = { server, tool, verb, input, texts }
  const remote = isRepositoryCall(input)
  if (cut || read !== given) recordUnread(recorder, 'the call has more arguments, or deeper ones, than are read')
  const local =
    recordMoveCall(tool, input, recorder) ||
    (!remote && recordLocalWrite(name, verb, input, recorder)) ||
    recordClick(call, recorder) ||
    recordMemoryWrite(call, recorder) ||
    recordLocalChange(call, recorder)
  recordForgeCommit(call, recorder)
  recordSecretRead(call, recorder)
  if (!local) recordVerbEffect(call, `${name} ${findOperation(tool, input)}`.trim(), recorder)
  for (const step of listOperations(input)) recordLocalWrite(name, step.verb, step.input, recorder)
  recordContainerStart(name, input, recorder)
  recordArguments(call, remote, recorder)
  recordDataSending(call, recorder)
  if (!local && verb.type !== 'read') for (const [, text] of texts) recordNamedTogether(text, recorder)
  if (!remote) recordSavedDownload(call, recorder)
  recordToolLimitChange(call, recorder)
  if (verb.type !== 'read' && texts.some(([key, text]) => isUnrestrictedAgentOption(key, text)))
    recorder.effect({ kind: 'spawn-agent', agent: server, broad: true, prompt: undefined, by: name })
}

function recordDataSending({ server, tool, verb, texts }: McpCall, recorder: EffectRecorder): void {
  const given = texts
    .filter(([, text]) => /^(?:https?|wss?|s?ftps?):\/\//i.test(text))
    .map(([, text]) => hostOf(text))
    .find((each) => each !== '' && classifyHost(each) !== 'loopback')
  const sends = wordsOf(tool).some(isSendingWord)
  if (!sends && (given === undefined || verb.type === 'read')) return
  const files = texts.flatMap(([, text]) => findSecretFile(text, recorder) ?? [])
  const written = given !== undefined && texts.some(([, text]) => hasSecretValue(text))
  const payload: DataSource[] = written ? [...files, { kind: 'secret-store', store: 'the arguments' }] : files
  const host = given ?? `the service ${server}`
  if (payload.length > 0) recorder.effect({ kind: 'send-data', host, channel: 'other', payload, certainty: 'likely' })
}

/** SQL by the argument's name, or by how it begins: a tool called `query` may be handed anything. */
function isSql(key: string, text: string, verb: ToolVerb): boolean {
  if (/(?:^|_)sql(?:_|s?$)|^statements?$/.test(key)) return true
  // Behind a question stands what it is asked with.
  if (/^\s*(?:select|with|explain)\s/i.test(text) && text.split(';', 50).some((each) => CHANGING_SQL.test(each)))
    return true
  if (key !== 'query' && key !== 'queries') return false
  return verb.type === 'run' || CHANGING_SQL.test(text)
}

const DATABASE_KEY =
  /conn|env|stage|database|^db|profile|host|server|cluster|ur[il]$|dsn|target|context|project|instance|source|tenant|workspace|account|catalog|warehouse|alias/

/** What is made in one is nothing of another's. One that is called production is none of this machine. */
function identifyDatabase(server: string, texts: ArgumentTexts, text: string): string {
  const others = texts.filter(([, other]) => other !== text)
  const named = [server, ...others.flatMap(([key, value]) => (DATABASE_KEY.test(key) ? [value] : []))]
  const live = named.find((name) => !/\s/.test(name) && environmentOfName(name) === 'production')
  const host =
    live === undefined
      ? ''
      : `-h ${live
          .replace(/[^\w.]+/g, '-')
          .replace(/^-/, '')
          .slice(0, 100)} `
  return `${host}-v place=${sha256(JSON.stringify([server, others])).slice(0, 12)}`
}

/** The verb of a statement with the word that follows it there: "delete button broken" is a search. */
const CHANGING_SQL =
  /^\s*(?:(?:\/\*[\s\S]{0,200}?\*\/|--[^\n]{0,200}\n)\s*){0,4}(?:insert\s+(?:or\s+\w+\s+)?into\b|update\s+[\w."`[\]]+\s+(?:\w+\s+)?set\b|delete\s+from\b|(?:drop|alter|create)\s+(?:or\s+replace\s+|temp\w*\s+|unique\s+)?(?:(?:table|database|schema|procedure|trigger|sequence|extension|materialized)\b|(?:view|index|user|role|function|type|policy)\b.{0,200}(?:\b(?:on|as|with|returns|using|password|cascade|if)\b|;))|truncate\s+(?:table\s+)?[\w."`[\]]+\s*(?:;|,|cascade|restart|$)|(?:grant|revoke)\s+.{1,200}\s(?:on|to|from)\s|merge\s+into\b|replace\s+into\b|call\s+[\w.]+\s*\(|do\s+\$|copy\s+[\w."(]+.{0,200}\s(?:from|to)\s|with\s+(?:recursive\s+)?\w+\s*(?:\([^)]*\)\s*)?as\s*\()/i

const PATH_KEYS =
  'path file_path file filename filepath uri destination dest target target_path target_file to location output_path'.split(
    ' ',
  )
const CONTENT_KEYS = 'content text contents data new_string new_str new_text body insert_text snippet'.split(' ')

function recordLocalWrite(name: string, verb: ToolVerb, input: ToolInput, recorder: EffectRecorder): boolean {
  if (verb.type !== 'write') return false
  const content = findTextArgument(input, CONTENT_KEYS)
  // What is uploaded is read, and goes elsewhere; what is given with its text is put here.
  if (wordsOf(name).some(isSendingWord) && content === undefined) return false
  const given = PATH_KEYS.map((key) => input[key]).find((value) => value !== undefined)
  if (typeof given !== 'string' || !isPathText(given)) return false
  const path = recorder.pathOf(given)
  const isFile = /file|fs(?:\b|_)|editor|edit|disk|storage/i.test(name) || (content !== undefined && isLocalFile(path))
  if (!isFile) return false
  if (verb.nature === 'deletion') recorder.effect({ kind: 'delete-path', path, recursive: true, wipe: false })
  else {
    recorder.effect({ kind: 'write-path', path, how: 'overwrite', content })
    if (content !== undefined)
      recordFileEffects(toWrittenFile(path, content, { tool: name, input }, recorder.facts), recorder)
  }
  return true
}

function isLocalFile(path: PathUse): boolean {
  return path.zone === 'project' || path.zone === 'home' || pathProtection(path) !== undefined
}

function recordVerbEffect({ server, tool, verb, input }: McpCall, by: string, recorder: EffectRecorder): void {
  const target = describeTarget(input)
  const write = { kind: 'external-write', service: server, target, by } as const
  if (isPublicExposure(tool, verb, input))
    recorder.effect({
      ...write,
      nature: 'visibility',
      target: `public ${target}`.trim(),
      ...findNamedTargets(server, input),
    })
  else if (verb.type === 'write') {
    const { nature } = verb
    const own = isEndingSessionResources(server, tool, { input, started: recorder.facts.session.started })
    const drafted =
      isDraft(tool, input) && !Object.values(input).some((value) => typeof value === 'string' && hasSecretValue(value))
    recorder.effect({
      ...write,
      nature,
      ...(nature === 'deletion' && findNamedTargets(server, input)),
      ...(own ? ({ certainty: 'possible', own } as const) : assessDryRun(nature, input)),
      ...(drafted && ({ certainty: 'possible' } as const)),
    })
  } else if (verb.type === 'publish')
    recorder.effect({ kind: 'publish', registry: server, what: target, removes: false, by })
  else if (verb.type === 'deploy')
    recorder.effect({
      kind: 'deploy',
      service: server,
      environment: environmentOfName(target),
      ...assessDryRun('record', input),
    })
  // `irrigation_run` runs no code.
  else if (verb.type === 'opaque' || (verb.type === 'run' && !Object.keys(input).some((key) => RUNNABLE_KEY.test(key))))
    recorder.effect({ kind: 'external-write', service: server, nature: 'record', target, certainty: 'possible' })
}

const CHECK_KEY = /^(?:validate|plan|check|preview)_only$/
const TRUE_VALUE = /^(?:true|server|client|all)$/i

/** A server may not know the argument: what takes away, pays, reaches people or is for production stands. */
function assessDryRun(nature: ExternalWriteNature, input: ToolInput): { readonly certainty?: 'possible' } {
  if (!/^(?:record|setting|file)$/.test(nature)) return {}
  const isDryRun = Object.entries(input).some(
    ([key, value]) => (isDryRunName(key) || CHECK_KEY.test(key)) && TRUE_VALUE.test(String(value)),
  )
  const live = Object.values(input).some(
    (value) => typeof value === 'string' && environmentOfName(value) === 'production',
  )
  return isDryRun && !live ? { certainty: 'possible' } : {}
}

const RUNNABLE_KEY =
  /command|cmd|code|script|sql|query|statement|expression|program|source|function|test|task|args|input|path|file|url/i

function recordArguments(
  { server, tool, verb, input, texts }: McpCall,
  remote: boolean,
  recorder: EffectRecorder,
): void {
  const hand = detectCodeContext(server, tool, input, verb.type === 'run')
  const searches = /search|find|lookup/i.test(tool)
  for (const [key, text] of texts) {
    if (isCommandKey(key)) recorder.runsShell({ text, sources: [] }, `${server} command`)
    else {
      recordCodeArgument(key, text, hand, recorder)
      if (verb.type !== 'read') recordCommandLikeText(key, text, server, recorder)
    }
    if (verb.type === 'run' && !remote) recordScriptArgument(key, text, recorder)
    if (!searches && isSql(key, text, verb)) {
      const statement = `psql ${identifyDatabase(server, texts, text)} -c '${text.replaceAll("'", `'\\''`)}'`
      recorder.runsShell({ text: statement, sources: [] }, `${server} query`)
    }
    recordAddressArgument(key, text, recorder)
    if (!remote) recordPathArgument(key, text, verb, recorder)
    const payload = [{ kind: 'secret-store', store: `argument ${key}` }] as const
    if (hasSecretValue(text))
      recorder.effect({ kind: 'send-data', host: server, channel: 'other', payload, certainty: 'likely' })
  }
}

function collectTexts(input: ToolInput): { readonly texts: [string, string][]; readonly cut: boolean } {
  const found: [string, string][] = []
  let cut = false
  const visit = (key: string, value: unknown, depth: number) => {
    if (found.length > 64 || depth > 4) {
      cut = true
      return
    }
    if (typeof value === 'string') found.push([normalizeKey(key), value])
    else if (Array.isArray(value)) for (const item of value) visit(key, item, depth + 1)
    else if (value !== null && typeof value === 'object')
      for (const [inner, item] of Object.entries(value)) visit(inner, item, depth + 1)
  }
  for (const [key, value] of Object.entries(input)) visit(key, value, 0)
  return { texts: found, cut }
}
