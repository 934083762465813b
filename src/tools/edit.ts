import type { ToolCall } from '../analysis/action.ts'
import type { Effect } from '../analysis/effects.ts'
import type { Facts } from '../analysis/facts.ts'
import { recordFileEffects, type WrittenFile } from '../analysis/files/file-effects.ts'
import { applyEdits, readCurrentText } from '../analysis/files/text-edits.ts'
import { createToolRecorder } from '../analysis/interpret/tool-recorder.ts'
import type { PathUse } from '../analysis/paths/paths.ts'
import type { Tool, ToolInput, ToolReading } from '../analysis/tool.ts'
import { requireFields, textField } from './input.ts'

type WriteMode = Extract<Effect, { kind: 'write-path' }>['how']

export const WRITE_TOOL: Tool = {
  name: 'Write',
  aliases: ['FileWrite'],
  relevance: 'judged',
  kind: 'edit',
  encode: (input) => `${textField(input, 'file_path')}: ${textField(input, 'content')}`,
  check: requireFields('file_path'),
  read: (call, facts) =>
    readFileWrite(call, facts, {
      path: textField(call.input, 'file_path'),
      how: 'overwrite',
      content: textField(call.input, 'content'),
    }),
}

export const EDIT_TOOL: Tool = {
  name: 'Edit',
  aliases: ['FileEdit'],
  relevance: 'judged',
  kind: 'edit',
  encode: (input) => `${textField(input, 'file_path')}: ${textField(input, 'new_string')}`,
  check: requireFields('file_path'),
  read: (call, facts) =>
    readFileWrite(call, facts, {
      path: textField(call.input, 'file_path'),
      how: 'edit',
      content: textField(call.input, 'new_string'),
    }),
}

export const MULTI_EDIT_TOOL: Tool = {
  name: 'MultiEdit',
  relevance: 'judged',
  kind: 'edit',
  encode: (input) => `${textField(input, 'file_path')}: ${newStrings(input)}`,
  check: requireFields('file_path'),
  read: (call, facts) =>
    readFileWrite(call, facts, {
      path: textField(call.input, 'file_path'),
      how: 'edit',
      content: newStrings(call.input),
    }),
}

export const NOTEBOOK_EDIT_TOOL: Tool = {
  name: 'NotebookEdit',
  relevance: 'judged',
  kind: 'edit',
  encode: (input) =>
    `${textField(input, 'notebook_path')} ${textField(input, 'edit_mode') || textField(input, 'mode') || 'replace'}: ${textField(input, 'new_source') || textField(input, 'source')}`,
  check: requireFields('notebook_path'),
  read: (call, facts) =>
    readFileWrite(call, facts, {
      path: textField(call.input, 'notebook_path'),
      how: 'edit',
      content: textField(call.input, 'new_source') || textField(call.input, 'source'),
      ...(textField(call.input, 'cell_type') === 'markdown' && { inert: true }),
    }),
}

function newStrings(input: ToolInput): string {
  return editTexts(input, 'new_string')
}

/** All texts of this name: of one edit, or of a list of them. */
function editTexts(input: ToolInput, name: 'old_string' | 'new_string'): string {
  const edits = Object.hasOwn(input, 'edits') ? input['edits'] : undefined
  if (!Array.isArray(edits)) return textField(input, name)
  return edits.map((edit) => (edit && typeof edit === 'object' ? textField(edit as ToolInput, name) : '')).join('\n')
}

interface FileWrite {
  readonly path: string
  readonly how: WriteMode
  readonly content: string
  /** Text that nothing runs, whatever the file is. */
  readonly inert?: boolean
}

/** A file tool's call: the write itself, and what the file does when it is one that acts. */
function readFileWrite(call: ToolCall, facts: Facts, file: FileWrite): ToolReading {
  const notes = createToolRecorder(call.tool, facts)
  if (file.path === '') notes.recorder.unknown('no path is given')
  const path = notes.recorder.pathOf(file.path)
  const after = fileAfterWrite(file, path, call, facts)
  // Whether our entries stay in a host's file shows only in the whole of it.
  const left = path.tags.includes('gate-entry') && after.whole ? { left: after.content } : {}
  notes.recorder.effect({ kind: 'write-path', path, how: file.how, content: file.content, ...left })
  if (file.inert !== true) recordFileEffects(after, notes.recorder)
  return { ...notes.reading(), grade: undefined }
}

/** The file as it will be: an edit of a known text is applied before it is read; of another only the new part is known. */
function fileAfterWrite(file: FileWrite, path: PathUse, call: ToolCall, facts: Facts): WrittenFile {
  const before = readCurrentText(path.real, facts)
  if (file.how !== 'edit') return { path, content: file.content, whole: true, before }
  const after = before === undefined ? undefined : applyEdits(before, call.input)
  return after === undefined
    ? { path, content: file.content, whole: false, before: editTexts(call.input, 'old_string') }
    : { path, content: after, whole: true, before }
}
