const SHELL_TEXT =
  /(["'])(?:\/[\w/]{1,30}\/)?(?:ba|da|z|k|a)?sh\1[^"']{0,60}(["'])-[a-z]{0,4}c(?:\2[^"']{0,60}(?:"((?:[^"\\\n]|\\.){2,20000})"|'((?:[^'\\\n]|\\.){2,20000})')|[ \t]((?:[^"\\\n]|\\.|""){2,20000})\2)/g
const WHOLE_SHELL_CALL =
  /([`"'])(?:\/[\w/]{1,30}\/)?(?:ba|da|z|k|a)?sh -[a-z]{0,4}c (?:\\?"((?:[^"\\\n]|\\[^"]){2,20000})\\?"|'([^'\n]{2,20000})')\s{0,4}\1/g
/** A text that is told to run: Groovy's `"rm x".execute()`, Scala's `"rm x".!`. */
const SELF_RUNNING_TEXT = /(["'])([^"'\n]{1,400})\1\s{0,8}\.\s{0,8}(?:execute\b|!{1,2}|lazyLines\b|lineStream\b)/g
const COMMENT = /^\s*(?:\/\/|\*|#|--)/

export function shellTexts(source: string): readonly string[] {
  const own = [...source.matchAll(SELF_RUNNING_TEXT)].map(([, , text = '']) => text)
  if (!/sh(?:["']| -)/.test(source)) return own
  const isRead = ({ index }: RegExpExecArray) => !COMMENT.test(source.slice(source.lastIndexOf('\n', index) + 1, index))
  const found = [...source.matchAll(SHELL_TEXT)]
    .filter(isRead)
    .map(([, , , double, single, joined]) =>
      joined === undefined
        ? unescapeQuotes(double ?? single ?? '')
        : unescapeQuotes(joined).replace(/^(["'])(.*)\1$/s, '$2'),
    )
  const whole = [...source.matchAll(WHOLE_SHELL_CALL)]
    .filter(isRead)
    .map(([, , double, single]) => unescapeQuotes(double ?? single ?? ''))
  return [...new Set([...own, ...found, ...whole])]
}

function unescapeQuotes(text: string): string {
  return text.replaceAll(/\\(["'\\])/g, '$1').replaceAll('""', '"')
}

const MAX_WORDS = 20_000

/** The commands that a text of Tcl starts, as a shell would be told them: `exec sh -c {…}`, `open {| sh -c {…}}`. */
export function tclCommands(source: string): { readonly commands: readonly string[]; readonly whole: boolean } {
  const commands: string[] = []
  const closing = matchBraces(source)
  let left = MAX_WORDS
  for (const match of source.matchAll(/\bexec[ \t]+|\bopen[ \t]+[{"][ \t]*\|[ \t]*/g)) {
    const words = tclWordsFrom(source, match.index + match[0].length, closing)
    left -= words.length
    if (left < 0) return { commands, whole: false }
    if (words.length > 0) commands.push(words.map(quoteShellWord).join(' '))
  }
  return { commands, whole: true }
}

function tclWordsFrom(source: string, start: number, closing: ReadonlyMap<number, number>): readonly string[] {
  const words: string[] = []
  let at = start
  while (at < source.length) {
    const sign = source[at] ?? ''
    if (sign === ' ' || sign === '\t') {
      at++
      continue
    }
    if (/[\n;\]}]/.test(sign)) break
    const end = sign === '{' ? closing.get(at) : sign === '"' ? source.indexOf('"', at + 1) : undefined
    if (end !== undefined && end > at) {
      words.push(source.slice(at + 1, end))
      at = end + 1
      continue
    }
    const plain = /^[^\s;\]}"]+/.exec(source.slice(at, at + 20_000))?.[0] ?? ''
    if (plain === '') break
    words.push(plain)
    at += plain.length
  }
  return words
}

function matchBraces(source: string): ReadonlyMap<number, number> {
  const closing = new Map<number, number>()
  const open: number[] = []
  for (let at = 0; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '{') open.push(at)
    else if (source[at] === '}') {
      const start = open.pop()
      if (start !== undefined) closing.set(start, at)
    }
  }
  return closing
}

function quoteShellWord(word: string): string {
  return /^[\w@%+=:,./~-]+$|^[|<>&]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
