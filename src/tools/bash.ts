import { readShell } from '../analysis/read-shell.ts'
import type { Tool } from '../analysis/tool.ts'
import { text } from './input.ts'
import { requires } from './required.ts'

export const BASH: Tool = {
  name: 'Bash',
  relevance: 'judged',
  kind: 'shell',
  encode: (input) => text(input, 'command'),
  check: requires('command'),
  read: (call, facts, options) => readShell(text(call.input, 'command'), facts, options),
}
