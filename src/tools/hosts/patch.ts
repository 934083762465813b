import { recordFileEffects } from '../../analysis/files/file-effects.ts'
import { MAX_SECTIONS, type PatchSection, parsePatchSections } from '../../analysis/files/patch-sections.ts'
import { readCurrentText } from '../../analysis/files/text-edits.ts'
import type { EffectRecorder } from '../../analysis/interpret/program.ts'
import { createToolRecorder } from '../../analysis/interpret/tool-recorder.ts'
import { recordUnread } from '../../analysis/text/read-limits.ts'
import type { Tool } from '../../analysis/tool.ts'
import { requireFields, textField } from '../input.ts'

/** A patch over several files: what it adds is written, what it deletes is deleted. */
export const PATCH_TOOL: Tool = {
  name: 'Edit',
  relevance: 'judged',
  kind: 'edit',
  encode: (input) => textField(input, 'patch') || `delete ${textField(input, 'delete_file')}`,
  read: (call, facts) => {
    const notes = createToolRecorder('patch', facts)
    const deleted = textField(call.input, 'delete_file')
    const sections = parsePatchSections(textField(call.input, 'patch'))
    const all: readonly PatchSection[] = deleted === '' ? sections : [...sections, { act: 'delete', path: deleted }]
    // Without any word there is nothing to apply: the host says so.
    if (all.length === 0 && textField(call.input, 'empty') === '')
      recordUnread(notes.recorder, 'the patch names no file')
    if (all.length > MAX_SECTIONS) recordUnread(notes.recorder, 'the patch is longer than what is read of it')
    for (const section of all) recordPatchSection(section, notes.recorder)
    return { ...notes.reading(), grade: undefined }
  },
}

function recordPatchSection(section: PatchSection, recorder: EffectRecorder): void {
  const path = recorder.pathOf(section.path)
  switch (section.act) {
    case 'add':
      recorder.effect({ kind: 'write-path', path, how: 'overwrite', content: section.text })
      recordFileEffects(
        { path, content: section.text, whole: true, before: readCurrentText(path.real, recorder.facts) },
        recorder,
      )
      return
    case 'change':
      recorder.effect({ kind: 'write-path', path, how: 'edit', content: section.added })
      recordFileEffects({ path, content: section.after, whole: false, before: section.before }, recorder)
      return
    case 'delete':
      recorder.effect({ kind: 'delete-path', path, recursive: false, wipe: false })
      return
    case 'move':
      recorder.effect({ kind: 'write-path', path, how: 'move', content: undefined })
      recorder.effect({ kind: 'write-path', path: recorder.pathOf(section.to), how: 'move', content: undefined })
  }
}

export const DELETE_FILE_TOOL: Tool = {
  name: 'Edit',
  relevance: 'judged',
  kind: 'edit',
  encode: (input) => `delete ${textField(input, 'file_path')}`,
  check: requireFields('file_path'),
  read: (call, facts) => {
    const notes = createToolRecorder('delete', facts)
    const path = notes.recorder.pathOf(textField(call.input, 'file_path'))
    notes.recorder.effect({ kind: 'delete-path', path, recursive: false, wipe: false })
    return { ...notes.reading(), grade: undefined }
  },
}
