/**
 * A shell as one literal and its text as a later one, whatever the call or the list is called: `run("sh", ["-c", "…"])`,
 * `Start("/bin/sh", "-c \"…\"")`.
 */
const SHELL_TEXT =
  /(["'])(?:\/[\w/]{1,30}\/)?(?:ba|da|z|k|a)?sh\1[^"']{0,60}(["'])-[a-z]{0,4}c(?:\2[^"']{0,60}(?:"((?:[^"\\\n]|\\.){2,20000})"|'((?:[^'\\\n]|\\.){2,20000})')|[ \t]((?:[^"\\\n]|\\.|""){2,20000})\2)/g
const COMMENT = /^\s*(?:\/\/|\*|#|--)/

/** The texts that a shell is handed in a source text. */
export function shellTexts(source: string): readonly string[] {
  if (!/sh["']/.test(source)) return []
  const found = [...source.matchAll(SHELL_TEXT)]
    .filter(({ index }) => !COMMENT.test(source.slice(source.lastIndexOf('\n', index) + 1, index)))
    .map(([, , , double, single, joined]) =>
      joined === undefined ? bare(double ?? single ?? '') : bare(joined).replace(/^(["'])(.*)\1$/s, '$2'),
    )
  return [...new Set(found)]
}

/** A quote inside a text stands behind a backslash, or twice. */
function bare(text: string): string {
  return text.replaceAll(/\\(["'\\])/g, '$1').replaceAll('""', '"')
}
