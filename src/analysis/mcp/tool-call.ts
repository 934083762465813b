import { stateFetch } from '../delegated.ts'
import type { Nature } from '../effects.ts'
import { handedFile } from '../files/edits.ts'
import { stateFileEffects } from '../files/file-effects.ts'
import { freesAgent } from '../free-agents.ts'
import { addressOf, hostOf } from '../hosts.ts'
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
import { stateOutward } from './addresses.ts'
import { stateClick } from './browser.ts'
import {
  isCommandKey,
  stateCodeArgument,
  stateScriptArgument,
  withNamedProgram,
  withWholeCommands,
} from './code-arguments.ts'
import { stateFetched } from './fetched-arguments.ts'
import { isInRepository, stateForgeCommit } from './forge-files.ts'
import { secretFile, statePathArgument } from './guarded-paths.ts'
import { type Hand, handOf } from './handed-code.ts'
import { keyOf, withPlainKeys } from './keys.ts'
import { stateLimits } from './limits.ts'
import { stateLocalChange } from './local-servers.ts'
import { endsOwn } from './made.ts'
import { stateMemory } from './memory.ts'
import { opensToAll } from './opening.ts'
import { operationIn, stateContainer, stateMove, stepsIn, verbIn } from './operations.ts'
import { stateSecretRead } from './secret-reads.ts'
import { namedThings, targetOf } from './things.ts'
import { isDraft, type Verb } from './verbs.ts'

const PATHS = new Set(['path', 'file_path', 'file', 'filename', 'filepath', 'uri'])

interface ForeignName {
  readonly server: string
  readonly tool: string
}

/** `mcp__server__tool`, `server.tool`, or a plain name nobody registered. */
function split(name: string): ForeignName {
  const match = /^mcp__(.+?)__(.+)$/.exec(name) ?? /^([\w-]+)[./:]([\w-]+)$/.exec(name)
  return { server: match?.[1] ?? name, tool: match?.[2] ?? name }
}

const MOST_FIELDS = 2_000

/** States what a third party's tool would do, from its verb and its arguments. Names and hints are claims, never proof. */
export function stateToolCall(name: string, given: Input, scribe: Scribe): void {
  const { server, tool } = split(name)
  const fields = Object.entries(given)
  const read = fields.length > MOST_FIELDS ? Object.fromEntries(fields.slice(0, MOST_FIELDS)) : given
  const input = withNamedProgram(tool, withPlainKeys(read))
  const verb = verbIn(tool, input)
  const { texts, cut } = textsIn(withWholeCommands(input))
  const remote = isInRepository(input)
  if (cut || read !== given) stateUnread(scribe, 'the call has more arguments, or deeper ones, than are read')
  const local =
    stateMove(tool, input, scribe) ||
    (!remote && localWrite(name, verb, input, scribe)) ||
    stateClick(tool, input, scribe) ||
    stateMemory({ server, tool, texts }, scribe) ||
    stateLocalChange(server, tool, { verb, input }, scribe)
  stateForgeCommit(server, tool, { verb, input }, scribe)
  stateSecretRead({ server, tool, input, texts }, scribe)
  if (!local) stateVerb(verb, { server, tool, input, by: `${name} ${operationIn(tool, input)}`.trim() }, scribe)
  for (const step of stepsIn(input)) localWrite(name, step.verb, step.input, scribe)
  stateContainer(name, input, scribe)
  const hand = handOf(server, tool, input, verb.type === 'run')
  const searches = /search|find|lookup/i.test(tool)
  for (const [key, text] of texts) {
    const database = () => databaseOf(server, texts, text)
    stateArgument({ key, text, verb, hand, server, database, searches, remote }, scribe)
  }
  stateSending({ server, tool, verb, texts }, scribe)
  if (!remote) stateFetched({ tool, texts }, scribe)
  stateLimits(server, { verb, input }, scribe)
  if (verb.type !== 'read' && texts.some(([key, text]) => freesAgent(key, text)))
    scribe.effect({ kind: 'spawn-agent', agent: server, broad: true, prompt: undefined, by: name })
}

interface Sending {
  readonly server: string
  readonly tool: string
  readonly verb: Verb
  readonly texts: readonly (readonly [string, string])[]
}

/** Secret files and texts among the arguments, with an address beside them or a verb that takes them away. */
function stateSending({ server, tool, verb, texts }: Sending, scribe: Scribe): void {
  const host = texts
    .filter(([, text]) => /^(?:https?|wss?|s?ftps?):\/\//i.test(text))
    .map(([, text]) => hostOf(text))
    .find((each) => each !== '' && addressOf(each) !== 'loopback')
  const sends = wordsOf(tool).some(isSendingWord)
  if (host === undefined && !sends) return
  if (verb.type === 'read' && !sends) return
  const files = texts.flatMap(([, text]) => secretFile(text, scribe) ?? [])
  const written = host !== undefined && texts.some(([, text]) => holdsSecret(text))
  const payload: DataSource[] = written ? [...files, { kind: 'secret-store', store: 'the arguments' }] : files
  if (payload.length > 0)
    scribe.effect({
      kind: 'send-data',
      host: host ?? `the service ${server}`,
      channel: 'other',
      payload,
      certainty: 'likely',
    })
}

/** SQL by the argument's name, or by how it begins: a tool called `query` may be handed anything. */
function isSql(key: string, text: string, verb: Verb): boolean {
  if (/(?:^|_)sql(?:_|s?$)|^statements?$/.test(key)) return true
  if (key !== 'query' && key !== 'queries') return false
  return verb.type === 'run' || CHANGING_SQL.test(text)
}

const TELLS_DATABASE =
  /conn|env|stage|database|^db|profile|host|server|cluster|ur[il]$|dsn|target|context|project|instance|source|tenant|workspace|account|catalog|warehouse|alias/

/**
 * The database by the server and every other argument: what is made in one is nothing of another's. One that a server or an argument
 * calls production is none of this machine.
 */
function databaseOf(server: string, texts: readonly (readonly [string, string])[], text: string): string {
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

const PLACES = ['destination', 'dest', 'target', 'target_path', 'target_file', 'to', 'location', 'output_path']
const CONTENTS = [
  'content',
  'text',
  'contents',
  'data',
  'new_string',
  'new_str',
  'new_text',
  'body',
  'insert_text',
  'snippet',
]

/** Whatever the tool is called: a text beside a place in the project or in the home, or one that is guarded, is a file's. */
function isFileHere(path: PathUse, input: Input): boolean {
  if (!CONTENTS.some((key) => typeof input[key] === 'string')) return false
  return path.zone === 'project' || path.zone === 'home' || guardOf(path) !== undefined
}

/** A file tool of a server that works on this machine's files: the write is judged by where it goes. */
function localWrite(name: string, verb: Verb, input: Input, scribe: Scribe): boolean {
  if (verb.type !== 'write') return false
  // What is uploaded is read, and goes elsewhere; what is given with its text is put here.
  if (wordsOf(name).some(isSendingWord) && !CONTENTS.some((field) => typeof input[field] === 'string')) return false
  const key = [...PATHS, ...PLACES].find((candidate) => Object.hasOwn(input, candidate))
  const path = key === undefined ? undefined : input[key]
  if (typeof path !== 'string' || !/^(?:[/~.]|[A-Za-z]:\\)/.test(path)) return false
  const use = scribe.pathOf(path)
  if (!/file|fs(?:\b|_)|editor|edit|disk|storage/i.test(name) && !isFileHere(use, input)) return false
  if (verb.nature === 'deletion') scribe.effect({ kind: 'delete-path', path: use, recursive: true, wipe: false })
  else {
    const content = CONTENTS.map((field) => input[field]).find((value) => typeof value === 'string')
    scribe.effect({
      kind: 'write-path',
      path: use,
      how: 'overwrite',
      content: typeof content === 'string' ? content : undefined,
    })
    if (typeof content === 'string')
      stateFileEffects(handedFile(use, content, { tool: name, input }, scribe.facts), scribe)
  }
  return true
}

interface ForeignCall {
  readonly server: string
  readonly tool: string
  readonly input: Input
  readonly by: string
}

function stateVerb(verb: Verb, { server, tool, input, by }: ForeignCall, scribe: Scribe): void {
  if (opensToAll(tool, verb, input)) {
    const target = `public ${targetOf(input)}`.trim()
    const targets = namedThings(server, input)
    scribe.effect({ kind: 'external-write', service: server, nature: 'visibility', target, by, ...targets })
    return
  }
  switch (verb.type) {
    case 'write': {
      const { nature } = verb
      const own = endsOwn(server, tool, { input, started: scribe.facts.session.started })
      const sure = own ? ({ certainty: 'possible', own } as const) : rehearsed(nature, input)
      const drafted =
        isDraft(tool, input) && !Object.values(input).some((value) => typeof value === 'string' && holdsSecret(value))
          ? ({ certainty: 'possible' } as const)
          : {}
      const targets = nature === 'deletion' ? namedThings(server, input) : {}
      scribe.effect({
        kind: 'external-write',
        service: server,
        nature,
        target: targetOf(input),
        by,
        ...targets,
        ...sure,
        ...drafted,
      })
      return
    }
    case 'publish':
      scribe.effect({ kind: 'publish', registry: server, what: targetOf(input), removes: false, by })
      return
    case 'deploy':
      scribe.effect({
        kind: 'deploy',
        service: server,
        stage: stageOfName(targetOf(input)),
        ...rehearsed('record', input),
      })
      return
    case 'opaque':
    case 'run':
      // `irrigation_run` runs no code.
      if (verb.type === 'opaque' || !Object.keys(input).some((key) => RUNNABLE.test(key)))
        scribe.effect({
          kind: 'external-write',
          service: server,
          nature: 'record',
          target: targetOf(input),
          certainty: 'possible',
        })
      return
    case 'read':
    case 'navigate':
      return
  }
}

const REHEARSES = /^(?:dry_?run|validate_only|plan_only|check_only|preview_only|what_if|noop)$/
const SAYS_YES = /^(?:true|server|client|all)$/i

/**
 * A rehearsal, as far as the arguments say. A server may not know the argument: what takes something away, pays, reaches people or is for
 * production stands whatever is said beside it.
 */
function rehearsed(nature: Nature, input: Input): { readonly certainty?: 'possible' } {
  if (!/^(?:record|setting|file)$/.test(nature)) return {}
  const told = Object.entries(input).some(([key, value]) => REHEARSES.test(key) && SAYS_YES.test(String(value)))
  const live = Object.values(input).some((value) => typeof value === 'string' && stageOfName(value) === 'production')
  return told && !live ? { certainty: 'possible' } : {}
}

const RUNNABLE =
  /command|cmd|code|script|sql|query|statement|expression|program|source|function|test|task|args|input|path|file|url/i

interface Argument {
  readonly searches: boolean
  readonly key: string
  readonly text: string
  readonly verb: Verb
  readonly hand: Hand
  readonly server: string
  readonly database: () => string
  readonly remote: boolean
}

function stateArgument({ key, text, verb, hand, server, database, searches, remote }: Argument, scribe: Scribe): void {
  if (isCommandKey(key)) scribe.runsShell({ text, sources: [] }, `${server} command`)
  else stateCodeArgument(key, text, hand, scribe)
  if (verb.type === 'run' && !remote) stateScriptArgument(key, text, scribe)
  if (!searches && isSql(key, text, verb))
    scribe.runsShell(
      { text: `psql ${database()} -c '${text.replaceAll("'", `'\\''`)}'`, sources: [] },
      `${server} query`,
    )
  if (/^(?:https?|ftp|file):\/\//i.test(text)) stateFetch(text, scribe)
  stateOutward(key, text, scribe)
  if (!remote) statePathArgument(key, text, verb, scribe)
  if (holdsSecret(text))
    scribe.effect({
      kind: 'send-data',
      host: server,
      channel: 'other',
      payload: [{ kind: 'secret-store', store: `argument ${key}` }],
      certainty: 'likely',
    })
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
