import { type Abstract, allSources, concat, exact, from, knownOf, listOf, text, unique } from '../code/run/value.ts'

/** `'{0}{1}' -f 'a', 'b'`. */
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

export function split(value: Abstract, separator: Abstract): Abstract {
  const whole = exact(value)
  const by = exact(separator) ?? (separator.items ? exact(separator.items[0]) : undefined)
  if (whole === undefined || by === undefined) return from(allSources(value))
  return listOf(
    whole
      .split(by === ' ' ? /\s+/ : by)
      .slice(0, 5000)
      .map((part) => text(part, value.sources)),
  )
}

/** `-replace 'a', 'b'` with a pattern that is plain text. */
export function replace(value: Abstract, pair: Abstract): Abstract {
  const whole = exact(value)
  const [what, by] = (pair.items ?? [pair]).map((item) => exact(item))
  if (whole === undefined || what === undefined) return from(allSources(value))
  const plain = what.replace(/\\([\\.*+?^${}()|[\]])/g, '$1')
  if (plain === '' || /[.*+?^${}()|[\]]/.test(what.replace(/\\./g, ''))) return text('\0', value.sources)
  const result = whole.replaceAll(plain, () => by ?? '')
  return text(result.length > 200_000 ? '\0' : result, value.sources)
}
