import { join } from 'node:path/posix'
import type { Facts, GitFacts } from '../../../analysis/facts.ts'
import type { Options } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder } from '../../../analysis/interpret/program.ts'
import { prefixWord } from '../../../analysis/interpret/synthetic-words.ts'
import type { PathUse } from '../../../analysis/paths/paths.ts'
import type { Command, Word } from '../../../analysis/words.ts'

/** One git command after its global options. */
export interface GitCall {
  readonly verb: string
  readonly args: readonly Word[]
  readonly command: Command
  readonly recorder: EffectRecorder
  readonly facts: Facts
  /** Where git runs, after `-C`; undefined when not known. */
  readonly directory: string | undefined
  /** The text of `-C` that relative paths need before them. */
  readonly prefix: string
  readonly repository: GitFacts | undefined
  /** Settings given by `-c`, or made earlier by this text or session; keys in lower case. */
  readonly settings: ReadonlyMap<string, string>
}

export type GitAnalyzer = (call: GitCall) => CommandGrade

/** The words before and after the first `--`. */
export function splitAtDashes(words: readonly Word[]): {
  before: readonly Word[]
  after: readonly Word[]
  split: boolean
} {
  const at = words.findIndex((word) => word.known === '--')
  return at < 0
    ? { before: words, after: [], split: false }
    : { before: words.slice(0, at), after: words.slice(at + 1), split: true }
}

/** Is the option given, or may an abbreviation that was not resolved mean it? The generous reading. */
export function mayHaveOption(options: Options, ...names: readonly string[]): boolean {
  if (options.has(...names)) return true
  return options.unknown.some((word) => {
    const given = word.known.replace(/=.*$/s, '')
    if (given.startsWith('--')) return given.length > 3 && names.some((name) => name.startsWith(given.slice(2)))
    return names.some((name) => name.length === 1 && given.includes(name))
  })
}

/** A path operand, resolved from where git runs. */
export function resolvePathOperand(call: GitCall, word: Word): PathUse {
  const absolute = /^[/~]/.test(word.known)
  return call.recorder.path(call.prefix === '' || absolute ? word : prefixWord(`${call.prefix}/`, word))
}

/** The repository's root, as far as it is known. */
export function findRepositoryRoot(call: GitCall): string {
  return call.repository?.root ?? call.directory ?? call.facts.projectRoot
}

/** A path inside the repository, from its root. */
export function resolvePathFromRoot(call: GitCall, text: string): PathUse {
  return call.recorder.pathOf(join(findRepositoryRoot(call), text))
}
