import { type AbstractValue, concatValues, referenceValue, textValue } from '../code/run/abstract-value.ts'
import { isSwitchParameter } from './aliases.ts'
import type { CmdletCall } from './cmdlet-call.ts'
import type { Expression, PsArgument } from './syntax.ts'

/** Which parameter of a cmdlet each argument is for. */
export function bindArguments(
  name: string,
  args: readonly PsArgument[],
  evaluate: (expression: Expression) => AbstractValue,
): Pick<CmdletCall, 'named' | 'positional' | 'words'> {
  const named = new Map<string, AbstractValue>()
  const positional: AbstractValue[] = []
  const words: AbstractValue[] = []
  for (let at = 0; at < args.length; at++) {
    const argument = args[at]
    if (!argument) break
    if (argument.type === 'value') {
      const value = evaluate(argument.value)
      if (argument.splat && value.fields) for (const [key, field] of value.fields) named.set(key.toLowerCase(), field)
      else positional.push(value)
      words.push(value)
      continue
    }
    const next = args[at + 1]
    words.push(textValue(argument.raw))
    let value = referenceValue('true')
    if (argument.value) value = evaluate(argument.value)
    else if (!isSwitchParameter(argument.name, name) && next?.type === 'value') {
      value = evaluate(next.value)
      at++
    }
    named.set(argument.name, value)
    if (value.ref !== 'true') words.push(value)
  }
  return { named, positional, words }
}

/** The words that a program gets for one argument. */
export function argumentWords(
  argument: PsArgument,
  evaluate: (expression: Expression) => AbstractValue,
): readonly AbstractValue[] {
  if (argument.type === 'parameter')
    return argument.value
      ? [concatValues([textValue(argument.raw), evaluate(argument.value)])]
      : [textValue(argument.raw)]
  const value = evaluate(argument.value)
  return value.items && argument.value.type !== 'list'
    ? [...value.items]
    : value.items
      ? [concatValues(value.items.flatMap((item, index) => (index === 0 ? [item] : [textValue(','), item])))]
      : [value]
}
