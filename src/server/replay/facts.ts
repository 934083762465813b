import type { Facts, GitFacts, SessionFacts, TextFact } from '../../analysis/facts.ts'
import type { NotedFacts, NotedRepository } from '../../audit/noted-facts.ts'
import { unknownPlace } from '../../cli/case.ts'
import { hostFacts } from '../../facts/host.ts'
import type { Policy } from '../../settings/policy.ts'
import type { FactsBook } from './facts-book.ts'

/** A text that the decision rests on is no longer known. */
export class TextGone extends Error {}

export interface Then {
  readonly noted: NotedFacts
  readonly book: FactsBook
  readonly cwd: string
  readonly home: string
  readonly session: SessionFacts
  readonly policy: Policy
}

/**
 * The machine as the gate saw it then. What it did not look at then, and another policy makes it look at, is as it is now.
 */
export function factsThen({ noted, book, cwd, home, session, policy }: Then): Facts {
  const workingDirectories = policy.additionalDirectories
  if (noted.elsewhere) return { ...unknownPlace({ cwd, home, session, platform: noted.platform }), workingDirectories }
  const now = hostFacts({ cwd, home, session, platform: noted.platform })
  const repositories = new Map(noted.repositories.map((about) => [about.root, repository(about)]))
  const rootOf = known(noted.git, () => null)
  return {
    ...now,
    projectRoot: noted.root,
    workingDirectories,
    ...(noted.own.places && { own: noted.own.places }),
    file: known(noted.file, now.file),
    realPath: orUndefined(noted.realPath, now.realPath),
    text: textThen(noted, book, now.text),
    list: orUndefined(noted.list, now.list),
    git: (directory) => {
      if (!noted.git.some(([path]) => path === directory)) return now.git(directory)
      return repositories.get(rootOf(directory) ?? '')
    },
    tracked: known(noted.tracked, now.tracked),
    which: orUndefined(noted.which, now.which),
  }
}

function known<T>(entries: readonly (readonly [string, T])[], otherwise: (key: string) => T): (key: string) => T {
  const map = new Map(entries)
  return (key) => (map.has(key) ? (map.get(key) as T) : otherwise(key))
}

function orUndefined<T>(
  entries: readonly (readonly [string, T | null])[],
  otherwise: (key: string) => T | undefined,
): (key: string) => T | undefined {
  const map = new Map(entries)
  return (key) => (map.has(key) ? (map.get(key) ?? undefined) : otherwise(key))
}

function textThen({ text }: NotedFacts, book: FactsBook, otherwise: Facts['text']): Facts['text'] {
  const map = new Map(text)
  const read = new Map<string, TextFact>()
  return (path) => {
    const noted = map.get(path)
    if (noted === undefined) return otherwise(path)
    if (noted.kind !== 'text') return noted
    const before = read.get(path)
    if (before) return before
    const found = book.text(path, noted.hash)
    if (found === undefined) throw new TextGone(path)
    const fact: TextFact = { kind: 'text', text: found, hash: noted.hash }
    read.set(path, fact)
    return fact
  }
}

function repository({ remotes, aliases, ...rest }: NotedRepository): GitFacts {
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
