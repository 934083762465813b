/**
 * A shell as one literal and its text as a later one, whatever the call or the list is called: `run("sh", ["-c", "…"])`,
 * `Start("/bin/sh", "-c \"…\"")`.
 */
const SHELL_TEXT =
  /(["'])(?:\/[\w/]{1,30}\/)?(?:ba|da|z|k|a)?sh\1[^"']{0,60}(["'])-[a-z]{0,4}c(?:\2[^"']{0,60}(?:"((?:[^"\\\n]|\\.){2,20000})"|'((?:[^'\\\n]|\\.){2,20000})')|[ \t]((?:[^"\\\n]|\\.|""){2,20000})\2)/g
/** The whole command as one literal: run(`sh -c "…"`). */
const WHOLE =
  /([`"'])(?:\/[\w/]{1,30}\/)?(?:ba|da|z|k|a)?sh -[a-z]{0,4}c (?:\\?"((?:[^"\\\n]|\\[^"]){2,20000})\\?"|'([^'\n]{2,20000})')\s{0,4}\1/g
/** A text that is told to run: Groovy's `"rm x".execute()`, Scala's `"rm x".!`. */
const OF_ITSELF = /(["'])([^"'\n]{1,400})\1\s{0,8}\.\s{0,8}(?:execute\b|!{1,2}|lazyLines\b|lineStream\b)/g
const COMMENT = /^\s*(?:\/\/|\*|#|--)/

export function shellTexts(source: string): readonly string[] {
  const own = [...source.matchAll(OF_ITSELF)].map(([, , text = '']) => text)
  if (!/sh(?:["']| -)/.test(source)) return own
  const isRead = ({ index }: RegExpExecArray) => !COMMENT.test(source.slice(source.lastIndexOf('\n', index) + 1, index))
  const found = [...source.matchAll(SHELL_TEXT)]
    .filter(isRead)
    .map(([, , , double, single, joined]) =>
      joined === undefined ? bare(double ?? single ?? '') : bare(joined).replace(/^(["'])(.*)\1$/s, '$2'),
    )
  const whole = [...source.matchAll(WHOLE)].filter(isRead).map(([, , double, single]) => bare(double ?? single ?? ''))
  return [...new Set([...own, ...found, ...whole])]
}

/** A quote inside a text stands behind a backslash, or twice. */
function bare(text: string): string {
  return text.replaceAll(/\\(["'\\])/g, '$1').replaceAll('""', '"')
}
