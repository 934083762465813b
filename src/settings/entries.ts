import type { Source } from '../rules/rule.ts'
import { DISABLE_SETTINGS } from './merge.ts'
import type { HostSettings, Policy } from './policy.ts'

/** A setting in force under the name that people write it by; without a source it is the default. */
export interface SettingEntry {
  readonly name: string
  readonly value: unknown
  readonly sources: readonly Source[]
}

/** Every setting but rules, each single value for itself and a list as one. The key of the model is never told. */
export function settingEntries(policy: Policy): readonly SettingEntry[] {
  return [...entriesOf(policyAsSettings(policy), '', policy)]
}

/** The policy in the shape of the settings. */
function policyAsSettings(policy: Policy): object {
  const {
    defaultMode,
    additionalDirectories,
    disabledModes = [],
    webFetchRules = 'host',
    autoMode,
    keepDays,
    hosts = {},
  } = policy
  const { allow, softDeny, hardDeny, environment, locked: _, ...others } = autoMode
  const { apiKey, extra, ...judge } = policy.judge
  const { preset, limits, stripInternal, wrappers, allowOff, updateCheck, approvals, alerts, shadow } = policy
  const disabled = disabledModes.map((mode) => [
    DISABLE_SETTINGS[mode]?.slice('permissions.'.length) ?? mode,
    'disable',
  ])
  return {
    preset,
    permissions: { defaultMode, additionalDirectories, webFetchRules, ...Object.fromEntries(disabled) },
    autoMode: { allow, soft_deny: softDeny, hard_deny: hardDeny, environment, ...others },
    judge: { ...judge, ...(apiKey !== undefined && { apiKey }), ...extra },
    limits,
    audit: { keepDays },
    stripInternal,
    wrappers,
    hosts: Object.fromEntries(Object.entries(hosts).map(([host, values]) => [host, hostValues(values)])),
    allowOff,
    updateCheck,
    approvals,
    alerts,
    shadow,
  }
}

export function hostValues({ extra, ...values }: HostSettings): Readonly<Record<string, unknown>> {
  return { ...values, ...extra }
}

function* entriesOf(object: object, prefix: string, policy: Policy): Generator<SettingEntry> {
  for (const [key, value] of Object.entries(object)) {
    const name = prefix === '' ? key : `${prefix}.${key}`
    if (value === undefined) continue
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) yield* entriesOf(value, name, policy)
    else
      yield {
        name,
        value: Array.isArray(value) ? value.map(plainSettingValue) : key === 'apiKey' ? 'set' : value,
        sources: sourcesOf(name, value, policy),
      }
  }
}

function isSourced(value: unknown): value is { readonly text: string; readonly source: Source } {
  return typeof value === 'object' && value !== null && 'text' in value && 'source' in value
}

function plainSettingValue(value: unknown): unknown {
  return isSourced(value) ? value.text : value
}

/** Ids of what is built in stay in force, or go, by the list of this name. */
const BUILTIN_ID_LISTS: ReadonlyMap<string, string> = new Map([
  ['autoMode.categories.soft', 'autoMode.soft_deny'],
  ['autoMode.categories.hard', 'autoMode.hard_deny'],
  ['autoMode.exceptions', 'autoMode.allow'],
])

/** Of the value itself, of the entries of a list, or of the value that it is a part of. */
function sourcesOf(name: string, value: unknown, policy: Policy): readonly Source[] {
  const entries: readonly unknown[] = Array.isArray(value) ? value : []
  const found = entries.flatMap((entry) => {
    if (isSourced(entry)) return [entry.source]
    return typeof entry === 'string' ? originOfName(`${name}.${entry}`, policy) : []
  })
  if (found.length > 0) return found
  const parts = (BUILTIN_ID_LISTS.get(name) ?? name).split('.')
  return parts
    .map((_, at) => parts.slice(0, parts.length - at).join('.'))
    .flatMap((at) => originOfName(at, policy))
    .slice(0, 1)
}

export function originOfName(name: string, { origins }: Policy): readonly Source[] {
  const found = origins && Object.hasOwn(origins, name) ? origins[name] : undefined
  return found ? [found] : []
}
