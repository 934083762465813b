/** Names that hosts and older rules use for the same tool. */
const TOOL_ALIASES: ReadonlyMap<string, string> = new Map([
  ['FileRead', 'Read'],
  ['FileEdit', 'Edit'],
  ['FileWrite', 'Write'],
  ['Task', 'Agent'],
])

/** The tool's own name, whichever alias was written. */
export function canonicalToolName(name: string): string {
  return TOOL_ALIASES.get(name) ?? name
}

/** Tools that run a command line given as `command`. */
export const SHELL_TOOLS: ReadonlySet<string> = new Set(['Bash', 'PowerShell', 'Monitor'])

/** Tools that only read files: a Read rule binds them all. */
export const READ_TOOLS: ReadonlySet<string> = new Set(['Read', 'Grep', 'Glob', 'LS', 'NotebookRead'])

/** Tools that change files: an Edit rule binds them all. */
export const EDIT_TOOLS: ReadonlySet<string> = new Set(['Edit', 'Write', 'MultiEdit', 'NotebookEdit'])

/** A tool whose name alone tells which tool a damaged rule was meant for. */
export function isKnownTool(name: string): boolean {
  const own = canonicalToolName(name)
  return (
    SHELL_TOOLS.has(own) || READ_TOOLS.has(own) || EDIT_TOOLS.has(own) || NAME_FIELDS.has(own) || WEB_TOOLS.has(own)
  )
}

const WEB_TOOLS: ReadonlySet<string> = new Set(['WebFetch', 'WebSearch'])

/** Tools whose rules name one of several kinds: the input field that holds the kind. */
export const NAME_FIELDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['Agent', ['subagent_type', 'agent_type']],
  ['Skill', ['skill', 'command', 'name']],
  ['SlashCommand', ['command', 'name']],
])

/**
 * For tools whose ordinary specifier may hold a colon too: the fields that `Tool(param:value)` may name, which what that specifier is
 * about never is.
 */
export const PARAM_FIELDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['Bash', new Set(['run_in_background', 'dangerouslyDisableSandbox', 'timeout', 'description'])],
  ['PowerShell', new Set(['run_in_background', 'dangerouslyDisableSandbox', 'timeout', 'description'])],
  ['Monitor', new Set(['timeout', 'description', 'persistent'])],
  ['Read', new Set(['offset', 'limit', 'pages'])],
  ['Edit', new Set(['replace_all'])],
  ['NotebookEdit', new Set(['edit_mode', 'cell_type', 'cell_id'])],
  ['Grep', new Set(['pattern', 'glob', 'type', 'output_mode', 'multiline'])],
  ['Glob', new Set(['pattern'])],
  ['WebFetch', new Set(['prompt'])],
  ['Agent', new Set(['model', 'mode', 'run_in_background', 'isolation', 'resume', 'name', 'team_name', 'description'])],
])
