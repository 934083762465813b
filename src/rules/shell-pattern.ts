import { compileWildcard, hasStar, matchesWildcard, mayMatchWildcard, type Wildcard } from './wildcard.ts'

/** What stands in `Bash(…)`. */
export interface ShellPattern {
  /** As written, spaces tidied. */
  readonly text: string
  /** Any of these is enough; a trailing ` *` is two: the bare command, and the command with more words. */
  readonly forms: readonly Wildcard[]
  /** Its first word when that is constant: the key of the index. */
  readonly program: string | undefined
  /** No star: it names one exact command. */
  readonly exact: boolean
}

/** Reads a shell specifier. `:*` means ` *`, and only at the end. */
export function compileShell(spec: string): ShellPattern {
  const text = spec.trim()
  const open = text.endsWith(':*') ? text.slice(0, -2) : text.endsWith(' *') ? text.slice(0, -2).trimEnd() : undefined
  const forms = open === undefined ? [compileWildcard(text)] : [compileWildcard(open), compileWildcard(`${open} *`)]
  return { text, forms, program: firstWord(forms[0]), exact: forms.length === 1 && !forms.some(hasStar) }
}

function firstWord(form: Wildcard | undefined): string | undefined {
  const [first = '', ...rest] = form?.pieces ?? []
  const end = first.search(/\s/)
  if (end > 0) return first.slice(0, end)
  return rest.length === 0 && first !== '' ? first : undefined
}

export function matchesShell(pattern: ShellPattern, text: string): boolean {
  return pattern.forms.some((form) => matchesWildcard(form, text))
}

/** The allow side: a star that stands for a program's name stands for none that is named by a path, unless the rule spells a path itself. */
export function coversShell(pattern: ShellPattern, text: string): boolean {
  return pattern.forms.some((form) => matchesWildcard(form, text) && !(namesNoPath(form) && startsWithPath(text)))
}

/** Does a star stand in the program's name, with no path before it? */
export function namesNoPath({ pieces }: Wildcard): boolean {
  return pieces.length > 1 && !/[\s/\\]/.test(pieces[0] ?? '')
}

function startsWithPath(text: string): boolean {
  return /^\S*[/\\]/.test(text)
}

/** Could it match, if each `\0` of the text stood for anything? */
export function mayMatchShell(pattern: ShellPattern, text: string): boolean {
  return pattern.forms.some((form) => mayMatchWildcard(form, text))
}

/** The constant words a pattern spells out, for options that a person must have written themselves. */
export function patternWords(pattern: ShellPattern): ReadonlySet<string> {
  return new Set(pattern.text.split(/\s+/).filter((word) => !word.includes('*')))
}
