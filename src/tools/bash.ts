import { readShell } from '../analysis/shell/read-shell.ts'
import type { Tool } from '../analysis/tool.ts'
import { requireFields, textField } from './input.ts'

/** Runs a command and watches it: the command is a shell command like any other. */
export const MONITOR_TOOL: Tool = {
  name: 'Monitor',
  relevance: 'judged',
  kind: 'shell',
  encode: (input) => textField(input, 'command'),
  check: requireFields('command'),
  read: (call, facts, options) => readShell(textField(call.input, 'command'), facts, options),
}

export const BASH_TOOL: Tool = {
  name: 'Bash',
  relevance: 'judged',
  kind: 'shell',
  encode: (input) => textField(input, 'command'),
  check: requireFields('command'),
  read: (call, facts, options) => readShell(textField(call.input, 'command'), facts, options),
}
