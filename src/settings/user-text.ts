import { type LoadOptions, loadPolicy } from './load.ts'
import type { Notice } from './policy.ts'

/** A text that is to be the user's own file, read before it is. */
export interface UserText {
  /** What keeps it from being settings: it cannot be read, or says what nobody knows. */
  readonly problems: readonly string[]
  /** What is worth a word, and in nobody's way. */
  readonly notices: readonly string[]
}

export function readUserText(text: string, file: string, options: LoadOptions): UserText {
  const { broken, notices } = loadPolicy([{ scope: 'user', kind: 'own', file, text }], options)
  const problems = [...broken, ...notices.filter(({ level }) => level === 'error')]
  return { problems: problems.map(placed), notices: notices.map(placed) }
}

function placed({ text, source: { line, column } }: Notice): string {
  const at = line === undefined ? '' : `line ${line}${column === undefined ? '' : `, column ${column}`}: `
  return `${at}${text}`
}
