import type { Wrapper } from './wrappers.ts'

/** A stretch of the source text: offsets into the command the host sent (or the inner text named by `via`). */
export interface Span {
  readonly start: number
  readonly end: number
}

/** `values` that a running thing works with; `told`: what it tells of itself; `everything` that a store holds. */
export type PrintedKind = 'values' | 'state' | 'everything'

export type DataSource =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'file'; readonly path: string; readonly secret: boolean }
  | { readonly kind: 'environment'; readonly name: string; readonly secret: boolean }
  /** `about`: what a listing was asked or filtered for, such as the names that `ps | grep` looked for. */
  | {
      readonly kind: 'command'
      readonly program: string
      readonly secret: boolean
      readonly about?: string
      readonly printed?: PrintedKind
    }
  | { readonly kind: 'network'; readonly url: string }
  | { readonly kind: 'clipboard' }
  | { readonly kind: 'screen' }
  | { readonly kind: 'secret-store'; readonly store: string }
  | { readonly kind: 'argument' }
  | { readonly kind: 'unknown' }

export interface Value {
  readonly text: string | undefined
  readonly sources: readonly DataSource[]
  /** Every word of it is a path that one of these covers: what `find src` prints. */
  readonly paths?: readonly Word[]
}

/** What the lines of a file stand for, where its text isn't known: what a listing printed there. */
export interface Listing {
  /** Each line is one of these, or below it: a null stands for what isn't known. `all`: nothing there was left out. */
  readonly places: readonly { readonly known: string; readonly all: boolean }[]
  readonly by: readonly { readonly program: string; readonly about?: string }[]
}

export interface Alternatives {
  readonly texts: readonly string[]
  readonly open: boolean
}

export interface Word extends Value {
  readonly raw: string
  readonly span: Span
  /** Unquoted `*`, `?`, `[` remain: the shell may turn this word into several paths. */
  readonly glob: boolean
  /** A part is not known; `known` holds the constant parts with `\0` where something unknown stands. */
  readonly dynamic: boolean
  readonly known: string
  /** An unknown part may be empty (an unset variable): `rm -rf "$DIR/"` may then be `rm -rf /`. */
  readonly mayBeEmpty: boolean
  readonly quoted: boolean
  /** What a dynamic word may be, as far as that is known: branches that disagree, defaults of variables. */
  readonly alternatives?: Alternatives
}

export type RedirectKind = 'read' | 'write' | 'append' | 'read-write' | 'here-document' | 'here-string' | 'duplicate'

export interface Redirect {
  readonly kind: RedirectKind
  readonly descriptor: number
  /** The target of read, write, append, read-write; for `duplicate` the descriptor as text. */
  readonly target: Word
  readonly body?: Value
  readonly span: Span
}

export interface Assignment {
  readonly name: string
  readonly value: Word
  readonly append: boolean
}

export type Stdin = { readonly kind: 'inherited' } | { readonly kind: 'value'; readonly value: Value }

export interface Command {
  readonly name: string | undefined
  readonly args: readonly Word[]
  readonly head: Word | undefined
  readonly assignments: readonly Assignment[]
  /** What the shell was told before, by variables that it hands on, of the environment that is worked on. */
  readonly inherited?: readonly Word[]
  readonly redirects: readonly Redirect[]
  readonly stdin: Stdin
  /** Does something read its output? `terminal` means the agent sees it. */
  readonly stdout: 'terminal' | 'pipe' | 'file' | 'captured'
  readonly span: Span
  readonly wrapperNames: readonly string[]
  readonly wrappers: readonly Wrapper[]
  /** The working directory it runs in; undefined when a `cd` could not be followed. */
  readonly cwd: string | undefined
  readonly background: boolean
  /** What its analyzer says of it, once it was read: `proven` means that every role of its words is known. */
  readonly grade?: 'proven' | 'expected' | 'plain' | 'unknown'
}
