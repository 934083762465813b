import type { AuditRecord } from '../../../audit/record.ts'
import { asText } from './format.ts'

/** Where an answer came from, by the type of its reason, in words. */
const PATHS: ReadonlyMap<string, string> = new Map([
  ['rule', 'Rule'],
  ['mode', 'Mode'],
  ['tool-check', 'Tool check'],
  ['safety-check', 'Safety check'],
  ['fast-path', 'Fast path'],
  ['verdict', 'Judge'],
  ['judge-unavailable', 'Judge unavailable'],
  ['transcript-too-long', 'Transcript too long'],
  ['denial-limit', 'Denial limit'],
  ['approval', 'Approval'],
  ['person', 'Person'],
  ['off', 'Switched off'],
  ['interrupted', 'Interrupted'],
  ['bad-input', 'Bad input'],
  ['broken-settings', 'Broken settings'],
  ['broken-state', 'Broken state'],
])

export function pathWords(type: string): string {
  return PATHS.get(type) ?? type
}

/** What the reason says beyond its type: the rule and where it stands, the judge and its verdict. Records can be edited: nothing is believed. */
export function reasonDetail(reason: AuditRecord['reason']): string {
  const { type, ...rest } = reason as { readonly type: string; readonly [key: string]: unknown }
  switch (type) {
    case 'rule':
      return ruleText(rest['match'])
    case 'verdict':
      return joined([rest['judge'], rest['verdict']])
    case 'judge-unavailable':
      return joined([rest['judge'], rest['cause']])
    case 'fast-path':
      return joined([rest['name']])
    case 'tool-check':
    case 'safety-check':
      return joined([rest['check'], rest['path']])
    case 'mode':
      return joined([rest['mode'], rest['headless'] === true ? 'headless' : undefined])
    case 'denial-limit':
      return `${rest['consecutive']} in a row, ${rest['total']} in all`
    default:
      return joined(Object.values(rest))
  }
}

function joined(parts: readonly unknown[]): string {
  return parts
    .filter((part) => part !== undefined)
    .map(asText)
    .join(', ')
}

function ruleText(match: unknown): string {
  if (typeof match !== 'object' || match === null) return ''
  const { behavior, rule, source } = match as Readonly<Record<string, unknown>>
  const { scope, file, line } = (typeof source === 'object' && source !== null ? source : {}) as Readonly<
    Record<string, unknown>
  >
  const place = file === undefined ? scope : `${asText(file)}${line === undefined ? '' : `:${asText(line)}`}`
  return `${asText(behavior)} ${asText(rule)}${place === undefined ? '' : ` (${asText(place)})`}`
}
