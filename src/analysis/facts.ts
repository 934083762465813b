import type { Listing } from './words.ts'

/** What this session is known to have done before this call; a fold over its earlier calls. INVARIANT: what was written, made or downloaded is only added to. */
export interface SessionFacts {
  /** Absolute path → text this session put there; undefined text: written, content unknown. */
  readonly written: ReadonlyMap<string, string | undefined>
  /** Absolute path → hash of what lay there before the latest of those writes; empty when nothing did. */
  readonly before?: ReadonlyMap<string, string>
  readonly created: ReadonlySet<string>
  /** Absolute paths a compiler of this session produced: running one is running the project's own work. */
  readonly built?: ReadonlySet<string>
  readonly links?: ReadonlyMap<string, string>
  /** Absolute path of a file whose text is not known → the one file that it is a copy of. */
  readonly copies?: ReadonlyMap<string, string>
  /** Absolute path of a file, tree or ref from elsewhere → the address it came from; empty: it is the project's own again. */
  readonly downloaded: ReadonlyMap<string, string>
  /** Absolute paths of folders and archives that this session filled from others → whether all of their texts are known. */
  readonly copied?: ReadonlyMap<string, 'known' | 'unread'>
  readonly carriers?: ReadonlySet<string>
  /** Absolute path of a file whose text is not known → what the listing printed that was put there. */
  readonly listings?: ReadonlyMap<string, Listing>
  readonly branches: ReadonlySet<string>
  /** In order: the last is where HEAD is, where the repository itself cannot tell. */
  readonly checkedOut?: readonly string[]
  /** Processes, jobs, containers and services this session started (names, ids, ports). */
  readonly started: ReadonlySet<string>
  /** What was done once and is asked for anew each time: `publish`, `deploy`, `external-write mail`. */
  readonly done?: ReadonlySet<string>
  readonly seen: ReadonlySet<string>
  readonly shell?: SavedShellState
}

/** State of a shell, as text. Some hosts keep one shell for all calls, some do not: it can only tighten. */
export interface SavedShellState {
  readonly variables: ReadonlyMap<string, string>
  readonly definitions: ReadonlyMap<string, string>
}

export type FileFact =
  | { readonly kind: 'file'; readonly size: number; readonly executable: boolean; readonly changedMs: number }
  | { readonly kind: 'directory' }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'other' }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown' }

export type TextFact =
  | { readonly kind: 'text'; readonly text: string; readonly hash: string }
  | { readonly kind: 'missing' }
  /** `beyond`: it may well be there, but no more is read for this call. What it would do is not known. */
  | { readonly kind: 'unknown'; readonly why: string; readonly beyond?: true }

/** Was a file left unread because the call had read so many? That is something else than no file. */
export function isBeyondReadLimit(fact: TextFact): boolean {
  return fact.kind === 'unknown' && fact.beyond === true
}

export interface Identity {
  readonly account: string
  readonly gitName?: string
  readonly gitEmail?: string
  readonly host?: string
}

export interface GitFacts {
  readonly root: string
  readonly branch: string | undefined
  readonly defaultBranch: string | undefined
  readonly remotes: ReadonlyMap<string, string>
  /** Config keys of this repository that make git run a program: `core.fsmonitor`, `diff.external`, filters, … */
  readonly executes: readonly string[]
  readonly aliases: ReadonlyMap<string, string>
  /** Whom this repository's own settings call the user: its word, and not the user's. */
  readonly user?: string
}

/** One place that the running gate rests on, as the edge found it. Absolute. */
export interface GatePlace {
  readonly path: string
  /** `node`: what runs it, or a client that judges. `entry`: a file of the host that starts the hook. `state`: the folder with settings, keys and state. */
  readonly kind: 'package' | 'node' | 'entry' | 'state'
}

/** `tracked-clean` alone means that git can give the path back as it is. */
export type GitFileState = 'tracked-clean' | 'tracked-dirty' | 'untracked' | 'ignored' | 'unknown'

/**
 * What the edge can find out about the host: synchronous, memoised, bounded, recorded.
 * INVARIANT: never throws; what cannot be found out in time is `unknown`.
 */
export interface Facts {
  readonly platform: 'linux' | 'darwin' | 'win32'
  readonly home: string
  readonly user: string
  readonly cwd: string
  /** The project: git's root if there is one, else cwd. */
  readonly projectRoot: string
  readonly workingDirectories: readonly string[]
  readonly temporaryDirectories: readonly string[]
  readonly caseInsensitive: boolean
  /** The machine's own files may be looked at; false in batch runs of places that do not exist. */
  readonly live: boolean
  readonly session: SessionFacts
  /** What the running gate rests on; undefined where no gate guards an agent, such as in batch runs. */
  readonly own?: readonly GatePlace[]
  identity?(): Identity
  file(path: string): FileFact
  /** Links resolved for the deepest existing ancestor; undefined when it cannot be known. */
  realPath(path: string): string | undefined
  text(path: string): TextFact
  /** Entries of a directory, for globs; undefined when unknown or too many. */
  list(path: string): readonly string[] | undefined
  git(directory: string): GitFacts | undefined
  tracked(path: string): GitFileState
  which(program: string): string | undefined
  /** When the gate first heard of this session; undefined where nobody can tell. */
  readonly sessionStartedMs?: number
  onRequest?(): FactsOnRequest
}

/** The same questions once more, later and with time of their own: a judge wants to know more. */
export interface FactsOnRequest extends Facts {
  /** When a file or folder last changed in any way, by the kernel's clock; undefined when unknown. */
  touchedMs(path: string): number | undefined
  /** The latest commits of a ref of the project, newest first; undefined when unknown. */
  commits(ref: string): readonly CommitFact[] | undefined
}

/** A commit as git tells it. All but the hash is text of whoever made it. */
export interface CommitFact {
  readonly hash: string
  readonly committedMs: number
  readonly author: string
  readonly subject: string
}

/** Nothing was done before. */
export const EMPTY_SESSION: SessionFacts = {
  written: new Map(),
  created: new Set(),
  downloaded: new Map(),
  branches: new Set(),
  started: new Set(),
  seen: new Set(),
}
