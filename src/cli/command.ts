import type { Io } from './io.ts'

type Run = (args: readonly string[], io: Io) => Promise<number>

/** What an option takes: nothing, a file, a directory, one of some words, or any text. */
export type OptionValue = 'nothing' | 'file' | 'directory' | 'text' | readonly string[]

/** One command: what it is for, its options and words for completion, and its file, which is loaded only when it is called. */
export interface CliCommand {
  readonly summary: string
  readonly options: Readonly<Record<string, OptionValue>>
  /** The words that may come first, each with those that may follow it. */
  readonly words?: Readonly<Record<string, readonly string[]>>
  /** A person types it: a newer version may be mentioned after it. */
  readonly typed?: true
  readonly load: () => Promise<Run>
}

export const JSON_OPTION = { json: 'nothing' } as const
export const PLACE_AND_JSON = { cwd: 'directory', ...JSON_OPTION } as const
