import type { Facts } from '../facts.ts'
import type { Scope } from './scope.ts'

const HARMLESS_VARIABLES = new Set(
  'RANDOM SRANDOM SECONDS EPOCHSECONDS EPOCHREALTIME LINENO UID EUID GID PPID BASHPID SHLVL COLUMNS LINES HOSTNAME HOSTTYPE OSTYPE MACHTYPE BASH_VERSION OPTIND'.split(
    ' ',
  ),
)

export function isHarmlessVariable(name: string): boolean {
  return HARMLESS_VARIABLES.has(name)
}

const ALWAYS_SET_VARIABLES = new Set(
  'PATH LANG TERM SHELL CLAUDE_PROJECT_DIR GITHUB_WORKSPACE CI_PROJECT_DIR BASH_SOURCE FUNCNAME PIPESTATUS OPTARG REPLY BASH'.split(
    ' ',
  ),
)

export function isAlwaysSet(name: string): boolean {
  return ALWAYS_SET_VARIABLES.has(name) || HARMLESS_VARIABLES.has(name)
}

export function wellKnownVariable(name: string, scope: Scope, facts: Facts): string | undefined {
  switch (name) {
    case 'HOME':
      return facts.home
    case 'PWD':
      return scope.cwd
    case 'OLDPWD':
      return scope.previous
    case 'USER':
    case 'LOGNAME':
      return facts.user
    case 'TMPDIR':
    case 'TEMP':
    case 'TMP':
      return facts.temporaryDirectories[0] ?? '/tmp'
    case 'IFS':
      return ' \t\n'
    case 'CLAUDE_PROJECT_DIR':
      return facts.projectRoot
    case 'SHELL':
      return '/bin/bash'
    case 'XDG_CONFIG_HOME':
      return `${facts.home}/.config`
    case 'XDG_CACHE_HOME':
      return `${facts.home}/.cache`
    case 'XDG_DATA_HOME':
      return `${facts.home}/.local/share`
    default:
      return undefined
  }
}

export function tildePrefix(text: string, scope: Scope, facts: Facts): string | undefined {
  const slash = text.indexOf('/')
  const name = slash < 0 ? text.slice(1) : text.slice(1, slash)
  const rest = slash < 0 ? '' : text.slice(slash)
  const base = tildeHome(name, scope, facts)
  if (base === undefined) return undefined
  return base + rest
}

function tildeHome(name: string, scope: Scope, facts: Facts): string | undefined {
  switch (name) {
    case '':
      return facts.home
    case '+':
      return scope.cwd
    case '-':
      return scope.previous
    case 'root':
      return facts.platform === 'darwin' ? '/var/root' : '/root'
    case facts.user:
      return facts.home
    default:
      if (/^[+-]?\d+$/.test(name)) return undefined
      if (!/^[A-Za-z_][\w.-]*$/.test(name)) return `~${name}`
      return facts.platform === 'darwin' ? `/Users/${name}` : `/home/${name}`
  }
}
