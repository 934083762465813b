/**
 * A shell as one literal and its text as a later one, whatever the call or the list is called: `run("sh", ["-c", "…"])`,
 * `Start("/bin/sh", "-c \"…\"")`.
 */
const SHELL_TEXT =
  /(["'])(?:\/[\w/]{1,30}\/)?(?:ba|da|z|k|a)?sh\1[^"']{0,60}(["'])-[a-z]{0,4}c(?:\2[^"']{0,60}(?:"((?:[^"\\\n]|\\.){2,400})"|'((?:[^'\\\n]|\\.){2,400})')|[ \t]((?:[^"\\\n]|\\.){2,400})\2)/g

/** The texts that a shell is handed in a source text. */
export function shellTexts(source: string): readonly string[] {
  if (!/sh["']/.test(source)) return []
  return [...source.matchAll(SHELL_TEXT)].map(([, , , double, single, joined]) =>
    joined === undefined ? bare(double ?? single ?? '') : bare(joined).replace(/^(["'])(.*)\1$/, '$2'),
  )
}

function bare(text: string): string {
  return text.replaceAll(/\\(["'\\])/g, '$1')
}
