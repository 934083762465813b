import type { ToolCall } from '../analysis/action.ts'
import type { Effect } from '../analysis/effects.ts'
import type { Facts } from '../analysis/facts.ts'
import { edited, textNow } from '../analysis/files/edits.ts'
import { stateFileEffects, type WrittenFile } from '../analysis/files/file-effects.ts'
import type { PathUse } from '../analysis/paths.ts'
import type { Input, Tool, ToolReading } from '../analysis/tool.ts'
import { toolNotes } from '../analysis/tool-scribe.ts'
import { requires, text } from './input.ts'

type How = Extract<Effect, { kind: 'write-path' }>['how']

export const WRITE: Tool = {
  name: 'Write',
  aliases: ['FileWrite'],
  relevance: 'judged',
  kind: 'edit',
  encode: (input) => `${text(input, 'file_path')}: ${text(input, 'content')}`,
  check: requires('file_path'),
  read: (call, facts) =>
    written(call, facts, {
      path: text(call.input, 'file_path'),
      how: 'overwrite',
      content: text(call.input, 'content'),
    }),
}

export const EDIT: Tool = {
  name: 'Edit',
  aliases: ['FileEdit'],
  relevance: 'judged',
  kind: 'edit',
  encode: (input) => `${text(input, 'file_path')}: ${text(input, 'new_string')}`,
  check: requires('file_path'),
  read: (call, facts) =>
    written(call, facts, { path: text(call.input, 'file_path'), how: 'edit', content: text(call.input, 'new_string') }),
}

export const MULTI_EDIT: Tool = {
  name: 'MultiEdit',
  relevance: 'judged',
  kind: 'edit',
  encode: (input) => `${text(input, 'file_path')}: ${newStrings(input)}`,
  check: requires('file_path'),
  read: (call, facts) =>
    written(call, facts, { path: text(call.input, 'file_path'), how: 'edit', content: newStrings(call.input) }),
}

export const NOTEBOOK_EDIT: Tool = {
  name: 'NotebookEdit',
  relevance: 'judged',
  kind: 'edit',
  encode: (input) =>
    `${text(input, 'notebook_path')} ${text(input, 'edit_mode') || text(input, 'mode') || 'replace'}: ${text(input, 'new_source') || text(input, 'source')}`,
  check: requires('notebook_path'),
  read: (call, facts) =>
    written(call, facts, {
      path: text(call.input, 'notebook_path'),
      how: 'edit',
      content: text(call.input, 'new_source') || text(call.input, 'source'),
      ...(text(call.input, 'cell_type') === 'markdown' && { inert: true }),
    }),
}

function newStrings(input: Input): string {
  return strings(input, 'new_string')
}

/** All texts of this name: of one edit, or of a list of them. */
function strings(input: Input, name: 'old_string' | 'new_string'): string {
  const edits = Object.hasOwn(input, 'edits') ? input['edits'] : undefined
  if (!Array.isArray(edits)) return text(input, name)
  return edits.map((edit) => (edit && typeof edit === 'object' ? text(edit as Input, name) : '')).join('\n')
}

interface Writing {
  readonly path: string
  readonly how: How
  readonly content: string
  /** Text that nothing runs, whatever the file is. */
  readonly inert?: boolean
}

/** A file tool's call: the write itself, and what the file does when it is one that acts. */
function written(call: ToolCall, facts: Facts, file: Writing): ToolReading {
  const notes = toolNotes(call.tool, facts)
  if (file.path === '') notes.scribe.unknown('no path is given')
  const path = notes.scribe.pathOf(file.path)
  const after = afterwards(file, path, call, facts)
  // Whether our entries stay in a host's file is told by the whole of it.
  const left = path.tags.includes('gate-entry') && after.whole ? { left: after.content } : {}
  notes.scribe.effect({ kind: 'write-path', path, how: file.how, content: file.content, ...left })
  if (file.inert !== true) stateFileEffects(after, notes.scribe)
  return { ...notes.reading(), grade: undefined }
}

/** The file as it will be: an edit of a known text is applied before it is read; of another only the new part is known. */
function afterwards(file: Writing, path: PathUse, call: ToolCall, facts: Facts): WrittenFile {
  const before = textNow(path.real, facts)
  if (file.how !== 'edit') return { path, content: file.content, whole: true, before }
  const after = before === undefined ? undefined : edited(before, call.input)
  return after === undefined
    ? { path, content: file.content, whole: false, before: strings(call.input, 'old_string') }
    : { path, content: after, whole: true, before }
}
