import type { Run } from '../code/run/run.ts'
import { type Abstract, allSources, exact, shown, UNKNOWN } from '../code/run/value.ts'

export interface CmdletCall {
  readonly name: string
  readonly named: ReadonlyMap<string, Abstract>
  readonly positional: readonly Abstract[]
  readonly words: readonly Abstract[]
  readonly input: Abstract
  runText(value: Abstract, by: string): Abstract
  runBlock(value: Abstract, given: Abstract): Abstract
  external(words: readonly Abstract[]): Abstract
}

export type Cmdlet = (call: CmdletCall, run: Run) => Abstract | undefined

/** A cmdlet that hands nothing on. */
export function does(act: (call: CmdletCall, run: Run) => void): Cmdlet {
  return (call, run) => {
    act(call, run)
    return UNKNOWN
  }
}

export function named(call: CmdletCall, ...names: readonly string[]): Abstract | undefined {
  for (const name of names) {
    const value = call.named.get(name)
    if (value) return value
  }
  for (const [given, value] of call.named) if (names.some((name) => name.startsWith(given))) return value
  return undefined
}

export function has(call: CmdletCall, name: string): boolean {
  const value = named(call, name)
  return value !== undefined && value.ref !== 'false'
}

export function parameter(call: CmdletCall, position: number, ...names: readonly string[]): Abstract | undefined {
  return named(call, ...names) ?? call.positional[position]
}

export function targets(call: CmdletCall): readonly Abstract[] {
  const given = parameter(call, 0, 'path', 'literalpath', 'filepath', 'pspath')
  if (given) return given.items ?? [given]
  if (call.input === UNKNOWN) return []
  return call.input.items ?? [call.input.element ?? call.input]
}

export function inputSources(call: CmdletCall) {
  return [...call.positional, ...call.named.values(), call.input].flatMap(allSources)
}

export function argv(call: CmdletCall): string[] {
  return call.words.map((value) => (exact(value) ?? shown(value)).toLowerCase())
}

export function quote(known: string): string {
  return (
    known
      .split('\0')
      .map((part) => (part === '' ? '' : /^[\w./:=@%+,-]+$/.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`))
      .join('"$unknown_part"') || "''"
  )
}
