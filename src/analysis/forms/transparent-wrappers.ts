import { wrappedCommandWords } from '../interpret/spec-interpreter.ts'
import { WRAPPER_SPECS } from '../interpret/wrapper-specs.ts'
import type { Word } from '../words.ts'

/** Wrappers that change nothing about what runs: an allow rule on the inner command covers them. */
const TRANSPARENT_WRAPPERS = new Map(
  WRAPPER_SPECS.filter(({ transparent }) => transparent).flatMap((spec) =>
    spec.names.split(' ').map((name) => [name, spec] as const),
  ),
)
const SHELL_WRAPPERS: ReadonlyMap<string, string> = new Map([
  ['command', '-p'],
  ['builtin', ''],
  ['noglob', ''],
  ['xargs', ''],
])

export const SAFE_WRAPPERS: readonly string[] = [...TRANSPARENT_WRAPPERS.keys(), ...SHELL_WRAPPERS.keys()]

export function unwrapSafely(words: readonly Word[], declared: ReadonlySet<string>): readonly Word[] {
  let inner = words
  for (let depth = 0; depth < 32; depth++) {
    const name = inner[0]?.text
    const next = name === undefined ? undefined : unwrapOnce(name, inner.slice(1), declared)
    if (!next || next.length === 0) return inner
    inner = next
  }
  return inner
}

function unwrapOnce(name: string, args: readonly Word[], declared: ReadonlySet<string>): readonly Word[] | undefined {
  const spec = TRANSPARENT_WRAPPERS.get(name)
  if (spec) return wrappedCommandWords(spec, args)
  const option = SHELL_WRAPPERS.get(name) ?? (declared.has(name) ? '' : undefined)
  if (option === undefined) return undefined
  const rest = option !== '' && args[0]?.text === option ? args.slice(1) : args
  const [first] = rest
  if (first?.text === '--') return rest.slice(1)
  return first?.text === undefined || /^-./.test(first.text) ? undefined : rest
}
