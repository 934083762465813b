import { textNow } from '../../analysis/files/edits.ts'
import { stateFileEffects } from '../../analysis/files/file-effects.ts'
import { MOST_SECTIONS, type PatchSection, patchSections } from '../../analysis/files/patch-sections.ts'
import type { Scribe } from '../../analysis/programs/program.ts'
import type { Tool } from '../../analysis/tool.ts'
import { toolNotes } from '../../analysis/tool-scribe.ts'
import { stateUnread } from '../../analysis/unread.ts'
import { requires, text } from '../input.ts'

/** A patch over several files: what it adds is written, what it deletes is deleted. */
export const PATCH: Tool = {
  name: 'Edit',
  relevance: 'judged',
  kind: 'edit',
  encode: (input) => text(input, 'patch') || `delete ${text(input, 'delete_file')}`,
  read: (call, facts) => {
    const notes = toolNotes('patch', facts)
    const deleted = text(call.input, 'delete_file')
    const sections = patchSections(text(call.input, 'patch'))
    const all: readonly PatchSection[] = deleted === '' ? sections : [...sections, { act: 'delete', path: deleted }]
    // Without any word there is nothing to apply: the host says so.
    if (all.length === 0 && text(call.input, 'empty') === '') stateUnread(notes.scribe, 'the patch names no file')
    if (all.length > MOST_SECTIONS) stateUnread(notes.scribe, 'the patch is longer than what is read of it')
    for (const section of all) stateSection(section, notes.scribe)
    return { ...notes.reading(), grade: undefined }
  },
}

function stateSection(section: PatchSection, scribe: Scribe): void {
  const path = scribe.pathOf(section.path)
  switch (section.act) {
    case 'add':
      scribe.effect({ kind: 'write-path', path, how: 'overwrite', content: section.text })
      stateFileEffects({ path, content: section.text, whole: true, before: textNow(path.real, scribe.facts) }, scribe)
      return
    case 'change':
      scribe.effect({ kind: 'write-path', path, how: 'edit', content: section.added })
      stateFileEffects({ path, content: section.after, whole: false, before: section.before }, scribe)
      return
    case 'delete':
      scribe.effect({ kind: 'delete-path', path, recursive: false, wipe: false })
      return
    case 'move':
      scribe.effect({ kind: 'write-path', path, how: 'move', content: undefined })
      scribe.effect({ kind: 'write-path', path: scribe.pathOf(section.to), how: 'move', content: undefined })
  }
}

export const DELETE_FILE: Tool = {
  name: 'Edit',
  relevance: 'judged',
  kind: 'edit',
  encode: (input) => `delete ${text(input, 'file_path')}`,
  check: requires('file_path'),
  read: (call, facts) => {
    const notes = toolNotes('delete', facts)
    const path = notes.scribe.pathOf(text(call.input, 'file_path'))
    notes.scribe.effect({ kind: 'delete-path', path, recursive: false, wipe: false })
    return { ...notes.reading(), grade: undefined }
  },
}
