import { isUnrestrictedAgentOption } from '../../interpret/unrestricted-agents.ts'
import { PRIVILEGED_ROLES } from '../../prompt-instructions/privileged-roles.ts'
import { parseOwnedName } from '../../remote/remote-addresses.ts'
import { type AbstractValue, exactText, textValue } from './abstract-value.ts'
import { type CodeCall, lastNamePart, libraryOf } from './call-table.ts'
import type { CodeRun } from './run.ts'

const DATA_CALLS =
  /^(?:print|printf?|puts|log|debug|info|warn|warning|error|write\w*|dumps?|stringify|assert\w*|expect|\w*equals?|toequal|tobe|deepequal|render|get|pop|push|append|update|set|setdefault|includes|test|describe|it|freeze|dict|assign)$/i
const MAX_SETTINGS = 60
const MAX_DEPTH = 3

export function recordStartedAgent({ name, args, named }: CodeCall, run: CodeRun): void {
  if (named.size === 0 && !args.some(({ fields }) => fields !== undefined)) return
  if (DATA_CALLS.test(lastNamePart(name).replace('()', ''))) return
  const settings: [string, AbstractValue][] = [...named].slice(0, MAX_SETTINGS)
  let level: readonly AbstractValue[] = [...args, ...named.values()]
  for (let depth = 0; depth < MAX_DEPTH && settings.length < MAX_SETTINGS; depth++) {
    const inside = level.flatMap(({ fields }) => [...(fields ?? [])].slice(0, MAX_SETTINGS)).slice(0, MAX_SETTINGS)
    settings.push(...inside)
    level = inside.map(([, value]) => value)
  }
  if (!settings.some(([key, value]) => isUnrestrictedAgentOption(key, exactText(value) ?? value.ref ?? ''))) return
  run.acts({ kind: 'spawn-agent', agent: libraryOf(name), broad: true, prompt: undefined, by: name })
}

const TRUST_KEYS = /^(?:trust|allow)_?(?:remote|repo|custom|external)?_?(?:code|repo)$/i
const HUB_CALLS = /(?:^|\.)hub\.(?:load|list|help)$/

export function recordTrustedRemote(call: CodeCall, run: CodeRun): void {
  const isTrusted = [...call.named].some(
    ([name, value]) =>
      TRUST_KEYS.test(name) && value.ref !== 'False' && exactText(value) !== 'False' && exactText(value) !== '',
  )
  if (!isTrusted && !HUB_CALLS.test(call.name)) return
  const named = [...call.args, ...call.named.values()].map((value) => exactText(value) ?? '')
  const local = call.named.get('source')
  if (local && exactText(local) === 'local') return
  const shape = named
    .map((text) => parseOwnedName(text.replace(/:.*$/s, ''), false))
    .find((found) => found !== undefined)
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

const RIGHT_KEYS = new RegExp(
  `^(?:is_?)?(?:${PRIVILEGED_ROLES})$|^(?:roles?|access_?level|permissions?|privileges?)$`,
  'i',
)
const RIGHT_VALUES = new RegExp(`^(?:true|\\*|all|${PRIVILEGED_ROLES})$`, 'i')
/** Methods that write to all that their object stands for, and those that pick some of it; to leave some out picks nearly everybody. */
const UPDATE_ALL_METHODS = /(?:^|\.)(?:update|update_?all|update_?many|bulk_?update|insert_?all)$/i
const FILTER_METHODS = /\b(?:filter|filter_by|where|get|find\w*|first|last|limit|take|one|objects\.get)\(\)/

/** `User.objects.update(is_staff=True)`: everybody is given a right, whatever the environment. */
export function grantsRights(call: CodeCall): boolean {
  if (!UPDATE_ALL_METHODS.test(call.name) || FILTER_METHODS.test(call.name)) return false
  const [first] = call.args
  // A filter comes first where two are given.
  if (call.args.length > 1 && (first?.fields?.size ?? 0) > 0) return false
  return fieldsOf(call).some(
    ([key, value]) => RIGHT_KEYS.test(key) && RIGHT_VALUES.test(exactText(value) ?? value.ref ?? ''),
  )
}

function fieldsOf({ args, named }: CodeCall): readonly (readonly [string, AbstractValue])[] {
  return [...named, ...args.flatMap(nestedFields)].slice(0, 60)
}

/** `{data: {role: 'ADMIN'}}`, `{$set: {admin: true}}`. */
function nestedFields({ fields }: AbstractValue): readonly (readonly [string, AbstractValue])[] {
  return [...(fields ?? [])].slice(0, 40).flatMap(([key, value]) => [[key, value] as const, ...(value.fields ?? [])])
}

export function recordGrantedRights(call: CodeCall, run: CodeRun): void {
  run.lower('plain')
  const to = call.name.replaceAll('()', '').split('.').slice(0, -1).join('.')
  run.state({ kind: 'grant', what: 'more rights', to, reach: 'machine', by: call.name, certainty: 'likely' })
}

/** What goes from one name to another, by force or to take it away: nobody keeps such texts in a list of his own. */
const REFSPEC = /^(?:\+[^\s:]{0,200}refs\/heads\/|(?:\+?[^\s:]{1,200})?:refs\/(?:heads|tags)\/)\S{1,400}$/
const SHORT_REFSPEC = /^(?:\+[^\s:]{1,200}|\+?[^\s:]{0,200}:[^\s:/][^\s:]{0,200})$/
const REPOSITORY_NAMES = /git|repo|remote|porcelain/i
const REF_KEYS = /^(?:ref_?)?specs?$|^refs?$/i
const MAX_REFS = 50

const valueItems = (value: AbstractValue): readonly AbstractValue[] => value.items ?? [value]

function namedWords({ named }: CodeCall): {
  readonly options: readonly AbstractValue[]
  readonly refs: readonly AbstractValue[]
} {
  const given = [...named].slice(0, MAX_REFS)
  return {
    options: given.flatMap(([name, value]) =>
      /^true$/i.test(value.ref ?? '') ? [textValue(`--${name.replaceAll('_', '-')}`)] : [],
    ),
    refs: given.flatMap(([name, value]) => (REF_KEYS.test(name) ? valueItems(value) : [])).slice(0, MAX_REFS),
  }
}

export function recordRefPush(call: CodeCall, placed: readonly AbstractValue[], run: CodeRun): void {
  const { options, refs } = namedWords(call)
  run.program([...['git', 'push', 'origin'].map((word) => textValue(word)), ...options, ...placed, ...refs], call.name)
}

export function recordPushedRefs(call: CodeCall, run: CodeRun): void {
  // Lists of JavaScript are pushed to as well.
  if (run.language === 'javascript' || !/\.push!?$/.test(call.name)) return
  const short = REPOSITORY_NAMES.test(call.name.slice(0, call.name.lastIndexOf('.')))
  const isRef = (value: AbstractValue) => {
    const ref = exactText(value)
    return ref !== undefined && (REFSPEC.test(ref) || (short && SHORT_REFSPEC.test(ref)))
  }
  const placed = call.args.flatMap(valueItems).slice(0, MAX_REFS).filter(isRef)
  const { refs } = namedWords(call)
  if (placed.length > 0 || (refs.length > 0 && (short || refs.some(isRef)))) recordRefPush(call, placed, run)
}
