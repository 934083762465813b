import { protectionAreaOf } from '../../knowledge/lexicon/security-products.ts'
import { WEB_PORT } from '../../knowledge/lexicon/setting-values.ts'
import type { EffectDraft } from '../effects.ts'
import type { Facts } from '../facts.ts'
import type { WrittenFile } from './file-effects.ts'
import { parseSettingPairs, type SettingPair } from './setting-pairs.ts'
import { classifyPublicAccess, toPhrase } from './setting-strictness.ts'
import {
  isFalseValue,
  isPublicAccessValue,
  isTrueValue,
  MAX_RECORDED_FINDINGS,
  MAX_SETTINGS_LENGTH,
  normalizeValue,
} from './setting-values.ts'
import { linesAround } from './strip-comments.ts'
import { detectSyntax, isTestFile, toProjectRelativeName } from './syntax.ts'

export function findExposures({ path, content: all }: WrittenFile, { projectRoot }: Facts): EffectDraft[] {
  const content = all.slice(0, MAX_SETTINGS_LENGTH)
  const name = toProjectRelativeName(path, projectRoot)
  const syntax = detectSyntax(name, content)
  if (syntax === 'prose' || syntax === 'notebook' || isTestFile(name)) return []
  if (!EXPOSURE_HINT.test(content)) return []
  const pairs = parseSettingPairs(content)
  return [
    ...(hasUntrustedCommandText(content) ? [UNTRUSTED_TEXT_DRAFT] : []),
    ...findPublicAccess(pairs, content),
    ...findOpenPorts(content),
    ...findFullAccessGrants(pairs, content),
    ...(syntax === 'source' ? findAdminGrants(pairs, content) : findStoppedGuards(pairs)),
  ]
    .slice(0, MAX_RECORDED_FINDINGS)
    .map((draft) => ({ ...draft, written: true }))
}

const EXPOSURE_HINT =
  /public|allUsers|allAuthenticatedUsers|Principal|0\.0\.0\.0\/0|::\/0|cluster-admin|AdministratorAccess|roles\/owner|admin|superuser|staff|verbs|state|ensure|dead|allow|\.write|\$\{\{/i

const UNTRUSTED_TEXT_DRAFT: EffectDraft = {
  kind: 'grant',
  what: 'a shell of the runner',
  to: 'whoever writes a title, a text or a branch name',
  reach: 'remote',
  certainty: 'likely',
}
const UNTRUSTED_EXPRESSION =
  /\$\{\{\s{0,8}(?:github|gitea|forgejo)\.(?:head_ref|event\.[\w.[\]*]{1,80}\.(?:title|body|message|name|ref|label|email|page_name))\b/

/** Is what strangers write put into a command's text, where it is run, and not handed over as a variable? */
function hasUntrustedCommandText(content: string): boolean {
  if (!UNTRUSTED_EXPRESSION.test(content)) return false
  let within: number | undefined
  return content.split('\n').some((line) => {
    const [, lead = '', scriptKey] = /^([ \t]*(?:-[ \t]+)?)(?:(run|script)[ \t]*:)?/.exec(line) ?? []
    if (line.trim() === '') return false
    if (scriptKey !== undefined) within = lead.length
    else if (within !== undefined && lead.length <= within) within = undefined
    return within !== undefined && UNTRUSTED_EXPRESSION.test(line)
  })
}

function makePublicGrantDraft(what: string): EffectDraft {
  return { kind: 'grant', what: what.slice(0, 80), to: 'everyone', reach: 'remote', certainty: 'likely' }
}

function findPublicAccess(pairs: readonly SettingPair[], content: string): EffectDraft[] {
  const found = pairs.flatMap(({ keys, value }) => {
    const name = keys.at(-1) ?? ''
    const plain = normalizeValue(value)
    if (isPublicAccessValue(plain)) return [makePublicGrantDraft(`${name} ${plain}`)]
    const way = classifyPublicAccess(toPhrase(name))
    const isOpen = way === 'opens' ? isTrueValue(plain) : way === 'shuts' && isFalseValue(plain)
    return isOpen ? [makePublicGrantDraft(`${name} ${plain}`)] : []
  })
  return [
    ...found.slice(0, 2),
    ...(hasWildcardPrincipal(content) ? [makePublicGrantDraft('what the policy covers')] : []),
    ...(OPEN_DATABASE_RULE.test(content) ? [makePublicGrantDraft('write access')] : []),
  ]
}

/** Firebase's rules: everyone writes under a condition that always holds, or under none. */
const OPEN_DATABASE_RULE =
  /^(?![ \t]*\/\/)[^\n]{0,200}\ballow (?:(?:read|get|list), ?){0,3}(?:write|create|update|delete)(?:, ?\w{3,6}){0,6}(?:: ?if true)? ?;|"\.write"\s{0,8}:\s{0,8}"?true\b/m

const WILDCARD_PRINCIPAL =
  /\bPrincipals?["']?\s{0,8}[:=]\s{0,8}(?:\{\s{0,8}["']?AWS["']?\s{0,8}[:=]\s{0,8})?\[?\s{0,8}["']\*["']/g

const MAX_STATEMENTS = 500
const MAX_STATEMENT_LENGTH = 4_000

function hasWildcardPrincipal(content: string): boolean {
  return [...content.matchAll(WILDCARD_PRINCIPAL)].slice(0, MAX_STATEMENTS).some(({ index }) => {
    const own = findStatementAt(content, index)
    return /\bEffect["']?\s{0,8}[:=]\s{0,8}["']?Allow\b/.test(own) && !/\bCondition\b/.test(own)
  })
}

function findStatementAt(content: string, index: number): string {
  const start = Math.max(0, index - MAX_STATEMENT_LENGTH)
  const from = findOpenBrace(content.slice(start, index))
  if (from !== undefined) return cutAtClosingBrace(content.slice(start + from, index + MAX_STATEMENT_LENGTH))
  const lines = content.slice(start, index + MAX_STATEMENT_LENGTH).split('\n')
  return linesAround(lines, content.slice(start, index).split('\n').length - 1).join('\n')
}

function findOpenBrace(text: string): number | undefined {
  let closed = 0
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === '}') closed++
    else if (text[at] === '{' && closed-- === 0) return at
  }
  return undefined
}

function cutAtClosingBrace(text: string): string {
  let open = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') open++
    else if (text[at] === '}' && --open === 0) return text.slice(0, at)
  }
  return text
}

const ANY_ADDRESS_RANGE = /["'\s[](?:0\.0\.0\.0\/0|::\/0)/g
const MAX_RULES = 200

function findOpenPorts(content: string): EffectDraft[] {
  const ports = [...content.matchAll(ANY_ADDRESS_RANGE)].slice(0, MAX_RULES).flatMap(({ index }) => {
    const around = content.slice(Math.max(0, index - 400), index + 300)
    const inward = around.slice(0, 400).toLowerCase()
    if (inward.lastIndexOf('egress') > inward.lastIndexOf('ingress')) return []
    if (!/ingress|inbound|source_ranges|sourceRanges|security_?group|CidrIp/i.test(around)) return []
    if (/protocol["']?\s{0,12}[:=]\s{0,12}["']?(?:-1|all)\b/i.test(around)) return ['every port']
    const near = [...around.matchAll(/\b(?:from_?|to_?)?ports?["']?\s{0,12}[:=]\s{0,12}\[?["']?(\d{1,5})\b/gi)].map(
      ([, port = '']) => port,
    )
    return near.filter((port) => !WEB_PORT.test(port)).slice(0, 1)
  })
  return [...new Set(ports)].map((feature) => ({ kind: 'weaken', area: 'firewall', feature, certainty: 'likely' }))
}

function findFullAccessGrants(pairs: readonly SettingPair[], content: string): EffectDraft[] {
  const bound = /\bClusterRoleBinding\b/.test(content)
  const named = pairs.find(
    ({ keys, value }) =>
      (bound && value === 'cluster-admin' && keys.at(-1) === 'name') ||
      /(?:^|[/:])AdministratorAccess$|^roles\/owner$/.test(value),
  )
  const every = /\bkind\s{0,8}:\s{0,8}(?:Cluster)?Role\b/.test(content) && hasWildcardRule(pairs)
  const what = named?.value ?? (every ? 'every verb on every resource' : undefined)
  return what === undefined
    ? []
    : [{ kind: 'grant', what, to: findGrantSubject(pairs), reach: 'remote', certainty: 'likely' }]
}

const RBAC_RULE_KEYS = new Set(['apiGroups', 'resources', 'verbs', 'nonResourceURLs', 'resourceNames'])

/** Is there one rule for every verb on every resource? The next rule begins where a name comes again. */
function hasWildcardRule(pairs: readonly SettingPair[]): boolean {
  let rule = new Map<string, boolean>()
  let last = ''
  for (const { keys, value } of pairs) {
    const key = keys.at(-1) ?? ''
    if (!RBAC_RULE_KEYS.has(key)) continue
    if (key !== last && rule.has(key)) rule = new Map()
    rule.set(key, value === '*' || rule.get(key) === true)
    last = key
    if (['apiGroups', 'resources', 'verbs'].every((each) => rule.get(each) === true)) return true
  }
  return false
}

function findGrantSubject(pairs: readonly SettingPair[]): string {
  return (
    pairs.findLast(({ keys }) => keys.includes('subjects') && keys.at(-1) === 'name')?.value ?? 'what it is bound to'
  )
}

const CHANGING_WORD = /\b(?:update|assign|add|grant|set|promote)\b/
const ADMIN_FLAG_NAME = /^(?:is )?(?:staff|superuser|super ?user|admin|administrator|root)$/
const ADMIN_ROLE_VALUE = /^(?:super-?)?(?:admin|administrators?|superuser|owner|root)$/
const ROLE_FIELD_NAME = /\b(?:roles?|groups?|access level)\b/

const ACCOUNT_WORD =
  /\b(?:users?|accounts?|members?|memberships?|profiles?|people|persons?|employees?|customers?|principals?|identit(?:y|ies)|objects|instance)\b/
/** `setUser(`: what a page shows, and nothing that is kept. */
const UI_SETTER_NAME = /^set[A-Z]/
const CONTEXT_LINES = 4

function findAdminGrants(pairs: readonly SettingPair[], content: string): EffectDraft[] {
  const found = pairs.filter(({ keys, value }) => {
    const name = toPhrase(keys.at(-1) ?? '')
    const over = keys.slice(0, -1).filter((each) => !UI_SETTER_NAME.test(each))
    const above = over.map(toPhrase).join(' ')
    if (!CHANGING_WORD.test(above)) return false
    const plain = normalizeValue(value)
    return (
      (ADMIN_FLAG_NAME.test(name) && isTrueValue(plain)) ||
      (ADMIN_ROLE_VALUE.test(plain) && ROLE_FIELD_NAME.test(`${above} ${name}`))
    )
  })
  if (found.length === 0 || !isAboutAccounts(found, content)) return []
  return [{ kind: 'grant', what: 'admin', to: 'accounts', reach: 'remote', certainty: 'likely' }]
}

function isAboutAccounts(settings: readonly SettingPair[], content: string): boolean {
  const names = new Set(settings.map(({ keys }) => keys.at(-1) ?? ''))
  const lines = content.split('\n').map((line) => line.slice(0, 500))
  return lines.some((line, at) => {
    if (!line.match(/[\w$-]{2,80}/g)?.some((word) => names.has(word))) return false
    const stated = lines.slice(Math.max(0, at - CONTEXT_LINES), at + 1).join(' ')
    const words = stated.replaceAll(/"[^"]{0,200}"|'[^']{0,200}'/g, ' ').replaceAll(/([a-z])([A-Z])|_/g, '$1 $2')
    return ACCOUNT_WORD.test(words.toLowerCase())
  })
}

const STOPPED_STATE = /^(?:stopped|absent|disabled|masked|dead|service\.dead)$/

/** `{name: firewalld, state: stopped}`, `selinux: {state: disabled}`: what a play does to a guard. */
function findStoppedGuards(pairs: readonly SettingPair[]): EffectDraft[] {
  return pairs.flatMap(({ keys, value }, at) => {
    if (value.length > 16 || !STOPPED_STATE.test(normalizeValue(value))) return []
    const under = keys.slice(0, -1)
    const beside = [pairs.slice(Math.max(0, at - 5), at).reverse(), pairs.slice(at + 1, at + 6)].flatMap((near) => {
      const again = near.findIndex((each) => each.keys.join() === keys.join())
      const own = again < 0 ? near : near.slice(0, again)
      return own.filter((each) => each.keys.at(-1) === 'name' && each.keys.slice(0, -1).join() === under.join())
    })
    const names = [
      ...beside.slice(0, 1).map((each) => each.value),
      (under.at(-1) ?? keys[0] ?? '').split('.').at(-1) ?? '',
    ]
    const guard = names.find((name) => /^[a-z][\w.-]{2,40}$/i.test(name) && isSecurityService(name))
    return guard === undefined
      ? []
      : [{ kind: 'weaken', area: protectionAreaOf(guard) ?? 'other', feature: guard, certainty: 'likely' } as const]
  })
}

/** A name that only a guard has; words such as `monitor` are names of anything. */
function isSecurityService(name: string): boolean {
  const area = protectionAreaOf(name)
  return area !== undefined && area !== 'gate' && area !== 'other'
}
