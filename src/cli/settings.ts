import type { Rule, Source } from '../rules/rule.ts'
import type { Notice, Policy, ProseEntry } from '../settings/policy.ts'
import { visible } from './io.ts'

/** Where an entry stands: `~/.irongate/settings.json:12`, or its scope. */
export function originOf({ scope, file, line }: Source): string {
  if (file === undefined) return scope
  return line === undefined ? `${scope} ${file}` : `${scope} ${file}:${line}`
}

/** The merged policy for people: every entry with its origin, what was ignored and why. */
export function renderSettings(policy: Policy): string {
  const { autoMode, judge, limits } = policy
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ['Broken files', policy.broken.map(noticeLine)],
    [
      'Mode',
      [policy.defaultMode ?? 'not set', ...(policy.disabledModes ?? []).map((mode) => `${mode} is switched off`)],
    ],
    ['Rules', policy.rules.map(ruleLine)],
    ['Directories', policy.additionalDirectories],
    [
      'Auto mode',
      [
        `hard categories: ${names(autoMode.categories.hard)}`,
        `soft categories: ${names(autoMode.categories.soft)}`,
        `exceptions: ${names(autoMode.exceptions)}`,
        `ask rules: ${autoMode.askRules}`,
        `every shell command judged: ${yesNo(autoMode.classifyAllShell)}`,
        `PowerShell judged: ${yesNo(autoMode.powershell)}`,
      ],
    ],
    ['Hard deny', autoMode.hardDeny.map(proseLine)],
    ['Soft deny', autoMode.softDeny.map(proseLine)],
    ['Allow', autoMode.allow.map(proseLine)],
    ['Environment', autoMode.environment.map(proseLine)],
    ['Judge', judgeLines(judge)],
    ['Limits', [`${limits.consecutive} in a row, ${limits.total} in all`]],
    ['Wrappers', policy.wrappers],
    ['Hosts', Object.entries(policy.hosts ?? {}).map(([host, values]) => `${host}: ${JSON.stringify(values)}`)],
    ['Notices', policy.notices.map(noticeLine)],
  ]
  const shown = sections.filter(([, lines]) => lines.length > 0)
  const body = shown.map(([title, lines]) => `${title}\n${lines.map((line) => `  ${visible(line)}\n`).join('')}`)
  return `${body.join('\n')}\nversion ${policy.version}\n`
}

function ruleLine(rule: Rule): string {
  const state = rule.invalid === undefined ? '' : `  (cannot be used: ${rule.invalid})`
  return `${rule.behavior.padEnd(5)} ${rule.text}${state}  [${originOf(rule.source)}]`
}

function proseLine({ text, source }: ProseEntry): string {
  return `${text}  [${originOf(source)}]`
}

function noticeLine({ level, text, source }: Notice): string {
  const column = source.column === undefined ? '' : `:${source.column}`
  return `${level}: ${text}  [${originOf(source)}${column}]`
}

/** The key itself is never shown. */
function judgeLines({ apiKey, extra, ...judge }: Policy['judge']): string[] {
  const lines = Object.entries(judge).map(([key, value]) => `${key}: ${String(value)}`)
  const further = Object.keys(extra).map((key) => `${key}: ${JSON.stringify(extra[key])}`)
  return [...lines, ...(apiKey === undefined ? [] : ['apiKey: set']), ...further]
}

function names(ids: readonly string[]): string {
  return ids.length === 0 ? 'none' : ids.join(', ')
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}

/** The same for programs. */
export function settingsJson(policy: Policy): Readonly<Record<string, unknown>> {
  const { apiKey, ...judge } = policy.judge
  return { ...policy, judge: { ...judge, ...(apiKey !== undefined && { apiKey: 'set' }) } }
}
