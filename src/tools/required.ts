import type { ToolCall } from '../analysis/action.ts'
import type { ToolCheck } from '../analysis/tool.ts'

/** A check that the fields a tool cannot work without are there: a call without them would be judged as if it did nothing. */
export function requires(...fields: readonly string[]): (call: ToolCall) => ToolCheck {
  return ({ tool, input }) => {
    for (const field of fields) {
      const value = Object.hasOwn(input, field) ? input[field] : undefined
      if (typeof value !== 'string')
        return { type: 'deny', check: 'input', message: `${tool} needs ${field} as a string` }
      if (value.trim() === '')
        return { type: 'deny', check: 'input', message: `${tool} needs a ${field} that is not empty` }
    }
    return { type: 'pass' }
  }
}
