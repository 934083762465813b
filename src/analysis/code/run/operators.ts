import {
  type AbstractValue,
  allSources,
  cappedList,
  concatValues,
  exactText,
  knownOf,
  MAX_TEXT,
  numberValue,
  sourcesOf,
  textBudget,
  textValue,
  uniqueSources,
  valueFrom,
} from './abstract-value.ts'
import { type Handler, requiredArgument } from './call-table.ts'
import type { CodeRun } from './run.ts'

const HUGE_SIZE = 20_000_000_000
const MAX_REPEAT = 10_000
const MAX_ITEMS = 2_000

export function combineValues(
  node: { readonly operators: readonly string[] },
  operands: readonly AbstractValue[],
  run: CodeRun,
): AbstractValue {
  let left = operands[0] ?? { sources: [] }
  if (
    node.operators.length > 4 &&
    node.operators.every((operator) => operator === '+' || operator === '.') &&
    operands.some(isTextValue)
  )
    return concatValues(operands)
  node.operators.forEach((operator, index) => {
    const right = operands[index + 1]
    if (right) left = applyOperator(operator, left, right, run)
  })
  return left
}

function isTextValue(value: AbstractValue): boolean {
  return value.known !== undefined
}

function applyOperator(operator: string, left: AbstractValue, right: AbstractValue, run: CodeRun): AbstractValue {
  switch (operator) {
    case '+':
      return addValues(left, right)
    case '.':
    case '<<':
      return isTextValue(left) || isTextValue(right) ? concatValues([left, right]) : appendItem(left, right)
    case '/':
      if (left.type === 'Path' || (right.type === 'Path' && isTextValue(left))) return joinPaths([left, right])
      return computeNumber(operator, left, right)
    case '%':
      return isTextValue(left) ? formatPercent(left, right) : computeNumber(operator, left, right)
    case '*':
    case 'x':
      return repeatValue(left, right, run)
    case '|':
      if (left.number !== undefined && right.number !== undefined) return numberValue(left.number | right.number)
      return { ...left, sources: uniqueSources([allSources(left), allSources(right)]) }
    case '-':
    case '**':
      return computeNumber(operator, left, right)
    default:
      return { sources: [] }
  }
}

function appendItem(left: AbstractValue, right: AbstractValue): AbstractValue {
  if (left.items) return cappedList([...left.items, right], MAX_ITEMS)
  return valueFrom(uniqueSources([allSources(left), allSources(right)]))
}

function addValues(left: AbstractValue, right: AbstractValue): AbstractValue {
  if (left.number !== undefined && right.number !== undefined) return numberValue(left.number + right.number)
  if (left.items && right.items) return cappedList([...left.items, ...right.items], MAX_ITEMS)
  if (left.type === 'Path') return joinPaths([left, right])
  if (isTextValue(left) || isTextValue(right)) return concatValues([left, right])
  return valueFrom(uniqueSources([allSources(left), allSources(right)]))
}

function computeNumber(operator: string, left: AbstractValue, right: AbstractValue): AbstractValue {
  if (left.number === undefined || right.number === undefined)
    return valueFrom(uniqueSources([allSources(left), allSources(right)]))
  const { number: a } = left
  const { number: b } = right
  const result = operator === '-' ? a - b : operator === '**' ? a ** b : operator === '/' ? a / b : a % b
  return numberValue(result)
}

function repeatValue(left: AbstractValue, right: AbstractValue, run: CodeRun): AbstractValue {
  if (left.number !== undefined && right.number !== undefined) return numberValue(left.number * right.number)
  const [value, count] = left.number === undefined ? [left, right.number] : [right, left.number]
  if (count !== undefined && count >= HUGE_SIZE && (isTextValue(value) || value.items))
    run.state({ kind: 'exhaust', what: 'memory', by: 'a very long text' })
  const known = exactText(value)
  if (known !== undefined && count !== undefined && count >= 0 && known.length * count <= MAX_REPEAT)
    return textValue(known.repeat(count), value.sources)
  return isTextValue(value) ? textValue(`${knownOf(value)}\0`, value.sources) : value
}

export function joinPaths(parts: readonly AbstractValue[]): AbstractValue {
  let known = ''
  for (const part of parts) {
    const piece = knownOf(part)
    if (piece.startsWith('/') || /^[a-zA-Z]:[\\/]/.test(piece)) known = piece
    else known = known === '' || known.endsWith('/') ? known + piece : `${known}/${piece}`
  }
  return {
    known,
    type: 'Path',
    sources: sourcesOf(parts),
    glob: parts.some((part) => part.glob),
  }
}

export function formatPercent(pattern: AbstractValue, right: AbstractValue): AbstractValue {
  const values = [...(right.items ?? [right])]
  const room = textBudget(MAX_TEXT)
  let next = 0
  const known = knownOf(pattern).replace(
    /%(?:\((\w+)\))?[-+ #0]*\d*(?:\.\d+)?([sdrifgxXeEcob%])/g,
    (_all, name, kind) => {
      if (kind === '%') return '%'
      const value = name === undefined ? values[next++] : right.fields?.get(name)
      return value ? room(knownOf(value)) : '\0'
    },
  )
  return textValue(known, uniqueSources([pattern.sources, allSources(right)]))
}

export function folderOf(path: AbstractValue): AbstractValue {
  const known = knownOf(path).replace(/(?<=.)\/+$/, '')
  const slash = known.lastIndexOf('/')
  const folder = slash > 0 ? known.slice(0, slash) : slash === 0 ? '/' : known.includes('\0') ? '\0' : '.'
  const { sources, type, glob } = path
  return { known: folder, sources, type, glob, ...(path.others && { others: path.others.map(folderOf) }) }
}

export const GLOB_NAME = /(?:^|_)i?glob(?:by)?(?:Sync|Iterate)?$|^glob(?:by)?[A-Z]?\w*Sync$/

export const EVERY_PROCESS = { kind: 'command', program: '/proc', secret: false } as const

export const globHandler: Handler = (call, run) => {
  const given = requiredArgument(call, 0)
  const patterns = given.items ?? [given]
  const found = patterns.map(knownOf).map((known) => ({
    known,
    glob: true,
    sources: /^\/proc\/(?:\*|\[[0-9-]{1,10}\])/.test(known) ? [EVERY_PROCESS] : [],
  }))
  for (const one of found) run.reads(one, true, call.name)
  const [first, ...others] = found
  if (first === undefined) return undefined
  return { element: others.length === 0 ? first : { ...first, others }, sources: [] }
}
