import { programOf } from '../../base-name.ts'
import { addressOf, hostOf } from '../../hosts.ts'
import { asksOnly, onlyLooks, wordsOf } from '../../verbs.ts'
import type { Command } from '../../words.ts'
import type { Scribe } from '../program.ts'
import { isFile } from './shapes.ts'

const CARRIES = /^(?:copy|cp|transfer|mirror|sync|send|put|upload|push|backup)$/
const CARRIER = /(?:cp|copy|sync|transfer|ftp)$/
/** `me@box:/in`, `box.acme.example:in`, `6c54cade-bde5-45c1:/in`: a machine, or an end that only a service knows. */
const PLACE_THERE =
  /^(?:[\w.-]{1,64}@[\w.-]{1,200}|[\w-]{1,60}(?:\.[\w-]{1,60}){1,8}|[0-9a-f]{8}-[0-9a-f-]{8,40}):(?!\/\/)[\w/~.]/i

const SENDS = /^(?:upload|send|submit|post)$/
const GATHERS =
  /^(?:sos|sosreport|report|reports|collect|collector|diag|diagnose|diagnostics|diagtool|support|supportbundle|bundle|bug|bugreport|crash|dump|feedback)$/

export function stateSending(command: Command, scribe: Scribe): void {
  if (asksOnly(command)) return
  const words = command.args.map(({ known }) => known)
  const place = carriedTo(command, words) ?? sentBy(command, words)
  if (place === undefined) return
  const host = place.includes('://') ? hostOf(place) : place.replace(/^[^@]*@/, '').replace(/:.*$/s, '')
  if (addressOf(host) === 'loopback') return
  scribe.effect({ kind: 'external-write', service: host, nature: 'file', target: place, certainty: 'likely' })
}

function carriedTo(command: Command, words: readonly string[]): string | undefined {
  const operands = words.filter((word) => !word.startsWith('-'))
  const name = programOf(command)
  const last = operands.at(-1) ?? ''
  const carries = CARRIER.test(name) || operands.slice(0, 2).some((word) => CARRIES.test(word))
  if (!carries || !PLACE_THERE.test(last)) return undefined
  return operands.slice(0, -1).some((word) => isFile(word) || /^[\w.-]+$/.test(word) || PLACE_THERE.test(word))
    ? last
    : undefined
}

function sentBy(command: Command, words: readonly string[]): string | undefined {
  const name = programOf(command)
  if (onlyLooks(name)) return undefined
  for (const [at, word] of words.entries()) {
    const [, option = '', value = words[at + 1] ?? ''] = /^--?([a-z][\w-]{2,40})(?:=(.*))?$/is.exec(word) ?? []
    if (!wordsOf(option).some((part) => SENDS.test(part))) continue
    if (/^(?:https?|ftps?|sftp|s3|gs):\/\/[^/\s]/i.test(value)) return value
    const gathers = [name, ...words.slice(0, 2)].flatMap(wordsOf).some((part) => GATHERS.test(part))
    if (gathers && /^--?(?:upload|send|submit)$/.test(word)) return `the service of ${name}`
  }
  return undefined
}
