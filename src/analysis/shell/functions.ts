import type { Value } from '../words.ts'
import type { Call, CallOutcome } from './dispatch.ts'
import { type Frame, lessCertain, noteUnknown, noteUnread } from './frame.ts'
import { LIMITS } from './limits.ts'
import type { FunctionBody, Locals } from './scope.ts'
import { type CoreScribe, scribeFor } from './scribe.ts'
import { joinValues, NOTHING, UNKNOWN_VALUE } from './values.ts'

export function callFunction(
  name: string,
  bodies: readonly FunctionBody[],
  call: Call,
  scribe: CoreScribe,
): CallOutcome {
  const { frame, command } = call
  const { active, called } = frame.scope.shell
  const fresh = bodies.filter((body) => !active.has(body))
  if (fresh.length === 0) {
    if (frame.background || frame.piped) scribe.effect({ kind: 'exhaust', what: 'processes', by: name })
    return { standing: 'plain', output: UNKNOWN_VALUE, passed: true }
  }
  const tired = frame.analysis.count >= LIMITS.commands && called.has(name)
  if (tired || frame.depth >= LIMITS.depth) {
    noteUnread(frame, 'functions nested too deep', command.span)
    return { standing: 'unknown', output: UNKNOWN_VALUE, passed: true }
  }
  let output: Value = NOTHING
  for (const body of fresh) {
    active.add(body)
    output = joinValues(output, runBody(body, call))
    active.delete(body)
  }
  called.add(name)
  const text = bodies.length === 1 ? output.text : undefined
  return { standing: 'proven', output: { ...output, text }, passed: true }
}

function runBody(body: FunctionBody, { frame, command }: Call): Value {
  const { scope } = frame
  const { positional, shell } = scope
  const locals: Locals = { scope, hidden: new Map() }
  shell.locals.push(locals)
  scope.positional = command.args
  const output = frame.analysis.reader.walk(body, {
    ...frame,
    stdin: command.stdin,
    depth: frame.depth + 1,
    stdout: command.stdout,
  })
  scope.positional = positional
  scope.ended = false
  shell.locals.pop()
  for (const [name, value] of locals.hidden) {
    if (value === 'absent') scope.variables.delete(name)
    else scope.variables.set(name, value.before)
  }
  return output
}

/** `local x`: the caller's value comes back when the function ends. */
export function markLocal(frame: Frame, name: string): void {
  const locals = frame.scope.shell.locals.at(-1)
  if (!locals || locals.hidden.has(name)) return
  const { variables } = locals.scope
  locals.hidden.set(name, variables.has(name) ? { before: variables.get(name) } : 'absent')
}

/** Is this the text of the alias itself? The shell does not replace a name in its own replacement, but in a file or shell that this starts it does. */
export function isInAlias(name: string, { through }: Pick<Frame, 'through'>): boolean {
  const first = through.findLastIndex(({ kind }) => kind !== 'alias')
  return through.slice(first + 1).some(({ key }) => key === name)
}

/** An alias is its text with the words after it; whether the shell expands it depends on its mode, so both are read. */
export function callAlias(name: string, text: string, call: Call): void {
  const { frame, command } = call
  const rest = command.args.map((word) => word.raw).join(' ')
  const inner: Frame = {
    ...frame,
    via: [...frame.via, `alias ${name}`],
    through: [...frame.through, { kind: 'alias', key: name }],
    depth: frame.depth + 1,
    certainty: lessCertain(frame.certainty, 'likely'),
  }
  noteUnknown(frame, `${name} is an alias here`, command.span)
  const value: Value = { text: `${text} ${rest}`, sources: [] }
  frame.analysis.reader.readLayer(value, inner, scribeFor(command, inner))
}
