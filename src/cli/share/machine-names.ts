import { escapeRegExp } from '../../intent/consent/naming.ts'

/** What a shared text must not say of the machine it comes from. */
export interface MachineNames {
  /** The account's home, and where it really lies. */
  readonly homes: readonly string[]
  /** The project's folder; undefined where it isn't known. */
  readonly project: string | undefined
  readonly users: readonly string[]
  readonly hosts: readonly string[]
}

/** A place that no machine has: a shared case finds nothing there, wherever it is judged again. */
export const SHARED_HOME = '/home/someone'
export const SHARED_PROJECT = `${SHARED_HOME}/project`
const SHARED_USER = 'someone'
const SHARED_HOST = 'machine'
const OTHER_HOME = '/home/other'

/** Accounts and hosts of many machines: they identify nobody, and commands mean something by them. */
const COMMON_NAMES: ReadonlySet<string> = new Set(
  `root user admin guest dev test app git node docker runner vscode ubuntu debian ec2-user azureuser pi localhost host
  ${SHARED_USER} ${SHARED_HOST} other`.split(/\s+/),
)

/** A project that is one of these is no folder of its own. */
const SYSTEM_FOLDERS: ReadonlySet<string> = new Set('/ /etc /home /mnt /opt /srv /tmp /usr /var'.split(' '))

const OTHER_HOMES = /(?<![\w.-])\/(?:home|Users)\/(?!someone(?![\w.-])|other(?![\w.-]))[\w.-]+/g

/** Replaces them in a text, longest first: a home may lie in another one, and a host's name may hold the user's. */
export function machineNameHider({ homes, project, users, hosts }: MachineNames): (text: string) => string {
  const paths = [
    ...(project === undefined || homes.includes(project) || SYSTEM_FOLDERS.has(project)
      ? []
      : [[project, SHARED_PROJECT] as const]),
    ...homes.map((home) => [home, SHARED_HOME] as const),
  ].filter(([path]) => path.length > 1)
  const named = (names: readonly string[], shared: string) =>
    names
      .filter((name) => name.length > 1 && !COMMON_NAMES.has(name.toLowerCase()))
      .map((name) => [name, shared] as const)
  const words = [...named(hosts.flatMap(hostForms), SHARED_HOST), ...named(users, SHARED_USER)]
  const replacements = [
    ...byLength(paths).map(([path, shared]) => [pathPattern(path), shared] as const),
    ...byLength(words).map(([name, shared]) => [wordPattern(name), shared] as const),
  ]
  return (text) => {
    const hidden = replacements.reduce((rest, [pattern, shared]) => rest.replace(pattern, () => shared), text)
    return hidden.replace(OTHER_HOMES, OTHER_HOME)
  }
}

/** The same in every text of a value, keys too. */
export function hideNamesIn(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value)
  if (Array.isArray(value)) return value.map((item) => hideNamesIn(item, hide))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [hide(key), hideNamesIn(item, hide)]))
}

/** `box.example.org` is `box`, too. */
function hostForms(host: string): string[] {
  return [host, host.split('.', 1)[0] ?? '']
}

function byLength<T>(rows: readonly (readonly [string, T])[]): (readonly [string, T])[] {
  return rows.toSorted(([one], [other]) => other.length - one.length)
}

function pathPattern(path: string): RegExp {
  return new RegExp(`${escapeRegExp(path)}(?![\\p{L}\\p{N}_-])`, 'gu')
}

/** As a word of its own, and behind an encoded slash. */
function wordPattern(name: string): RegExp {
  return new RegExp(`(?:(?<![\\p{L}\\p{N}])|(?<=%2F))${escapeRegExp(name)}(?![\\p{L}\\p{N}])`, 'giu')
}
