import { handedOn } from '../programs/form/interpret.ts'
import { WRAPPERS } from '../programs/shell/wrappers.ts'
import type { Word } from '../words.ts'

/** Wrappers that change nothing about what runs: an allow rule on the inner command covers them. */
const TRANSPARENT = new Map(
  WRAPPERS.filter(({ transparent }) => transparent).flatMap((spec) =>
    spec.names.split(' ').map((name) => [name, spec] as const),
  ),
)
const OF_THE_SHELL: ReadonlyMap<string, string> = new Map([
  ['command', '-p'],
  ['builtin', ''],
  ['noglob', ''],
  ['xargs', ''],
])

export const SAFE_WRAPPERS: readonly string[] = [...TRANSPARENT.keys(), ...OF_THE_SHELL.keys()]

export function unwrapSafely(words: readonly Word[], declared: ReadonlySet<string>): readonly Word[] {
  let inner = words
  for (let depth = 0; depth < 32; depth++) {
    const name = inner[0]?.text
    const next = name === undefined ? undefined : innerOf(name, inner.slice(1), declared)
    if (!next || next.length === 0) return inner
    inner = next
  }
  return inner
}

function innerOf(name: string, args: readonly Word[], declared: ReadonlySet<string>): readonly Word[] | undefined {
  const spec = TRANSPARENT.get(name)
  if (spec) return handedOn(spec, args)
  const option = OF_THE_SHELL.get(name) ?? (declared.has(name) ? '' : undefined)
  if (option === undefined) return undefined
  const rest = option !== '' && args[0]?.text === option ? args.slice(1) : args
  const [first] = rest
  if (first?.text === '--') return rest.slice(1)
  return first?.text === undefined || /^-./.test(first.text) ? undefined : rest
}
