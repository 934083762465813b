import { readPowerShell } from '../analysis/powershell/read-powershell.ts'
import type { Tool } from '../analysis/tool.ts'
import { requires, text } from './input.ts'

export const POWERSHELL: Tool = {
  name: 'PowerShell',
  relevance: 'judged',
  kind: 'powershell',
  encode: (input) => text(input, 'command'),
  check: requires('command'),
  read: (call, facts) => readPowerShell(text(call.input, 'command'), facts),
}
