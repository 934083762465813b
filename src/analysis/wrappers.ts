export type WrapperKind =
  | 'raise'
  | 'find'
  | 'feed'
  | 'limit'
  /** Changes how it runs, and nothing anybody would mind: `env`, `nice`, `nohup`. */
  | 'wrapper'
  | 'shell'
  /** A program with a language of its own, which a shell breaks out of. */
  | 'escape'
  /** Another machine's shell. */
  | 'remote'
  /** Gives it a terminal, as if a person sat there. */
  | 'terminal'
  | 'recipe'
  | 'alias'
  | 'other'

/** INVARIANT: `through` of a Command or Effect has one Layer for each entry of `via`, which is text for people. */
export interface Wrapper {
  readonly kind: WrapperKind
  /** Which recipe or alias it is: one that calls itself is read once. */
  readonly key?: string
}

const PROGRAMS_BY_KIND: Readonly<Partial<Record<WrapperKind, string>>> = {
  raise: 'sudo sudo-rs doas pkexec run0',
  find: 'find gfind bfs',
  feed: 'xargs gxargs parallel',
  limit: 'timeout gtimeout',
  wrapper: 'env nice nohup setsid time ionice stdbuf command exec su chroot',
  shell: 'sh bash dash zsh',
  remote: 'ssh slogin mosh autossh pssh parallel-ssh pdsh clush dsh rsh plink ansible salt',
  terminal: 'tmux byobu psmux screen zellij abduco dtach script expect unbuffer ttyd socat',
  escape: 'awk gawk mawk nawk perl vi vim nvim ed emacs less more man gdb cpan tar zip',
}

/** Wrappers that hand on the environment as they found it. */
const KEEPERS = new Set(
  'timeout gtimeout nice nohup setsid time ionice stdbuf command exec xargs gxargs npx bunx pnpx sh bash dash zsh'.split(
    ' ',
  ),
)

export function keepsEnvironment(program: string | undefined): boolean {
  return KEEPERS.has(program?.slice(program.lastIndexOf('/') + 1) ?? '')
}

const KIND_BY_PROGRAM = new Map(
  Object.entries(PROGRAMS_BY_KIND).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind as WrapperKind] as const),
  ),
)

export function wrapperOf(program: string | undefined): Wrapper {
  const name = program?.slice(program.lastIndexOf('/') + 1).toLowerCase() ?? ''
  return { kind: KIND_BY_PROGRAM.get(name) ?? 'other' }
}

export const OTHER_WRAPPER: Wrapper = { kind: 'other' }

type Wrapped = { readonly wrappers: readonly Wrapper[] }

export function hasWrapper({ wrappers }: Wrapped, ...kinds: readonly WrapperKind[]): boolean {
  return wrappers.some(({ kind }) => kinds.includes(kind))
}

export function isElevated(layered: Wrapped): boolean {
  return hasWrapper(layered, 'raise')
}
