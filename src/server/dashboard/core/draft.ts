import type { AuditRecord } from '../../../audit/record.ts'
import type { CheckRequest } from '../../api/shapes.ts'

/** A call as it is typed. */
export interface CallDraft {
  readonly tool: string
  /** The command of a shell, or the input as JSON. */
  readonly input: string
  readonly cwd: string
  readonly mode: string
  readonly headless: boolean
  /** What the person said, one sentence a line. */
  readonly said: string
  /** Ask the judge's model, too, where the settings name one. That costs, so nobody does it by typing alone. */
  readonly model: boolean
}

export const EMPTY_DRAFT: CallDraft = {
  tool: 'Bash',
  input: '',
  cwd: '',
  mode: 'auto',
  headless: false,
  said: '',
  model: false,
}

/** Tools whose input is one text, and the field that it is. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['Bash', 'command'],
  ['PowerShell', 'command'],
  ['Read', 'file_path'],
])

export function fieldOf(tool: string): string | undefined {
  return FIELDS.get(tool)
}

/** What an input of a tool looks like, for a start. */
const EXAMPLES: ReadonlyMap<string, object> = new Map<string, object>([
  ['Write', { file_path: 'notes.md', content: 'hello' }],
  ['Edit', { file_path: 'notes.md', old_string: 'hello', new_string: 'goodbye' }],
  ['WebFetch', { url: 'https://example.com', prompt: 'summarise' }],
])

export const TOOLS = ['Bash', 'PowerShell', 'Read', 'Write', 'Edit', 'WebFetch']

export function exampleOf(tool: string): string {
  const example = EXAMPLES.get(tool)
  return example === undefined ? '' : JSON.stringify(example, undefined, 2)
}

export function draftOf({ tool, input, cwd, mode }: AuditRecord): CallDraft {
  const field = fieldOf(tool)
  const text = field === undefined ? undefined : input[field]
  return {
    ...EMPTY_DRAFT,
    tool,
    input: typeof text === 'string' ? text : JSON.stringify(input, undefined, 2),
    cwd,
    mode: mode === '' ? 'auto' : mode,
  }
}

export type Read = CheckRequest | 'empty' | { readonly problem: string }

export function loadDraft({ tool, input, cwd, mode, headless, said, model }: CallDraft): Read {
  if (tool.trim() === '' || input.trim() === '') return 'empty'
  const field = fieldOf(tool)
  const fields = field !== undefined && !input.trimStart().startsWith('{"') ? { [field]: input } : objectIn(input)
  if (fields === undefined) return { problem: 'The input of this tool is a JSON object.' }
  const sentences = said.split('\n').filter((line) => line.trim() !== '')
  return {
    tool: tool.trim(),
    input: fields,
    cwd: cwd.trim() === '' ? '/' : cwd.trim(),
    mode,
    judge: model ? 'settings' : 'embedded',
    ...(headless && { headless }),
    ...(sentences.length > 0 && { said: sentences }),
  }
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}
