import type { Facts, FileFact, GitFacts, GitFileState, SessionFacts, TextFact } from '../analysis/facts.ts'
import { EMPTY_SESSION } from '../analysis/facts.ts'

export interface FixedFacts extends Partial<Omit<Facts, 'session'>> {
  readonly session?: Partial<SessionFacts>
  /** Absolute path → text. */
  readonly files?: Readonly<Record<string, string>>
  /** Absolute path → what git says of it. */
  readonly trackedPaths?: Readonly<Record<string, GitFileState>>
  readonly repository?: GitFacts
}

/** Facts that are data: for tests, replay, and batch lines about places that do not exist. */
export function fixedFacts(given: FixedFacts = {}): Facts {
  const cwd = given.cwd ?? '/home/dev/project'
  const projectRoot = given.projectRoot ?? cwd
  const session = given.session ? { ...EMPTY_SESSION, ...given.session } : EMPTY_SESSION
  const files = new Map(Object.entries(given.files ?? {}))
  const trackedPaths = new Map(Object.entries(given.trackedPaths ?? {}))
  return {
    platform: given.platform ?? 'linux',
    home: given.home ?? '/home/dev',
    user: given.user ?? 'dev',
    cwd,
    projectRoot,
    workingDirectories: given.workingDirectories ?? [],
    temporaryDirectories: given.temporaryDirectories ?? ['/tmp', '/var/tmp', '/private/tmp'],
    caseInsensitive: given.caseInsensitive ?? false,
    live: given.live ?? false,
    session,
    ...(given.own && { own: given.own }),
    ...(given.identity && { identity: given.identity }),
    file:
      given.file ??
      ((path): FileFact => {
        const text = files.get(path)
        return text === undefined
          ? { kind: 'unknown' }
          : { kind: 'file', size: text.length, executable: false, changedMs: 0 }
      }),
    realPath: given.realPath ?? (() => undefined),
    text:
      given.text ??
      ((path): TextFact => {
        const text = files.get(path)
        return text === undefined
          ? { kind: 'unknown', why: 'not known' }
          : { kind: 'text', text, hash: `fixed:${text.length}` }
      }),
    list: given.list ?? (() => undefined),
    git: given.git ?? (() => given.repository),
    tracked: given.tracked ?? ((path): GitFileState => trackedPaths.get(path) ?? 'unknown'),
    which: given.which ?? (() => undefined),
    ...(given.sessionStartedMs !== undefined && { sessionStartedMs: given.sessionStartedMs }),
    ...(given.onRequest && { onRequest: given.onRequest }),
  }
}
