import { readShell } from '../analysis/read-shell.ts'
import type { Tool } from '../analysis/tool.ts'
import { requires, text } from './input.ts'

/** Runs a command and watches it: the command is a shell command like any other. */
export const MONITOR: Tool = {
  name: 'Monitor',
  relevance: 'judged',
  kind: 'shell',
  encode: (input) => text(input, 'command'),
  check: requires('command'),
  read: (call, facts, options) => readShell(text(call.input, 'command'), facts, options),
}

export const BASH: Tool = {
  name: 'Bash',
  relevance: 'judged',
  kind: 'shell',
  encode: (input) => text(input, 'command'),
  check: requires('command'),
  read: (call, facts, options) => readShell(text(call.input, 'command'), facts, options),
}
