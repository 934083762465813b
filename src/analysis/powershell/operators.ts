import type { Run } from '../code/run/run.ts'
import {
  type Abstract,
  allSources,
  cappedList,
  concat,
  exact,
  from,
  knownOf,
  listOf,
  numeric,
  reference,
  text,
  UNKNOWN,
  unique,
} from '../code/run/value.ts'
import { variable } from '../code/tables/acts.ts'

export function format(pattern: Abstract, values: Abstract): Abstract {
  const items = values.items ?? [values]
  const known = knownOf(pattern).replace(/\{\{|\}\}|\{(\d+)(?:[,:][^{}]*)?\}/g, (all, index) => {
    if (all === '{{' || all === '}}') return all[0] ?? ''
    const value = items[Number(index)]
    return value ? knownOf(value) : '\0'
  })
  return text(known, unique([pattern.sources, allSources(values)]))
}

export function join(list: Abstract, separator: Abstract): Abstract {
  if (!list.items) return list
  return concat(list.items.flatMap((item, index) => (index === 0 ? [item] : [separator, item])))
}

const MAX_ROUNDS = 40

export function roundsOf(list: Abstract, run: Run): readonly Abstract[] {
  const { items } = list
  if (!items) return [list.element ?? list]
  if (items.length > MAX_ROUNDS) run.unread('a loop that was not followed')
  return items.slice(0, MAX_ROUNDS)
}

export const MOST_PARTS = 5_000

export function split(value: Abstract, separator: Abstract): Abstract {
  const whole = exact(value)
  const mark = exact(separator) ?? (separator.items ? exact(separator.items[0]) : undefined)
  if (whole === undefined || mark === undefined) return from(allSources(value))
  const parts = whole.split(mark === ' ' ? /\s+/ : mark).map((part) => text(part, value.sources))
  return cappedList(parts, MOST_PARTS)
}

/** `-replace 'a', 'b'` with a pattern that is plain text. */
export function replace(value: Abstract, pair: Abstract): Abstract {
  const whole = exact(value)
  const [what, by] = (pair.items ?? [pair]).map(exact)
  if (whole === undefined || what === undefined) return from(allSources(value))
  const plain = what.replace(/\\([\\.*+?^${}()|[\]])/g, '$1')
  if (plain === '' || /[.*+?^${}()|[\]]/.test(what.replace(/\\./g, ''))) return text('\0', value.sources)
  const result = whole.replaceAll(plain, () => by ?? '')
  return text(result.length > 200_000 ? '\0' : result, value.sources)
}

export function applyUnary(operator: string, value: Abstract): Abstract {
  if (operator === '-join') return join(value, text(''))
  if (operator === '-split') return split(value, text(' '))
  if (operator === '[char]' && value.number !== undefined) return text(String.fromCharCode(value.number))
  if (operator === '[char[]]' && value.items)
    return listOf(
      value.items.map((item) => (item.number === undefined ? item : text(String.fromCharCode(item.number)))),
    )
  if (operator === '[int]' || operator === '[byte]')
    return { ...value, number: value.number ?? Number(exact(value) ?? Number.NaN) }
  if (operator === '-' && value.number !== undefined) return numeric(-value.number)
  if (operator === '[scriptblock]' || operator.startsWith('[')) return value
  return operator === '-not' || operator === '!' ? UNKNOWN : value
}

export function applyBinary(operator: string, left: Abstract, right: Abstract): Abstract {
  switch (operator) {
    case '+':
      if (left.number !== undefined && right.number !== undefined) return numeric(left.number + right.number)
      return left.items ? listOf([...left.items, ...(right.items ?? [right])]) : concat([left, right])
    case '-f':
      return format(left, right)
    case '-join':
      return join(left, right)
    case '-split':
      return split(left, right)
    case '-replace':
    case '-creplace':
    case '-ireplace':
      return replace(left, right)
    case '..': {
      const [start, end] = [left.number, right.number]
      if (start === undefined || end === undefined || Math.abs(end - start) > 2000) return UNKNOWN
      const step = end >= start ? 1 : -1
      return listOf(
        Array.from({ length: Math.abs(end - start) + 1 }, (_item, index) => ({
          number: start + index * step,
          sources: [],
        })),
      )
    }
    case '*':
      return left.number !== undefined && right.number !== undefined ? numeric(left.number * right.number) : left
    default:
      return UNKNOWN
  }
}

export function automatic(name: string, run: Run): Abstract {
  const { facts } = run.scribe
  if (name.startsWith('env:')) return environment(name.slice(4).toUpperCase(), run)
  if (name === 'home') return text(facts.home)
  if (name === 'pwd' || name === 'psscriptroot') return text(facts.cwd)
  if (name === 'true' || name === 'false' || name === 'null') return reference(name)
  if (name === 'unknown_part') return text('\0')
  if (name === 'profile') return text(`${facts.home}/Documents/PowerShell/profile.ps1`)
  return name === 'args' || name === 'input' ? from([{ kind: 'argument' }]) : text('\0')
}

function environment(key: string, run: Run): Abstract {
  const { home } = run.scribe.facts
  if (key === 'TEMP' || key === 'TMP') return text('/tmp')
  if (key === 'USERPROFILE') return text(home)
  if (/^(?:WINDIR|SYSTEMROOT)$/.test(key)) return text('C:\\Windows')
  if (/^PROGRAM(?:FILES|DATA)/.test(key)) return text('C:\\Program Files')
  if (/^(?:LOCAL)?APPDATA$/.test(key)) return text(`${home}\\AppData`)
  if (key === 'SYSTEMDRIVE' || key === 'HOMEDRIVE') return text('C:')
  return variable(run, key)
}
