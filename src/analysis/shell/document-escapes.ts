import type { EffectRecorder } from '../interpret/program.ts'
import type { Command } from '../words.ts'

/** Options by which a typesetter lets a document run programs. */
const SHELL_ESCAPE_OPTIONS = /--?(?:shell-escape|enable-write18)\b/
const TEX_ENDING = /\.(?:tex|ltx|latex|dtx|sty|cls)$/i
/** `\\write18{…}`, `\\ShellEscape{…}`, `\\input{|"…"}`, `os.execute("…")` of Lua in it. */
const TEX_ESCAPES =
  /\\(?:immediate\s{0,4}\\)?(?:write\s{0,4}18|ShellEscape|directlua)\s{0,4}\{((?:[^{}]|\{[^{}]{0,400}\}){1,2000})\}|\\(?:input|include|openin\w{0,20}|@@input)\s{0,4}\{?\s{0,4}["']?\|\s{0,4}["']?([^"'{}\n]{1,2000})/g

/** A document that may run programs is read for those that it runs. */
export function recordDocumentEscapes({ args, name = '' }: Command, recorder: EffectRecorder): void {
  if (!args.some(({ known }) => SHELL_ESCAPE_OPTIONS.test(known))) return
  for (const word of args) {
    const path = word.text !== undefined && !word.known.startsWith('-') ? recorder.path(word) : undefined
    const file = path?.real === undefined || TEX_ENDING.test(path.real) ? path?.real : `${path.real}.tex`
    const text = file === undefined ? undefined : recorder.readText(file)
    for (const [, command, piped] of (text ?? '').matchAll(TEX_ESCAPES)) {
      const line = (command ?? piped ?? '').replaceAll('\\string', '').trim()
      recorder.runsShell({ text: /^os\.execute\(["'](.*)["']\)$/s.exec(line)?.[1] ?? line, sources: [] }, name)
    }
  }
}
