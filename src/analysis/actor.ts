import { programName } from './interpret/base-name.ts'
import { memoize } from './text/memoize.ts'

type ActorRole =
  /** Its output is the project's own work. */
  | 'compiler'
  /** Puts other text into a file; what only tidies it up keeps what the file does. */
  | 'rewriter'
  | 'packer'
  | 'raw-reader'
  | 'tree-reader'
  | 'shown-reader'
  | 'printer'
  | 'git'
  | 'container-engine'
  /** People tell it to push what they built. */
  | 'pusher'
  /** Holds keys and never shows them. */
  | 'key-agent'

export interface Actor {
  /** Base name of a program, or the full name of a call, in lower case. */
  readonly name: string
  readonly words: readonly string[]
  readonly roles: readonly ActorRole[]
}

const PROGRAMS_BY_ROLE: Readonly<Record<ActorRole, string>> = {
  compiler:
    'go cargo rustc gcc g++ cc c++ clang clang++ javac dotnet swift swiftc zig make cmake ninja bazel tsc ghc nim crystal v odin dub kotlinc scalac',
  rewriter: 'sed gsed perl ruby awk gawk mawk ed ex vi vim nvi nvim emacs patch',
  packer:
    'tar gtar bsdtar zip 7z 7za 7zr 7zz 7zzs rar cp gcp ditto rsync cpio pax compress-archive copy-item robocopy xcopy restic borg kopia duplicity tarsnap shutil.make_archive shutil.copytree',
  'raw-reader': 'dd gdd cat strings xxd hexdump od cp base64 pv tar gzip',
  'tree-reader': 'grep egrep fgrep ack tar gtar bsdtar zip 7z 7za 7zr 7zz 7zzs rar pax cpio cp ditto rsync scp diff',
  'shown-reader': 'rg ag',
  printer:
    'echo printf cat tee env printenv print jq yq awk sed grep rg head tail base64 xxd od hexdump logger write wall say cut tr sort node python python3 ruby perl php bash sh zsh',
  git: 'git',
  'container-engine': 'docker podman nerdctl',
  pusher: 'docker podman buildah skopeo crane oras helm nerdctl nuget gem twine',
  'key-agent': 'ssh-add',
}

const ROLE_PROGRAMS = Object.entries(PROGRAMS_BY_ROLE).map(
  ([role, names]) => [role as ActorRole, ` ${names} `] as const,
)

export const actorOf = memoize(parseActor)

function parseActor(stated: string): Actor {
  const words = stated.trim().split(/\s+/, 12)
  const name = programName(words[0] ?? '').toLowerCase()
  return { name, words, roles: actorRoles(name, words) }
}

function actorRoles(name: string, words: readonly string[]): readonly ActorRole[] {
  const own = ROLE_PROGRAMS.filter(([, names]) => names.includes(` ${name} `)).map(([role]) => role)
  const verb = words[1] ?? ''
  if (name === 'git' && verb === 'apply') return [...own, 'rewriter']
  return verb === 'nuget' ? [...own, 'pusher'] : own
}

export function hasActorRole({ actor }: { readonly actor: Actor }, role: ActorRole): boolean {
  return actor.roles.includes(role)
}
