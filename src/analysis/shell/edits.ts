import { baseName } from '../base-name.ts'
import { applySed } from '../programs/files/sed-apply.ts'
import type { Command } from '../words.ts'
import type { TextChange } from './changed-files.ts'

export function editOf({ name, args }: Command): TextChange | undefined {
  switch (baseName(name ?? '')) {
    case 'sed':
    case 'gsed':
      return sedEdit(args.map((word) => word.text))
    case 'perl':
      return perlEdit(args.map((word) => word.text))
    default:
      return undefined
  }
}

function sedEdit(words: readonly (string | undefined)[]): TextChange | undefined {
  const scripts: string[] = []
  let extended = false
  let script: string | undefined
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) return undefined
    if (word === '-e' || word === '--expression') scripts.push(words[++at] ?? '')
    else if (/^--expression=/.test(word)) scripts.push(word.slice(13))
    else if (/^-(?:f|n|z|s)|^--(?:file|quiet|silent|null-data)/.test(word)) return undefined
    else if (/^-[Er]|^--regexp-extended|^-i?[Er]$/.test(word)) extended = true
    else if (!word.startsWith('-') && word !== '') script ??= word
  }
  const all = scripts.length > 0 ? scripts : [script ?? '']
  return (text) => (text === undefined ? undefined : applySed(all, text, extended))
}

/** `perl -pi -e 's/a/b/'`: one substitution, of signs that mean the same in both languages. */
function perlEdit(words: readonly (string | undefined)[]): TextChange | undefined {
  const at = words.findIndex((word) => /^-[a-z0-9.]*e$/.test(word ?? ''))
  const script = at < 0 ? undefined : words[at + 1]
  if (script === undefined || !/^\s*s([/|#,!]).*\1.*\1g?i?;?\s*$/.test(script) || /[$@]/.test(script)) return undefined
  return (text) => (text === undefined ? undefined : applySed([script], text, true))
}
