import type { ToolCall } from '../analysis/action.ts'

const MAX_NAME = 256
/** As nearly every name is. To compile a pattern of Unicode's classes takes a process that answers once longer than all else here. */
const PLAIN = /^[ -~]+$/

/** What makes a call unfit to be judged at all; undefined when nothing does. */
export function problemOf(call: ToolCall): string | undefined {
  if (typeof call.tool !== 'string' || call.tool === '') return 'the call names no tool'
  if (call.tool.length > MAX_NAME) return 'the tool has a name of over 256 characters'
  if (!PLAIN.test(call.tool) && /[\p{Cc}\p{Cf}\p{Cs}]/u.test(call.tool))
    return 'the tool has control or invisible characters in its name'
  if (call.input === null || typeof call.input !== 'object' || Array.isArray(call.input))
    return 'the input is not an object'
  if (!isWellFormed(call.input, 0)) return 'the input holds text that is not Unicode (lone surrogates)'
  if (typeof call.cwd !== 'string' || call.cwd === '') return 'the call names no working directory'
  return undefined
}

const MAX_DEPTH = 32

/** Text with lone surrogates reads differently to every program that handles it. Deeper than any honest input counts as ill-formed. */
function isWellFormed(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (value === null || typeof value !== 'object') return true
  if (depth > MAX_DEPTH) return false
  return Object.entries(value).every(([key, inner]) => key.isWellFormed() && isWellFormed(inner, depth + 1))
}
