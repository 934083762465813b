import type { Call, CallOutcome } from '../dispatch.ts'
import type { CoreScribe } from '../scribe.ts'
import { CALLBACKS } from './callbacks.ts'
import { CONTROL } from './control.ts'
import { DIRECTORY } from './directory.ts'
import { INPUT } from './input.ts'
import { RUNNING } from './running.ts'
import { VARIABLES } from './variables.ts'

export type Builtin = (call: Call, scribe: CoreScribe) => CallOutcome

const BUILTINS: ReadonlyMap<string, Builtin> = new Map([
  ...DIRECTORY,
  ...VARIABLES,
  ...INPUT,
  ...RUNNING,
  ...CALLBACKS,
  ...CONTROL,
])

export function builtinFor(name: string): Builtin | undefined {
  return BUILTINS.get(name)
}
