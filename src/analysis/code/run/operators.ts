import type { Run } from './run.ts'
import { type Handler, required } from './table.ts'
import {
  type Abstract,
  allSources,
  cappedList,
  concat,
  exact,
  from,
  knownOf,
  MAX_TEXT,
  numeric,
  roomFor,
  sourcesOf,
  text,
  unique,
} from './value.ts'

const HUGE = 20_000_000_000
const MAX_REPEAT = 10_000
const MAX_ITEMS = 2_000

export function combine(
  node: { readonly operators: readonly string[] },
  operands: readonly Abstract[],
  run: Run,
): Abstract {
  let left = operands[0] ?? { sources: [] }
  if (
    node.operators.length > 4 &&
    node.operators.every((operator) => operator === '+' || operator === '.') &&
    operands.some(isText)
  )
    return concat(operands)
  node.operators.forEach((operator, index) => {
    const right = operands[index + 1]
    if (right) left = two(operator, left, right, run)
  })
  return left
}

function isText(value: Abstract): boolean {
  return value.known !== undefined
}

function two(operator: string, left: Abstract, right: Abstract, run: Run): Abstract {
  switch (operator) {
    case '+':
      return plus(left, right)
    case '.':
    case '<<':
      return isText(left) || isText(right) ? concat([left, right]) : append(left, right)
    case '/':
      if (left.type === 'Path' || (right.type === 'Path' && isText(left))) return joinPaths([left, right])
      return arithmetic(operator, left, right)
    case '%':
      return isText(left) ? formatPercent(left, right) : arithmetic(operator, left, right)
    case '*':
    case 'x':
      return repeated(left, right, run)
    case '|':
      if (left.number !== undefined && right.number !== undefined) return numeric(left.number | right.number)
      return { ...left, sources: unique([allSources(left), allSources(right)]) }
    case '-':
    case '**':
      return arithmetic(operator, left, right)
    default:
      return { sources: [] }
  }
}

function append(left: Abstract, right: Abstract): Abstract {
  if (left.items) return cappedList([...left.items, right], MAX_ITEMS)
  return from(unique([allSources(left), allSources(right)]))
}

function plus(left: Abstract, right: Abstract): Abstract {
  if (left.number !== undefined && right.number !== undefined) return numeric(left.number + right.number)
  if (left.items && right.items) return cappedList([...left.items, ...right.items], MAX_ITEMS)
  if (left.type === 'Path') return joinPaths([left, right])
  if (isText(left) || isText(right)) return concat([left, right])
  return from(unique([allSources(left), allSources(right)]))
}

function arithmetic(operator: string, left: Abstract, right: Abstract): Abstract {
  if (left.number === undefined || right.number === undefined)
    return from(unique([allSources(left), allSources(right)]))
  const { number: a } = left
  const { number: b } = right
  const result = operator === '-' ? a - b : operator === '**' ? a ** b : operator === '/' ? a / b : a % b
  return numeric(result)
}

function repeated(left: Abstract, right: Abstract, run: Run): Abstract {
  if (left.number !== undefined && right.number !== undefined) return numeric(left.number * right.number)
  const [value, count] = left.number === undefined ? [left, right.number] : [right, left.number]
  if (count !== undefined && count >= HUGE && (isText(value) || value.items))
    run.state({ kind: 'exhaust', what: 'memory', by: 'a very long text' })
  const known = exact(value)
  if (known !== undefined && count !== undefined && count >= 0 && known.length * count <= MAX_REPEAT)
    return text(known.repeat(count), value.sources)
  return isText(value) ? text(`${knownOf(value)}\0`, value.sources) : value
}

export function joinPaths(parts: readonly Abstract[]): Abstract {
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

export function formatPercent(pattern: Abstract, right: Abstract): Abstract {
  const values = [...(right.items ?? [right])]
  const room = roomFor(MAX_TEXT)
  let next = 0
  const known = knownOf(pattern).replace(
    /%(?:\((\w+)\))?[-+ #0]*\d*(?:\.\d+)?([sdrifgxXeEcob%])/g,
    (_all, name, kind) => {
      if (kind === '%') return '%'
      const value = name === undefined ? values[next++] : right.fields?.get(name)
      return value ? room(knownOf(value)) : '\0'
    },
  )
  return text(known, unique([pattern.sources, allSources(right)]))
}

export function folderOf(path: Abstract): Abstract {
  const known = knownOf(path).replace(/(?<=.)\/+$/, '')
  const slash = known.lastIndexOf('/')
  const folder = slash > 0 ? known.slice(0, slash) : slash === 0 ? '/' : known.includes('\0') ? '\0' : '.'
  const { sources, type, glob } = path
  return { known: folder, sources, type, glob, ...(path.others && { others: path.others.map(folderOf) }) }
}

export const GLOB_NAME = /(?:^|_)i?glob(?:by)?(?:Sync|Iterate)?$|^glob(?:by)?[A-Z]?\w*Sync$/

export const EVERY_PROCESS = { kind: 'command', program: '/proc', secret: false } as const

export const globs: Handler = (call, run) => {
  const given = required(call, 0)
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
