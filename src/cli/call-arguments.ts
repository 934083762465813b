import { readFileSync } from 'node:fs'
import { homeFrom } from './command-args.ts'
import { UsageError } from './io.ts'
import { directoryFrom } from './working-directory.ts'

/** The options that describe a call; `check` and `explain` share them. */
export const CALL_OPTIONS = {
  mode: { type: 'string' },
  cwd: { type: 'string' },
  home: { type: 'string' },
  headless: { type: 'boolean' },
  settings: { type: 'string' },
  user: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
} as const

/** The same for people. */
export const CALL_HELP = `  --mode MODE        default, acceptEdits, plan, auto (default), dontAsk, bypassPermissions
  --cwd DIR          the directory the call runs in (default: here)
  --headless         nobody is there to ask
  --settings FILE    these settings (JSON) instead of the machine's, or the JSON itself
  --user TEXT        what the person said before; may be given several times
`

interface CallValues {
  readonly mode?: string | undefined
  readonly cwd?: string | undefined
  readonly home?: string | undefined
  readonly headless?: boolean | undefined
  readonly user?: readonly string[] | undefined
}

/** The field that a plain-text input stands for, by tool. */
const MAIN_FIELD = new Map([
  ['Bash', 'command'],
  ['PowerShell', 'command'],
  ['Read', 'file_path'],
  ['Write', 'file_path'],
  ['Edit', 'file_path'],
  ['WebFetch', 'url'],
  ['WebSearch', 'query'],
  ['Agent', 'prompt'],
  ['Task', 'prompt'],
  ['Grep', 'pattern'],
  ['Glob', 'pattern'],
])

/** A call as the batch interface takes it, from a tool's name and its input as words. */
export function callFrom(
  positionals: readonly string[],
  values: CallValues,
  settings: Record<string, unknown> | undefined,
): Record<string, unknown> {
  const [tool, ...rest] = positionals
  if (tool === undefined || rest.length === 0)
    throw new UsageError("say which tool and which input, e.g. irongate check Bash 'git status'")
  return {
    tool,
    input: toolInput(tool, rest.join(' ')),
    cwd: directoryFrom(values.cwd),
    // As everything else that a person types, by the home that their agents have.
    home: homeFrom(values.home),
    ...(values.mode !== undefined && { mode: values.mode }),
    ...(values.headless && { headless: true }),
    ...(settings && { settings }),
    transcript: (values.user ?? []).map((text) => ({ role: 'user', text })),
  }
}

function toolInput(tool: string, text: string): unknown {
  const field = MAIN_FIELD.get(tool)
  const value = parseJsonInput(text, field)
  if (value === undefined && field === undefined) throw new UsageError(`give the input of ${tool} as a JSON object`)
  if (value === undefined) return { [field ?? '']: text }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new UsageError('the input is not a JSON object')
  if (field !== undefined && !Object.hasOwn(value, field))
    throw new UsageError(`the input of ${tool} has no ${JSON.stringify(field)}`)
  return value
}

/** How JSON begins, and nothing else does: a shell's group has a space after its brace, a pattern may begin with anything. */
const JSON_START: ReadonlyMap<string | undefined, RegExp> = new Map([
  ['command', /^\s*\{(?:\s*\}|\s*"(?:[^"\\]|\\.)*"?\s*(?::|$))/],
  ['pattern', /^\s*\{\s*"/],
  ['query', /^\s*\{\s*"/],
  ['prompt', /^\s*\{\s*"/],
])

/** The JSON that was meant; undefined for plain text. INVARIANT: JSON that is cut or wrong is refused, never taken for a text. */
function parseJsonInput(text: string, field: string | undefined): unknown {
  const meant = (JSON_START.get(field) ?? /^\s*[[{]/).test(text)
  try {
    const value: unknown = meant || /^\s*\{/.test(text) ? JSON.parse(text) : undefined
    return value
  } catch (error) {
    if (!meant) return undefined
    throw new UsageError(`the input is not whole JSON (${error instanceof Error ? error.message : String(error)})`)
  }
}

/** `--settings`: a file's path, or the JSON itself. */
export function settingsFrom(given: string | undefined): Record<string, unknown> | undefined {
  if (given === undefined) return undefined
  try {
    const text = given.trimStart().startsWith('{') ? given : readFileSync(given, 'utf8')
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch (error) {
    throw new UsageError(`--settings: ${error instanceof Error ? error.message : String(error)}`)
  }
  throw new UsageError('--settings is not a JSON object')
}
