import { verbMeaning } from '../../knowledge/lexicon/verbs.ts'
import { matching, notMatching } from '../generic/word-shapes.ts'
import type { Target } from '../target.ts'
import { amountOf } from '../targets.ts'
import { clusterPlace } from './cluster-targets.ts'
import { isKnownVerb } from './effect-syntax.ts'
import { displayText, type LooseWords } from './loose-words.ts'

const NAME_OPTION =
  /(?:^--?|-)(?:name|names|id|ids|arn|url|bucket|stack|queue|topic|table|app|instance|resource|function|secret-id|key)$/i
const ACCOUNT_OPTION =
  /^--(?:user-name|group-name|role-name|member|members|assignee|assignee-object-id|grantee|principal|user|email|account)$/i
const RIGHT_OPTION = /^--(?:policy-arn|policy-name|role|roles|permission|permissions|acl|action)$/i

const STATE_VALUE = /^(?:in)?active$|^(?:en|dis)abled?$|^(?:true|false|on|off)$/i

interface TargetScope {
  readonly system: string
  readonly mass: boolean
}

function isChange(word: string): boolean {
  const { act, change } = verbMeaning(word) ?? {}
  return isKnownVerb(word) && act !== 'work' && change !== undefined && change !== 'read'
}

export function parseResourceTargets(loose: LooseWords, { system, mass }: TargetScope): readonly Target[] {
  const words = loose.operands.map(displayText)
  // `run services update x`: what only works is the name of a service there.
  const first = words.slice(0, 4)
  // `app versions delete v1`: a verb that only looks is a noun before one that changes.
  const changing = first.findIndex(isChange)
  const acting =
    changing >= 0 ? changing : first.findIndex((word) => isKnownVerb(word) && verbMeaning(word)?.act !== 'work')
  const at = acting >= 0 ? acting : words.findIndex(isKnownVerb)
  const type = (at > 0 ? words.slice(0, at) : words.slice(0, at + 1)).join(' ')
  const given = [...loose.options].flatMap(([name, value]) =>
    value && NAME_OPTION.test(name) ? [displayText(value)] : [],
  )
  const names = [...(at < 0 ? [] : words.slice(at + 1)), ...given].filter(notMatching(STATE_VALUE))
  if (system === 'helm') return parseHelmTargets(loose, names)
  if (names.length === 0) return [{ kind: 'resource', system, type, name: '', amount: mass ? 'all' : 'one' }]
  return names.map((name) => ({ kind: 'resource', system, type, name, amount: amountOf(name) }))
}

function parseHelmTargets(loose: LooseWords, names: readonly string[]): readonly Target[] {
  const verb = loose.operands[0]?.known ?? ''
  const releases = /^(?:un|del)/.test(verb) ? names : names.slice(0, 1)
  const place = clusterPlace(loose)
  return releases.map((name) => ({ kind: 'cluster', ...place, type: 'release', name, amount: 'one' }))
}

export function parseRightTargets(loose: LooseWords, forAll: boolean): readonly Target[] {
  const valuesOf = (form: RegExp) =>
    [...loose.options].flatMap(([name, value]) => (value && form.test(name) ? [displayText(value)] : []))
  const right = valuesOf(RIGHT_OPTION).join(' ')
  if (forAll) return [{ kind: 'right', account: 'everyone', right, amount: 'all' }]
  return valuesOf(ACCOUNT_OPTION).map((account) => ({ kind: 'right', account, right, amount: 'one' }))
}

const MEMBER_OPTION = /^--(?:users?|members?|groups?|hosts?|services?)$/i

export function parseMemberTargets(loose: LooseWords): readonly Target[] {
  const words = loose.operands.map(displayText)
  const [group, ...listed] = words.slice(words.findIndex(matching(/add-?member/)) + 1)
  const given = [...loose.options].flatMap(([name, value]) =>
    value && MEMBER_OPTION.test(name) ? [displayText(value)] : [],
  )
  if (group === undefined) return []
  const members = [...listed, ...given].flatMap((names) => names.replace(/[{}]/g, '').split(','))
  return members.map((account) => ({ kind: 'right', account, right: group, amount: 'one' }))
}

export function parseTerraformTargets(text: string): readonly Target[] {
  const names = text.split(' ').filter((word) => /[./[]/.test(word) || /^workspace /.test(text))
  const found = names.filter((name) => name !== 'workspace')
  if (found.length === 0)
    return [{ kind: 'resource', system: 'terraform', type: 'infrastructure', name: '', amount: 'all' }]
  const type = text.startsWith('workspace') ? 'workspace' : 'resource'
  return found.map((name) => ({ kind: 'resource', system: 'terraform', type, name, amount: 'one' }))
}
