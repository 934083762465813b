import type { Value } from '../words.ts'
import type { Call, Outcome } from './dispatch.ts'
import { type Frame, lessCertain, noteUnknown, noteUnread } from './frame.ts'
import { LIMITS } from './limits.ts'
import { readLayer } from './run-text.ts'
import type { FunctionBody } from './scope.ts'
import { type CoreScribe, scribeFor } from './scribe.ts'
import { UNKNOWN_VALUE } from './values.ts'
import { walk } from './walk.ts'

/** Calls a function that this text defined. */
export function callFunction(name: string, body: FunctionBody, call: Call, scribe: CoreScribe): Outcome {
  const { frame, command } = call
  const { active, called } = frame.scope.shell
  if (active.has(name)) {
    if (frame.background || frame.piped) scribe.effect({ kind: 'exhaust', what: 'processes', by: name })
    return { standing: 'plain', output: UNKNOWN_VALUE, passed: true }
  }
  const tired = frame.analysis.count >= LIMITS.commands && called.has(name)
  if (tired || frame.depth >= LIMITS.depth) {
    noteUnread(frame, 'functions nested too deep', command.span)
    return { standing: 'unknown', output: UNKNOWN_VALUE, passed: true }
  }
  const { scope } = frame
  const { positional } = scope
  const locals = new Map(scope.variables)
  active.add(name)
  scope.positional = command.args
  const output = walk(body, {
    ...frame,
    stdin: command.stdin,
    depth: frame.depth + 1,
    piped: frame.piped,
    stdout: command.stdout,
  })
  scope.positional = positional
  scope.ended = false
  active.delete(name)
  called.add(name)
  restoreLocals(scope.variables, locals, frame)
  return { standing: 'proven', output, passed: true }
}

const LOCAL_MARK = '\0local '

/** `local x` is remembered under a marked name, so that the caller's value comes back. */
export function markLocal(frame: Frame, name: string): void {
  frame.scope.variables.set(LOCAL_MARK + name, undefined)
}

function restoreLocals(
  variables: Frame['scope']['variables'],
  before: Frame['scope']['variables'],
  _frame: Frame,
): void {
  for (const name of [...variables.keys()]) {
    if (!name.startsWith(LOCAL_MARK)) continue
    const plain = name.slice(LOCAL_MARK.length)
    variables.delete(name)
    const old = before.get(plain)
    if (old) variables.set(plain, old)
    else variables.delete(plain)
  }
}

/** An alias is its text with the words after it; whether the shell expands it depends on its mode. */
export function callAlias(name: string, text: string, call: Call): Outcome {
  const { frame, command } = call
  const rest = command.args.map((word) => word.raw).join(' ')
  const inner: Frame = {
    ...frame,
    via: [...frame.via, `alias ${name}`],
    depth: frame.depth + 1,
    certainty: lessCertain(frame.certainty, 'likely'),
  }
  noteUnknown(frame, `${name} is an alias here`, command.span)
  const value: Value = { text: `${text} ${rest}`, sources: [] }
  const [standing, output] = readLayer(value, inner, scribeFor(command, inner))
  return { standing, output, passed: true }
}
