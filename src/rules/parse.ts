import type { Behavior } from './rule.ts'
import { canonicalToolName, isKnownTool } from './tool-names.ts'

/** A rule's text taken apart: the tool it names, and what stands in the parentheses. */
export type ParsedRule =
  | { readonly kind: 'rule'; readonly tool: string; readonly spec: string | undefined }
  | { readonly kind: 'invalid'; readonly tool: string | undefined; readonly why: string }

const MAX_LENGTH = 10_000
const TOOL_NAME = /^[\p{L}\p{N}_.:/@*-]+$/u

/** Reads `Tool` or `Tool(spec)`. Total: what cannot be read is `invalid`, with the tool's name where one is to be seen. */
export function parseRule(text: string, behavior: Behavior): ParsedRule {
  if (text.length > MAX_LENGTH) return invalidRule(undefined, 'longer than 10,000 characters')
  const trimmed = text.trim()
  const open = trimmed.indexOf('(')
  const written = open < 0 ? trimmed : trimmed.slice(0, open)
  if (written === '') return invalidRule(undefined, 'names no tool')
  if (!TOOL_NAME.test(written))
    return invalidRule(leadingName(written), `"${written.slice(0, 60)}" is not a tool's name`)
  const tool = canonicalToolName(written)
  const glob = globProblem(tool, behavior)
  if (glob) return invalidRule(tool, glob)
  if (open < 0) return { kind: 'rule', tool, spec: undefined }
  if (!trimmed.endsWith(')') || trimmed.endsWith('\\)')) return invalidRule(tool, 'the closing parenthesis is missing')
  const spec = trimmed
    .slice(open + 1, -1)
    .replace(/\\([()])/g, '$1')
    .trim()
  if (spec === '') return invalidRule(tool, 'nothing stands between the parentheses')
  if (CONTROL_CHARACTER.test(spec)) return invalidRule(tool, 'holds a control character')
  if (tool.includes('*') && spec !== '*') return invalidRule(tool, 'a tool name with * takes no specifier')
  return { kind: 'rule', tool, spec }
}

const CONTROL_CHARACTER = /[\0-\x08\x0b-\x1f\x7f]/

function invalidRule(tool: string | undefined, why: string): ParsedRule {
  return { kind: 'invalid', tool, why }
}

/** An allow rule may use `*` only for the tools of one MCP server. */
function globProblem(tool: string, behavior: Behavior): string | undefined {
  if (behavior !== 'allow' || !tool.includes('*')) return undefined
  const parts = tool.split('__')
  const server = parts[1] ?? ''
  if (parts[0] === 'mcp' && parts.length >= 3 && server !== '' && !server.includes('*')) return undefined
  return 'an allow rule may use * in a tool name only after mcp__server__'
}

/** The name an unreadable rule begins with, so that its floor binds that tool and not all. */
function leadingName(text: string): string | undefined {
  const name = /^\s*([A-Za-z][\w-]*)(?=[\s([{:])/.exec(text)?.[1]
  return name !== undefined && isKnownTool(name) ? canonicalToolName(name) : undefined
}
