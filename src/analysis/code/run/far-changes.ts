import { type Nature, verbOf } from '../../mcp/verbs.ts'
import { type ChangeVerb, meaningOf, wordsOf } from '../../verbs.ts'
import type { Call } from './table.ts'
import { exact } from './value.ts'

/** Libraries of clouds and clusters: what their objects stand for is elsewhere, unless they are told another address. */
export const CLOUDS =
  /^(?:boto3|google\.cloud|googleapiclient|azure|digitalocean|linode_api4|hcloud|openstack|oci|kubernetes|Aws|Azure|Google\.Cloud)\b/

/** What a method tells an object to change elsewhere: something that people see, or something that is kept there. */
export type FarChange =
  | { readonly to: 'people'; readonly nature: Nature }
  | { readonly to: 'things'; readonly verb: ChangeVerb; readonly hires: boolean }

/** Methods that say nothing of what they do, or only get the object ready. */
const VAGUE =
  /^(?:connect|link|lock|unlock|open|close|start|run|make|copy|clone|request|execute|invoke|send|new|import|register|sync|switch|commit|write|save)$/
const OWN =
  /^(?:set|add|update|configure)(?:_|(?=[A-Z])).*(?:timeout|header|option|prox(?:y|ies)|debug|log|level|verbose|retr(?:y|ies)|agent|ssl|tls|cert|token|auth|credential|cookie|tracking|callback|handler|listener|hook|middleware|plugin|locale|encoding|context|session|default|viewport)/i
const PARTS =
  /^(?:create|new|get|register)_?(?:\w*_)?(?:sender|receiver|producer|consumer|connection|cursor|client|channel|session|context|request)$/i
const HTTP = /^(?:post|put|patch)$/
/** What people read and answer. */
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
/** Lines for a console: what is set up by them, and those that only show something. */
const CONSOLE = /^(?:config|configs|configuration|command|commands)$/
const SHOWS = /^\s{0,80}(?:show|display|get|list|ping|traceroute|dir|more|terminal|do show|enable|exit|end)(?![\w-])/i

/** Longer than any name of a method. */
const LONGEST = 100

export function farChange(call: Call): FarChange | undefined {
  const path = call.name.slice(call.name.lastIndexOf('()') + 1)
  const method = path.slice(path.lastIndexOf('.') + 1)
  const words = wordsOf(method)
  const [first = ''] = words
  const around = wordsOf(path)
  if (/^run_?instances/i.test(method) || (HIRES.test(first) && around.some((word) => HIRED.test(word))))
    return { to: 'things', verb: 'create', hires: true }
  if ((ASKS.test(first) && asksModel(call)) || words.includes('query')) return undefined
  if (method.length > LONGEST || VAGUE.test(method) || OWN.test(method) || PARTS.test(method)) return undefined
  const types = words.some((word) => CONSOLE.test(word))
  if (types && onlyShows(call)) return undefined
  const said = verbOf(method)
  if (said.type !== 'write' && said.type !== 'deploy' && said.type !== 'publish') return undefined
  const nature = said.type === 'write' ? said.nature : 'record'
  if (types || HTTP.test(method)) return { to: 'things', verb: 'update', hires: false }
  if (TALKS.has(nature) || around.some((word) => SEEN.test(word))) return { to: 'people', nature }
  const change = words.map((word) => meaningOf(word)?.change).find((verb) => verb !== undefined && verb !== 'read')
  return { to: 'things', verb: nature === 'deletion' ? 'delete' : ((change ?? 'update') as ChangeVerb), hires: false }
}

/** Are all the lines known that a console is told, and do they only look? */
function onlyShows(call: Call): boolean {
  const lines = call.args.flatMap((value) => value.items ?? [value]).map(exact)
  const [first] = lines
  return first !== undefined && lines.every((line) => line !== undefined && SHOWS.test(line))
}

/** Who asks a model is given an answer. */
function asksModel({ args, named }: Call): boolean {
  const options = [...named.keys(), ...args.flatMap(({ fields }) => [...(fields?.keys() ?? [])].slice(0, 40))]
  return options.some((key) => /^model(?:_?id|_?name)?$/i.test(key))
}
