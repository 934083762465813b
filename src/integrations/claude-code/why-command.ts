/** The command by which a person asks in Claude Code why the gate decided so. */
export const WHY_COMMAND_NAME = 'irongate-why'

/** The plugin's command of the same kind has its name before it. */
const WHY_COMMAND_LINE = /^\s*\/(?:irongate-why|irongate:why)(?:\s+(\S{1,80}))?\s*$/

/** The id that was asked about, or nothing for the last call that was stopped; undefined when nothing was asked. */
export function parseWhyCommand(prompt: string): string | undefined {
  const match = WHY_COMMAND_LINE.exec(prompt)
  return match ? (match[1] ?? '') : undefined
}
