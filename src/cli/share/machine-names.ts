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
  `root home user admin guest dev test app git node docker runner vscode ubuntu debian ec2-user azureuser pi localhost host
  ${SHARED_USER} ${SHARED_HOST} other`.split(/\s+/),
)

/** A project that is one of these is no folder of its own. */
const SYSTEM_FOLDERS: ReadonlySet<string> = new Set('/ /etc /home /mnt /opt /srv /tmp /usr /var'.split(' '))

const OTHER_HOMES = /(?<![\w.-])\/(?:home|Users)\/(?!someone(?![\w.-])|other(?![\w.-]))[\w.-]+/g

/** Replaces them in a text, longest first, all at once: what stands in the place of one name may hold another. */
export function machineNameHider({ homes, project, users, hosts }: MachineNames): (text: string) => string {
  const ownProject = project === undefined || homes.includes(project) || SYSTEM_FOLDERS.has(project) ? [] : [project]
  const paths = new Map<string, string>([
    ...ownProject.map((path) => [path, SHARED_PROJECT] as const),
    ...homes.map((path) => [path, SHARED_HOME] as const),
  ])
  paths.delete('/')
  paths.delete('')
  const words = new Map<string, string>([
    ...identifying(users).map((name) => [name, SHARED_USER] as const),
    ...identifying(hosts.flatMap(hostForms)).map((name) => [name, SHARED_HOST] as const),
  ])
  const patterns = [...longestFirst(paths).map(pathPattern), ...longestFirst(words).map(wordPattern)]
  const all = new RegExp(patterns.join('|') || '(?!)', 'giu')
  const shared = new Map([...words, ...paths].map(([name, instead]) => [name.toLowerCase(), instead]))
  return (text) => text.replace(all, (found) => shared.get(found.toLowerCase()) ?? '').replace(OTHER_HOMES, OTHER_HOME)
}

function identifying(names: readonly string[]): string[] {
  return names.filter((name) => name.length > 1 && !COMMON_NAMES.has(name.toLowerCase()))
}

function longestFirst(names: ReadonlyMap<string, string>): string[] {
  return [...names.keys()].toSorted((one, other) => other.length - one.length)
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

function pathPattern(path: string): string {
  return `${escapeRegExp(path)}(?![\\p{L}\\p{N}_-])`
}

/** As a word of its own, and behind an encoded slash. */
function wordPattern(name: string): string {
  return `(?:(?<![\\p{L}\\p{N}])|(?<=%2F))${escapeRegExp(name)}(?![\\p{L}\\p{N}])`
}
