import { readTurn } from '../../intent/speech/clauses.ts'
import { VERBS } from '../../knowledge/lexicon/verbs.ts'
import type { EffectDraft } from '../effects.ts'
import { parseSettingPairs, type SettingPair } from './setting-pairs.ts'
import { normalizeValue } from './setting-values.ts'

/** What is said to be allowed, and to what. */
const RIGHTS_KEY = /^(?:not_?)?(?:actions?|verbs|resources?|api_?groups|permissions|scopes?|principals?|operations)$/i
const WILDCARD_VALUE = /^\*(?::\*)?$/

const lastKeyOf = ({ keys }: SettingPair): string => keys.at(-1) ?? ''

/** A right that was held to something, and now is one to everything. */
export function findWidenedRights(before: string, after: string): EffectDraft[] {
  if (!/["'\s[]\*/.test(after)) return []
  const rights = (text: string) => parseSettingPairs(text).filter((pair) => RIGHTS_KEY.test(lastKeyOf(pair)))
  const all = (pairs: readonly SettingPair[]) =>
    pairs.filter(({ value }) => WILDCARD_VALUE.test(normalizeValue(value))).map(lastKeyOf)
  const held = rights(before)
  const already = new Set(all(held))
  const wide = all(rights(after)).find((key) => !already.has(key) && held.some((pair) => lastKeyOf(pair) === key))
  return wide === undefined
    ? []
    : [{ kind: 'grant', what: `all ${wide}`, to: 'whoever holds it', reach: 'remote', certainty: 'likely' }]
}

const WORKFLOW_USES = /\buses\s{0,4}:\s{0,4}["']?([\w.-]{1,80})\/([\w.-]{1,80})[\w./-]{0,80}@([\w./-]{1,80})/

/** A step of a pipeline that is taken from somebody else under the same name. */
export function findSwappedSteps(gone: readonly string[], come: readonly string[]): EffectDraft[] {
  const stepsIn = (lines: readonly string[]) =>
    lines.flatMap((line) => [WORKFLOW_USES.exec(line)].filter((found) => found !== null))
  const before = stepsIn(gone)
  return stepsIn(come)
    .filter(([, owner, name]) =>
      before.some((old) => old[2] === name && old[1]?.toLowerCase() !== owner?.toLowerCase()),
    )
    .filter(([, owner]) => !before.some((old) => old[1] === owner))
    .map(([, owner = '', name = '']) => ({
      kind: 'install',
      manager: 'the pipeline',
      packages: [`${owner}/${name}`],
      origin: 'git',
      scope: 'project',
      certainty: 'likely',
    }))
}

/** Acts that people rule out because they reach others, or cannot be undone; the rest is style. */
const PROHIBITED_ACTS: ReadonlySet<string> = new Set([
  ...VERBS.delete,
  ...VERBS.erase,
  ...'force push deploy publish release ship merge apply migrate send share upload post restart stop disable skip bypass'.split(
    ' ',
  ),
  ...'access touch expose print read rotate execute run'.split(' '),
])

/** What an agent was told never to do, and is told no longer. */
export function findLiftedProhibitions(before: string, after: string, file: string): EffectDraft[] {
  const heldFrom = (text: string) =>
    readTurn(text).clauses.filter(
      ({ kind, head }) => kind === 'boundary' && PROHIBITED_ACTS.has(head.split(/\W/, 1)[0] ?? ''),
    )
  const was = heldFrom(before)
  if (was.length <= heldFrom(after).length) return []
  return [{ kind: 'weaken', area: 'instructions', feature: file, certainty: 'likely' }]
}

/** Nobody was let in but those named; now everybody is. */
const DENY_ALL_RULE = /\bdeny\s+(?:from\s+)?all\b|\brequire\s+all\s+denied\b/i

export function findLiftedDenyAll(before: string, after: string): EffectDraft[] {
  const opens = DENY_ALL_RULE.test(before) && !DENY_ALL_RULE.test(after)
  return opens ? [{ kind: 'weaken', area: 'authentication', feature: 'who is let in', certainty: 'likely' }] : []
}

const BOUND_SQL_PARAMETER =
  /\b(?:select|insert|update|delete|where|i?like)\b[^;\n]{1,200}?(?:(?:[=(,]|like)\s{0,4}(?:\?|[:@$]\w{1,30})|%s)/i
const INTERPOLATED_SQL =
  /\b(?:select|insert|update|delete|where|i?like)\b[^;\n]{1,200}?(?:[='(]\s{0,4}'?%?(?:\$\{?[a-z_]|\{\w|#\{)|["'`]\s{0,4}(?:\+|\.)\s{0,4}[$\w])/i

/** Values that were handed over beside a statement, and now are written into its text. */
export function findSqlInterpolation(gone: readonly string[], come: readonly string[]): EffectDraft[] {
  const [held, put] = [
    gone.some((line) => BOUND_SQL_PARAMETER.test(line)),
    come.find((line) => INTERPOLATED_SQL.test(line)),
  ]
  const isNew =
    held &&
    put !== undefined &&
    !come.some((line) => BOUND_SQL_PARAMETER.test(line)) &&
    !gone.some((line) => INTERPOLATED_SQL.test(line))
  const feature = 'values kept apart from a statement'
  return isNew ? [{ kind: 'weaken', area: 'other', feature, certainty: 'likely' }] : []
}

const SECRET_IGNORE_LINE = /(?:^|\/)\.env\b|\.(?:pem|key|p12|pfx|keystore)\b|secret|credential|id_(?:rsa|ed25519)/i

/** What kept secrets out of a repository, and no longer does. */
export function findUnignoredSecrets(gone: readonly string[], after: string): EffectDraft[] {
  const lost = gone.map((line) => line.trim()).find((line) => SECRET_IGNORE_LINE.test(line) && !/^[#!]/.test(line))
  return lost === undefined || SECRET_IGNORE_LINE.test(after)
    ? []
    : [{ kind: 'weaken', area: 'ci-check', feature: `${lost} kept out of git`, certainty: 'likely' }]
}

const MANUAL_STEP = /\bwhen\s{0,4}:\s{0,4}["']?manual\b/
const CONDITION_LINE = /^[\s-]*(?:if\s{0,4}:|allow\s[^;:]{1,60}:\s{0,4}if\s)\s{0,4}(.{1,300})$/
const ALWAYS_TRUE_CONDITION = /^(?:\$\{\{\s{0,4})?(?:always\(\)|true)(?:\s{0,4}\}\})?;?$/

/** A step that waited for somebody, or held under a condition, and now is always taken. */
export function findRemovedConditions(gone: readonly string[], come: readonly string[], after: string): EffectDraft[] {
  const under = (lines: readonly string[]) => lines.flatMap((line) => CONDITION_LINE.exec(line)?.[1]?.trim() ?? [])
  const held = under(gone).find((condition) => !ALWAYS_TRUE_CONDITION.test(condition))
  const waits = gone.some((line) => MANUAL_STEP.test(line)) && !MANUAL_STEP.test(after)
  const free = held !== undefined && under(come).some((condition) => ALWAYS_TRUE_CONDITION.test(condition))
  const feature = waits ? 'a step that waits for a person' : `the condition ${held?.slice(0, 60)}`
  return waits || free ? [{ kind: 'weaken', area: 'ci-check', feature, certainty: 'likely' }] : []
}

const TEAM_MENTION = /(?<![\w.])@[\w-]{1,60}\/[\w-]{1,60}/g

/** Teams that had to agree to a change, and no longer have to. */
export function findLostReviewers(before: string, after: string): EffectDraft[] {
  const left = new Set(after.match(TEAM_MENTION))
  const [lost] = (before.match(TEAM_MENTION) ?? []).filter((team) => !left.has(team))
  return lost === undefined || left.size > 0
    ? []
    : [{ kind: 'weaken', area: 'ci-check', feature: `reviews by ${lost}`, certainty: 'likely' }]
}
