import { stateUnread } from '../../unread.ts'
import type { Command, Word } from '../../words.ts'
import type { Scribe } from '../program.ts'
import { isStdin } from './grammar.ts'
import { stdinText } from './touching.ts'

const MOST_LISTED = 400

interface Listed {
  readonly command: Command
  readonly scribe: Scribe
  /** What is listed is taken away: a list that nobody can read is then asked about. */
  readonly removes?: boolean
}

/** The files that a file lists, a line or a zero each, as if they stood among the words: `tar -T list`, `zip -@`, `rsync --files-from`. */
export function listedWords(lists: readonly Word[], { command, scribe, removes = false }: Listed): readonly Word[] {
  return lists.flatMap((list) => {
    const { real } = isStdin(list) ? { real: undefined } : scribe.path(list)
    const text = isStdin(list) ? stdinText(command) : real === undefined ? undefined : scribe.readText(real)
    if (text === undefined) {
      scribe.unknown(`which files ${list.known.replaceAll('\0', '…')} lists is not known`)
      if (removes) stateUnread(scribe, 'it removes files that a list names, and the list could not be read')
      return []
    }
    const names = text.split(/[\n\r\0]+/).filter((name) => name !== '')
    if (names.length > MOST_LISTED) stateUnread(scribe, 'a list of more files than are read')
    return names
      .slice(0, MOST_LISTED)
      .map((name): Word => ({ ...list, text: name, known: name, dynamic: false, glob: false, sources: [] }))
  })
}
