import { readPowerShell } from '../analysis/powershell/read-powershell.ts'
import type { Tool } from '../analysis/tool.ts'
import { requireFields, textField } from './input.ts'

export const POWERSHELL_TOOL: Tool = {
  name: 'PowerShell',
  relevance: 'judged',
  kind: 'powershell',
  encode: (input) => textField(input, 'command'),
  check: requireFields('command'),
  read: (call, facts) => readPowerShell(textField(call.input, 'command'), facts),
}
