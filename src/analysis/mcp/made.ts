import { stageOfName } from '../stages.ts'
import type { Input } from '../tool.ts'
import { wordsOf } from '../verbs.ts'
import { withPlainKeys } from './keys.ts'

/** What writes over one that was there (`put`, `upsert`, `apply`) makes none. */
const MAKES = /^(?:create|new|launch|spawn|provision|make)$/
/** Makes one where it is told of what; else it may go on with one that was there. */
const MAKES_OF = /^run$/
const OF = ['image', 'template', 'snapshot']
const ENDS = /^(?:delete|remove|destroy|drop|stop|kill|terminate|close|cancel|rm|purge)$/
const WHERE =
  /^(?:host|url|uri|endpoint|server|context|cluster|namespace|project|project_id|org|organization|owner|repo|repository|workspace|workspace_id|account|account_id|region|zone|database|db|schema|env|environment|tenant|parent|parent_id|team|team_id)$/
const MANNER = /^(?:force|confirm|confirmed|reason|comment|message|wait|timeout|signal|quiet|async|yes)$/
const NAME = /^[\w][\w.:/ -]{0,80}$/

interface Making {
  readonly noun: string
  readonly verb: string
  readonly where: string
  /** The names it is called by; undefined where something else is told. */
  readonly names: readonly string[] | undefined
}

/** `create_index {index: 'x'}`: what is done to what, by the words of the tool and of its arguments. */
function deedOf(tool: string, given: Input): Making | undefined {
  const words = wordsOf(tool)
  const verb = words.find(
    (word) => MAKES.test(word) || ENDS.test(word) || (MAKES_OF.test(word) && OF.some((key) => key in given)),
  )
  if (verb === undefined) return undefined
  const noun = words
    .filter((word) => word !== verb)
    .join('_')
    .replace(/s$/, '')
  const isName = (key: string) =>
    /^(?:id|uid|uuid|name|title|key|slug)$/.test(key) ||
    (noun !== '' && key.replace(/_(?:id|uid|name|key)$/, '') === noun)
  const entries = Object.entries(withPlainKeys(given))
  const where = entries
    .filter(([key]) => WHERE.test(key) && !isName(key))
    .map(([key, value]) => `${key}=${String(value)}`)
  const rest = entries.filter(([key]) => !MANNER.test(key) && !(WHERE.test(key) && !isName(key)))
  const named = rest.flatMap(([key, value]) => (isName(key) ? [typeof value === 'number' ? String(value) : value] : []))
  const names = named.filter((value): value is string => typeof value === 'string' && NAME.test(value))
  const whole = names.length === named.length && (!ENDS.test(verb) || rest.length === named.length)
  return { noun, verb, where: where.sort().join(' '), names: whole ? names : undefined }
}

const keyOf = (server: string, { noun, where }: Making, name: string): string =>
  `made through ${server} ${noun} ${where}: ${name}`

export function madeThrough(name: string, input: Input): readonly string[] {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? []
  const deed = server === undefined || tool === undefined ? undefined : deedOf(tool, input)
  if (server === undefined || !deed || ENDS.test(deed.verb) || stageOfName(server) === 'production') return []
  return deed.names?.map((each) => keyOf(server, deed, each)) ?? []
}

export function endsOwn(server: string, tool: string, call: { input: Input; started: ReadonlySet<string> }): boolean {
  const { input, started } = call
  const deed = started.size === 0 ? undefined : deedOf(tool, input)
  if (!deed?.names || deed.names.length === 0 || !ENDS.test(deed.verb)) return false
  return deed.names.every((name) => started.has(keyOf(server, deed, name)))
}
