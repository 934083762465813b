import { freesAgent } from '../../free-agents.ts'
import { RULING } from '../../orders/ruling-roles.ts'
import { ownedName } from '../../remote-shape.ts'
import type { Run } from './run.ts'
import { type CodeCall, lastOf, libraryOf } from './table.ts'
import { type Abstract, exact, text } from './value.ts'

const HOLDS =
  /^(?:print|printf?|puts|log|debug|info|warn|warning|error|write\w*|dumps?|stringify|assert\w*|expect|\w*equals?|toequal|tobe|deepequal|render|get|pop|push|append|update|set|setdefault|includes|test|describe|it|freeze|dict|assign)$/i
const MOST = 60
const DEEPEST = 3

export function stateStartedAgent({ name, args, named }: CodeCall, run: Run): void {
  if (named.size === 0 && !args.some(({ fields }) => fields !== undefined)) return
  if (HOLDS.test(lastOf(name).replace('()', ''))) return
  const settings: [string, Abstract][] = [...named].slice(0, MOST)
  let level: readonly Abstract[] = [...args, ...named.values()]
  for (let depth = 0; depth < DEEPEST && settings.length < MOST; depth++) {
    const inside = level.flatMap(({ fields }) => [...(fields ?? [])].slice(0, MOST)).slice(0, MOST)
    settings.push(...inside)
    level = inside.map(([, value]) => value)
  }
  if (!settings.some(([key, value]) => freesAgent(key, exact(value) ?? value.ref ?? ''))) return
  run.acts({ kind: 'spawn-agent', agent: libraryOf(name), broad: true, prompt: undefined, by: name })
}

const TRUSTS = /^(?:trust|allow)_?(?:remote|repo|custom|external)?_?(?:code|repo)$/i
const HUB = /(?:^|\.)hub\.(?:load|list|help)$/

export function stateTrustedRemote(call: CodeCall, run: Run): void {
  const told = [...call.named].some(
    ([name, value]) => TRUSTS.test(name) && value.ref !== 'False' && exact(value) !== 'False' && exact(value) !== '',
  )
  if (!told && !HUB.test(call.name)) return
  const named = [...call.args, ...call.named.values()].map((value) => exact(value) ?? '')
  const local = call.named.get('source')
  if (local && exact(local) === 'local') return
  const shape = named.map((text) => ownedName(text.replace(/:.*$/s, ''), false)).find((found) => found !== undefined)
  // A folder or a name of the library itself: nothing is fetched that is not here.
  if (!shape) return
  run.state({
    kind: 'run-code',
    language: run.language,
    origin: 'download',
    read: false,
    host: shape.host,
    address: `https://${shape.host}/${shape.address}`,
    by: call.name,
  })
}

const RIGHT = new RegExp(`^(?:is_?)?(?:${RULING})$|^(?:roles?|access_?level|permissions?|privileges?)$`, 'i')
const YES = new RegExp(`^(?:true|\\*|all|${RULING})$`, 'i')
/** Methods that write to all that their object stands for, and those that pick some of it; to leave some out picks nearly everybody. */
const WRITES_ALL = /(?:^|\.)(?:update|update_?all|update_?many|bulk_?update|insert_?all)$/i
const PICKS = /\b(?:filter|filter_by|where|get|find\w*|first|last|limit|take|one|objects\.get)\(\)/

/** `User.objects.update(is_staff=True)`: everybody is given a right, whatever the stage. */
export function givesRights(call: CodeCall): boolean {
  if (!WRITES_ALL.test(call.name) || PICKS.test(call.name)) return false
  const [first] = call.args
  // A filter comes first where two are given.
  if (call.args.length > 1 && (first?.fields?.size ?? 0) > 0) return false
  return fieldsOf(call).some(([key, value]) => RIGHT.test(key) && YES.test(exact(value) ?? value.ref ?? ''))
}

function fieldsOf({ args, named }: CodeCall): readonly (readonly [string, Abstract])[] {
  return [...named, ...args.flatMap(inside)].slice(0, 60)
}

/** `{data: {role: 'ADMIN'}}`, `{$set: {admin: true}}`. */
function inside({ fields }: Abstract): readonly (readonly [string, Abstract])[] {
  return [...(fields ?? [])].slice(0, 40).flatMap(([key, value]) => [[key, value] as const, ...(value.fields ?? [])])
}

export function stateRights(call: CodeCall, run: Run): void {
  run.lower('plain')
  const to = call.name.replaceAll('()', '').split('.').slice(0, -1).join('.')
  run.state({ kind: 'grant', what: 'more rights', to, reach: 'machine', by: call.name, certainty: 'likely' })
}

/** What goes from one name to another, by force or to take it away: nobody keeps such texts in a list of his own. */
const REFSPEC = /^(?:\+[^\s:]{0,200}refs\/heads\/|(?:\+?[^\s:]{1,200})?:refs\/(?:heads|tags)\/)\S{1,400}$/
const SHORT = /^(?:\+[^\s:]{1,200}|\+?[^\s:]{0,200}:[^\s:/][^\s:]{0,200})$/
const OF_A_REPOSITORY = /git|repo|remote|porcelain/i
const HOLDS_REFS = /^(?:ref_?)?specs?$|^refs?$/i
const MOST_REFS = 50

const partsOf = (value: Abstract): readonly Abstract[] => value.items ?? [value]

function namedWords({ named }: CodeCall): {
  readonly options: readonly Abstract[]
  readonly refs: readonly Abstract[]
} {
  const given = [...named].slice(0, MOST_REFS)
  return {
    options: given.flatMap(([name, value]) =>
      /^true$/i.test(value.ref ?? '') ? [text(`--${name.replaceAll('_', '-')}`)] : [],
    ),
    refs: given.flatMap(([name, value]) => (HOLDS_REFS.test(name) ? partsOf(value) : [])).slice(0, MOST_REFS),
  }
}

export function pushesRefs(call: CodeCall, placed: readonly Abstract[], run: Run): void {
  const { options, refs } = namedWords(call)
  run.program([...['git', 'push', 'origin'].map((word) => text(word)), ...options, ...placed, ...refs], call.name)
}

export function statePushedRefs(call: CodeCall, run: Run): void {
  // Lists of JavaScript are pushed to as well.
  if (run.language === 'javascript' || !/\.push!?$/.test(call.name)) return
  const short = OF_A_REPOSITORY.test(call.name.slice(0, call.name.lastIndexOf('.')))
  const isRef = (value: Abstract) => {
    const ref = exact(value)
    return ref !== undefined && (REFSPEC.test(ref) || (short && SHORT.test(ref)))
  }
  const placed = call.args.flatMap(partsOf).slice(0, MOST_REFS).filter(isRef)
  const { refs } = namedWords(call)
  if (placed.length > 0 || (refs.length > 0 && (short || refs.some(isRef)))) pushesRefs(call, placed, run)
}
