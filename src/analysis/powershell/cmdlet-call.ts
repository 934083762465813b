import {
  type AbstractValue,
  allSources,
  exactText,
  UNKNOWN_RESULT,
  valueForDisplay,
} from '../code/run/abstract-value.ts'
import type { CodeRun } from '../code/run/run.ts'

export interface CmdletCall {
  readonly name: string
  readonly named: ReadonlyMap<string, AbstractValue>
  readonly positional: readonly AbstractValue[]
  readonly words: readonly AbstractValue[]
  readonly input: AbstractValue
  runText(value: AbstractValue, by: string): AbstractValue
  runBlock(value: AbstractValue, given: AbstractValue): AbstractValue
  external(words: readonly AbstractValue[]): AbstractValue
}

export type Cmdlet = (call: CmdletCall, run: CodeRun) => AbstractValue | undefined

/** A cmdlet that hands nothing on. */
export function voidCmdlet(act: (call: CmdletCall, run: CodeRun) => void): Cmdlet {
  return (call, run) => {
    act(call, run)
    return UNKNOWN_RESULT
  }
}

export function namedParameter(call: CmdletCall, ...names: readonly string[]): AbstractValue | undefined {
  for (const name of names) {
    const value = call.named.get(name)
    if (value) return value
  }
  for (const [given, value] of call.named) if (names.some((name) => name.startsWith(given))) return value
  return undefined
}

export function hasParameter(call: CmdletCall, name: string): boolean {
  const value = namedParameter(call, name)
  return value !== undefined && value.ref !== 'false'
}

/** Those that may be asked what they would do. */
const ASKED_VERB =
  /^(?:add|clear|copy|disable|enable|move|new|out|publish|register|remove|rename|reset|restart|resume|revoke|set|stop|suspend|uninstall|unregister|update)-(?!alias$|object$|variable$)/

/** `-WhatIf`: it tells what it would do. A value that nobody knows may say no. */
export function isWhatIf(call: CmdletCall): boolean {
  return ASKED_VERB.test(call.name) && namedParameter(call, 'whatif')?.ref === 'true'
}

export function parameterAt(
  call: CmdletCall,
  position: number,
  ...names: readonly string[]
): AbstractValue | undefined {
  return namedParameter(call, ...names) ?? call.positional[position]
}

export function pathTargets(call: CmdletCall): readonly AbstractValue[] {
  const given = parameterAt(call, 0, 'path', 'literalpath', 'filepath', 'pspath')
  if (given) return given.items ?? [given]
  if (call.input === UNKNOWN_RESULT) return []
  return call.input.items ?? [call.input.element ?? call.input]
}

export function inputSources(call: CmdletCall) {
  return [...call.positional, ...call.named.values(), call.input].flatMap(allSources)
}

export function lowerCaseWords(call: CmdletCall): string[] {
  return call.words.map((value) => (exactText(value) ?? valueForDisplay(value)).toLowerCase())
}

export function quoteWithUnknowns(known: string): string {
  return (
    known
      .split('\0')
      .map((part) => (part === '' ? '' : /^[\w./:=@%+,-]+$/.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`))
      .join('"$unknown_part"') || "''"
  )
}
