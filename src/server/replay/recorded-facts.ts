import type { Facts, GitFacts, SessionFacts, TextFact } from '../../analysis/facts.ts'
import type { DecisionInputs, SavedRepository } from '../../audit/decision-inputs.ts'
import { factsOfMissingFolder } from '../../cli/call-case.ts'
import { hostFacts } from '../../facts/host.ts'
import type { Policy } from '../../settings/policy.ts'
import type { DecisionInputsReader } from './decision-inputs-reader.ts'

/** A text that the decision rests on is no longer known. */
export class TextNotKeptError extends Error {}

export interface RecordedMoment {
  readonly noted: DecisionInputs
  readonly book: DecisionInputsReader
  readonly cwd: string
  readonly home: string
  readonly session: SessionFacts
  readonly policy: Policy
}

/**
 * The machine as the gate saw it then. What it did not look at then, and another policy makes it look at, is as it is now.
 */
export function recordedFacts({ noted, book, cwd, home, session, policy }: RecordedMoment): Facts {
  const workingDirectories = policy.additionalDirectories
  if (noted.elsewhere)
    return { ...factsOfMissingFolder({ cwd, home, session, platform: noted.platform }), workingDirectories }
  const now = hostFacts({ cwd, home, session, platform: noted.platform })
  const repositories = new Map(noted.repositories.map((about) => [about.root, repositoryFacts(about)]))
  const rootOf = lookUpOr(noted.git, () => null)
  return {
    ...now,
    projectRoot: noted.root,
    workingDirectories,
    ...(noted.own.places && { own: noted.own.places }),
    file: lookUpOr(noted.file, now.file),
    realPath: lookUpNullableOr(noted.realPath, now.realPath),
    text: recordedText(noted, book, now.text),
    list: lookUpNullableOr(noted.list, now.list),
    git: (directory) => {
      if (!noted.git.some(([path]) => path === directory)) return now.git(directory)
      return repositories.get(rootOf(directory) ?? '')
    },
    tracked: lookUpOr(noted.tracked, now.tracked),
    which: lookUpNullableOr(noted.which, now.which),
  }
}

function lookUpOr<T>(entries: readonly (readonly [string, T])[], otherwise: (key: string) => T): (key: string) => T {
  const map = new Map(entries)
  return (key) => (map.has(key) ? (map.get(key) as T) : otherwise(key))
}

function lookUpNullableOr<T>(
  entries: readonly (readonly [string, T | null])[],
  otherwise: (key: string) => T | undefined,
): (key: string) => T | undefined {
  const map = new Map(entries)
  return (key) => (map.has(key) ? (map.get(key) ?? undefined) : otherwise(key))
}

function recordedText({ text }: DecisionInputs, book: DecisionInputsReader, otherwise: Facts['text']): Facts['text'] {
  const map = new Map(text)
  const read = new Map<string, TextFact>()
  return (path) => {
    const noted = map.get(path)
    if (noted === undefined) return otherwise(path)
    if (noted.kind !== 'text') return noted
    const before = read.get(path)
    if (before) return before
    const found = book.text(path, noted.hash)
    if (found === undefined) throw new TextNotKeptError(path)
    const fact: TextFact = { kind: 'text', text: found, hash: noted.hash }
    read.set(path, fact)
    return fact
  }
}

function repositoryFacts({ remotes, aliases, ...rest }: SavedRepository): GitFacts {
  const { root, branch, defaultBranch, executes } = rest
  return {
    root,
    branch,
    defaultBranch,
    executes,
    remotes: new Map(remotes),
    aliases: new Map(aliases),
    ...(rest.user !== undefined && { user: rest.user }),
  }
}
