import { type LoadOptions, loadPolicy } from './load.ts'
import type { SettingsNotice } from './policy.ts'

/** A text that is to be the user's own file, read before it is. */
export interface UserSettingsReading {
  /** What keeps it from being settings: it cannot be read, or says what nobody knows. */
  readonly problems: readonly string[]
  /** What is worth a word, and in nobody's way. */
  readonly notices: readonly string[]
}

export function readUserSettingsText(text: string, file: string, options: LoadOptions): UserSettingsReading {
  const { broken, notices } = loadPolicy([{ scope: 'user', kind: 'own', file, text }], options)
  const problems = [...broken, ...notices.filter(({ level }) => level === 'error')]
  return { problems: problems.map(noticeWithPlace), notices: notices.map(noticeWithPlace) }
}

function noticeWithPlace({ text, source: { line, column } }: SettingsNotice): string {
  const at = line === undefined ? '' : `line ${line}${column === undefined ? '' : `, column ${column}`}: `
  return `${at}${text}`
}
