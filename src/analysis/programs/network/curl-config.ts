import { firstOf } from '../../unread.ts'
import type { Command, Word } from '../../words.ts'
import { readOptions } from '../options.ts'
import type { Scribe } from '../program.ts'
import { CURL_GRAMMAR } from './curl-options.ts'
import { plainWord } from './data.ts'

const MOST_LINES = 2_000

/** The options that `-K file` adds, when the file can be read. */
export function configuredWords(command: Command, scribe: Scribe): readonly Word[] {
  return readOptions(command.args, CURL_GRAMMAR)
    .values('K', 'config')
    .flatMap((word) => {
      const text = word.text === '-' ? inputOf(command) : textAt(word, scribe)
      const lines = (text ?? '').split('\n')
      return firstOf(lines, MOST_LINES, scribe, 'more lines of options than are read').flatMap((line) =>
        wordsOf(line, word),
      )
    })
}

function inputOf({ stdin }: Command): string | undefined {
  return stdin.kind === 'value' ? stdin.value.text : undefined
}

function textAt(word: Word, scribe: Scribe): string | undefined {
  const { real } = scribe.path(word)
  return real === undefined ? undefined : scribe.readText(real)
}

/** `name = value`, `--name value` or `-n value`. */
function wordsOf(line: string, like: Word): Word[] {
  const found = /^\s*(-{0,2})([\w.-]+)\s*[=:\s]?\s*(.*?)\s*$/.exec(line)
  const [, dashes = '', name = '', rest = ''] = found ?? []
  if (name === '' || line.trimStart().startsWith('#')) return []
  const option = dashes === '-' ? `-${name}` : `--${name}`
  const value = rest.replace(/^"(.*)"$/s, '$1')
  return [option, ...(value === '' ? [] : [value])].map((text) => plainWord(text, like))
}
