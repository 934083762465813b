import type { Effect } from '../effects.ts'
import type { WrittenFile } from '../files/file-effects.ts'
import { isActing } from '../paths.ts'
import type { Span } from '../words.ts'
import { type Frame, noteOverrun, noteUnknown } from './frame.ts'
import { LIMITS } from './limits.ts'
import { fileText } from './overlay.ts'

type Write = Extract<Effect, { kind: 'write-path' }>

export function textBefore({ path }: Write, { analysis, facts }: Frame): string | undefined {
  return path.real === undefined ? undefined : fileText(analysis.overlay, facts, path.real).text
}

/** The file as a write leaves it, once the write was tracked; undefined when nothing of its text is known. */
export function fileAfter(write: Write, before: string | undefined, frame: Frame): WrittenFile | undefined {
  const { path, how, content } = write
  if (content === undefined) {
    const after = how === 'edit' ? textBefore(write, frame) : undefined
    return after === undefined || after === before ? undefined : { path, content: after, whole: true, before }
  }
  if (how === 'overwrite' || how === 'create') return { path, content, whole: true, before }
  if (how === 'append' && before !== undefined) return { path, content: `${before}${content}`, whole: true, before }
  return { path, content, whole: false }
}

const PER_FILE = 400

/** Counts what is searched. A text that writes file after file is not followed into all of them, and that is noted. */
export function maySearch({ path, content }: WrittenFile, frame: Frame, span: Span): boolean {
  const { analysis } = frame
  analysis.searched += content.length + PER_FILE
  if (analysis.searched <= LIMITS.searched) return true
  if (isActing(path)) noteOverrun(frame, 'too many files that act', span)
  else noteUnknown(frame, 'too many files to look into', span)
  return false
}
