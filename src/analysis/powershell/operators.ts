import {
  type AbstractValue,
  allSources,
  cappedList,
  concatValues,
  exactText,
  knownOf,
  listValue,
  numberValue,
  referenceValue,
  textValue,
  UNKNOWN_RESULT,
  uniqueSources,
  valueFrom,
} from '../code/run/abstract-value.ts'
import type { CodeRun } from '../code/run/run.ts'
import { environmentValue } from '../code/tables/handlers.ts'

function formatItems(pattern: AbstractValue, values: AbstractValue): AbstractValue {
  const items = values.items ?? [values]
  const known = knownOf(pattern).replace(/\{\{|\}\}|\{(\d+)(?:[,:][^{}]*)?\}/g, (all, index) => {
    if (all === '{{' || all === '}}') return all[0] ?? ''
    const value = items[Number(index)]
    return value ? knownOf(value) : '\0'
  })
  return textValue(known, uniqueSources([pattern.sources, allSources(values)]))
}

export function joinItems(list: AbstractValue, separator: AbstractValue): AbstractValue {
  if (!list.items) return list
  return concatValues(list.items.flatMap((item, index) => (index === 0 ? [item] : [separator, item])))
}

const MAX_ROUNDS = 40

export function loopRounds(list: AbstractValue, run: CodeRun): readonly AbstractValue[] {
  const { items } = list
  if (!items) return [list.element ?? list]
  if (items.length > MAX_ROUNDS) run.unread('a loop that was not followed')
  return items.slice(0, MAX_ROUNDS)
}

export const MAX_PARTS = 5_000

function splitValue(value: AbstractValue, separator: AbstractValue): AbstractValue {
  const whole = exactText(value)
  const mark = exactText(separator) ?? (separator.items ? exactText(separator.items[0]) : undefined)
  if (whole === undefined || mark === undefined) return valueFrom(allSources(value))
  const parts = whole.split(mark === ' ' ? /\s+/ : mark).map((part) => textValue(part, value.sources))
  return cappedList(parts, MAX_PARTS)
}

/** `-replace 'a', 'b'` with a pattern that is plain text. */
export function replaceValue(value: AbstractValue, pair: AbstractValue): AbstractValue {
  const whole = exactText(value)
  const [what, by] = (pair.items ?? [pair]).map(exactText)
  if (whole === undefined || what === undefined) return valueFrom(allSources(value))
  const plain = what.replace(/\\([\\.*+?^${}()|[\]])/g, '$1')
  if (plain === '' || /[.*+?^${}()|[\]]/.test(what.replace(/\\./g, ''))) return textValue('\0', value.sources)
  const result = whole.replaceAll(plain, () => by ?? '')
  return textValue(result.length > 200_000 ? '\0' : result, value.sources)
}

export function applyUnary(operator: string, value: AbstractValue): AbstractValue {
  if (operator === '-join') return joinItems(value, textValue(''))
  if (operator === '-split') return splitValue(value, textValue(' '))
  if (operator === '[char]' && value.number !== undefined) return textValue(String.fromCharCode(value.number))
  if (operator === '[char[]]' && value.items)
    return listValue(
      value.items.map((item) => (item.number === undefined ? item : textValue(String.fromCharCode(item.number)))),
    )
  if (operator === '[int]' || operator === '[byte]')
    return { ...value, number: value.number ?? Number(exactText(value) ?? Number.NaN) }
  if (operator === '-' && value.number !== undefined) return numberValue(-value.number)
  if (operator === '[scriptblock]' || operator.startsWith('[')) return value
  return operator === '-not' || operator === '!' ? UNKNOWN_RESULT : value
}

export function applyBinary(operator: string, left: AbstractValue, right: AbstractValue): AbstractValue {
  switch (operator) {
    case '+':
      if (left.number !== undefined && right.number !== undefined) return numberValue(left.number + right.number)
      return left.items ? listValue([...left.items, ...(right.items ?? [right])]) : concatValues([left, right])
    case '-f':
      return formatItems(left, right)
    case '-join':
      return joinItems(left, right)
    case '-split':
      return splitValue(left, right)
    case '-replace':
    case '-creplace':
    case '-ireplace':
      return replaceValue(left, right)
    case '..': {
      const [start, end] = [left.number, right.number]
      if (start === undefined || end === undefined || Math.abs(end - start) > 2000) return UNKNOWN_RESULT
      const step = end >= start ? 1 : -1
      return listValue(
        Array.from({ length: Math.abs(end - start) + 1 }, (_item, index) => ({
          number: start + index * step,
          sources: [],
        })),
      )
    }
    case '*':
      return left.number !== undefined && right.number !== undefined ? numberValue(left.number * right.number) : left
    default:
      return UNKNOWN_RESULT
  }
}

export function automaticVariable(name: string, run: CodeRun): AbstractValue {
  const { facts } = run.recorder
  if (name.startsWith('env:')) return environmentVariable(name.slice(4).toUpperCase(), run)
  if (name === 'home') return textValue(facts.home)
  if (name === 'pwd' || name === 'psscriptroot') return textValue(facts.cwd)
  if (name === 'true' || name === 'false' || name === 'null') return referenceValue(name)
  if (name === 'unknown_part') return textValue('\0')
  if (name === 'profile') return textValue(`${facts.home}/Documents/PowerShell/profile.ps1`)
  return name === 'args' || name === 'input' ? valueFrom([{ kind: 'argument' }]) : textValue('\0')
}

function environmentVariable(key: string, run: CodeRun): AbstractValue {
  const { home } = run.recorder.facts
  if (key === 'TEMP' || key === 'TMP') return textValue('/tmp')
  if (key === 'USERPROFILE') return textValue(home)
  if (/^(?:WINDIR|SYSTEMROOT)$/.test(key)) return textValue('C:\\Windows')
  if (/^PROGRAM(?:FILES|DATA)/.test(key)) return textValue('C:\\Program Files')
  if (/^(?:LOCAL)?APPDATA$/.test(key)) return textValue(`${home}\\AppData`)
  if (key === 'SYSTEMDRIVE' || key === 'HOMEDRIVE') return textValue('C:')
  return environmentValue(run, key)
}
