import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, relative } from 'node:path'
import type { CommitFact, GitFacts, GitFileState } from '../analysis/facts.ts'
import { DEFAULT_BRANCHES } from '../knowledge/lexicon/default-branches.ts'
import { aliasesIn, type ConfigEntry, executingKeys, parseGitConfig, remotesIn } from './git-config.ts'
import { cleanName } from './identity.ts'
import type { Lookups } from './lookups.ts'
import { readPlainText, readTextIfExists } from './plain-file.ts'

/** No file of git's that is read here is larger; lists of packed refs come close. */
const MAX_SIZE = 16 * 1024 * 1024

const GIT_PROGRAMS = ['/usr/bin/git', '/usr/local/bin/git', '/opt/homebrew/bin/git', '/bin/git']
const FACT_MS = 150
const MAX_DEPTH = 64

export interface Repository {
  readonly root: string
  /** The directory with HEAD and config. */
  readonly directory: string
  /** For worktrees: where refs and config are shared. */
  readonly common: string
}

export interface RepositoryReader {
  rootOf(directory: string): string | undefined
  facts(directory: string): GitFacts | undefined
  tracked(path: string): GitFileState
  commits(directory: string, ref: string): readonly CommitFact[] | undefined
}

/** Reads git's files itself; runs git only for what needs an index, and never when the repository's config would execute something. */
export function createRepositoryReader(edge: {
  readonly home: string
  readonly lookups: Pick<Lookups, 'repository' | 'git'>
  inTime(): boolean
  /** How long git may take for one fact. */
  readonly gitMs?: number
}): RepositoryReader {
  const { gitMs = FACT_MS } = edge
  const repositories = new Map<string, Repository | undefined>()
  const known = new Map<string, GitFacts | undefined>()

  const find = (directory: string): Repository | undefined => {
    if (repositories.has(directory)) return repositories.get(directory)
    const found = edge.lookups.repository(directory)
    repositories.set(directory, found)
    return found
  }
  const facts = (directory: string): GitFacts | undefined => {
    const repository = find(directory)
    if (!repository) return undefined
    if (!known.has(repository.root)) known.set(repository.root, edge.lookups.git(repository))
    return known.get(repository.root)
  }
  /** How git is started there; undefined where it is too late, or its config would execute something. */
  const gitAt = (directory: string): GitRun | undefined => {
    const repository = find(directory)
    if (!repository || !edge.inTime()) return undefined
    const about = facts(repository.root)
    return about?.executes.length === 0 ? runGit(repository.root, { home: edge.home, ms: gitMs }) : undefined
  }
  return {
    rootOf: (directory) => find(directory)?.root,
    facts,
    tracked: (path) => {
      const run = gitAt(existingDirectory(path))
      return run === undefined ? 'unknown' : trackedState(run, path)
    },
    commits: (directory, ref) => {
      const run = gitAt(directory)
      return run === undefined ? undefined : commitsOf(run, ref)
    },
  }
}

function existingDirectory(path: string): string {
  try {
    return statSync(path).isDirectory() ? path : dirname(path)
  } catch {
    return dirname(path)
  }
}

export function findRepository(start: string): Repository | undefined {
  let at = start
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const marker = join(at, '.git')
    try {
      const found = statSync(marker, { throwIfNoEntry: false })
      if (found?.isDirectory()) return { root: at, directory: marker, common: marker }
      if (found) return linkedRepository(at, marker)
    } catch {
      // Not to be read: look one level up.
    }
    const parent = dirname(at)
    if (parent === at) return undefined
    at = parent
  }
  return undefined
}

/** A worktree or submodule: `.git` is a file that says where the rest lies. */
function linkedRepository(root: string, marker: string): Repository | undefined {
  const pointer = /^gitdir: (.+)$/m.exec(readPlainText(marker, MAX_SIZE))?.[1]?.trim()
  if (pointer === undefined) return undefined
  const directory = isAbsolute(pointer) ? pointer : join(root, pointer)
  return { root, directory, common: commonDirectory(directory) }
}

function commonDirectory(directory: string): string {
  try {
    const text = readPlainText(join(directory, 'commondir'), MAX_SIZE).trim()
    return isAbsolute(text) ? text : join(directory, text)
  } catch {
    return directory
  }
}

export function readGitFacts(repository: Repository): GitFacts | undefined {
  try {
    const files = [join(repository.common, 'config'), join(repository.directory, 'config.worktree')]
    const entries = files
      .filter((file) => existsSync(file))
      .flatMap((file) => parseGitConfig(readPlainText(file, MAX_SIZE)))
    const head = readPlainText(join(repository.directory, 'HEAD'), MAX_SIZE).trim()
    return {
      root: repository.root,
      branch: /^ref: refs\/heads\/(.+)$/.exec(head)?.[1],
      defaultBranch: defaultBranch(repository),
      remotes: remotesIn(entries),
      executes: executingKeys(entries),
      aliases: aliasesIn(entries),
      ...userIn(entries),
    }
  } catch {
    return undefined
  }
}

function userIn(entries: readonly ConfigEntry[]): Pick<GitFacts, 'user'> {
  const values = ['user.name', 'user.email'].map((key) => entries.findLast((entry) => entry.key === key)?.value)
  const user = cleanName(values.filter((value) => value !== undefined).join(' '))
  return user === undefined ? {} : { user }
}

/** What origin calls its default branch; else the first of the usual ones that exists. */
function defaultBranch({ common }: Repository): string | undefined {
  const head = readTextIfExists(join(common, 'refs/remotes/origin/HEAD'), MAX_SIZE).trim()
  const name = /^ref: refs\/remotes\/origin\/(.+)$/.exec(head)?.[1]
  if (name !== undefined) return name
  const packed = readTextIfExists(join(common, 'packed-refs'), MAX_SIZE)
  const has = (name: string) =>
    existsSync(join(common, 'refs/heads', name)) ||
    packed.includes(` refs/heads/${name}\n`) ||
    packed.includes(` refs/remotes/origin/${name}\n`)
  return DEFAULT_BRANCHES.find(has)
}

/** Nothing the repository or the caller's environment could make git run. */
function cleanEnvironment(home: string): NodeJS.ProcessEnv {
  return {
    PATH: '/usr/bin:/bin',
    HOME: home,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_PAGER: 'cat',
    GIT_NO_LAZY_FETCH: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_ALLOW_PROTOCOL: 'none',
  }
}

/** How git is started in a repository so that it runs nothing of the repository's. Not where its config executes something. */
export function hardenedGit(root: string, home: string) {
  const program = GIT_PROGRAMS.find((candidate) => existsSync(candidate))
  if (program === undefined) return undefined
  const args = ['-C', root, '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null']
  return { program, args, env: cleanEnvironment(home) }
}

/** Git, as it is run in one repository for one fact. */
interface GitRun {
  readonly root: string
  run(args: readonly string[]): string | undefined
}

function runGit(root: string, { home, ms }: { readonly home: string; readonly ms: number }): GitRun | undefined {
  const git = hardenedGit(root, home)
  if (git === undefined) return undefined
  const options = { env: git.env, timeout: ms, encoding: 'utf8', maxBuffer: 1024 * 1024 } as const
  return {
    root,
    run: (args) => {
      const { status, error, stdout } = spawnSync(git.program, [...git.args, ...args], options)
      return status !== 0 || error ? undefined : stdout
    },
  }
}

function trackedState({ root, run }: GitRun, path: string): GitFileState {
  // What is not there cannot be lost.
  if (!existsSync(path)) return 'unknown'
  const inside = relative(root, path)
  if (inside.startsWith('..') || isAbsolute(inside)) return 'unknown'
  const place = inside === '' ? '.' : inside
  const options = ['--porcelain=v1', '--ignored=matching', '--untracked-files=normal', '-z']
  const status = run(['status', ...options, '--', place])
  if (status === undefined) return 'unknown'
  const lines = status.split('\0').filter((line) => line !== '')
  if (lines.some((line) => line.startsWith('??'))) return 'untracked'
  if (lines.some((line) => !line.startsWith('!!'))) return 'tracked-dirty'
  const listed = run(['ls-files', '-z', '--', place])
  if (listed === undefined) return 'unknown'
  if (listed === '') return lines.length > 0 ? 'ignored' : 'untracked'
  return lines.length > 0 ? 'unknown' : 'tracked-clean'
}

const MAX_COMMITS = 30

/** Hash, seconds, author and subject, each on a line of its own between NULs: none of them can hold one. */
const COMMIT_FORMAT = '%h%x00%ct%x00%an%x00%s'

/** No mail map, note, signature or replaced object changes what is reported; what is not here is not fetched. */
function commitsOf({ run }: GitRun, ref: string): readonly CommitFact[] | undefined {
  const options = [`--max-count=${MAX_COMMITS}`, '-z', `--format=${COMMIT_FORMAT}`, '--no-mailmap', '--no-notes']
  const told = run(['log', '--no-show-signature', ...options, '--end-of-options', ref, '--'])
  if (told === undefined) return undefined
  const fields = told.split('\0')
  return Array.from({ length: Math.floor(fields.length / 4) }, (_, at): CommitFact => {
    const [hash = '', seconds, author = '', subject = ''] = fields.slice(at * 4, at * 4 + 4)
    return { hash, committedMs: Number(seconds) * 1_000, author, subject }
  })
}
