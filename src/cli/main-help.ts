import type { GateCommandName } from '../analysis/gate/gate-commands.ts'
import { COMMANDS } from './commands.ts'

/** Commands by what people need them for. Each stands in exactly one group. */
export const COMMAND_GROUPS: readonly (readonly [title: string, names: readonly GateCommandName[]])[] = [
  ['Every day', ['status', 'denied', 'why', 'approve', 'allow', 'limits', 'pending', 'answer', 'log', 'off', 'on']],
  ['Set up', ['init', 'doctor', 'judge', 'settings', 'rule', 'policy', 'trust', 'shadow', 'uninstall']],
  ['Try a call', ['demo', 'check', 'explain', 'analyze', 'categories', 'programs', 'prompt']],
  ['Records', ['stats', 'replay', 'audit', 'dumps']],
  ['Team', ['serve', 'pair', 'people', 'machines', 'forward']],
  ['Used by agents and shells', ['hook', 'daemon', 'statusline', 'mcp', 'gateway', 'completion']],
]

/** Groups that are listed with what each command does; the names of the others are enough. */
const DESCRIBED = 3

export function mainHelp(): string {
  const described = COMMAND_GROUPS.slice(0, DESCRIBED).map(
    ([title, names]) => `${title}:\n${names.map(rowOf).join('\n')}`,
  )
  const named = COMMAND_GROUPS.slice(DESCRIBED).map(([title, names]) => `${title}: ${names.join(', ')}`)
  return `Irongate checks your agent's tool calls and blocks dangerous ones before they run.

Usage: irongate <command> [options]

${described.join('\n\n')}

${named.join('\n')}

Help on a command, with examples: irongate help <command>
`
}

function rowOf(name: GateCommandName): string {
  return `  ${name.padEnd(11)} ${COMMANDS.get(name)?.summary ?? ''}`
}
