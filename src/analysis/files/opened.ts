import type { EffectDraft } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { watchedBy } from '../watchers.ts'
import { openingPhrase, phraseOf } from './direction.ts'
import type { WrittenFile } from './file-effects.ts'
import { type Pair, pairsIn } from './pairs.ts'
import { isForTests, nameWithin, syntaxOf } from './syntax.ts'
import { linesAround } from './told-lines.ts'
import { isEverybody, isNo, isYes, MAX_LENGTH, MOST_STATED, plainValue } from './values.ts'

export function opened({ path, content: all }: WrittenFile, { projectRoot }: Facts): EffectDraft[] {
  const content = all.slice(0, MAX_LENGTH)
  const name = nameWithin(path, projectRoot)
  const syntax = syntaxOf(name, content)
  if (syntax === 'prose' || syntax === 'notebook' || isForTests(name)) return []
  if (!SAYS.test(content)) return []
  const pairs = pairsIn(content)
  return [
    ...(runsOthersText(content) ? [OTHERS_TEXT] : []),
    ...letsEverybody(pairs, content),
    ...opensPorts(content),
    ...givesAll(pairs, content),
    ...(syntax === 'source' ? givesRights(pairs, content) : stopsGuards(pairs)),
  ]
    .slice(0, MOST_STATED)
    .map((draft) => ({ ...draft, written: true }))
}

const SAYS =
  /public|allUsers|allAuthenticatedUsers|Principal|0\.0\.0\.0\/0|::\/0|cluster-admin|AdministratorAccess|roles\/owner|admin|superuser|staff|verbs|state|ensure|dead|\$\{\{/i

const OTHERS_TEXT: EffectDraft = {
  kind: 'grant',
  what: 'a shell of the runner',
  to: 'whoever writes a title, a text or a branch name',
  reach: 'remote',
  certainty: 'likely',
}
const OTHERS =
  /\$\{\{\s{0,8}(?:github|gitea|forgejo)\.(?:head_ref|event\.[\w.[\]*]{1,80}\.(?:title|body|message|name|ref|label|email|page_name))\b/

/** Is what strangers write put into a command's text, where it is run, and not handed over as a variable? */
function runsOthersText(content: string): boolean {
  if (!OTHERS.test(content)) return false
  let within: number | undefined
  return content.split('\n').some((line) => {
    const [, lead = '', told] = /^([ \t]*(?:-[ \t]+)?)(?:(run|script)[ \t]*:)?/.exec(line) ?? []
    if (line.trim() === '') return false
    if (told !== undefined) within = lead.length
    else if (within !== undefined && lead.length <= within) within = undefined
    return within !== undefined && OTHERS.test(line)
  })
}

function toEverybody(what: string): EffectDraft {
  return { kind: 'grant', what: what.slice(0, 80), to: 'everyone', reach: 'remote', certainty: 'likely' }
}

function letsEverybody(pairs: readonly Pair[], content: string): EffectDraft[] {
  const found = pairs.flatMap(({ keys, value }) => {
    const name = keys.at(-1) ?? ''
    const plain = plainValue(value)
    if (isEverybody(plain)) return [toEverybody(`${name} ${plain}`)]
    const way = openingPhrase(phraseOf(name))
    const isOpen = way === 'opens' ? isYes(plain) : way === 'shuts' && isNo(plain)
    return isOpen ? [toEverybody(`${name} ${plain}`)] : []
  })
  return [...found.slice(0, 2), ...(isForAnyone(content) ? [toEverybody('what the policy covers')] : [])]
}

const ANYONE = /\bPrincipals?["']?\s{0,8}[:=]\s{0,8}(?:\{\s{0,8}["']?AWS["']?\s{0,8}[:=]\s{0,8})?\[?\s{0,8}["']\*["']/g

const MOST_STATEMENTS = 500
const STATEMENT = 4_000

function isForAnyone(content: string): boolean {
  return [...content.matchAll(ANYONE)].slice(0, MOST_STATEMENTS).some(({ index }) => {
    const own = statementAt(content, index)
    return /\bEffect["']?\s{0,8}[:=]\s{0,8}["']?Allow\b/.test(own) && !/\bCondition\b/.test(own)
  })
}

function statementAt(content: string, index: number): string {
  const start = Math.max(0, index - STATEMENT)
  const from = openBrace(content.slice(start, index))
  if (from !== undefined) return withinBraces(content.slice(start + from, index + STATEMENT))
  const lines = content.slice(start, index + STATEMENT).split('\n')
  return linesAround(lines, content.slice(start, index).split('\n').length - 1).join('\n')
}

function openBrace(text: string): number | undefined {
  let closed = 0
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === '}') closed++
    else if (text[at] === '{' && closed-- === 0) return at
  }
  return undefined
}

function withinBraces(text: string): string {
  let open = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{') open++
    else if (text[at] === '}' && --open === 0) return text.slice(0, at)
  }
  return text
}

const ANYWHERE = /["'\s[](?:0\.0\.0\.0\/0|::\/0)/g
const MOST_RULES = 200
const WEB = /^(?:80|443|8080|8443)$/

function opensPorts(content: string): EffectDraft[] {
  const ports = [...content.matchAll(ANYWHERE)].slice(0, MOST_RULES).flatMap(({ index }) => {
    const around = content.slice(Math.max(0, index - 400), index + 300)
    const inward = around.slice(0, 400).toLowerCase()
    if (inward.lastIndexOf('egress') > inward.lastIndexOf('ingress')) return []
    if (!/ingress|inbound|source_ranges|sourceRanges|security_?group|CidrIp/i.test(around)) return []
    if (/protocol["']?\s{0,12}[:=]\s{0,12}["']?(?:-1|all)\b/i.test(around)) return ['every port']
    const near = [...around.matchAll(/\b(?:from_?|to_?)?ports?["']?\s{0,12}[:=]\s{0,12}\[?["']?(\d{1,5})\b/gi)].map(
      ([, port = '']) => port,
    )
    return near.filter((port) => !WEB.test(port)).slice(0, 1)
  })
  return [...new Set(ports)].map((feature) => ({ kind: 'weaken', area: 'firewall', feature, certainty: 'likely' }))
}

function givesAll(pairs: readonly Pair[], content: string): EffectDraft[] {
  const bound = /\bClusterRoleBinding\b/.test(content)
  const named = pairs.find(
    ({ keys, value }) =>
      (bound && value === 'cluster-admin' && keys.at(-1) === 'name') ||
      /(?:^|[/:])AdministratorAccess$|^roles\/owner$/.test(value),
  )
  const every = /\bkind\s{0,8}:\s{0,8}(?:Cluster)?Role\b/.test(content) && hasRuleOfAll(pairs)
  const what = named?.value ?? (every ? 'every verb on every resource' : undefined)
  return what === undefined ? [] : [{ kind: 'grant', what, to: subjectOf(pairs), reach: 'remote', certainty: 'likely' }]
}

const OF_RULE = new Set(['apiGroups', 'resources', 'verbs', 'nonResourceURLs', 'resourceNames'])

/** Is there one rule for every verb on every resource? The next rule begins where a name comes again. */
function hasRuleOfAll(pairs: readonly Pair[]): boolean {
  let rule = new Map<string, boolean>()
  let last = ''
  for (const { keys, value } of pairs) {
    const key = keys.at(-1) ?? ''
    if (!OF_RULE.has(key)) continue
    if (key !== last && rule.has(key)) rule = new Map()
    rule.set(key, value === '*' || rule.get(key) === true)
    last = key
    if (['apiGroups', 'resources', 'verbs'].every((each) => rule.get(each) === true)) return true
  }
  return false
}

function subjectOf(pairs: readonly Pair[]): string {
  return (
    pairs.findLast(({ keys }) => keys.includes('subjects') && keys.at(-1) === 'name')?.value ?? 'what it is bound to'
  )
}

const CHANGES = /\b(?:update|assign|add|grant|set|promote)\b/
const RIGHT = /^(?:is )?(?:staff|superuser|super ?user|admin|administrator|root)$/
const ADMIN = /^(?:super-?)?(?:admin|administrators?|superuser|owner|root)$/
const HOLDER = /\b(?:roles?|groups?|access level)\b/

const ACCOUNTS =
  /\b(?:users?|accounts?|members?|memberships?|profiles?|people|persons?|employees?|customers?|principals?|identit(?:y|ies)|objects|instance)\b/
/** `setUser(`: what a page shows, and nothing that is kept. */
const SHOWN = /^set[A-Z]/
const STATED_IN = 4

function givesRights(pairs: readonly Pair[], content: string): EffectDraft[] {
  const found = pairs.filter(({ keys, value }) => {
    const name = phraseOf(keys.at(-1) ?? '')
    const over = keys.slice(0, -1).filter((each) => !SHOWN.test(each))
    const above = over.map(phraseOf).join(' ')
    if (!CHANGES.test(above)) return false
    const plain = plainValue(value)
    return (RIGHT.test(name) && isYes(plain)) || (ADMIN.test(plain) && HOLDER.test(`${above} ${name}`))
  })
  if (found.length === 0 || !isOfAccounts(found, content)) return []
  return [{ kind: 'grant', what: 'admin', to: 'accounts', reach: 'remote', certainty: 'likely' }]
}

function isOfAccounts(settings: readonly Pair[], content: string): boolean {
  const names = new Set(settings.map(({ keys }) => keys.at(-1) ?? ''))
  const lines = content.split('\n').map((line) => line.slice(0, 500))
  return lines.some((line, at) => {
    if (!line.match(/[\w$-]{2,80}/g)?.some((word) => names.has(word))) return false
    const stated = lines.slice(Math.max(0, at - STATED_IN), at + 1).join(' ')
    const words = stated.replaceAll(/"[^"]{0,200}"|'[^']{0,200}'/g, ' ').replaceAll(/([a-z])([A-Z])|_/g, '$1 $2')
    return ACCOUNTS.test(words.toLowerCase())
  })
}

const STOPPED = /^(?:stopped|absent|disabled|masked|dead|service\.dead)$/

/** `{name: firewalld, state: stopped}`, `selinux: {state: disabled}`: what a play does to a guard. */
function stopsGuards(pairs: readonly Pair[]): EffectDraft[] {
  return pairs.flatMap(({ keys, value }, at) => {
    if (value.length > 16 || !STOPPED.test(plainValue(value))) return []
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
    const guard = names.find((name) => /^[a-z][\w.-]{2,40}$/i.test(name) && isWatcher(name))
    return guard === undefined
      ? []
      : [{ kind: 'weaken', area: watchedBy(guard) ?? 'other', feature: guard, certainty: 'likely' } as const]
  })
}

/** A name that only a guard has; words such as `monitor` are names of anything. */
function isWatcher(name: string): boolean {
  const area = watchedBy(name)
  return area !== undefined && area !== 'gate' && area !== 'other'
}
