import { recordUnread } from '../text/read-limits.ts'
import type { Command, Value, Word } from '../words.ts'
import { readStdinText } from './file-tool.ts'
import type { EffectRecorder } from './program.ts'
import { isStdin } from './word-checks.ts'

const NOTHING_LISTED: Value = { text: '', sources: [] }
const MAX_LISTED_FILES = 400

interface ListContext {
  readonly command: Command
  readonly recorder: EffectRecorder
  /** What is listed is taken away: a list that nobody can read is then asked about. */
  readonly removes?: boolean
}

/** The files that a file lists, a line or a zero each, as if they stood among the words: `tar -T list`, `zip -@`, `rsync --files-from`. */
export function readListedWords(
  lists: readonly Word[],
  { command, recorder, removes = false }: ListContext,
): readonly Word[] {
  return lists.flatMap((list) => {
    const { real } = isStdin(list) ? { real: undefined } : recorder.path(list)
    const text = isStdin(list) ? readStdinText(command) : real === undefined ? undefined : recorder.readText(real)
    const { paths } = text === undefined && real !== undefined ? recorder.listed(real) : NOTHING_LISTED
    if (paths) return paths
    if (text === undefined) {
      recorder.unknown(`which files ${list.known.replaceAll('\0', '…')} lists is not known`)
      if (removes) recordUnread(recorder, 'it removes files that a list names, and the list could not be read')
      return []
    }
    const names = text.split(/[\n\r\0]+/).filter((name) => name !== '')
    if (names.length > MAX_LISTED_FILES) recordUnread(recorder, 'a list of more files than are read')
    return names
      .slice(0, MAX_LISTED_FILES)
      .map((name): Word => ({ ...list, text: name, known: name, dynamic: false, glob: false, sources: [] }))
  })
}
