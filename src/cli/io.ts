import type { TypingPerson } from './typing-person.ts'

/** What a command may touch of the process; tests hand in their own. */
export interface Io {
  readonly out: (text: string) => void
  readonly error: (text: string) => void
  readonly colour: boolean
  /** The width of the terminal that is written to; undefined when it isn't one. */
  readonly columns?: number | undefined
  /** The same of where errors go. */
  readonly errorColumns?: number | undefined
  /** What the launcher of an installed hook read before it found no daemon, and where one would listen. */
  readonly handedOver?: LauncherHandover | undefined
  /** Who types; tests hand in their own. */
  readonly person?: TypingPerson | undefined
}

export interface LauncherHandover {
  readonly input: string
  readonly socket: string
}

/** Exit statuses of the command line. */
export const EXIT = { allow: 0, ask: 10, deny: 20, abort: 30, usage: 64, internal: 70 } as const

/** A mistake in how the command was called; printed with what to do, exit 64. */
export class UsageError extends Error {}

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'magenta'

const ANSI_CODES: Record<Style, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, magenta: 35 }

/** Colours only on a terminal. */
export function paint(io: Io, style: Style, text: string): string {
  return io.colour ? `\u001b[${ANSI_CODES[style]}m${text}\u001b[0m` : text
}

/** Control and invisible characters, but for ends of lines and tabs, which anybody can see. */
export const INVISIBLE_CHARACTERS =
  /(?![\n\t])(?:[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u00a0\u2000-\u200f\u3164]|\p{Variation_Selector})/gu

/** How such a character is written out. */
export function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
}

/** Makes control and invisible characters visible, so that what a person sees is what would run. */
export function showInvisible(text: string): string {
  return /^[\n\t -~]*$/.test(text) ? text : text.replace(INVISIBLE_CHARACTERS, escapeCharacter)
}
