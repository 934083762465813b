import { hasWrapper, type Wrapper } from '../wrappers.ts'

/** Where a path lies. INVARIANT: a path that cannot be known is `unknown`, never `project`. */
export type Zone =
  | 'root' // `/` itself, or everything under it by glob
  | 'system' // /etc, /usr, /bin, /boot, /var, …: the machine's own
  | 'home-root' // a home directory itself
  | 'home' // inside a home directory, outside the project
  | 'project-root' // the project directory itself, or all of it by glob
  | 'project' // inside the working directories
  | 'temp' // inside a temporary directory (not that directory itself)
  | 'temp-root' // a shared temporary directory itself, or all of it by glob
  | 'device' // /dev, /proc, /sys
  | 'outside' // anywhere else
  | 'unknown'

export type PathTag =
  | 'secret' // keys, credential stores, dotenv, browser profiles
  | 'environment-file' // dotenv only (also carries `secret`)
  | 'git-internal' // .git and what is in it
  | 'git-hook'
  | 'gate-own' // our settings, state and hook files
  | 'gate-program' // an installed copy of our package, its program or launcher (also carries `gate-own`)
  | 'gate-secret' // what of `gate-own` nobody but the gate reads, and folders of it
  | 'gate-node' // the Node that runs the gate
  | 'gate-entry' // a host's file that starts our hook
  | 'gate-holder' // a folder that one of these lies in
  | 'gate-perhaps' // by pattern or unknown name, what is installed for every project: the gate may be among it
  | 'agent-settings' // an agent's settings, hooks, MCP servers
  | 'holder' // a folder that such places lie in: ~/.config, ~/.local/share
  | 'transcript' // a host's record of its conversations
  | 'agent-instructions' // CLAUDE.md, AGENTS.md, rules, skills, commands
  | 'shell-startup' // .bashrc, .profile, /etc/profile.d, …
  | 'persistence' // cron, systemd units, launch agents, autostart, rc.local
  | 'privilege' // sudoers, passwd, shadow, group, pam
  | 'ssh-access' // authorized_keys, sshd_config, known_hosts
  | 'log' // system and audit logs
  | 'history' // shell history
  | 'ci' // workflows and pipelines
  | 'build-recipe' // package.json, Makefile, justfile, build.gradle, Dockerfile, …
  | 'editor-task' // .vscode/tasks.json, .idea run configurations, devcontainer
  | 'tool-config' // .npmrc, .yarnrc, .cargo/config, pre-commit, …: makes tools run things
  | 'tool-startup' // what a person's tool runs or obeys when it starts, told by its shape: ~/.TOOLrc, ~/.config/TOOL/init.*
  | 'tool-settings' // the settings of a person's tool, told by their shape: ~/.TOOL/settings.json
  | 'lock-file'
  | 'state-file' // terraform state, database files
  | 'build-artefact' // dist, build, node_modules, target, caches
  | 'device-storage' // /dev/sda, /dev/nvme0n1, …
  | 'null-device' // /dev/null, /dev/stdout, /dev/stderr
  | 'socket' // /dev/tcp/…, /dev/udp/…, docker.sock

export interface PathUse {
  readonly text: string
  /** Absolute, lexically normalised; links resolved where Facts could. Undefined when it cannot be known. */
  readonly real: string | undefined
  readonly zone: Zone
  readonly tags: readonly PathTag[]
  readonly glob: boolean
  readonly dynamic: boolean
  /** The path is a link this session made; `real` is what it stands for. */
  readonly link?: { readonly real: string; readonly zone: Zone }
  /** Where it leads instead, if a link that the session made lies where it may lie. */
  readonly otherwise?: string
  /** On a share of another machine, or a device by the kernel's own name. */
  readonly beyond?: { readonly kind: 'share'; readonly host: string } | { readonly kind: 'device' }
  readonly sessionMade: boolean
  /** `yes`: nothing that git or a rebuild could not give back. To ask may ask git. */
  readonly recoverable: () => Recoverable
}

export type Recoverable = 'yes' | 'no' | 'unknown'

export const RECOVERABLE = { yes: () => 'yes', no: () => 'no', unknown: () => 'unknown' } as const satisfies {
  readonly [Answer in Recoverable]: () => Answer
}

/** Something happens because they are there, so work on them is never a matter of course. */
const ACTING_TAGS: ReadonlySet<PathTag> = new Set<PathTag>([
  'secret',
  'environment-file',
  'git-internal',
  'git-hook',
  'gate-own',
  'agent-settings',
  'transcript',
  'agent-instructions',
  'shell-startup',
  'persistence',
  'privilege',
  'ssh-access',
  'log',
  'history',
  'ci',
  'build-recipe',
  'editor-task',
  'tool-config',
  'tool-startup',
  'state-file',
  'device-storage',
  'socket',
])

export function isActingPath({ tags }: Pick<PathUse, 'tags'>): boolean {
  return tags.some((tag) => ACTING_TAGS.has(tag))
}

export type PathProtection =
  | 'own' // the gate's and the host's records: whatever is not surely a read is asked about
  | 'acting' // it acts by being there, or says who may do what
  | 'holder' // protected paths lie in it: only what fills it with things nobody has seen counts
  | 'kept' // a program keeps it: only what looks like a write counts

const RECORD_TAGS: readonly PathTag[] = ['gate-own', 'transcript']
const AGENT_STEERING_TAGS: readonly PathTag[] = ['agent-settings', 'gate-own', 'transcript']
const PROTECTED_TAGS: readonly PathTag[] = [
  ...AGENT_STEERING_TAGS,
  'agent-instructions',
  'shell-startup',
  'persistence',
  'privilege',
  'ssh-access',
  'git-hook',
  'secret',
]
const SYSTEM_PATH = /^\/(?:etc|boot|efi|bin|sbin|lib(?:32|64)?|usr(?!\/local\/)|system|private\/etc)(?:\/|$)/i

const TOOL_TAGS: readonly PathTag[] = ['tool-config', 'tool-startup', 'tool-settings']

/** In the project only what steers the agent, and git's own files. */
export function pathProtection({ tags, zone, real, text, sessionMade }: PathUse): PathProtection | undefined {
  if (zone === 'temp' && !tags.includes('gate-program')) return undefined
  if (tags.some((tag) => RECORD_TAGS.includes(tag))) return 'own'
  if (zone === 'project') {
    if (tags.some((tag) => AGENT_STEERING_TAGS.includes(tag)) && !sessionMade) return 'acting'
    return tags.includes('git-internal') ? 'kept' : undefined
  }
  if (sessionMade) return undefined
  if (
    tags.some((tag) => PROTECTED_TAGS.includes(tag)) ||
    (zone === 'home' && tags.some((tag) => TOOL_TAGS.includes(tag)))
  )
    return 'acting'
  if (tags.includes('holder') || zone === 'home-root') return 'holder'
  if (tags.includes('gate-node')) return 'kept'
  const machines = zone === 'system' && (SYSTEM_PATH.test(real ?? text) || tags.includes('state-file'))
  return tags.includes('git-internal') || machines ? 'kept' : undefined
}

/** Folders of a home directory that hold a person's life rather than work on one project. */
const PERSONAL_FOLDERS =
  /^(?:\/home|\/users|\/root|[a-z]:\/users)\/(?:[^/]+\/)?(?:documents|desktop|pictures|photos|music|movies|videos|downloads|mail)(?:\/\*)?\/?$/i

export function isPersonalFolder({ zone, real, text }: PathUse): boolean {
  return (zone === 'home' || zone === 'outside') && PERSONAL_FOLDERS.test(real ?? text.replace(/^~/, '/home/me'))
}

export function isWholeHome({ zone, glob, dynamic, text }: PathUse, wrappers: readonly Wrapper[]): boolean {
  if (zone === 'home-root' && !dynamic) return true
  const searched = glob || text.includes('*') || hasWrapper({ wrappers }, 'find', 'feed')
  return (
    searched &&
    (dynamic || text.includes('/**/') || text.includes('…')) &&
    /^(?:~|\/(?:home|users|root)(?:\/[^/…*]+)?)\/(?:…|\*)/i.test(text)
  )
}

/** All documents of one kind in such a folder: `~/Documents/*.docx`. */
export function isPersonalGlob({ zone, glob, text }: PathUse): boolean {
  return (
    glob && zone === 'home' && /\/(?:documents|desktop|pictures|photos|music|movies|videos|mail)\/\*[^/]*$/i.test(text)
  )
}

export function isInHiddenTempFolder({ real }: PathUse): boolean {
  return /^\/(?:private\/)?(?:tmp|var\/tmp|dev\/shm)\/(?:[^/]+\/)*\.[^/]+\/\.[^/.]/.test(real ?? '')
}

/** Lies in the home, and is neither the session's own nor what a tool made and would make again. */
export function isPersonalFile({ zone, sessionMade, tags, real }: PathUse): boolean {
  if (zone !== 'home' && zone !== 'home-root') return false
  return !sessionMade && !tags.includes('build-artefact') && !/\/\.(?:cache|local\/share\/Trash)\//.test(real ?? '')
}
