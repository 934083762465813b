import type { Command } from '../words.ts'
import { picksOneField } from '../xpath.ts'

/** Files of `NAME=value` lines. */
const ASSIGNMENTS = /(?:^|\/)(?:\.env(?:\.[\w.-]+)?|[\w.-]+\.(?:env|tfvars|properties)|\.npmrc|\.aws\/credentials)$/i

/** Does a program print so little of a secret file that no value shows: a count, names, values struck out? */
export function hidesValues(program: string, command: Command, path: string): boolean {
  const words = command.args.map((word) => word.known)
  if (words.some((word) => word.includes('\0'))) return false
  if (printsCount(program, words)) return true
  if (/^(?:jq|yq)$/.test(program))
    return words
      .filter((word) => !word.startsWith('-'))
      .slice(0, 1)
      .every(asksKeys)
  if (picksOneField(words)) return true
  return ASSIGNMENTS.test(path) && (printsNames(program, words) || greps(program, words, isPublic))
}

/** `wc`, `sha256sum`, `grep -c`, `grep -q`: how much there is, whether it is the same, and whether something is in it. */
export function printsCount(program: string, words: readonly string[]): boolean {
  if (/^(?:wc|cksum|(?:md5|b2|sha(?:1|224|256|384|512)?)sum|shasum)$/.test(program)) return true
  if (!isGrep(program)) return false
  return optionsOf(words).some((option) =>
    /^-[A-Za-z]*[cqlL][A-Za-z]*$|^--(?:count|quiet|silent|files-with)/.test(option),
  )
}

/** Of `NAME=value` lines, only what stands before the sign, or the value struck out. */
export function printsNames(program: string, words: readonly string[]): boolean {
  const line = words.join(' ')
  switch (program) {
    case 'cut':
      return /^(?:-s )?(?:-d ?= -f ?1|-f ?1 -d ?=)(?: -s)?(?: [^-\s]\S*)*$/.test(line)
    case 'sed':
    case 'gsed':
      return strikesOut(words)
    case 'awk':
    case 'gawk':
    case 'mawk':
      return /^-F ?= (?:!?\/[^/]*\/ ?|NF(?:>\d)? ?)?\{ ?print \$1(?:,? ?"[^"$]*")* ?;? ?\}(?: [^-\s]\S*)*$/.test(line)
    default:
      return isGrep(program) && (greps(program, words, isNamePart) || leavesOutSecrets(words))
  }
}

const STRIKES = [/^s(\W)=\.[*+]\$?\1[^&\\]*\1g?$/, /^s(\W)\^?\\?\(\[\^=\](?:\*|\\?\+)\\?\)=\.\*\$?\1\\1[^&\\]*\1g?$/]

function strikesOut(words: readonly string[]): boolean {
  const options = optionsOf(words)
  if (
    !options.every((option) => /^-(?:E|r|e|Ee|re)$/.test(option)) ||
    options.filter((o) => o.endsWith('e')).length > 1
  )
    return false
  const script = words.find((word) => !word.startsWith('-')) ?? ''
  return STRIKES.some((form) => form.test(script))
}

function greps(program: string, words: readonly string[], fits: (part: string, only: boolean) => boolean): boolean {
  if (!isGrep(program)) return false
  const options = optionsOf(words)
  if (options.some((option) => /^-[A-Za-z]*[vfABCz0-9]|^--(?:invert|file|context|after|before|null)/.test(option)))
    return false
  const only = options.some((option) => /^-[A-Za-z]*o[A-Za-z]*$|^--only-matching$/.test(option))
  const pattern = words.find((word) => !word.startsWith('-')) ?? ''
  return alternatives(pattern).every((part) => fits(part, only))
}

/** `^(A|B)=` stands for `^A=` and `^B=`. */
function alternatives(pattern: string): readonly string[] {
  const group = /^(\^?)\\?\(([\w|\\]+)\\?\)(=?)$/.exec(pattern)
  if (!group) return pattern.split(/\\?\|/)
  return (group[2] ?? '').split(/\\?\|/).map((part) => `${group[1]}${part.replaceAll('\\', '')}${group[3]}`)
}

/** `grep -o '^[A-Z_]*='`: the beginning of a line, up to the sign. */
function isNamePart(part: string, only: boolean): boolean {
  return only && /^\^(?:export )?(?:(?:\[\^=\]|\[[\w-]+\]|\\w)(?:\\?[*+])?){1,2}(?:=|\(\?==\))?$/.test(part)
}

const PUBLIC_PREFIX = /^\^?(?:NEXT_PUBLIC|VITE|REACT_APP|PUBLIC|NUXT_PUBLIC|EXPO_PUBLIC|GATSBY)_\w*=?$/
const PUBLIC_NAME =
  /^\^?(?:[A-Z]+_)?(?:PORT|HOST|HOSTNAME|NODE_ENV|ENV|DEBUG|LOG_LEVEL|LOGLEVEL|MODE|VERSION|REGION|TIMEOUT|TZ|LANG|LOCALE)=?$/

function isPublic(part: string): boolean {
  return part === '^\\[' || PUBLIC_PREFIX.test(part) || PUBLIC_NAME.test(part)
}

/** `grep -vi 'key|token|secret|pass'`: what is left was cleared of secrets by their names. */
function leavesOutSecrets(words: readonly string[]): boolean {
  const options = optionsOf(words).join(' ')
  const pattern = (words.find((word) => !word.startsWith('-')) ?? '').toLowerCase()
  return (
    /(?:^| )-[A-Za-z]*v/.test(options) &&
    /(?:^| )-[A-Za-z]*i/.test(options) &&
    pattern.split(/\\?\|/).filter((part) => /^(?:\w+_)?(?:keys?|tokens?|secrets?|pass(?:w|wd|word)?)$/.test(part))
      .length >= 4
  )
}

function asksKeys(query: string): boolean {
  return /^(?:\.[\w.]* ?\| ?)?(?:keys(?:_unsorted)?(?:\[\])?|length|type|has\("[^"]*"\)|to_entries\[\] ?\| ?\.key)$/.test(
    query,
  )
}

function isGrep(program: string): boolean {
  return /^(?:[ef]?grep|rg|ag)$/.test(program)
}

function optionsOf(words: readonly string[]): readonly string[] {
  return words.filter((word) => word.startsWith('-'))
}
