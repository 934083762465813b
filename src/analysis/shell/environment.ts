import type { Facts } from '../facts.ts'
import type { Scope } from './scope.ts'

/** Parts of a name that say it holds a secret. */
const SECRET_PARTS = new Set([
  'key',
  'keys',
  'apikey',
  'token',
  'tokens',
  'secret',
  'secrets',
  'password',
  'passwd',
  'passphrase',
  'pass',
  'pwd',
  'credential',
  'credentials',
  'creds',
  'pat',
  'auth',
  'dsn',
  'cookie',
  'private',
  'privatekey',
  'accesskey',
])

/** Names with such a part that hold no secret. */
const NO_SECRET = new Set([
  'PWD',
  'OLDPWD',
  'SSH_AUTH_SOCK',
  'XAUTHORITY',
  'AWS_REGION',
  'AWS_DEFAULT_REGION',
  'AWS_PROFILE',
  'AWS_DEFAULT_OUTPUT',
  'AWS_PAGER',
  'KEYTIMEOUT',
  'SSH_KEY_PATH',
])

const SECRET_NAMES = new Set(['DATABASE_URL', 'MONGODB_URI', 'REDIS_URL', 'CONNECTION_STRING', 'NETRC', 'KUBECONFIG'])

/** Does an environment variable of this name hold a secret? Judged by the parts of the name. */
export function isSecretName(name: string): boolean {
  if (NO_SECRET.has(name)) return false
  if (SECRET_NAMES.has(name) || name.startsWith('AWS_')) return true
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_.-]+/)
  if (parts.some((part) => part === 'path' || part === 'file' || part === 'dir' || part === 'public')) return false
  return parts.some(
    (part) => SECRET_PARTS.has(part) || /(?:api|access)key$|(?:passwd|password|secret|token)s?$/.test(part),
  )
}

/** Variables whose value is a number or a plain name: never empty, never an option, never a path. */
const HARMLESS = new Set([
  'RANDOM',
  'SRANDOM',
  'SECONDS',
  'EPOCHSECONDS',
  'EPOCHREALTIME',
  'LINENO',
  'UID',
  'EUID',
  'GID',
  'PPID',
  'BASHPID',
  'SHLVL',
  'COLUMNS',
  'LINES',
  'HOSTNAME',
  'HOSTTYPE',
  'OSTYPE',
  'MACHTYPE',
  'BASH_VERSION',
  'OPTIND',
])

export function isHarmlessName(name: string): boolean {
  return HARMLESS.has(name)
}

/** Variables that are set wherever a tool call runs; their value may still not be known. */
const ALWAYS_SET = new Set([
  'PATH',
  'LANG',
  'TERM',
  'SHELL',
  'CLAUDE_PROJECT_DIR',
  'GITHUB_WORKSPACE',
  'CI_PROJECT_DIR',
  'BASH_SOURCE',
  'FUNCNAME',
  'PIPESTATUS',
  'OPTARG',
  'REPLY',
  'BASH',
])

export function isAlwaysSet(name: string): boolean {
  return ALWAYS_SET.has(name) || HARMLESS.has(name)
}

/** The value of a variable that the shell or the login gives, when this text did not assign it. */
export function wellKnown(name: string, scope: Scope, facts: Facts): string | undefined {
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
