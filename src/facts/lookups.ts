import { existsSync, lstatSync, readdirSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import type { FileFact, GitFacts, TextFact } from '../analysis/facts.ts'
import { sha256 } from '../analysis/text/sha256.ts'
import { findRepository, type Repository, readGitFacts } from './git.ts'
import { NotPlainFileError, readPlainFile } from './plain-file.ts'

const MAX_TEXT = 1024 * 1024
const MAX_ENTRIES = 4096

/** Questions to the file system, without the limits of a call. */
export interface Lookups {
  isThere(path: string): boolean
  file(path: string): FileFact
  realPath(path: string): string | undefined
  text(path: string): TextFact
  list(path: string): readonly string[] | undefined
  repository(directory: string): Repository | undefined
  git(repository: Repository): GitFacts | undefined
}

/** For one call. */
export function createLookups(): Lookups {
  const real = new Map<string, string>()
  return {
    isThere: existsSync,
    file: fileFact,
    realPath: (path) => realPath(path, real),
    text: textFact,
    list: listFolder,
    repository: findRepository,
    git: readGitFacts,
  }
}

/**
 * For calls that are decided one after the other: what one looked up is there for the next, until this thread goes back to its event loop.
 * INVARIANT: nothing is kept beyond that. Answers leave later, so that nothing that a call does once it is allowed lies between two of them;
 * what sessions were allowed to do before, each knows by its own memory. What could not be found out is asked again.
 */
export function sharedLookups(): Lookups {
  let own = createLookups()
  const kept: Map<unknown, unknown>[] = []
  let isKept = false
  const forget = () => {
    isKept = false
    own = createLookups()
    for (const known of kept) known.clear()
  }
  const once = <Key, T>(look: (key: Key) => T): ((key: Key) => T) => {
    const known = new Map<Key, T>()
    kept.push(known)
    return (key) => {
      const before = known.get(key)
      if (before !== undefined) return before
      const found = look(key)
      if (!isKept) process.nextTick(forget)
      isKept = true
      if (isFound(found)) known.set(key, found)
      return found
    }
  }
  return {
    isThere: once((path) => own.isThere(path)),
    file: once((path) => own.file(path)),
    realPath: once((path) => own.realPath(path)),
    text: once((path) => own.text(path)),
    list: once((path) => own.list(path)),
    repository: once((directory) => own.repository(directory)),
    git: once((repository) => own.git(repository)),
  }
}

function isFound(answer: unknown): boolean {
  return typeof answer !== 'object' || answer === null || !('kind' in answer) || answer.kind !== 'unknown'
}

function fileFact(path: string): FileFact {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (!stat) return { kind: 'missing' }
    if (stat.isSymbolicLink()) return { kind: 'link', target: readlinkSync(path) }
    if (stat.isDirectory()) return { kind: 'directory' }
    if (!stat.isFile()) return { kind: 'other' }
    return { kind: 'file', size: stat.size, executable: (stat.mode & 0o111) !== 0, changedMs: stat.mtimeMs }
  } catch (error) {
    return isMissing(error) ? { kind: 'missing' } : { kind: 'unknown' }
  }
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** Links resolved for the deepest existing ancestor; the rest of the path is appended as written. `known`: what was resolved before. */
function realPath(path: string, known: Map<string, string>): string | undefined {
  const rest: string[] = []
  for (let at = path; ; at = dirname(at)) {
    try {
      // Asked first because a thrown error costs far more than the question.
      let found = known.has(at) ? undefined : lstatSync(at, { throwIfNoEntry: false })
      while (!known.has(at) && found === undefined && dirname(at) !== at) {
        rest.unshift(basename(at))
        at = dirname(at)
        found = known.has(at) ? undefined : lstatSync(at, { throwIfNoEntry: false })
      }
      // With a slash at its end a link is asked for what it leads to.
      const isPlain = found?.isSymbolicLink() === false && !at.endsWith('/')
      return join(known.get(at) ?? resolveExisting(at, isPlain, known), ...rest)
    } catch (error) {
      if (!isMissing(error)) return undefined
      // A link to nowhere still points somewhere: writing through it creates the target.
      const link = fileFact(at)
      if (link.kind === 'link')
        return join(isAbsolute(link.target) ? link.target : join(dirname(at), link.target), ...rest)
      if (dirname(at) === at) return undefined
      rest.unshift(basename(at))
    }
  }
}

/** Of what is there. Something that is no link lies where its folder lies; where names have no case, as the system writes it. */
function resolveExisting(at: string, isPlain: boolean, known: Map<string, string>): string {
  const folder = isPlain && process.platform === 'linux' ? known.get(dirname(at)) : undefined
  const real = folder === undefined ? realpathSync.native(at) : join(folder, basename(at))
  known.set(at, real)
  if (isPlain && basename(real) === basename(at)) known.set(dirname(at), dirname(real))
  return real
}

function textFact(path: string): TextFact {
  try {
    // Asked first because a thrown error costs far more than the question; a link to nowhere is missing, too.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return { kind: 'missing' }
    const bytes = readPlainFile(path, MAX_TEXT)
    return { kind: 'text', text: bytes.toString('utf8'), hash: sha256(bytes) }
  } catch (error) {
    if (error instanceof NotPlainFileError) return { kind: 'unknown', why: error.message }
    return isMissing(error) ? { kind: 'missing' } : { kind: 'unknown', why: String(error) }
  }
}

function listFolder(path: string): readonly string[] | undefined {
  try {
    const names = readdirSync(path)
    return names.length > MAX_ENTRIES ? undefined : names
  } catch {
    return undefined
  }
}
