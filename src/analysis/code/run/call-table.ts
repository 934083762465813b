import type { AbstractValue } from './abstract-value.ts'
import { UNKNOWN_RESULT } from './abstract-value.ts'
import type { CodeRun } from './run.ts'

export interface CodeCall {
  readonly name: string
  readonly args: readonly AbstractValue[]
  readonly named: ReadonlyMap<string, AbstractValue>
  readonly receiver: AbstractValue | undefined
  invoke(value: AbstractValue, args: readonly AbstractValue[]): AbstractValue
  evaluate(value: AbstractValue): AbstractValue
  importModule(module: string): AbstractValue
  member(object: AbstractValue, name: string): AbstractValue
  dispatch(name: string, args: readonly AbstractValue[]): AbstractValue
}

/** States what a call does and returns its value; undefined when nothing is known of the value. */
export type Handler = (call: CodeCall, run: CodeRun) => AbstractValue | undefined

/** A call that gives nothing back. */
export function voidHandler(act: (call: CodeCall, run: CodeRun) => void): Handler {
  return (call, run) => {
    act(call, run)
    return UNKNOWN_RESULT
  }
}

/** What calls of these names do; `os.{remove unlink} shutil.rmtree` are three names. */
export type Handlers = Readonly<Record<string, Handler>>

export interface Library {
  readonly calls: ReadonlyMap<string, Handler>
  /** Names whose mention alone matters: `ssl.CERT_NONE`. */
  readonly mentions: ReadonlyMap<string, Handler>
  /** Names of the environment as a whole: its members are variables. */
  readonly environment: ReadonlySet<string>
  /** Modules and functions that change nothing, send nothing and run nothing. */
  harmless(name: string): boolean
  /** Modules that are known, though not every call of them is harmless. */
  familiar(module: string): boolean
  /** Modules that make the code unreadable: native calls, byte code. */
  opaque(module: string): boolean
  /** Names bound by importing a module without naming them. */
  exports(module: string): readonly string[]
  /** Files a module name may stand for, relative to the importing file. */
  moduleFiles(module: string): readonly string[]
}

export function argument(call: CodeCall, position: number, ...names: readonly string[]): AbstractValue | undefined {
  for (const name of names) {
    const value = call.named.get(name)
    if (value) return value
  }
  return call.args[position]
}

export function requiredArgument(call: CodeCall, position: number, ...names: readonly string[]): AbstractValue {
  return argument(call, position, ...names) ?? UNKNOWN_RESULT
}

export function lastNamePart(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

/** The module or class that a call is a part of. */
export function libraryOf(name: string): string {
  return name.split(/(?<=[^.])[.(]/, 1)[0] ?? ''
}
