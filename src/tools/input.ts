import type { ToolCall } from '../analysis/action.ts'
import type { ToolCheck, ToolInput } from '../analysis/tool.ts'

/** A string field of a call's input; `''` for anything else. Own properties only. */
export function textField(input: ToolInput, key: string): string {
  const value = Object.hasOwn(input, key) ? input[key] : undefined
  return typeof value === 'string' ? value : ''
}

/** Any value as one line for a judge. Total: cycles and odd types give a text too. */
export function inputAsText(value: unknown): string {
  if (typeof value === 'string') return value
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return '(a value that cannot be shown)'
  }
}

/** `key1=val1 key2=val2`, the encoding of MCP and unknown tools. */
export function keyValues(input: ToolInput): string {
  const keys = Object.keys(input)
  return keys.length === 0 ? '(no arguments)' : keys.map((key) => `${key}=${inputAsText(input[key])}`).join(' ')
}

/** A check that the fields a tool cannot work without are there: a call without them would be judged as if it did nothing. */
export function requireFields(...fields: readonly string[]): (call: ToolCall) => ToolCheck {
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
