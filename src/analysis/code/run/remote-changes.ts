import { type ChangeVerb, VERBS, verbMeaning, wordsOf } from '../../../knowledge/lexicon/verbs.ts'
import type { ExternalWriteNature } from '../../effects.ts'
import { classifyToolVerb } from '../../mcp/tool-verbs.ts'
import { exactText } from './abstract-value.ts'
import type { CodeCall } from './call-table.ts'

export const CLOUD_LIBRARIES =
  /^(?:boto3|google\.cloud|googleapiclient|azure|digitalocean|linode_api4|hcloud|openstack|oci|kubernetes|Aws|Azure|Google\.Cloud|@google-cloud\/[\w-]+|@aws-sdk\/[\w-]+|@azure\/[\w-]+)\b/

export type RemoteChange =
  | { readonly to: 'people'; readonly nature: ExternalWriteNature }
  | { readonly to: 'things'; readonly verb: ChangeVerb; readonly hires: boolean }

const VAGUE_METHODS =
  /^(?:connect|link|lock|unlock|open|close|run|make|copy|clone|request|execute|invoke|new|import|register|sync|switch|load|(?:sign|log)_?(?:in|out|off)|authenticate)!?$/i
const LIFECYCLE_METHODS: ReadonlySet<string> = new Set([
  ...VERBS.delete,
  ...'start stop close shutdown flush reset clear cancel kill abort terminate disable pause resume reload refresh restart update'.split(
    ' ',
  ),
])
const COMMIT_METHODS =
  /^(?:save|commit|store|persist|flush|sync|apply|push|submit)(?:_?(?:config|changes|candidate|all))?!?$/i
const CALL_BY_NAME_METHODS = /^(?:cmd|call|run|rpc|execute|invoke|run_?job|send_?task|apply_?async|cmd_?async)$/i
const FUNCTION_NAME = /^[a-z][a-z_]{1,30}(?:\.[a-z][a-z_]{1,30}){1,3}$/
const STREAM_LIBRARIES = /socket|zmq|(?:^|[._])ws(?:[._(]|$)|stream|pipe|serial/i

export interface ObjectState {
  readonly direct: boolean
  readonly set: boolean
}
const CLIENT_SETTERS =
  /^(?:set|add|update|configure)(?:_|(?=[A-Z])).*(?:timeout|header|option|prox(?:y|ies)|debug|log|level|verbose|retr(?:y|ies)|agent|ssl|tls|cert|token|auth|credential|cookie|tracking|callback|handler|listener|hook|middleware|plugin|locale|encoding|context|session|default|viewport)/i
const CLIENT_PART_MAKERS =
  /^(?:create|new|get|register)_?(?:\w*_)?(?:sender|receiver|producer|consumer|connection|cursor|client|channel|session|context|request)$/i
const HTTP_WRITE_METHODS = /^(?:post|put|patch)$/
const POST_NOUNS =
  /^(?:comments?|issues?|tickets?|pulls?|pr|prs|reviews?|discussions?|reactions?|posts?|pages?|cards?|gists?)$/
const OUTREACH_NATURES: ReadonlySet<ExternalWriteNature> = new Set<ExternalWriteNature>([
  'message',
  'mail',
  'payment',
  'approval',
  'merge',
  'calendar',
  'visibility',
])
/** What costs as soon as it is there. */
const BILLED_RESOURCES =
  /^(?:jobs?|tuning|trainings?|deployments?|clusters?|instances?|servers?|droplets?|machines?|pods?|vms?)$/
const REQUEST_METHODS = /^(?:create|invoke|send|post)$/
const PROVISION_METHODS = /^(?:create|launch|submit)$/
const CONSOLE_METHODS = /^(?:config|configs|configuration|command|commands)$/
const SHOW_COMMANDS =
  /^\s{0,80}(?:show|display|get|list|ping|traceroute|dir|more|terminal|do show|enable|exit|end)(?![\w-])/i

const CHAINED_COMMAND =
  /[;&`$<>\n]|\|(?!\s{0,4}(?:i|inc\w{0,5}|exc?\w{0,5}|beg\w{0,3}|sec\w{0,5}|match|count|display|no-more|e?grep)\b)/i

const MAX_LINE_LENGTH = 100

const UPDATE_CHANGE = { to: 'things', verb: 'update', hires: false } as const

export function remoteChangeOf(call: CodeCall, { direct, set }: ObjectState): RemoteChange | undefined {
  const path = call.name.slice(call.name.lastIndexOf('()') + 1)
  const method = path
    .slice(path.lastIndexOf('.') + 1)
    .replace(/power_?(on|off|cycle)/i, (_, how) => `set_power_${how}_`)
  const words = wordsOf(method)
  const [first = ''] = words
  const around = wordsOf(path)
  if (
    /^run_?instances/i.test(method) ||
    (PROVISION_METHODS.test(first) && around.some((word) => BILLED_RESOURCES.test(word)))
  )
    return { to: 'things', verb: 'create', hires: true }
  if ((REQUEST_METHODS.test(first) && isModelRequest(call)) || words.includes('query')) return undefined
  if (method.length > MAX_LINE_LENGTH || CLIENT_SETTERS.test(method) || CLIENT_PART_MAKERS.test(method))
    return undefined
  if (COMMIT_METHODS.test(method) && set) return UPDATE_CHANGE
  if (CALL_BY_NAME_METHODS.test(method)) return namedFunctionChange(call)
  if (
    VAGUE_METHODS.test(method) ||
    (direct && LIFECYCLE_METHODS.has(method.replace(/!$/, '')) && call.args.length + call.named.size === 0)
  )
    return undefined
  // A file of this machine, or the object's own statements.
  if (/^(?:save|write|commit|send)!?$/.test(method)) return plainMethodChange(call, method, direct)
  const types = words.some((word) => CONSOLE_METHODS.test(word))
  if (types && isReadOnlyConsoleCall(call)) return undefined
  if (
    /^(?:produce|enqueue|enqueue_\w+|dispatch|perform_(?:now|later|async)|deliver_(?:now|later))!?$/.test(method) &&
    call.args.length > 0
  )
    return { to: 'people', nature: 'message' }
  const said = classifyToolVerb(method)
  if (/^(?:void|invalidate|expire|quarantine)$/.test(first)) return UPDATE_CHANGE
  if (said.type === 'opaque' && hasRequestBody(call)) return UPDATE_CHANGE
  // `command_long_send`: what is done stands last.
  if ((said.type === 'opaque' || said.type === 'run') && /^(?:send|set|put|write|publish)$/.test(words.at(-1) ?? ''))
    return call.args.length > 0 && words.length > 1 ? UPDATE_CHANGE : undefined
  if (said.type !== 'write' && said.type !== 'deploy' && said.type !== 'publish') return undefined
  const nature = said.type === 'write' ? said.nature : 'record'
  if (types || HTTP_WRITE_METHODS.test(method)) return UPDATE_CHANGE
  if (OUTREACH_NATURES.has(nature) || around.some((word) => POST_NOUNS.test(word))) return { to: 'people', nature }
  const change = words.map((word) => verbMeaning(word)?.change).find((verb) => verb !== undefined && verb !== 'read')
  return { to: 'things', verb: nature === 'deletion' ? 'delete' : ((change ?? 'update') as ChangeVerb), hires: false }
}

/** `rput('/services/1', json={…})`: a path of a service, and what is to be put there. */
function hasRequestBody({ args, named }: CodeCall): boolean {
  return (
    /^(?:\/|https?:)/.test(exactText(args[0]) ?? '') &&
    ['json', 'body', 'data', 'payload'].some((key) => named.has(key))
  )
}

/** `save()` of what a client gave, `write(tag, value)`, `send(command)`. */
function plainMethodChange({ name, args, named }: CodeCall, method: string, direct: boolean): RemoteChange | undefined {
  if (/^save/.test(method)) return direct || args.length > 0 ? undefined : UPDATE_CHANGE
  if (/^write/.test(method)) return args.length > 1 && !STREAM_LIBRARIES.test(name) ? UPDATE_CHANGE : undefined
  if (/^commit/.test(method) || args.length + named.size === 0 || STREAM_LIBRARIES.test(name)) return undefined
  // A command that is an object of its own says what it does.
  const request = args[0]?.ref?.replace(/\(\)$/, '')
  if (request === undefined || !/[A-Z]\w*(?:Command|Request|Query)$/.test(request))
    return { to: 'people', nature: 'message' }
  const said = classifyToolVerb(request.slice(request.lastIndexOf('.') + 1).replace(/(?:Command|Request|Query)$/, ''))
  return said.type === 'write' || said.type === 'deploy' || said.type === 'publish' ? UPDATE_CHANGE : undefined
}

/** The function that a call names as text: `cmd('*', 'service.stop')`. */
function namedFunctionChange({ args }: CodeCall): RemoteChange | undefined {
  const named = args.map(exactText).find((text) => text !== undefined && FUNCTION_NAME.test(text))
  const said = classifyToolVerb(named ?? '')
  return said.type === 'write' || said.type === 'deploy' ? UPDATE_CHANGE : undefined
}

export function isReadOnlyConsoleCall(call: CodeCall): boolean {
  const lines = call.args.flatMap((value) => value.items ?? [value]).map(exactText)
  const [first] = lines
  return (
    first !== undefined &&
    lines.every((line) => line !== undefined && SHOW_COMMANDS.test(line) && !CHAINED_COMMAND.test(line))
  )
}

function isModelRequest({ args, named }: CodeCall): boolean {
  const options = [...named.keys(), ...args.flatMap(({ fields }) => [...(fields?.keys() ?? [])].slice(0, 40))]
  return options.some((key) => /^model(?:_?id|_?name)?$/i.test(key))
}
