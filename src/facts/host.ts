import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { basename, delimiter, isAbsolute, join } from 'node:path'
import type {
  Facts,
  FactsOnRequest,
  FileFact,
  GitFacts,
  GitFileState,
  SessionFacts,
  TextFact,
} from '../analysis/facts.ts'
import { EMPTY_SESSION } from '../analysis/facts.ts'
import { lazy } from '../analysis/text/memoize.ts'
import { createRepositoryReader } from './git.ts'
import { readIdentity } from './identity.ts'
import { createLookups, type Lookups } from './lookups.ts'

/** Files and bytes of one call: far more than a project's recipes and manifests. */
const MAX_TEXTS = 600
const MAX_BYTES = 6 * 1024 * 1024
const LIMITS: FactLimits = { budgetNs: 500_000_000n }

export interface HostFactsOptions {
  readonly cwd: string
  readonly home?: string
  readonly platform?: Facts['platform']
  readonly session?: Partial<SessionFacts>
  readonly workingDirectories?: readonly string[]
  /** Where programs are looked up. Never the caller's PATH in a hook: a repository can set it. */
  readonly searchPath?: readonly string[]
  /** How questions are asked, where calls share the answers. */
  readonly lookups?: Lookups | undefined
  /** When the gate first heard of the session. */
  readonly startedMs?: number | undefined
  readonly limits?: FactLimits
}

interface FactLimits {
  readonly budgetNs: bigint
  readonly gitMs?: number
}

/** Nobody waits for them but a model, which takes seconds. */
const ON_REQUEST_LIMITS: FactLimits = { budgetNs: 5_000_000_000n, gitMs: 2_000 }

const SEARCH_PATH = [
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
  '/opt/homebrew/bin',
  '/snap/bin',
]

/** What a call made the gate look at, question by question, with the answers that it got. */
export interface RecordedLookups {
  readonly file: ReadonlyMap<string, FileFact>
  readonly realPath: ReadonlyMap<string, string | undefined>
  readonly text: ReadonlyMap<string, TextFact>
  readonly list: ReadonlyMap<string, readonly string[] | undefined>
  readonly git: ReadonlyMap<string, GitFacts | undefined>
  readonly tracked: ReadonlyMap<string, GitFileState>
  readonly which: ReadonlyMap<string, string | undefined>
}

export interface HostFacts extends Facts {
  /** All that was looked at so far. */
  readonly looked: RecordedLookups
}

/** Facts of this machine: memoised, bounded in time and size; what cannot be found out is unknown. */
export function hostFacts(options: HostFactsOptions): HostFacts {
  // `performance` is a module of its own, and loading it costs more than reading the facts.
  const started = process.hrtime.bigint()
  const home = options.home ?? accountHomeDirectory()
  const { budgetNs, gitMs } = options.limits ?? LIMITS
  const inTime = () => process.hrtime.bigint() - started < budgetNs
  const lookups = options.lookups ?? createLookups()
  const git = createRepositoryReader({ home, inTime, lookups, ...(gitMs !== undefined && { gitMs }) })
  const root = git.rootOf(options.cwd)
  let texts = 0
  let bytes = 0
  const looked = {
    file: new Map<string, FileFact>(),
    realPath: new Map<string, string | undefined>(),
    text: new Map<string, TextFact>(),
    list: new Map<string, readonly string[] | undefined>(),
    git: new Map<string, GitFacts | undefined>(),
    tracked: new Map<string, GitFileState>(),
    which: new Map<string, string | undefined>(),
  }
  return {
    looked,
    platform: options.platform ?? platformOf(process.platform),
    home,
    user: basename(home),
    cwd: options.cwd,
    projectRoot: root ?? options.cwd,
    workingDirectories: options.workingDirectories ?? [],
    temporaryDirectories: ['/tmp', '/var/tmp', '/private/tmp', '/private/var/tmp'],
    caseInsensitive: process.platform !== 'linux',
    live: true,
    session: { ...EMPTY_SESSION, ...options.session },
    identity: lazy(() => readIdentity(home)),
    file: memoize(looked.file, (path): FileFact => (inTime() ? lookups.file(path) : { kind: 'unknown' })),
    realPath: memoize(looked.realPath, (path) => (inTime() ? lookups.realPath(path) : undefined)),
    text: memoize(looked.text, (path): TextFact => {
      if (!inTime()) return { kind: 'unknown', why: 'out of time', beyond: true }
      if (texts >= MAX_TEXTS || bytes >= MAX_BYTES)
        return lookups.file(path).kind === 'missing'
          ? { kind: 'missing' }
          : { kind: 'unknown', why: 'too many files read for one call', beyond: true }
      const fact = lookups.text(path)
      if (fact.kind === 'text') {
        texts++
        bytes += fact.text.length
      }
      return fact
    }),
    list: memoize(looked.list, (path) => (inTime() ? lookups.list(path) : undefined)),
    git: memoize(looked.git, (directory) => git.facts(directory)),
    tracked: memoize(looked.tracked, (path) => git.tracked(path)),
    which: memoize(looked.which, (program) =>
      findProgram(program, options.searchPath ?? SEARCH_PATH, { home, lookups }),
    ),
    ...(options.startedMs !== undefined && { sessionStartedMs: options.startedMs }),
    onRequest: () => factsOnRequest(options),
  }
}

/** Looked up again: since the call was understood seconds may have passed, and other calls with them. */
function factsOnRequest(options: HostFactsOptions): FactsOnRequest {
  const facts = hostFacts({ ...options, lookups: createLookups(), limits: ON_REQUEST_LIMITS })
  const git = createRepositoryReader({
    home: facts.home,
    inTime: () => true,
    lookups: createLookups(),
    gitMs: ON_REQUEST_LIMITS.gitMs ?? 0,
  })
  return { ...facts, touchedMs, commits: (ref) => git.commits(facts.projectRoot, ref) }
}

/** A program can set the time of a file's text, but not that of the change itself. */
function touchedMs(path: string): number | undefined {
  try {
    const { mtimeMs, ctimeMs } = statSync(path)
    return Math.max(mtimeMs, ctimeMs)
  } catch (error) {
    void error
    return undefined
  }
}

function memoize<T>(known: Map<string, T>, compute: (key: string) => T): (key: string) => T {
  return (key) => {
    const seen = known.get(key)
    if (seen !== undefined || known.has(key)) return seen as T
    const value = compute(key)
    known.set(key, value)
    return value
  }
}

/** The account's own directory, not `$HOME`: an environment variable must not move what we protect. */
export function accountHomeDirectory(): string {
  try {
    return userInfo().homedir
  } catch (error) {
    throw new Error(`the home directory of this account cannot be found out: ${String(error)}`)
  }
}

function platformOf(name: string): Facts['platform'] {
  return name === 'darwin' || name === 'win32' ? name : 'linux'
}

function findProgram(
  program: string,
  searchPath: readonly string[],
  { home, lookups }: { readonly home: string; readonly lookups: Lookups },
): string | undefined {
  if (program === '' || program.includes('/')) return undefined
  const personal = [
    '.local/bin',
    '.cargo/bin',
    'go/bin',
    '.bun/bin',
    '.deno/bin',
    '.volta/bin',
    '.local/share/mise/shims',
  ].map((place) => join(home, place))
  for (const directory of [...searchPath, ...personal]) {
    const path = join(directory, program)
    const fact = lookups.file(path)
    if (fact.kind === 'file' ? fact.executable : fact.kind === 'link') return path
  }
  return undefined
}

/** Directories of a PATH value, absolute ones only. */
export function searchPathOf(value: string): readonly string[] {
  return value.split(delimiter).filter((directory) => isAbsolute(directory))
}
