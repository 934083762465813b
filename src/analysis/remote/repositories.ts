import { basename } from 'node:path/posix'
import type { Facts } from '../facts.ts'

interface Repository {
  readonly owner: string
  readonly name: string
}

export function repositoryOf(url: string): Repository | undefined {
  const parts =
    /^(?:[a-z+]+:\/\/)?(?:[^@/\s]+@)?([^/:\s]+)(?::\d+)?[/:]([^/\s]+)\/(?:[^\s?#]*\/)?([^/\s?#]+?)(?:\.git)?\/?(?:[?#].*)?$/i.exec(
      url,
    )
  return parts ? { owner: `${parts[1]}/${parts[2]}`.toLowerCase(), name: (parts[3] ?? '').toLowerCase() } : undefined
}

/** `own`: its owner has one of the project's remotes. `namesake`: called like the project, most often a fork. */
export function repositoryRelation(url: string, facts: Facts): 'own' | 'namesake' | 'foreign' | 'unknown' {
  const there = repositoryOf(url)
  const remotes = [...(facts.git(facts.cwd)?.remotes.values() ?? [])]
  if (!there || remotes.includes(url)) return 'own'
  const ours = remotes.flatMap((remote) => repositoryOf(remote) ?? [])
  if (ours.some(({ owner }) => owner === there.owner)) return 'own'
  if (there.name === basename(facts.projectRoot).toLowerCase() || ours.some(({ name }) => name === there.name))
    return 'namesake'
  return ours.length === 0 ? 'unknown' : 'foreign'
}
