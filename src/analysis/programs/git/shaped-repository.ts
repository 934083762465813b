import { dirname, join } from 'node:path/posix'
import type { Word } from '../../words.ts'
import type { Scribe } from '../program.ts'
import { withIncludes } from './included-settings.ts'
import { wordOf } from './made-words.ts'

/** The folders that git would take for its own where it is started: `.git`, or any with a HEAD, there or above. */
function gitFolders(start: string, scribe: Scribe): readonly string[] {
  const found: string[] = []
  for (let folder = start, turn = 0; turn < 32; folder = dirname(folder), turn++) {
    found.push(join(folder, '.git'))
    if (isThere(join(folder, 'HEAD'), scribe)) found.push(folder)
    if (folder === '/' || folder === '.') break
  }
  return found
}

function isThere(path: string, { facts, provenance }: Scribe): boolean {
  return facts.session.written.has(path) || provenance(path).kind === 'session' || facts.file(path).kind === 'file'
}

/** What a repository was told by this session, and where its programs start. */
export interface Shaped {
  readonly folder: string
  readonly top: string
  readonly settings: readonly Word[]
}

/**
 * Settings that this session or this text wrote into a repository, as the `-c` options they amount to. A folder is a repository by
 * its shape, whatever its name: a HEAD and a `config` beside it. Settings that were there before are the project's own habit.
 */
export function shapedRepositories(
  start: string | undefined,
  gitDir: string | undefined,
  scribe: Scribe,
): readonly Shaped[] {
  if (scribe.untouched()) return []
  const folders = gitDir === undefined ? (start === undefined ? [] : gitFolders(start, scribe)) : [gitDir]
  return folders.flatMap((folder) => {
    const files = ['config', 'config.worktree']
      .map((name) => join(folder, name))
      .filter((file) => isWritten(file, scribe))
    if (files.length === 0) return []
    const settings = withIncludes(
      files.map((file) => wordOf(`include.path=${file}`, { start: 0, end: 0 })),
      scribe,
    )
    return [{ folder, top: topOf(folder, gitDir === undefined ? undefined : start, settings), settings }]
  })
}

/** Where git goes before it starts a program: the work tree, or the folder itself where there is none. */
function topOf(folder: string, start: string | undefined, settings: readonly Word[]): string {
  const told = settings.find(({ known }) => /^core\.worktree=/i.test(known))?.known.replace(/^[^=]*=/, '')
  if (told !== undefined) return told.startsWith('/') ? told : join(folder, told)
  return start ?? (folder.endsWith('/.git') ? dirname(folder) : folder)
}

/** Only what is known to be written there counts: a repository that git itself just made holds nothing of the session's. */
function isWritten(file: string, { facts, provenance, readText }: Scribe): boolean {
  if (facts.session.written.has(file)) return facts.session.written.get(file) !== undefined || !/\/\.git\//.test(file)
  return provenance(file).kind === 'session' && facts.file(file).kind !== 'file' && readText(file) !== undefined
}
