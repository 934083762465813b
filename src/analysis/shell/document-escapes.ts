import type { Scribe } from '../programs/program.ts'
import type { Command } from '../words.ts'

/** Options by which a typesetter lets a document run programs. */
const LETS_RUN = /--?(?:shell-escape|enable-write18)\b/
const DOCUMENT = /\.(?:tex|ltx|latex|dtx|sty|cls)$/i
/** `\\write18{…}`, `\\ShellEscape{…}`, `\\input{|"…"}`, `os.execute("…")` of Lua in it. */
const ESCAPES =
  /\\(?:immediate\s{0,4}\\)?(?:write\s{0,4}18|ShellEscape|directlua)\s{0,4}\{((?:[^{}]|\{[^{}]{0,400}\}){1,2000})\}|\\(?:input|include|openin\w{0,20}|@@input)\s{0,4}\{?\s{0,4}["']?\|\s{0,4}["']?([^"'{}\n]{1,2000})/g

/** A document that may run programs is read for those that it runs. */
export function stateDocumentEscapes({ args, name = '' }: Command, scribe: Scribe): void {
  if (!args.some(({ known }) => LETS_RUN.test(known))) return
  for (const word of args) {
    const path = word.text !== undefined && !word.known.startsWith('-') ? scribe.path(word) : undefined
    const file = path?.real === undefined || DOCUMENT.test(path.real) ? path?.real : `${path.real}.tex`
    const text = file === undefined ? undefined : scribe.readText(file)
    for (const [, command, piped] of (text ?? '').matchAll(ESCAPES)) {
      const line = (command ?? piped ?? '').replaceAll('\\string', '').trim()
      scribe.runsShell({ text: /^os\.execute\(["'](.*)["']\)$/s.exec(line)?.[1] ?? line, sources: [] }, name)
    }
  }
}
