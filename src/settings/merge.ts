import { isAbsolute, join, normalize } from 'node:path/posix'
import { sha256 } from '../analysis/text/sha256.ts'
import type { Mode } from '../decision.ts'
import { compileRules } from '../rules/compile.ts'
import { type ExampleReading, withCheckedExamples } from '../rules/examples.ts'
import type { Rule, SettingsScope, Source } from '../rules/rule.ts'
import type { Located, SettingsDraft } from './draft.ts'
import type {
  ApprovalSettings,
  AutoMode,
  HostSettings,
  JudgeSettings,
  Policy,
  SettingsNotice,
  WebhookSettings,
} from './policy.ts'
import { chosenPreset, presetDraft } from './presets.ts'
import { type BuiltinTexts, mergeProse } from './prose.ts'

/** Strongest first: where one value is needed, the first scope that has it decides. */
const SCOPE_ORDER: readonly SettingsScope[] = ['managed', 'flag', 'user', 'local', 'project', 'builtin']

export interface MergeOptions {
  readonly cwd: string
  readonly home: string
  readonly builtin: BuiltinTexts
  /** Checks the examples of rules; without it they are not checked. */
  readonly examples?: ExampleReading
}

/** Merges all scopes into the one Policy. */
export function mergeDrafts(given: readonly SettingsDraft[], options: MergeOptions): Policy {
  const written = SCOPE_ORDER.flatMap((scope) => given.filter(({ origin }) => origin.scope === scope))
  const drafts = [...written, ...presetDraft(written, options.builtin.soft)]
  const { notices: dropped, ...prose } = mergeProse(drafts, options.builtin)
  const { examples } = options
  const all = drafts.flatMap(({ rules }) => rules)
  const rules = examples ? all.map((rule) => withCheckedExamples(rule, examples)) : all
  const policy: Omit<Policy, 'version'> = {
    rules,
    defaultMode: modeOf(drafts)?.value,
    additionalDirectories: [
      ...new Set(
        drafts.flatMap(({ directories }) => directories.map(({ value }) => absoluteDirectory(value, options))),
      ),
    ],
    autoMode: { ...prose, ...autoModeValues(drafts) },
    judge: judgeOf(drafts),
    limits: {
      consecutive: strongestValue(drafts, 'limits.consecutive', 3),
      total: strongestValue(drafts, 'limits.total', 20),
    },
    ...keepDays(drafts),
    stripInternal: isAnySet(drafts, 'stripInternal'),
    wrappers: [...new Set(drafts.flatMap(({ wrappers }) => wrappers.map(({ value }) => value)))],
    ...(strongestValue<unknown>(drafts, 'permissions.webFetchRules', 'host') === 'tool' && {
      webFetchRules: 'tool' as const,
    }),
    hosts: hostsOf(drafts),
    ...presetOf(written),
    allowOff: !drafts.some(({ values }) => values.get('allowOff')?.value === false),
    updateCheck: strongestValue(drafts, 'updateCheck', false),
    ...approvalsOf(drafts),
    ...alertsOf(drafts),
    ...(strongestValue<unknown>(drafts, 'shadow', false) === true && { shadow: true as const }),
    origins: originsOf(drafts, options),
    disabledModes: disabledModes(drafts),
    notices: [...drafts.flatMap(({ notices }) => notices), ...dropped, ...ruleNotices(rules)],
    broken: drafts.flatMap(({ broken }) => broken),
  }
  return withVersion(deepFreeze(policy), options.builtin)
}

/** Most calls are decided without anybody asking for the version. */
function withVersion(policy: Omit<Policy, 'version'>, builtin: BuiltinTexts): Policy {
  let made: string | undefined
  return Object.freeze({
    ...policy,
    get version() {
      made ??= versionOf(policy, builtin)
      return made
    },
  })
}

function strongestValue<T>(drafts: readonly SettingsDraft[], name: string, otherwise: T): T {
  const found = drafts.find(({ values }) => values.has(name))
  return found ? (found.values.get(name)?.value as T) : otherwise
}

function keepDays(drafts: readonly SettingsDraft[]): Pick<Policy, 'keepDays'> {
  const days = strongestValue<number | undefined>(drafts, 'audit.keepDays', undefined)
  return days === undefined ? {} : { keepDays: days }
}

/** Switches that only tighten: one scope that sets them is enough. A preset's gives way to what people wrote. */
function isAnySet(drafts: readonly SettingsDraft[], name: string): boolean {
  return findSwitchedOn(drafts, name) !== undefined
}

function findSwitchedOn(drafts: readonly SettingsDraft[], name: string): SettingsDraft | undefined {
  const found = drafts.find(({ values }) => values.get(name)?.value === true)
  const isPreset = found?.origin.preset !== undefined
  return isPreset && drafts.some((draft) => draft !== found && draft.values.has(name)) ? undefined : found
}

const TIGHTENING_SWITCHES: ReadonlySet<string> = new Set(['autoMode.classifyAllShell', 'stripInternal'])

/** Where each value that counts was written: by its name in the settings, an entry of a list by the list's name and its own text. */
function originsOf(drafts: readonly SettingsDraft[], options: MergeOptions): Readonly<Record<string, Source>> {
  const origins: Record<string, Source> = Object.create(null)
  for (const name of new Set(drafts.flatMap(({ values }) => [...values.keys()]))) {
    const first = drafts.find(({ values }) => values.has(name))
    const source = (TIGHTENING_SWITCHES.has(name) ? (findSwitchedOn(drafts, name) ?? first) : first)?.values.get(
      name,
    )?.source
    if (source) origins[name.startsWith(EXTRA_PREFIX) ? `judge.${name.slice(EXTRA_PREFIX.length)}` : name] = source
  }
  for (const [name, source] of drafts.flatMap((draft) => entrySources(draft, options))) origins[name] ??= source
  const mode = modeOf(drafts)
  if (mode) origins['permissions.defaultMode'] = mode.source
  const chosen = chosenPreset(drafts)
  if (chosen) origins['preset'] = chosen.source
  return origins
}

function entrySources(draft: SettingsDraft, options: MergeOptions): readonly (readonly [string, Source])[] {
  const hosts = [...draft.hosts].flatMap(([host, values]) =>
    [...values].map(([key, { source }]) => [`hosts.${host}.${key}`, source] as const),
  )
  return [
    ...[...draft.lists].map(([name, { source }]) => [`autoMode.${name}`, source] as const),
    ...draft.directories.map(
      ({ value, source }) =>
        [`permissions.additionalDirectories.${absoluteDirectory(value, options)}`, source] as const,
    ),
    ...draft.disabled.map(({ value, source }) => [DISABLE_SETTINGS[value] ?? '', source] as const),
    ...draft.wrappers.map(({ value, source }) => [`wrappers.${value}`, source] as const),
    ...hosts,
  ]
}

/** The settings that switch a mode off. */
export const DISABLE_SETTINGS: Readonly<Partial<Record<Mode, string>>> = {
  auto: 'permissions.disableAutoMode',
  bypassPermissions: 'permissions.disableBypassPermissionsMode',
}

function presetOf(drafts: readonly SettingsDraft[]): Pick<Policy, 'preset'> {
  const chosen = chosenPreset(drafts)
  return chosen ? { preset: chosen.value } : {}
}

function autoModeValues(
  drafts: readonly SettingsDraft[],
): Pick<AutoMode, 'askRules' | 'classifyAllShell' | 'powershell'> {
  return {
    askRules: strongestValue<AutoMode['askRules']>(drafts, 'autoMode.askRules', 'floor'),
    classifyAllShell: isAnySet(drafts, 'autoMode.classifyAllShell'),
    powershell: strongestValue(drafts, 'autoMode.powershell', false),
  }
}

function disabledModes(drafts: readonly SettingsDraft[]): Mode[] {
  return [...new Set(drafts.flatMap(({ disabled }) => disabled.map(({ value }) => value)))].sort()
}

/** The strongest scope's mode, passing over modes that are switched off. */
function modeOf(drafts: readonly SettingsDraft[]): Located<Mode> | undefined {
  const off = disabledModes(drafts)
  return drafts.flatMap(({ modes }) => modes.slice(-1)).find(({ value }) => !off.includes(value))
}

const EXTRA_PREFIX = 'judge.extra.'

function judgeOf(drafts: readonly SettingsDraft[]): JudgeSettings {
  const extra: Record<string, unknown> = Object.create(null)
  for (const draft of [...drafts].reverse()) {
    for (const [name, { value: given }] of draft.values)
      if (name.startsWith(EXTRA_PREFIX)) extra[name.slice(EXTRA_PREFIX.length)] = given
  }
  const optional: Record<string, unknown> = {}
  for (const key of ['model', 'baseUrl', 'apiKey', 'apiKeyCommand', 'deadlineMs']) {
    const given = strongestValue<unknown>(drafts, `judge.${key}`, undefined)
    if (given !== undefined) optional[key] = given
  }
  return {
    kind: judgeKind(strongestValue<JudgeSettings['kind'] | 'claude'>(drafts, 'judge.kind', 'chain')),
    mode: strongestValue<JudgeSettings['mode']>(drafts, 'judge.mode', 'both'),
    ironGate: strongestValue<JudgeSettings['ironGate']>(drafts, 'judge.ironGate', 'closed'),
    ...optional,
    extra,
  }
}

/** `claude` is what it was called when there was no other model. */
function judgeKind(written: JudgeSettings['kind'] | 'claude'): JudgeSettings['kind'] {
  return written === 'claude' ? 'model' : written
}

function approvalsOf(drafts: readonly SettingsDraft[]): Pick<Policy, 'approvals'> {
  const waitSeconds = strongestValue(drafts, 'approvals.waitSeconds', 0)
  const webhook = strongestValue<ApprovalSettings['webhook'] | undefined>(drafts, 'approvals.webhook', undefined)
  return waitSeconds === 0 && webhook === undefined ? {} : { approvals: { waitSeconds, ...(webhook && { webhook }) } }
}

function alertsOf(drafts: readonly SettingsDraft[]): Pick<Policy, 'alerts'> {
  const webhook = strongestValue<WebhookSettings | undefined>(drafts, 'alerts.webhook', undefined)
  return webhook === undefined ? {} : { alerts: { webhook } }
}

function hostsOf(drafts: readonly SettingsDraft[]): Readonly<Record<string, HostSettings>> {
  const hosts: Record<string, HostSettings> = Object.create(null)
  for (const draft of [...drafts].reverse()) {
    for (const [host, values] of draft.hosts) hosts[host] = withValues(hosts[host], values)
  }
  return hosts
}

function withValues(before: HostSettings | undefined, values: ReadonlyMap<string, Located<unknown>>): HostSettings {
  const extra: Record<string, unknown> = Object.assign(Object.create(null), before?.extra)
  const known: Record<string, unknown> = { ...before }
  for (const [key, { value: given }] of values) {
    if (key === 'gate' || key === 'auto') known[key] = given
    else extra[key] = given
  }
  return { ...known, extra }
}

function absoluteDirectory(directory: string, { cwd, home }: MergeOptions): string {
  const path = directory === '~' || directory.startsWith('~/') ? join(home, directory.slice(1)) : directory
  const whole = normalize(isAbsolute(path) ? path : join(cwd, path))
  return whole.length > 1 && whole.endsWith('/') ? whole.slice(0, -1) : whole
}

/** Rules that cannot be used, each with what follows from it. */
function ruleNotices(rules: readonly Rule[]): SettingsNotice[] {
  const homely = rules.filter(isLikelyProjectPath).map(
    (rule): SettingsNotice => ({
      level: 'info',
      text: `${rule.behavior} rule ${JSON.stringify(rule.text)} counts from the home directory; without the leading / it counts in every project`,
      source: rule.source,
    }),
  )
  const unusable = compileRules(rules).problems.map(
    ({ rule, why }): SettingsNotice => ({
      level: 'error',
      text: `${rule.behavior} rule ${JSON.stringify(rule.text)} cannot be used: ${why}; ${rule.behavior === 'allow' ? 'it matches nothing' : 'what it may be meant for is asked about'}`,
      source: rule.source,
    }),
  )
  return [...unusable, ...homely]
}

/** A user's deny or ask rule with a single leading slash: easily meant for the project, but it counts from home. */
function isLikelyProjectPath({ behavior, text, source }: Rule): boolean {
  return behavior !== 'allow' && source.scope === 'user' && /^(?:Read|Edit|Write)\(\/(?!\/)/.test(text)
}

/**
 * A hash over everything in force. Policies are built in one fixed order, so the same settings give the same text. The lists of
 * this package, which make up most of it, have a hash of their own: a short process is slow at hashing a page.
 */
function versionOf(policy: Omit<Policy, 'version'>, { soft, hard, exceptions, hash }: BuiltinTexts): string {
  let text = JSON.stringify(policy)
  // Outside its quotes JSON holds no such word, so no other policy has this text.
  for (const [list, name] of [[soft, 'soft'] as const, [hard, 'hard'] as const, [exceptions, 'exceptions'] as const])
    text = text.replace(JSON.stringify(list), name)
  return sha256(`${hash} ${text}`).slice(0, 32)
}

function deepFreeze<T>(given: T): T {
  if (typeof given === 'object' && given !== null && !Object.isFrozen(given)) {
    Object.freeze(given)
    for (const inner of Object.values(given)) deepFreeze(inner)
  }
  return given
}
