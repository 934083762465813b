import type { Rule, Source } from '../rules/rule.ts'
import { hostValues, originOfName } from '../settings/entries.ts'
import { DISABLE_SETTINGS } from '../settings/merge.ts'
import type { HostSettings, Policy, ProseEntry, SettingsNotice } from '../settings/policy.ts'
import { showInvisible } from './io.ts'

/** Where an entry stands: `~/.irongate/settings.json:12`, or its scope. */
export function formatOrigin({ scope, file, line, project, preset }: Source): string {
  if (preset !== undefined) return `preset ${preset}`
  const who = project === undefined ? scope : `${scope}, for this project`
  if (file === undefined) return who
  return line === undefined ? `${who} ${file}` : `${who} ${file}:${line}`
}

/** A single value with where it was written, if it was. */
function valueLine(policy: Policy, words: string, ...names: readonly string[]): string {
  const found = names.flatMap((name) => originOfName(name, policy)).map(formatOrigin)
  return found.length === 0 ? words : `${words}  [${[...new Set(found)].join('; ')}]`
}

/** The merged policy for people: every entry with its origin, what was ignored and why. */
export function renderSettings(policy: Policy): string {
  const { autoMode, judge, limits } = policy
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Broken files', policy.broken.map(noticeLine)],
    ['Preset', policy.preset === undefined ? [] : [valueLine(policy, policy.preset, 'preset')]],
    [
      'Mode',
      [
        valueLine(policy, policy.defaultMode ?? 'not set', 'permissions.defaultMode'),
        ...(policy.disabledModes ?? []).map((mode) =>
          valueLine(policy, `${mode} is switched off`, DISABLE_SETTINGS[mode] ?? mode),
        ),
      ],
    ],
    ['Rules', policy.rules.map(ruleLine)],
    [
      'Domain rules',
      [
        valueLine(
          policy,
          policy.webFetchRules === 'tool' ? 'WebFetch alone' : 'whatever reaches the host',
          'permissions.webFetchRules',
        ),
      ],
    ],
    ['Directories', entryLines(policy, 'permissions.additionalDirectories', policy.additionalDirectories)],
    [
      'Auto mode',
      [
        `hard categories: ${idList(autoMode.categories.hard)}`,
        `soft categories: ${idList(autoMode.categories.soft)}`,
        `exceptions: ${idList(autoMode.exceptions)}`,
        valueLine(policy, `ask rules: ${autoMode.askRules}`, 'autoMode.askRules'),
        valueLine(
          policy,
          `every shell command judged: ${yesNo(autoMode.classifyAllShell)}`,
          'autoMode.classifyAllShell',
        ),
        valueLine(policy, `PowerShell judged: ${yesNo(autoMode.powershell)}`, 'autoMode.powershell'),
        valueLine(
          policy,
          `rules for git, curl and the like set aside: ${yesNo(policy.stripInternal)}`,
          'stripInternal',
        ),
      ],
    ],
    ['Hard deny', autoMode.hardDeny.map(proseLine)],
    ['Soft deny', autoMode.softDeny.map(proseLine)],
    ['Allow', autoMode.allow.map(proseLine)],
    ['Environment', autoMode.environment.map(proseLine)],
    ['Judge', judgeLines(policy, judge)],
    [
      'Limits',
      [
        valueLine(policy, `${limits.consecutive} in a row`, 'limits.consecutive'),
        valueLine(policy, `${limits.total} in all`, 'limits.total'),
      ],
    ],
    [
      'Switches',
      [
        valueLine(
          policy,
          `a person may switch the gate off for a while: ${yesNo(policy.allowOff !== false)}`,
          'allowOff',
        ),
        valueLine(policy, `looks for a newer version: ${yesNo(policy.updateCheck === true)}`, 'updateCheck'),
        valueLine(policy, `only notes what it would decide: ${yesNo(policy.shadow === true)}`, 'shadow'),
      ],
    ],
    ['Approvals', approvalLines(policy)],
    ['Records', [valueLine(policy, `kept ${retentionText(policy.keepDays)}`, 'audit.keepDays')]],
    ['Wrappers', entryLines(policy, 'wrappers', policy.wrappers)],
    ['Hosts', Object.entries(policy.hosts ?? {}).flatMap(([host, values]) => hostLines(policy, host, values))],
    ['Notices', policy.notices.map(noticeLine)],
  ]
  const shown = sections.filter(([, lines]) => lines.length > 0)
  const body = shown.map(([title, lines]) => `${title}\n${lines.map((line) => `  ${showInvisible(line)}\n`).join('')}`)
  return `${body.join('\n')}\nversion ${policy.version}\n`
}

function ruleLine(rule: Rule): string {
  const state = rule.invalid === undefined ? '' : `  (cannot be used: ${rule.invalid})`
  return `${rule.behavior.padEnd(5)} ${rule.text}${state}  [${formatOrigin(rule.source)}]`
}

function proseLine({ text, source }: ProseEntry): string {
  return `${text}  [${formatOrigin(source)}]`
}

export function noticeLine({ level, text, source }: SettingsNotice): string {
  const column = source.column === undefined ? '' : `:${source.column}`
  return `${level}: ${text}  [${formatOrigin(source)}${column}]`
}

function entryLines(policy: Policy, list: string, entries: readonly string[]): string[] {
  return entries.map((entry) => valueLine(policy, entry, `${list}.${entry}`))
}

function hostLines(policy: Policy, host: string, values: HostSettings): string[] {
  return Object.entries(hostValues(values)).map(([key, value]) =>
    valueLine(policy, `${host}: ${key}: ${String(value)}`, `hosts.${host}.${key}`),
  )
}

function retentionText(days: number | undefined): string {
  return days === undefined ? 'for ever' : days === 1 ? '1 day' : `${days} days`
}

function approvalLines(policy: Policy): string[] {
  const { waitSeconds = 0, webhook } = policy.approvals ?? {}
  const waits =
    waitSeconds === 0 ? 'a call that lacks a yes is denied at once' : `it waits up to ${waitSeconds} s for a yes`
  return [
    valueLine(policy, waits, 'approvals.waitSeconds'),
    ...(policy.alerts ? [valueLine(policy, `alerts to ${policy.alerts.webhook.url}`, 'alerts.webhook')] : []),
    ...(webhook ? [valueLine(policy, `announced to ${webhook.url}`, 'approvals.webhook')] : []),
  ]
}

/** The key itself is never shown. */
function judgeLines(policy: Policy, { apiKey, extra, ...judge }: Policy['judge']): string[] {
  const lines = Object.entries(judge).map(([key, value]) =>
    valueLine(policy, `${key}: ${String(value)}`, `judge.${key}`),
  )
  const further = Object.keys(extra).map((key) =>
    valueLine(policy, `${key}: ${JSON.stringify(withoutKeys(extra[key]))}`, `judge.${key}`),
  )
  return [...lines, ...(apiKey === undefined ? [] : [valueLine(policy, 'apiKey: set', 'judge.apiKey')]), ...further]
}

function idList(ids: readonly string[]): string {
  return ids.length === 0 ? 'none' : ids.join(', ')
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}

/** The same for programs. */
export function settingsJson(policy: Policy): Readonly<Record<string, unknown>> {
  return { ...policy, judge: withoutKeys(policy.judge) }
}

/** Wherever a key stands, only that it does is shown. */
function withoutKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutKeys)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === 'apiKey' ? 'set' : withoutKeys(inner)]),
  )
}
