import type { Nature } from '../../effects.ts'
import { verbOf } from '../../mcp/verbs.ts'
import { type ChangeVerb, meaningOf, wordsOf } from '../../verbs.ts'
import type { CodeCall } from './table.ts'
import { exact } from './value.ts'

export const CLOUDS =
  /^(?:boto3|google\.cloud|googleapiclient|azure|digitalocean|linode_api4|hcloud|openstack|oci|kubernetes|Aws|Azure|Google\.Cloud|@google-cloud\/[\w-]+|@aws-sdk\/[\w-]+|@azure\/[\w-]+)\b/

export type FarChange =
  | { readonly to: 'people'; readonly nature: Nature }
  | { readonly to: 'things'; readonly verb: ChangeVerb; readonly hires: boolean }

const VAGUE =
  /^(?:connect|link|lock|unlock|open|close|run|make|copy|clone|request|execute|invoke|new|import|register|sync|switch|load|(?:sign|log)_?(?:in|out|off)|authenticate)!?$/i
const LIFE =
  /^(?:start|stop|close|shutdown|flush|reset|clear|cancel|kill|abort|terminate|destroy|disable|pause|resume|reload|refresh|restart|remove|delete|update)!?$/
const PUTS_THROUGH =
  /^(?:save|commit|store|persist|flush|sync|apply|push|submit)(?:_?(?:config|changes|candidate|all))?!?$/i
const BY_NAME = /^(?:cmd|call|run|rpc|execute|invoke|run_?job|send_?task|apply_?async|cmd_?async)$/i
const FUNCTION_NAME = /^[a-z][a-z_]{1,30}(?:\.[a-z][a-z_]{1,30}){1,3}$/
const STREAMS = /socket|zmq|(?:^|[._])ws(?:[._(]|$)|stream|pipe|serial/i

export interface Readied {
  readonly direct: boolean
  readonly set: boolean
}
const OWN =
  /^(?:set|add|update|configure)(?:_|(?=[A-Z])).*(?:timeout|header|option|prox(?:y|ies)|debug|log|level|verbose|retr(?:y|ies)|agent|ssl|tls|cert|token|auth|credential|cookie|tracking|callback|handler|listener|hook|middleware|plugin|locale|encoding|context|session|default|viewport)/i
const PARTS =
  /^(?:create|new|get|register)_?(?:\w*_)?(?:sender|receiver|producer|consumer|connection|cursor|client|channel|session|context|request)$/i
const HTTP = /^(?:post|put|patch)$/
const SEEN =
  /^(?:comments?|issues?|tickets?|pulls?|pr|prs|reviews?|discussions?|reactions?|posts?|pages?|cards?|gists?)$/
const TALKS: ReadonlySet<Nature> = new Set<Nature>([
  'message',
  'mail',
  'payment',
  'approval',
  'merge',
  'calendar',
  'visibility',
])
/** What costs as soon as it is there. */
const HIRED = /^(?:jobs?|tuning|trainings?|deployments?|clusters?|instances?|servers?|droplets?|machines?|pods?|vms?)$/
const ASKS = /^(?:create|invoke|send|post)$/
const HIRES = /^(?:create|launch|submit)$/
const CONSOLE = /^(?:config|configs|configuration|command|commands)$/
const SHOWS = /^\s{0,80}(?:show|display|get|list|ping|traceroute|dir|more|terminal|do show|enable|exit|end)(?![\w-])/i

const GOES_ON =
  /[;&`$<>\n]|\|(?!\s{0,4}(?:i|inc\w{0,5}|exc?\w{0,5}|beg\w{0,3}|sec\w{0,5}|match|count|display|no-more|e?grep)\b)/i

const LONGEST = 100

const UPDATE = { to: 'things', verb: 'update', hires: false } as const

export function farChange(call: CodeCall, { direct, set }: Readied): FarChange | undefined {
  const path = call.name.slice(call.name.lastIndexOf('()') + 1)
  const method = path
    .slice(path.lastIndexOf('.') + 1)
    .replace(/power_?(on|off|cycle)/i, (_, how) => `set_power_${how}_`)
  const words = wordsOf(method)
  const [first = ''] = words
  const around = wordsOf(path)
  if (/^run_?instances/i.test(method) || (HIRES.test(first) && around.some((word) => HIRED.test(word))))
    return { to: 'things', verb: 'create', hires: true }
  if ((ASKS.test(first) && asksModel(call)) || words.includes('query')) return undefined
  if (method.length > LONGEST || OWN.test(method) || PARTS.test(method)) return undefined
  if (PUTS_THROUGH.test(method) && set) return UPDATE
  if (BY_NAME.test(method)) return byName(call)
  if (VAGUE.test(method) || (direct && LIFE.test(method) && call.args.length + call.named.size === 0)) return undefined
  // A file of this machine, or the object's own statements.
  if (/^(?:save|write|commit|send)!?$/.test(method)) return plainly(call, method, direct)
  const types = words.some((word) => CONSOLE.test(word))
  if (types && onlyShows(call)) return undefined
  if (
    /^(?:produce|enqueue|enqueue_\w+|dispatch|perform_(?:now|later|async)|deliver_(?:now|later))!?$/.test(method) &&
    call.args.length > 0
  )
    return { to: 'people', nature: 'message' }
  const said = verbOf(method)
  if (/^(?:void|invalidate|expire|quarantine)$/.test(first)) return UPDATE
  if (said.type === 'opaque' && carriesBody(call)) return UPDATE
  // `command_long_send`: what is done stands last.
  if ((said.type === 'opaque' || said.type === 'run') && /^(?:send|set|put|write|publish)$/.test(words.at(-1) ?? ''))
    return call.args.length > 0 && words.length > 1 ? UPDATE : undefined
  if (said.type !== 'write' && said.type !== 'deploy' && said.type !== 'publish') return undefined
  const nature = said.type === 'write' ? said.nature : 'record'
  if (types || HTTP.test(method)) return UPDATE
  if (TALKS.has(nature) || around.some((word) => SEEN.test(word))) return { to: 'people', nature }
  const change = words.map((word) => meaningOf(word)?.change).find((verb) => verb !== undefined && verb !== 'read')
  return { to: 'things', verb: nature === 'deletion' ? 'delete' : ((change ?? 'update') as ChangeVerb), hires: false }
}

/** `rput('/services/1', json={…})`: a path of a service, and what is to be put there. */
function carriesBody({ args, named }: CodeCall): boolean {
  return (
    /^(?:\/|https?:)/.test(exact(args[0]) ?? '') && ['json', 'body', 'data', 'payload'].some((key) => named.has(key))
  )
}

/** `save()` of what a client gave, `write(tag, value)`, `send(command)`. */
function plainly({ name, args, named }: CodeCall, method: string, direct: boolean): FarChange | undefined {
  if (/^save/.test(method)) return direct || args.length > 0 ? undefined : UPDATE
  if (/^write/.test(method)) return args.length > 1 && !STREAMS.test(name) ? UPDATE : undefined
  if (/^commit/.test(method) || args.length + named.size === 0 || STREAMS.test(name)) return undefined
  // A command that is an object of its own says what it does.
  const told = args[0]?.ref?.replace(/\(\)$/, '')
  if (told === undefined || !/[A-Z]\w*(?:Command|Request|Query)$/.test(told)) return { to: 'people', nature: 'message' }
  const said = verbOf(told.slice(told.lastIndexOf('.') + 1).replace(/(?:Command|Request|Query)$/, ''))
  return said.type === 'write' || said.type === 'deploy' || said.type === 'publish' ? UPDATE : undefined
}

/** The function that a call names as text: `cmd('*', 'service.stop')`. */
function byName({ args }: CodeCall): FarChange | undefined {
  const named = args.map(exact).find((text) => text !== undefined && FUNCTION_NAME.test(text))
  const said = verbOf(named ?? '')
  return said.type === 'write' || said.type === 'deploy' ? UPDATE : undefined
}

export function onlyShows(call: CodeCall): boolean {
  const lines = call.args.flatMap((value) => value.items ?? [value]).map(exact)
  const [first] = lines
  return first !== undefined && lines.every((line) => line !== undefined && SHOWS.test(line) && !GOES_ON.test(line))
}

function asksModel({ args, named }: CodeCall): boolean {
  const options = [...named.keys(), ...args.flatMap(({ fields }) => [...(fields?.keys() ?? [])].slice(0, 40))]
  return options.some((key) => /^model(?:_?id|_?name)?$/i.test(key))
}
