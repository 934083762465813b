import type { Nature } from '../effects.ts'
import { handedFile } from '../files/edits.ts'
import { stateFileEffects } from '../files/file-effects.ts'
import { freesAgent } from '../free-agents.ts'
import { addressOf, hostOf } from '../hosts.ts'
import { stateNamedTogether } from '../named-secrets.ts'
import { guardOf, type PathUse } from '../paths.ts'
import type { Scribe } from '../programs/program.ts'
import { holdsSecret } from '../secrets.ts'
import { isSendingWord } from '../sending-words.ts'
import { sha256 } from '../sha256.ts'
import { stageOfName } from '../stages.ts'
import type { Input } from '../tool.ts'
import { stateUnread } from '../unread.ts'
import { wordsOf } from '../verbs.ts'
import type { DataSource } from '../words.ts'
import { stateAnyCommand } from './any-command.ts'
import { secretFile, stateAddress, stateFetched, stateLimits, statePathArgument } from './arguments.ts'
import {
  isCommandKey,
  stateCodeArgument,
  stateScriptArgument,
  withNamedProgram,
  withWholeCommands,
} from './code-arguments.ts'
import { handOf } from './handed-code.ts'
import { type ForeignCall, keyOf, type Texts, textAt, withPlainKeys } from './keys.ts'
import { endsOwn } from './made.ts'
import { isPlace, operationIn, stateContainer, stateMove, stepsIn, verbIn } from './operations.ts'
import { stateSecretRead } from './secret-reads.ts'
import { isInRepository, stateClick, stateForgeCommit, stateLocalChange, stateMemory } from './servers.ts'
import { namedThings, opensToAll, targetOf } from './things.ts'
import { isDraft, type Verb } from './verbs.ts'

/** `mcp__server__tool`, `server.tool`, or a plain name nobody registered. */
const NAMED = /^(?:mcp__(.+?)__(.+)|([\w-]+)[./:]([\w-]+))$/

const MOST_FIELDS = 2_000

/** From its verb and its arguments: names and hints are claims, never proof. */
export function stateToolCall(name: string, given: Input, scribe: Scribe): void {
  const [, ...parts] = NAMED.exec(name) ?? []
  const [server = name, tool = name] = parts.filter((part) => part !== undefined)
  const fields = Object.entries(given)
  const read = fields.length > MOST_FIELDS ? Object.fromEntries(fields.slice(0, MOST_FIELDS)) : given
  const input = withNamedProgram(tool, withPlainKeys(read))
  const verb = verbIn(tool, input)
  const { texts, cut } = textsIn(withWholeCommands(input))
  const call: ForeignCall = { server, tool, verb, input, texts }
  const remote = isInRepository(input)
  if (cut || read !== given) stateUnread(scribe, 'the call has more arguments, or deeper ones, than are read')
  const local =
    stateMove(tool, input, scribe) ||
    (!remote && localWrite(name, verb, input, scribe)) ||
    stateClick(call, scribe) ||
    stateMemory(call, scribe) ||
    stateLocalChange(call, scribe)
  stateForgeCommit(call, scribe)
  stateSecretRead(call, scribe)
  if (!local) stateVerb(call, `${name} ${operationIn(tool, input)}`.trim(), scribe)
  for (const step of stepsIn(input)) localWrite(name, step.verb, step.input, scribe)
  stateContainer(name, input, scribe)
  stateArguments(call, remote, scribe)
  stateSending(call, scribe)
  if (!local && verb.type !== 'read') for (const [, text] of texts) stateNamedTogether(text, scribe)
  if (!remote) stateFetched(call, scribe)
  stateLimits(call, scribe)
  if (verb.type !== 'read' && texts.some(([key, text]) => freesAgent(key, text)))
    scribe.effect({ kind: 'spawn-agent', agent: server, broad: true, prompt: undefined, by: name })
}

function stateSending({ server, tool, verb, texts }: ForeignCall, scribe: Scribe): void {
  const given = texts
    .filter(([, text]) => /^(?:https?|wss?|s?ftps?):\/\//i.test(text))
    .map(([, text]) => hostOf(text))
    .find((each) => each !== '' && addressOf(each) !== 'loopback')
  const sends = wordsOf(tool).some(isSendingWord)
  if (!sends && (given === undefined || verb.type === 'read')) return
  const files = texts.flatMap(([, text]) => secretFile(text, scribe) ?? [])
  const written = given !== undefined && texts.some(([, text]) => holdsSecret(text))
  const payload: DataSource[] = written ? [...files, { kind: 'secret-store', store: 'the arguments' }] : files
  const host = given ?? `the service ${server}`
  if (payload.length > 0) scribe.effect({ kind: 'send-data', host, channel: 'other', payload, certainty: 'likely' })
}

/** SQL by the argument's name, or by how it begins: a tool called `query` may be handed anything. */
function isSql(key: string, text: string, verb: Verb): boolean {
  if (/(?:^|_)sql(?:_|s?$)|^statements?$/.test(key)) return true
  // Behind a question stands what it is asked with.
  if (/^\s*(?:select|with|explain)\s/i.test(text) && text.split(';', 50).some((each) => CHANGING_SQL.test(each)))
    return true
  if (key !== 'query' && key !== 'queries') return false
  return verb.type === 'run' || CHANGING_SQL.test(text)
}

const TELLS_DATABASE =
  /conn|env|stage|database|^db|profile|host|server|cluster|ur[il]$|dsn|target|context|project|instance|source|tenant|workspace|account|catalog|warehouse|alias/

/** What is made in one is nothing of another's. One that is called production is none of this machine. */
function databaseOf(server: string, texts: Texts, text: string): string {
  const others = texts.filter(([, other]) => other !== text)
  const named = [server, ...others.flatMap(([key, value]) => (TELLS_DATABASE.test(key) ? [value] : []))]
  const live = named.find((name) => !/\s/.test(name) && stageOfName(name) === 'production')
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

const PLACES =
  'path file_path file filename filepath uri destination dest target target_path target_file to location output_path'.split(
    ' ',
  )
const CONTENTS = 'content text contents data new_string new_str new_text body insert_text snippet'.split(' ')

function localWrite(name: string, verb: Verb, input: Input, scribe: Scribe): boolean {
  if (verb.type !== 'write') return false
  const content = textAt(input, CONTENTS)
  // What is uploaded is read, and goes elsewhere; what is given with its text is put here.
  if (wordsOf(name).some(isSendingWord) && content === undefined) return false
  const given = PLACES.map((key) => input[key]).find((value) => value !== undefined)
  if (typeof given !== 'string' || !isPlace(given)) return false
  const path = scribe.pathOf(given)
  const isFile = /file|fs(?:\b|_)|editor|edit|disk|storage/i.test(name) || (content !== undefined && isKeptHere(path))
  if (!isFile) return false
  if (verb.nature === 'deletion') scribe.effect({ kind: 'delete-path', path, recursive: true, wipe: false })
  else {
    scribe.effect({ kind: 'write-path', path, how: 'overwrite', content })
    if (content !== undefined) stateFileEffects(handedFile(path, content, { tool: name, input }, scribe.facts), scribe)
  }
  return true
}

function isKeptHere(path: PathUse): boolean {
  return path.zone === 'project' || path.zone === 'home' || guardOf(path) !== undefined
}

function stateVerb({ server, tool, verb, input }: ForeignCall, by: string, scribe: Scribe): void {
  const target = targetOf(input)
  const write = { kind: 'external-write', service: server, target, by } as const
  if (opensToAll(tool, verb, input))
    scribe.effect({
      ...write,
      nature: 'visibility',
      target: `public ${target}`.trim(),
      ...namedThings(server, input),
    })
  else if (verb.type === 'write') {
    const { nature } = verb
    const own = endsOwn(server, tool, { input, started: scribe.facts.session.started })
    const drafted =
      isDraft(tool, input) && !Object.values(input).some((value) => typeof value === 'string' && holdsSecret(value))
    scribe.effect({
      ...write,
      nature,
      ...(nature === 'deletion' && namedThings(server, input)),
      ...(own ? ({ certainty: 'possible', own } as const) : rehearsed(nature, input)),
      ...(drafted && ({ certainty: 'possible' } as const)),
    })
  } else if (verb.type === 'publish')
    scribe.effect({ kind: 'publish', registry: server, what: target, removes: false, by })
  else if (verb.type === 'deploy')
    scribe.effect({ kind: 'deploy', service: server, stage: stageOfName(target), ...rehearsed('record', input) })
  // `irrigation_run` runs no code.
  else if (verb.type === 'opaque' || (verb.type === 'run' && !Object.keys(input).some((key) => RUNNABLE.test(key))))
    scribe.effect({ kind: 'external-write', service: server, nature: 'record', target, certainty: 'possible' })
}

const REHEARSES = /^(?:dry_?run|validate_only|plan_only|check_only|preview_only|what_if|noop)$/
const SAYS_YES = /^(?:true|server|client|all)$/i

/** A server may not know the argument: what takes away, pays, reaches people or is for production stands. */
function rehearsed(nature: Nature, input: Input): { readonly certainty?: 'possible' } {
  if (!/^(?:record|setting|file)$/.test(nature)) return {}
  const told = Object.entries(input).some(([key, value]) => REHEARSES.test(key) && SAYS_YES.test(String(value)))
  const live = Object.values(input).some((value) => typeof value === 'string' && stageOfName(value) === 'production')
  return told && !live ? { certainty: 'possible' } : {}
}

const RUNNABLE =
  /command|cmd|code|script|sql|query|statement|expression|program|source|function|test|task|args|input|path|file|url/i

function stateArguments({ server, tool, verb, input, texts }: ForeignCall, remote: boolean, scribe: Scribe): void {
  const hand = handOf(server, tool, input, verb.type === 'run')
  const searches = /search|find|lookup/i.test(tool)
  for (const [key, text] of texts) {
    if (isCommandKey(key)) scribe.runsShell({ text, sources: [] }, `${server} command`)
    else {
      stateCodeArgument(key, text, hand, scribe)
      if (verb.type !== 'read') stateAnyCommand(key, text, server, scribe)
    }
    if (verb.type === 'run' && !remote) stateScriptArgument(key, text, scribe)
    if (!searches && isSql(key, text, verb)) {
      const statement = `psql ${databaseOf(server, texts, text)} -c '${text.replaceAll("'", `'\\''`)}'`
      scribe.runsShell({ text: statement, sources: [] }, `${server} query`)
    }
    stateAddress(key, text, scribe)
    if (!remote) statePathArgument(key, text, verb, scribe)
    const payload = [{ kind: 'secret-store', store: `argument ${key}` }] as const
    if (holdsSecret(text))
      scribe.effect({ kind: 'send-data', host: server, channel: 'other', payload, certainty: 'likely' })
  }
}

function textsIn(input: Input): { readonly texts: [string, string][]; readonly cut: boolean } {
  const found: [string, string][] = []
  let cut = false
  const visit = (key: string, value: unknown, depth: number) => {
    if (found.length > 64 || depth > 4) {
      cut = true
      return
    }
    if (typeof value === 'string') found.push([keyOf(key), value])
    else if (Array.isArray(value)) for (const item of value) visit(key, item, depth + 1)
    else if (value !== null && typeof value === 'object')
      for (const [inner, item] of Object.entries(value)) visit(inner, item, depth + 1)
  }
  for (const [key, value] of Object.entries(input)) visit(key, value, 0)
  return { texts: found, cut }
}
