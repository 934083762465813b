import type { Actor } from './actor.ts'
import type { PathUse } from './paths/paths.ts'
import type { Target } from './target.ts'
import type { DataSource, Listing, Span } from './words.ts'
import type { Wrapper } from './wrappers.ts'

/**
 * `certain`: it happens if the command runs. `likely`: it happens in the ordinary case.
 * `possible`: a generous reading; enough to look closer, never enough to block alone.
 */
export type Certainty = 'certain' | 'likely' | 'possible'

interface EffectBase {
  readonly span: Span
  readonly wrapperNames: readonly string[]
  readonly wrappers: readonly Wrapper[]
  readonly certainty: Certainty
  /** What would do it, in a few words for people: `rm -rf`, `git push`, `requests.post`. */
  readonly by: string
  readonly actor: Actor
  /** What it is done to, where its own fields do not say it part by part; `targetsOf` fills in the rest. */
  readonly targets?: readonly Target[]
  readonly own?: true
  /** It is done on a machine of the CI, whenever the pipeline that is written runs. */
  readonly onRunner?: true
  /** It is what a text says that is written, and happens once somebody applies it. */
  readonly written?: true
}

export type CodeLanguage = 'shell' | 'python' | 'javascript' | 'ruby' | 'perl' | 'php' | 'powershell' | 'awk' | 'other'

export type CodeOrigin = 'inline' | 'project-file' | 'session-file' | 'outside-file' | 'download' | 'stdin' | 'dynamic'

export type Environment = 'production' | 'staging' | 'preview' | 'development' | 'unknown'

/** Everything an Action can do, in at most 31 kinds. Programs emit these; categories read these and nothing else. */
export type Effect =
  | (EffectBase & { readonly kind: 'read-path'; readonly path: PathUse; readonly list: boolean })
  | (EffectBase & {
      readonly kind: 'write-path'
      readonly path: PathUse
      readonly how: 'create' | 'overwrite' | 'append' | 'edit' | 'move' | 'link' | 'truncate'
      readonly content: string | undefined
      /** The whole text that the call leaves in the file, where it follows from what lay there. */
      readonly left?: string
      /** The call may leave another text there: a branch of it writes one, or this one does not happen. */
      readonly doubtful?: true
      /** It lay under another name before the session: moving makes it nobody's own. */
      readonly moved?: true
      readonly target?: PathUse
      readonly as?: 'folder' | 'packed' | 'unpacked' | 'redirect'
      /** Its text is not known, and it is that of this one file. */
      readonly copyOf?: string
      /** All that is put there comes from these places. `unknown`: from what nobody can read. */
      readonly of?: readonly string[] | 'unknown'
      /** What is put there comes from a secret: whoever sends the file sends it. */
      readonly secret?: true
      /** What was there is kept beside it. */
      readonly backup?: true
      /** What its lines stand for, where a listing was printed into it. */
      readonly lists?: Listing
    })
  | (EffectBase & {
      readonly kind: 'delete-path'
      readonly path: PathUse
      readonly recursive: boolean
      readonly wipe: boolean
    })
  | (EffectBase & {
      readonly kind: 'change-mode'
      readonly path: PathUse
      readonly grants: 'setuid' | 'world-writable' | 'executable' | 'owner' | 'capability' | 'tighten' | 'other'
      readonly recursive: boolean
    })
  /**
   * A place that acts or guards is named, and nothing says that it is only read. `write`: its position says so (`-o`).
   */
  | (EffectBase & { readonly kind: 'touch-protected'; readonly path: PathUse; readonly role: 'write' | 'unknown' })
  | (EffectBase & {
      readonly kind: 'run-program'
      readonly program: string
      /** `installed`: predates the session, outside working and temporary directories. */
      readonly identity: 'installed' | 'project' | 'session-made' | 'temporary' | 'downloaded' | 'missing' | 'unknown'
    })
  /** Runs code; what that code does is emitted as further effects when it could be read. */
  | (EffectBase & {
      readonly kind: 'run-code'
      readonly language: CodeLanguage
      readonly origin: CodeOrigin
      readonly read: boolean
      readonly file?: string
      readonly zone?: PathUse['zone']
      readonly host: string | undefined
      readonly address?: string
    })
  | (EffectBase & {
      readonly kind: 'download'
      readonly host: string
      readonly url: string
      readonly to: PathUse | undefined
      /** A whole folder comes, not one file: one of its own, or over what lies there. */
      readonly tree?: 'clone' | 'update'
      /** Nothing is fetched: what came before is copied, unpacked or checked out. */
      readonly local?: true
      /** What comes is a ref of the repository at `to` (`HEAD`: what is checked out), not its files as such. */
      readonly ref?: string
    })
  /** Data leaves this machine. `payload` tells what; an ordinary request without data is `connect`. */
  | (EffectBase & {
      readonly kind: 'send-data'
      readonly host: string
      readonly channel:
        | 'http'
        | 'dns'
        | 'socket'
        | 'ssh'
        | 'mail'
        | 'bucket'
        | 'git'
        | 'chat'
        | 'paste'
        | 'icmp'
        | 'other'
      readonly payload: readonly DataSource[]
    })
  | (EffectBase & {
      readonly kind: 'connect'
      readonly host: string
      readonly url: string
      readonly address: 'public' | 'private' | 'loopback' | 'metadata' | 'callback' | 'unknown'
    })
  | (EffectBase & {
      readonly kind: 'listen'
      readonly reach: 'loopback' | 'network' | 'tunnel' | 'reverse-shell' | 'remote-forward'
      readonly executes: boolean
    })
  | (EffectBase & {
      readonly kind: 'git-discard'
      readonly what:
        | 'worktree'
        | 'untracked'
        | 'commits'
        | 'branch'
        | 'stash'
        | 'reflog'
        | 'history'
        | 'tag'
        | 'repository'
      readonly refs: readonly string[]
      /** Nothing would be lost (clean tree, merged branch): known from Facts, else `unknown`. */
      readonly loses: 'nothing' | 'work' | 'unknown'
    })
  | (EffectBase & {
      readonly kind: 'git-push'
      readonly remote: string
      readonly refs: readonly string[]
      readonly force: boolean
      readonly deletes: boolean
      readonly toDefault: 'yes' | 'no' | 'unknown'
      readonly mirror: boolean
    })
  | (EffectBase & {
      readonly kind: 'publish'
      readonly registry: string
      readonly what: string
      readonly removes: boolean
    })
  | (EffectBase & { readonly kind: 'deploy'; readonly service: string; readonly environment: Environment })
  /** Runs something on another machine. `writes: 'no'` only when the remote command was read and proven. */
  | (EffectBase & { readonly kind: 'remote-exec'; readonly host: string; readonly writes: 'yes' | 'no' | 'unknown' })
  /** Changes something that is not on this machine or is shared: cloud, cluster, infrastructure, queue, job, flag. */
  | (EffectBase & {
      readonly kind: 'resource-change'
      readonly system: string
      readonly verb: 'create' | 'update' | 'delete' | 'restart' | 'scale' | 'cancel' | 'apply' | 'destroy' | 'purge'
      readonly target: string
      /** More than one named thing: a prefix, a bucket, a namespace, `--all`, a wildcard. */
      readonly mass: boolean
      readonly environment: Environment
      readonly family:
        | 'storage'
        | 'compute'
        | 'cluster'
        | 'infrastructure'
        | 'queue'
        | 'identity'
        | 'network'
        | 'dns'
        | 'job'
        | 'config'
        | 'other'
    })
  | (EffectBase & {
      readonly kind: 'database-change'
      readonly engine: string
      readonly statement:
        | 'drop'
        | 'truncate'
        | 'delete'
        | 'update'
        | 'insert'
        | 'alter'
        | 'grant'
        | 'flush'
        | 'restore'
        | 'other'
      /** No WHERE, or everything at once. */
      readonly unbounded: boolean
      readonly reach: 'local-file' | 'local-server' | 'remote' | 'unknown'
      readonly target: string
    })
  | (EffectBase & {
      readonly kind: 'signal-process'
      readonly target: string
      /** All that one runtime runs, for whomever: every `node`, every `java`. */
      readonly broad?: true
      readonly owner: 'session' | 'user' | 'system' | 'everything' | 'unknown'
    })
  | (EffectBase & {
      readonly kind: 'service-control'
      readonly service: string
      readonly verb: 'start' | 'stop' | 'restart' | 'enable' | 'disable' | 'mask' | 'reload' | 'power'
    })
  | (EffectBase & {
      readonly kind: 'persist'
      readonly mechanism:
        | 'cron'
        | 'at'
        | 'systemd'
        | 'launchd'
        | 'shell-startup'
        | 'autostart'
        | 'git-hook'
        | 'init'
        | 'kernel'
        | 'trap'
        | 'editor'
        | 'agent'
        | 'other'
      readonly target: string
    })
  | (EffectBase & {
      readonly kind: 'grant'
      readonly what: string
      readonly to: string
      readonly reach: 'machine' | 'remote'
    })
  | (EffectBase & {
      readonly kind: 'weaken'
      readonly area:
        | 'tls'
        | 'authentication'
        | 'firewall'
        | 'sandbox'
        | 'endpoint-protection'
        | 'signing'
        | 'audit'
        | 'history'
        | 'secure-boot'
        | 'ci-check'
        | 'gate'
        | 'instructions' // what a project tells its agents never to do
        | 'person' // that only a person speaks for a person
        | 'other'
      readonly feature: string
    })
  | (EffectBase & {
      readonly kind: 'expose-secret'
      readonly source: DataSource
      /** `program`: handed to one of which nobody knows what it does with it. */
      readonly sink: 'output' | 'file' | 'argument' | 'log' | 'clipboard' | 'program'
    })
  | (EffectBase & {
      readonly kind: 'install'
      readonly manager: string
      readonly packages: readonly string[]
      /** `declared`: from the project's manifest or lock file. */
      readonly origin: 'declared' | 'registry' | 'other-registry' | 'git' | 'url' | 'local' | 'unknown'
      readonly scope: 'project' | 'user' | 'system'
      readonly source?: string
    })
  | (EffectBase & {
      readonly kind: 'spawn-agent'
      readonly agent: string
      readonly broad: boolean
      readonly prompt: string | undefined
    })
  | (EffectBase & {
      readonly kind: 'external-write'
      readonly service: string
      readonly nature:
        | 'record'
        | 'message'
        | 'mail'
        | 'payment'
        | 'visibility'
        | 'account'
        | 'deletion'
        | 'approval'
        | 'merge'
        | 'setting'
        | 'calendar'
        | 'file'
      readonly target: string
    })
  | (EffectBase & { readonly kind: 'apply-patch'; readonly source: DataSource; readonly seen: boolean })
  | (EffectBase & { readonly kind: 'impersonate'; readonly as: string })
  | (EffectBase & {
      readonly kind: 'observe'
      readonly what:
        | 'screen'
        | 'clipboard'
        | 'keyboard'
        | 'camera'
        | 'microphone'
        | 'network-traffic'
        | 'memory'
        | 'credential-scan'
        | 'host-scan'
    })
  | (EffectBase & {
      readonly kind: 'exhaust'
      readonly what: 'processes' | 'processor' | 'disk' | 'memory' | 'network'
    })

export type EffectKind = Effect['kind']

export type ProtectionArea = Extract<Effect, { kind: 'weaken' }>['area']

export type ExternalWriteNature = Extract<Effect, { kind: 'external-write' }>['nature']

type DraftOf<T> = T extends Effect
  ? Omit<T, 'span' | 'wrapperNames' | 'wrappers' | 'certainty' | 'by' | 'actor'> &
      Partial<Pick<T, 'certainty' | 'by' | 'actor'>>
  : never

/** An Effect as a program states it; the recorder adds span, via, through, actor, and the defaults. */
export type EffectDraft = DraftOf<Effect>

/** One yes is for one of these: the next needs a word of its own. */
export function oneTimeKind(effect: Effect): string | undefined {
  if (effect.kind === 'publish' || effect.kind === 'deploy') return effect.kind
  if (effect.kind !== 'external-write') return undefined
  const { nature } = effect
  return nature === 'payment' || nature === 'mail' || nature === 'message' || nature === 'merge'
    ? `external-write ${nature}`
    : undefined
}
