import { UNINSTALL_VERBS } from '../../knowledge/lexicon/verbs.ts'
import type { Facts } from '../facts.ts'
import type { Word } from '../words.ts'

/** A manager of Node versions or of the system's packages, as far as it can take away the Node that the gate runs on. */
interface RuntimeManager {
  readonly programs: readonly string[]
  readonly verbs: readonly string[]
  /** What it calls Node; undefined where it manages nothing else. */
  readonly things?: readonly string[]
  /** A part of the path that its Nodes lie below. */
  readonly below: readonly string[]
}

const NODE_PACKAGE_NAMES = ['node', 'nodejs', 'node.js', 'nodejs-lts', 'nodejs-current', 'node-bin']

const SYSTEM_FOLDERS = [
  '/usr/bin/',
  '/usr/lib/',
  '/usr/local/bin/',
  '/bin/',
  '/usr/share/',
  '/snap/node/',
  '/opt/local/',
]

const RUNTIME_MANAGERS: readonly RuntimeManager[] = [
  { programs: ['nvm'], verbs: [...UNINSTALL_VERBS, 'unload'], below: ['/.nvm/', '/nvm/versions/'] },
  { programs: ['fnm'], verbs: [...UNINSTALL_VERBS, 'ui'], below: ['/fnm/', '/.fnm/', '/fnm_multishells/'] },
  {
    programs: ['nodenv', 'nodebrew', 'snm', 'nvs'],
    verbs: UNINSTALL_VERBS,
    below: ['/.nodenv/', '/.nodebrew/', '/.snm/', '/.nvs/'],
  },
  {
    programs: ['n'],
    verbs: [...UNINSTALL_VERBS, 'prune', '-', 'lts', 'latest', 'install', 'current', 'stable'],
    below: ['/usr/local/bin/', '/n/bin/'],
  },
  { programs: ['volta'], verbs: UNINSTALL_VERBS, things: NODE_PACKAGE_NAMES, below: ['/.volta/'] },
  {
    programs: ['asdf', 'mise', 'rtx'],
    verbs: UNINSTALL_VERBS,
    things: NODE_PACKAGE_NAMES,
    below: ['/.asdf/', '/mise/', '/rtx/'],
  },
  {
    programs: ['apt', 'apt-get', 'aptitude', 'nala', 'dnf', 'yum', 'microdnf', 'zypper', 'snap', 'port', 'pkg'],
    verbs: UNINSTALL_VERBS,
    things: NODE_PACKAGE_NAMES,
    below: SYSTEM_FOLDERS,
  },
  {
    programs: ['dpkg', 'rpm'],
    verbs: ['-r', '-P', '-e', ...UNINSTALL_VERBS.map((verb) => `--${verb}`)],
    things: NODE_PACKAGE_NAMES,
    below: SYSTEM_FOLDERS,
  },
  {
    programs: ['pacman', 'yay', 'paru'],
    verbs: ['-R', '-Rs', '-Rns', '-Rn', '-Rsc', '--remove'],
    things: NODE_PACKAGE_NAMES,
    below: SYSTEM_FOLDERS,
  },
  { programs: ['apk'], verbs: UNINSTALL_VERBS, things: NODE_PACKAGE_NAMES, below: SYSTEM_FOLDERS },
  {
    programs: ['brew'],
    verbs: [...UNINSTALL_VERBS, 'upgrade', 'reinstall', 'unlink'],
    things: NODE_PACKAGE_NAMES,
    below: ['/homebrew/', '/cellar/', '/linuxbrew/', '/usr/local/bin/'],
  },
  {
    programs: ['conda', 'mamba', 'micromamba'],
    verbs: UNINSTALL_VERBS,
    things: NODE_PACKAGE_NAMES,
    below: ['conda', 'mamba'],
  },
]

/** Would this manager remove or replace the very Node that the gate runs on? */
export function removedGateRuntime(program: string, args: readonly Word[], { own = [] }: Facts): string | undefined {
  const nodes = own.filter(({ kind }) => kind === 'node').map(({ path }) => path.toLowerCase())
  if (nodes.length === 0) return undefined
  const managers = RUNTIME_MANAGERS.filter(({ programs }) => programs.includes(program))
  const isMeant = managers.some((manager) => nodes.some((node) => removesNode(manager, args, node)))
  return isMeant
    ? `${program} ${args.map(({ known }) => known).join(' ')}`.replaceAll('\0', '…').slice(0, 100)
    : undefined
}

function removesNode({ verbs, things, below }: RuntimeManager, args: readonly Word[], node: string): boolean {
  if (!below.some((part) => (below === SYSTEM_FOLDERS ? node.startsWith(part) : node.includes(part)))) return false
  const at = args.findIndex(({ known }) => verbs.includes(known))
  if (at < 0) return isBareVersion(verbs, args)
  const named = args.slice(at + 1).filter(({ known }) => !known.startsWith('-'))
  if (things === undefined) return named.length === 0 || named.some(({ known }) => matchesNodeVersion(known, node))
  return named.some(({ known }, index) => {
    const [thing = '', version = named[index + 1]?.known] = known.toLowerCase().split('@', 2)
    if (known.includes('\0')) return false
    // `node@22` is one package of a system's manager; in a version manager it is one of many.
    return (
      things.includes(thing) &&
      (version === undefined || !isVersionNumber(version) || matchesNodeVersion(version, node))
    )
  })
}

/** `n 20` puts another Node in the place of this one. */
function isBareVersion(verbs: readonly string[], [first]: readonly Word[]): boolean {
  return verbs.includes('lts') && first !== undefined && isVersionNumber(first.known)
}

function isVersionNumber(word: string): boolean {
  return /^v?\d/.test(word)
}

/** Whether a version as it is asked for may be the one in a path; a name such as `lts` may be any. */
function matchesNodeVersion(asked: string, node: string): boolean {
  const wanted = asked.toLowerCase().replace(/^v/, '')
  if (!isVersionNumber(wanted)) return true
  const [version] = /\d+\.\d+\.\d+/.exec(node) ?? []
  return version === undefined || `${version}.`.startsWith(`${wanted}.`)
}
