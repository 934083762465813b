import type { CodeLanguage } from '../../../src/analysis/effects.ts'
import type { OracleLanguage } from '../grammars.ts'

/** Where a call can stand. `§` is an expression; every one of them is run as the text is. */
export interface Positions {
  readonly language: CodeLanguage
  readonly oracle: OracleLanguage | undefined
  readonly before: string
  /** A call that runs `mark N`. */
  mark(number: number): string
  readonly expressions: readonly string[]
  readonly statements: readonly string[]
}

/** `€` stands for a dollar that would mean something here. */
export const lines = (text: string) =>
  text
    .replaceAll('€', '$')
    .split('\n')
    .filter((line) => line.trim() !== '')
/** Statements of several lines: `⏎` stands for the line break. */
export const blocks = (text: string) => lines(text).map((line) => line.replaceAll('⏎', '\n'))
