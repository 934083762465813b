import { expandKeys, wordSet } from '../syntax.ts'
import {
  type AbstractValue,
  allSources,
  capList,
  cappedList,
  concatValues,
  exactText,
  knownOf,
  listValue,
  MAX_TEXT,
  numberValue,
  textBudget,
  textValue,
  UNKNOWN_RESULT,
  uniqueSources,
  valueFrom,
} from './abstract-value.ts'
import type { CodeCall, Handler } from './call-table.ts'
import { folderOf, formatPercent } from './operators.ts'

export function elementOf(value: AbstractValue): AbstractValue | undefined {
  if (value.element) return value.element
  const [first, ...rest] = value.items ?? []
  if (first) return rest.length === 0 ? first : { ...first, others: rest.slice(0, 6) }
  if (value.fields) return { sources: allSources(value) }
  return undefined
}

const MOST_ABOVE = 16

/** `Path.parents`: the folder it lies in, the one above that, and so on. */
function foldersAbove(path: AbstractValue): readonly AbstractValue[] {
  const above: AbstractValue[] = []
  for (let folder = folderOf(path); above.length < MOST_ABOVE; folder = folderOf(folder)) {
    above.push(folder)
    if (knownOf(folder) === '/' || knownOf(folder) === '.') break
  }
  return above
}

export function memberOfValue(object: AbstractValue, name: string): AbstractValue | undefined {
  if (object.type === 'Path') {
    const known = knownOf(object).replace(/\/+$/, '')
    const slash = known.lastIndexOf('/')
    if (name === 'path') return object
    if (name === 'parent' || name === 'dirname') return folderOf(object)
    if (name === 'parents') return { items: foldersAbove(object), sources: object.sources }
    if (name === 'name') return textValue(known.slice(slash + 1), object.sources)
    if (name === 'stem') return textValue(known.slice(slash + 1).replace(/\.[^.]*$/, ''), object.sources)
    if (name === 'suffix') return textValue(/\.[^.]*$/.exec(known)?.[0] ?? '', object.sources)
    return undefined
  }
  if (object.type === 'response' && /^(?:text|content|body|data|json|raw|buffer)$/.test(name))
    return { sources: object.sources, bound: { receiver: object, method: name } }
  if (name === 'length') return UNKNOWN_RESULT
  return undefined
}

type TextMethod = (whole: string, call: CodeCall) => string | undefined

const firstText = (call: CodeCall): string | undefined => exactText(call.args[0])

/** Methods of constant text whose result is constant, in any of the languages. */
const TEXT_METHODS = expandKeys<TextMethod>({
  'lower toLowerCase downcase casefold': (whole) => whole.toLowerCase(),
  'upper toUpperCase upcase': (whole) => whole.toUpperCase(),
  'strip trim chomp chop': (whole, call) => (call.args.length === 0 ? whole.trim() : undefined),
  'encode decode toString to_s to_str toWellFormed freeze dup as_posix b force_encoding to_sym join_all valueOf': (
    whole,
    call,
  ) => decodeWith(whole, firstText(call)),
  reverse: (whole) => [...whole].reverse().join(''),
  swapcase: (whole) =>
    [...whole].map((char) => (char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase())).join(''),
  'replace replaceAll gsub': replaceText,
  sub: (whole, call) => {
    const [what, by] = [firstText(call), exactText(call.args[1])]
    return what === undefined || by === undefined ? undefined : whole.replace(what, () => by)
  },
  delete: (whole, call) => {
    const chars = firstText(call)
    return chars === undefined ? undefined : [...whole].filter((char) => !chars.includes(char)).join('')
  },
  tr: (whole, call) => translateCharacters(whole, firstText(call), exactText(call.args[1])),
  repeat: (whole, call) => repeatText(whole, call.args[0]?.number),
  ljust: (whole) => whole,
  charAt: (whole, call) => whole.charAt(call.args[0]?.number ?? 0),
  slice: (whole, call) => whole.slice(call.args[0]?.number ?? 0, call.args[1]?.number),
  substring: (whole, call) => whole.substring(call.args[0]?.number ?? 0, call.args[1]?.number),
  substr: (whole, call) => whole.substr(call.args[0]?.number ?? 0, call.args[1]?.number),
  unpack1: (whole, call) => unpackText(whole, firstText(call)),
  hex: (whole) => [...whole].map((char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join(''),
  removeprefix: (whole, call) =>
    whole.startsWith(firstText(call) ?? '\0') ? whole.slice(firstText(call)?.length) : whole,
  removesuffix: (whole, call) =>
    whole.endsWith(firstText(call) ?? '\0') ? whole.slice(0, -(firstText(call) ?? '').length) : whole,
})

const MAX_RESULT = 200_000
const MAX_LIST = 5_000
const MAX_MAPPED = 2_000

function repeatText(whole: string, count: number | undefined): string | undefined {
  return count !== undefined && count >= 0 && whole.length * count <= MAX_RESULT ? whole.repeat(count) : undefined
}

function replaceText(whole: string, call: CodeCall): string | undefined {
  const [what, by] = [firstText(call), exactText(call.args[1])]
  if (what === undefined || by === undefined || what === '') return undefined
  const parts = whole.split(what)
  const length = whole.length + (parts.length - 1) * (by.length - what.length)
  return length > MAX_RESULT ? undefined : parts.join(by)
}

function translateCharacters(
  whole: string,
  source: string | undefined,
  target: string | undefined,
): string | undefined {
  if (source === undefined || target === undefined) return undefined
  const to = expandRanges(target)
  const table = new Map<string, string>()
  expandRanges(source).forEach((char, at) => {
    if (!table.has(char)) table.set(char, to[Math.min(at, to.length - 1)] ?? '')
  })
  return [...whole].map((char) => table.get(char) ?? char).join('')
}

function expandRanges(set: string): string[] {
  const out: string[] = []
  for (let at = 0; at < set.length && out.length < 600; at++) {
    const end = set[at + 2]
    if (set[at + 1] === '-' && end !== undefined) {
      for (let code = set.charCodeAt(at); code <= end.charCodeAt(0) && out.length < 600; code++)
        out.push(String.fromCharCode(code))
      at += 2
    } else out.push(set[at] ?? '')
  }
  return out
}

export function decodeWith(whole: string, encoding: string | undefined): string | undefined {
  const name = encoding?.toLowerCase().replace(/[-_]/g, '') ?? 'utf8'
  if (/^(?:utf8|ascii|latin1|binary|utf16(?:le)?)$/.test(name)) return whole
  if (/^base64(?:codec|url)?$/.test(name)) return decodeBase64(whole)
  if (/^hex(?:codec)?$/.test(name)) return decodeHex(whole)
  return name === 'rot13' ? rot13(whole) : undefined
}

export function decodeBase64(whole: string): string {
  return Buffer.from(whole, 'base64').toString('utf8')
}

export function decodeHex(whole: string): string {
  return Buffer.from(whole.replace(/\s/g, ''), 'hex').toString('utf8')
}

export function rot13(whole: string): string {
  return whole.replace(/[a-zA-Z]/g, (char) => {
    const base = char <= 'Z' ? 65 : 97
    return String.fromCharCode(((char.charCodeAt(0) - base + 13) % 26) + base)
  })
}

export function unpackText(whole: string, format: string | undefined): string | undefined {
  if (format === undefined) return undefined
  if (/^m/.test(format)) return decodeBase64(whole)
  if (/^H\*?/.test(format)) return decodeHex(whole)
  if (/^u/.test(format)) return undefined
  return /^[aAZ]\*?$/.test(format) ? whole : undefined
}

export function constantCall(call: CodeCall): AbstractValue | undefined {
  const { receiver, name } = call
  if (!receiver) return undefined
  if (receiver.number !== undefined && name === 'chr') return textValue(String.fromCharCode(receiver.number))
  if (receiver.items) return listCall(receiver.items, call)
  if (receiver.known === undefined || receiver.type !== undefined) return undefined
  if (name === 'format') return formatBraces(receiver, call)
  if (name === 'join') return joinList(receiver, call.args[0] ?? UNKNOWN_RESULT)
  if (name === 'concat') return concatValues([receiver, ...call.args])
  const whole = exactText(receiver)
  if (whole === undefined)
    return IDENTITY_METHODS.has(name) ? textValue(knownOf(receiver), receiver.sources) : undefined
  if (name === 'split' || name === 'chars' || name === 'splitlines' || name === 'each_char')
    return splitText(whole, call, receiver)
  const result = TEXT_METHODS.get(name)?.(whole, call)
  return result === undefined || result.length > MAX_RESULT ? undefined : textValue(result, receiver.sources)
}

const IDENTITY_METHODS = wordSet('strip trim rstrip lstrip encode decode toString to_s chomp')

function splitText(whole: string, call: CodeCall, receiver: AbstractValue): AbstractValue {
  const separator =
    call.name === 'chars' || call.name === 'each_char' ? '' : call.name === 'splitlines' ? '\n' : firstText(call)
  const parts = separator === undefined ? whole.trim().split(/\s+/) : whole.split(separator)
  return cappedList(
    parts.map((part) => textValue(part, receiver.sources)),
    MAX_LIST,
  )
}

function joinList(separator: AbstractValue, list: AbstractValue): AbstractValue {
  if (!list.items) {
    const whole = exactText(list)
    const between = knownOf(separator)
    if (whole !== undefined && whole.length * (between.length + 1) <= MAX_RESULT)
      return textValue([...whole].join(between), list.sources)
    return textValue('\0', uniqueSources([allSources(list)]))
  }
  return concatValues(
    capList(list.items, MAX_LIST, UNKNOWN_RESULT).flatMap((item, index) => (index === 0 ? [item] : [separator, item])),
  )
}

function formatBraces(pattern: AbstractValue, call: CodeCall): AbstractValue {
  const room = textBudget(MAX_TEXT)
  let next = 0
  const known = knownOf(pattern).replace(/\{\{|\}\}|\{(\w*)(?:[.[][^{}]*)?(?:![rsa])?(?::[^{}]*)?\}/g, (all, key) => {
    if (all === '{{' || all === '}}') return all[0] ?? ''
    const value = key === '' ? call.args[next++] : /^\d+$/.test(key) ? call.args[Number(key)] : call.named.get(key)
    return value ? room(knownOf(value)) : '\0'
  })
  const given = [...call.args, ...call.named.values()].map(allSources)
  return textValue(known, uniqueSources([pattern.sources, ...given]))
}

function listCall(items: readonly AbstractValue[], call: CodeCall): AbstractValue | undefined {
  const [given] = call.args
  switch (call.name) {
    case 'join':
      return joinList(given ?? textValue(call.named.size === 0 ? ',' : ''), listValue(items))
    case 'reverse':
    case 'toReversed':
      return listValue([...items].reverse())
    case 'map':
    case 'flatMap':
    case 'collect':
    case 'each':
    case 'forEach':
    case 'each_with_index':
      return given
        ? listValue(
            capList(items, MAX_MAPPED, UNKNOWN_RESULT).map((item, index) =>
              call.invoke(given, [item, numberValue(index)]),
            ),
          )
        : undefined
    case 'pack':
      return packItems(items, exactText(given))
    case 'concat':
      return cappedList([...items, ...(given?.items ?? (given ? [given] : []))], MAX_LIST)
    case 'slice':
      return listValue(items.slice(given?.number ?? 0, call.args[1]?.number))
    case 'append':
    case 'push':
    case 'add':
    case 'extend':
      return growList(items as AbstractValue[], call)
    default:
      return undefined
  }
}

function growList(items: AbstractValue[], call: CodeCall): AbstractValue {
  const added = call.name === 'extend' ? (call.args[0]?.items ?? []) : call.args
  if (items.length < MAX_LIST) items.push(...capList(added, MAX_LIST, UNKNOWN_RESULT))
  else if (items.at(-1) !== UNKNOWN_RESULT) items.push(UNKNOWN_RESULT)
  return listValue(items)
}

function packItems(items: readonly AbstractValue[], format: string | undefined): AbstractValue | undefined {
  const [head] = items
  const whole = exactText(head)
  if (format !== undefined && /^[cCUW]\*/.test(format))
    return textValue(
      items.map((item) => String.fromCodePoint(Math.min(0x10ffff, Math.max(0, item.number ?? 63)))).join(''),
    )
  if (format?.startsWith('m')) return undefined
  const result = whole === undefined ? undefined : unpackText(whole, format)
  return result === undefined ? undefined : textValue(result, head?.sources)
}

export function sprintf(call: CodeCall): AbstractValue {
  const [pattern, ...rest] = call.args
  return pattern ? formatPercent(pattern, listValue(rest)) : valueFrom([])
}

/** Characters by number: `chr(104)`, `String.fromCharCode(104, 105)`. */
export function charactersByNumber(call: CodeCall): AbstractValue {
  const numbers = call.args.map((value) => value.number ?? Number(exactText(value) ?? Number.NaN))
  if (numbers.some((code) => !Number.isInteger(code) || code < 0 || code > 0x10ffff)) return textValue('\0')
  return numbers.length > MAX_LIST ? textValue('\0') : textValue(String.fromCodePoint(...numbers))
}

/** `0755` is octal where it is allowed at all. */
export function parseNumber(written: string): number {
  const plain = written.replaceAll('_', '').replace(/[nj.]$/, '')
  return /^0[0-7]+$/.test(plain) ? Number.parseInt(plain, 8) : Number(plain)
}

const FILTER_METHODS =
  /^(?:filter|select|reject|grep|sort|sort_by|toSorted|reverse|reversed|uniq|compact|take|take_while|drop|drop_while|shuffle|to_a|toArray|slice|lazy|flat|flatten|toReversed|sortBy)$/
const MAP_METHODS = /^(?:map|flatMap|flat_map|collect|filter_map)$/
const EACH_METHODS = /^(?:each|forEach|each_with_index|each_entry)$/
const PICK_METHODS = /^(?:first|last|max|min|max_by|min_by|maxBy|minBy|sample|find|findLast|detect|at|pop|shift|fetch)$/

/** A method of a list that leaves some of its elements, or goes through elements that are known by what they are like only. */
export function filteredList(call: CodeCall): AbstractValue | undefined {
  const { receiver, name } = call
  const element = receiver && elementOf(receiver)
  if (!receiver || !element || receiver.fields || receiver.type !== undefined) return undefined
  const callback = call.args.find((value) => value.closure || value.ref !== undefined)
  if (MAP_METHODS.test(name) && callback)
    return { element: call.invoke(callback, [element]), sources: receiver.sources }
  const picks = PICK_METHODS.test(name)
  if (!picks && !FILTER_METHODS.test(name) && !EACH_METHODS.test(name)) return undefined
  if (picks && receiver.element === undefined) return undefined
  if (callback) call.invoke(callback, [element])
  return picks ? element : receiver
}

/** `max(files, key=…)`: one of the list, whichever. */
export const pickHandler: Handler = (call) => {
  const [list, ...more] = call.args
  const chooses = call.named.get('key') ?? more.find((value) => value.closure)
  const element = list?.element
  if (!element) return undefined
  if (chooses?.closure) call.invoke(chooses, [element])
  return element
}

export const filterHandler: Handler = (call) => {
  const lists = call.args.filter((value) => value.items || value.element)
  const [only, ...more] = lists
  const chooses = call.args.find((value) => value.closure)
  const element = only && elementOf(only)
  if (chooses && element) call.invoke(chooses, [element])
  return more.length === 0
    ? only
    : listValue(lists.flatMap((list) => list.items ?? (list.element ? [list.element] : [])))
}
