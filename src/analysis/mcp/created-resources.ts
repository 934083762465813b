import { environmentOfName } from '../../knowledge/lexicon/deployment-environments.ts'
import { VERBS, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { ToolInput } from '../tool.ts'
import { normalizeKeys } from './argument-keys.ts'

/** What writes over one that was there (`put`, `upsert`, `apply`) makes none. */
const CREATING_VERB = /^(?:create|new|launch|spawn|provision|make)$/
/** Makes one where it is told of what; else it may go on with one that was there. */
const RUN_VERB = /^run$/
const CREATION_SOURCE_KEYS = ['image', 'template', 'snapshot']
const ENDING_VERBS: ReadonlySet<string> = new Set([...VERBS.delete, 'stop', 'kill', 'terminate', 'close', 'cancel'])
const LOCATION_KEY =
  /^(?:host|url|uri|endpoint|server|context|cluster|namespace|project|project_id|org|organization|owner|repo|repository|workspace|workspace_id|account|account_id|region|zone|database|db|schema|env|environment|tenant|parent|parent_id|team|team_id)$/
const MODIFIER_KEY = /^(?:force|confirm|confirmed|reason|comment|message|wait|timeout|signal|quiet|async|yes)$/
const RESOURCE_NAME = /^[\w][\w.:/ -]{0,80}$/

interface ResourceAct {
  readonly noun: string
  readonly verb: string
  readonly where: string
  /** The names it is called by; undefined where something else is told. */
  readonly names: readonly string[] | undefined
}

/** `create_index {index: 'x'}`: what is done to what, by the words of the tool and of its arguments. */
function readResourceAct(tool: string, given: ToolInput): ResourceAct | undefined {
  const words = wordsOf(tool)
  const verb = words.find(
    (word) =>
      CREATING_VERB.test(word) ||
      ENDING_VERBS.has(word) ||
      (RUN_VERB.test(word) && CREATION_SOURCE_KEYS.some((key) => key in given)),
  )
  if (verb === undefined) return undefined
  const noun = words
    .filter((word) => word !== verb)
    .join('_')
    .replace(/s$/, '')
  const isName = (key: string) =>
    /^(?:id|uid|uuid|name|title|key|slug)$/.test(key) ||
    (noun !== '' && key.replace(/_(?:id|uid|name|key)$/, '') === noun)
  const entries = Object.entries(normalizeKeys(given))
  const where = entries
    .filter(([key]) => LOCATION_KEY.test(key) && !isName(key))
    .map(([key, value]) => `${key}=${String(value)}`)
  const rest = entries.filter(([key]) => !MODIFIER_KEY.test(key) && !(LOCATION_KEY.test(key) && !isName(key)))
  const named = rest.flatMap(([key, value]) => (isName(key) ? [typeof value === 'number' ? String(value) : value] : []))
  const names = named.filter((value): value is string => typeof value === 'string' && RESOURCE_NAME.test(value))
  const whole = names.length === named.length && (!ENDING_VERBS.has(verb) || rest.length === named.length)
  return { noun, verb, where: where.sort().join(' '), names: whole ? names : undefined }
}

const makeResourceKey = (server: string, { noun, where }: ResourceAct, name: string): string =>
  `made through ${server} ${noun} ${where}: ${name}`

export function listCreatedResources(name: string, input: ToolInput): readonly string[] {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? []
  const act = server === undefined || tool === undefined ? undefined : readResourceAct(tool, input)
  if (server === undefined || !act || ENDING_VERBS.has(act.verb) || environmentOfName(server) === 'production')
    return []
  return act.names?.map((each) => makeResourceKey(server, act, each)) ?? []
}

export function isEndingSessionResources(
  server: string,
  tool: string,
  call: { input: ToolInput; started: ReadonlySet<string> },
): boolean {
  const { input, started } = call
  const act = started.size === 0 ? undefined : readResourceAct(tool, input)
  if (!act?.names || act.names.length === 0 || !ENDING_VERBS.has(act.verb)) return false
  return act.names.every((name) => started.has(makeResourceKey(server, act, name)))
}
