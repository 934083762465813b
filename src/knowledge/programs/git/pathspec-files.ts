import { readListedWords } from '../../../analysis/interpret/file-lists.ts'
import type { EffectRecorder } from '../../../analysis/interpret/program.ts'
import { makeSyntheticWord, prefixWord } from '../../../analysis/interpret/synthetic-words.ts'
import type { Command, Word } from '../../../analysis/words.ts'

const OPTION = '--pathspec-from-file'

/** Paths that a file lists stand for themselves behind the other words: `git add --pathspec-from-file=list`. */
export function withListed(
  args: readonly Word[],
  prefix: string,
  from: { readonly command: Command; readonly recorder: EffectRecorder },
): readonly Word[] {
  const lists = args.flatMap((word, at) => {
    if (word.known.startsWith(`${OPTION}=`)) return [afterSign(word)]
    const value = word.known === OPTION ? args[at + 1] : undefined
    return value ? [value] : []
  })
  const placed = lists.map((list) =>
    prefix === '' || /^[/~-]/.test(list.known) ? list : prefixWord(`${prefix}/`, list),
  )
  const paths = placed.length === 0 ? [] : readListedWords(placed, from)
  if (paths.length === 0) return args
  const dashes = args.some(({ known }) => known === '--') ? [] : [makeSyntheticWord('--', from.command.span)]
  return [...args, ...dashes, ...paths]
}

function afterSign(word: Word): Word {
  const cut = OPTION.length + 1
  return { ...word, known: word.known.slice(cut), text: word.text?.slice(cut) }
}
