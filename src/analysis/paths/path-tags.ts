import { SECRET, SECRET_NAMES } from '../../knowledge/lexicon/secret-names.ts'
import type { Facts, GatePlace } from '../facts.ts'
import { gateTags } from '../gate/gate-places.ts'
import { withoutIgnorableCharacters } from '../text/hidden-characters.ts'
import { expandShortNames } from './canonical-path.ts'
import { packedTagTrees } from './packed-path-tags.static.ts'
import { branchesOf, matchesGlob, type StoredTagNode, type TagBranches, unpackTree } from './path-tag-tree.ts'
import type { PathTag } from './paths.ts'
import { isToolPolicy, isToolSetup, isToolStartup } from './tool-startup.ts'
import { tagsOfUnknownName } from './unknown-names.ts'

const TAG_TREES = packedTagTrees()
const ABSOLUTE_TREE = unpackTree(TAG_TREES.absolute)
const HOME_TREE = unpackTree(TAG_TREES.home)
const ANYWHERE_TREE = unpackTree(TAG_TREES.anywhere)
const CACHE_LIMIT = 4096
const MAX_CACHED_LENGTH = 300

interface TagCache {
  readonly home: string
  readonly projectRoot: string
  readonly own: readonly GatePlace[] | undefined
  readonly tags: Map<string, readonly PathTag[]>
  readonly homeParts: readonly string[]
  readonly projectParts: readonly string[]
}

let tagCache: TagCache | undefined

function tagCacheFor({ home, projectRoot, own }: Facts): TagCache {
  const isSame = tagCache?.home === home && tagCache.projectRoot === projectRoot && tagCache.own === own
  if (tagCache && isSame && tagCache.tags.size <= CACHE_LIMIT) return tagCache
  tagCache = {
    home,
    projectRoot,
    own,
    tags: new Map(),
    homeParts: pathNames(home),
    projectParts: pathNames(projectRoot),
  }
  return tagCache
}

/** May hold wildcards, and `\0` for what is not known. Compared without case, in NFC. */
export function tagsOf(path: string, facts: Facts): readonly PathTag[] {
  const around = tagCacheFor(facts)
  const known = around.tags.get(path)
  if (known) return known
  const long = path.includes('~') ? expandShortNames(path) : undefined
  const tags = long ? [...new Set(long.flatMap((name) => findTags(name, around)))] : findTags(path, around)
  if (path.length <= MAX_CACHED_LENGTH) around.tags.set(path, tags)
  return tags
}

const PLAIN_PATH = /^[ -[\]-~]*$/

function foldPath(path: string): string {
  if (PLAIN_PATH.test(path)) return path.toLowerCase()
  const plain = withoutIgnorableCharacters(path.normalize('NFC').toLowerCase())
  return plain.includes('\\') ? plain.replaceAll('\\', '/') : plain
}

function pathNames(path: string): string[] {
  const names = foldPath(path).split('/')
  return names.filter((name) => name !== '')
}

const NO_TAGS: readonly PathTag[] = []

function findTags(path: string, around: TagCache): readonly PathTag[] {
  const names = pathNames(path)
  const found = collectTags(names, around)
  if (found.size === 0) return NO_TAGS
  if (!names.some(isWildcard) || !HARMLESS_TAGS.some((tag) => found.has(tag))) return [...found]
  // What a pattern may meet warns; only what all of it must be excuses.
  const surely = collectTags(names.map(literalNameOf), around)
  return [...found].filter((tag) => !HARMLESS_TAGS.includes(tag) || surely.has(tag))
}

const HARMLESS_TAGS: readonly PathTag[] = ['build-artefact', 'lock-file', 'null-device']

/** `dist*` and `*.pyc` as the names that they tell by themselves; other patterns tell none. */
function literalNameOf(name: string): string {
  if (!isWildcard(name)) return name
  const [, start = ''] = /^([^*?[\0]*)\*$/.exec(name) ?? []
  if (start !== '') return start
  return /^\*[^*?[\0]+$/.test(name) ? `x${name.slice(1)}` : 'x'
}

function collectTags(names: readonly string[], around: TagCache): Set<PathTag> {
  const { homeParts, projectParts } = around
  const found = new Set<PathTag>()
  walkTree(ABSOLUTE_TREE, names, 0, found)
  const inner = prefixDepth(names, projectParts) === undefined ? foreignRootDepth(names) : undefined
  if (inner !== undefined) walkTree(ABSOLUTE_TREE, names, inner, found)
  const home = homeDepth(names, homeParts) ?? (inner === undefined ? undefined : foreignHomeDepth(names, inner))
  if (home !== undefined) {
    walkTree(HOME_TREE, names, home, found)
    for (const tag of tagsOfUnknownName([HOME_TREE, ANYWHERE_TREE], names, home)) found.add(tag)
  }
  const root = prefixDepth(names, projectParts) ?? 0
  for (let at = 0; at < names.length; at++) {
    if (NAMES_WITHOUT_TAGS.has(names[at] ?? '')) continue
    if (at >= root || !startsBuildArtifact(names, at)) walkAnywhere(names, at, found)
  }
  const below = home === undefined ? [] : names.slice(home)
  if (below.length <= LOGIN_DEPTH && isLoginFile(below)) found.add('secret')
  if (!found.has('shell-startup') && isToolStartup(below)) found.add('tool-startup')
  if (isToolPolicy(below)) found.add('agent-settings')
  else if (isToolSetup(below)) found.add('tool-settings')
  addTagsByBaseName(names, { root, home }, found)
  for (const tag of gateTags(names, around)) found.add(tag)
  return found
}

/** What lies there is not the root of another system. */
const LOCAL_ROOT_FOLDERS =
  /^(?:etc|usr|opt|home|users|root|tmp|private|bin|sbin|lib\d*|boot|dev|sys|system|library|applications|snap|nix|[a-z]|work\w*|apps?|src|code|builds?|repos?|projects?|data|codebase|testbed|github|var)$/
const ROOT_FOLDERS = /^(?:etc|root|home|boot|usr|var)$/
const MOUNT_DEPTH = 6

/** Where the root of another system begins: `/mnt/disk/etc`, `/host/etc`, `/proc/1/root/etc`, `/files/etc`. */
function foreignRootDepth(names: readonly string[]): number | undefined {
  const [first = '', second, third] = names
  const machine = first === 'var' && second === 'lib' && /^(?:machines|lxc|lxd|docker|containers)$/.test(third ?? '')
  if (!machine && LOCAL_ROOT_FOLDERS.test(first)) return undefined
  // `root` is a link to the root of a process there, not a home.
  const from = first === 'proc' ? 3 : machine ? 4 : 1
  for (let at = from; at < Math.min(names.length, MOUNT_DEPTH + from); at++)
    if (ROOT_FOLDERS.test(names[at] ?? '')) return at
  return undefined
}

function foreignHomeDepth(names: readonly string[], root: number): number | undefined {
  if (names[root] === 'root') return root + 1
  return names[root] === 'home' ? root + 2 : undefined
}

/** `~/.config/TOOL/hosts.yml`, `~/.TOOL/auth.json`. */
const LOGIN_FILES =
  /^(?:hosts\.ya?ml|\.?credentials?(?:[-_.].*)?|auth(?:[-_.].*)?\.(?:json|ya?ml|toml)|(?:access[-_]?)?tokens?(?:\.(?:json|ya?ml|toml|txt))?)$/
const LOGIN_CONFIG_FILES = /^(?:config|cli)\.ya?ml$/
const LOGIN_DEPTH = 3

function isLoginFile([folder = '', second = '', third]: readonly string[]): boolean {
  if (folder === '.config' && third !== undefined)
    return LOGIN_FILES.test(third) || (LOGIN_CONFIG_FILES.test(third) && !isKnownTool(second))
  return (
    third === undefined &&
    /^\.[a-z]/.test(folder) &&
    folder !== '.config' &&
    folder !== '.cache' &&
    LOGIN_FILES.test(second)
  )
}

function isKnownTool(folder: string): boolean {
  return branchesOf(HOME_TREE.child('.config') ?? {}).child(folder) !== undefined
}

/** A project that itself lies in a directory called `build` is not an artefact. */
function startsBuildArtifact(names: readonly string[], at: number): boolean {
  const node = ANYWHERE_TREE.child(names[at] ?? '')
  return node?.beneath?.includes('build-artefact') ?? false
}

function walkTree(from: TagBranches, names: readonly string[], at: number, found: Set<PathTag>): void {
  const name = names[at]
  if (name === undefined) return
  const exact = from.child(name)
  if (exact) collectAtNode(exact, names, at, found)
  for (const { pattern, node } of from.patterns) if (matchesGlob(name, pattern)) collectAtNode(node, names, at, found)
  if (!isWildcard(name) || name === '\0') return
  for (const key of from.names()) {
    const next = matchesShellGlob(key, name) ? from.child(key) : undefined
    if (next) collectAtNode(next, names, at, found)
  }
  for (const { pattern, node } of from.patterns)
    if (patternsOverlap(pattern, name)) collectAtNode(node, names, at, found)
}

/** `ssh_host_*` and `ssh_host_ed*` meet `ssh_host_*_key`: nothing at their ends tells them apart. */
function patternsOverlap(one: string, other: string): boolean {
  const start = (text: string) => text.slice(0, text.search(/[*?[\0]|$/))
  const end = (text: string) => /[^*?\]\0]*$/.exec(text)?.[0] ?? ''
  const [first, second] = [start(one), start(other)]
  if (Math.min(first.length, second.length) < MIN_SHARED_LETTERS) return false
  const [last, final] = [end(one), end(other)]
  return (first.startsWith(second) || second.startsWith(first)) && (last.endsWith(final) || final.endsWith(last))
}
const MIN_SHARED_LETTERS = 6

function collectAtNode(node: StoredTagNode, names: readonly string[], at: number, found: Set<PathTag>): void {
  for (const tag of node.beneath ?? []) found.add(tag)
  if (at === names.length - 1) for (const tag of node.here ?? []) found.add(tag)
  if (at < names.length - 1 && (node.children || node.patterns)) walkTree(branchesOf(node), names, at + 1, found)
}

/** At any depth, a wildcard counts only when it says something: `.env*` does, `*` and `*.json` do not. */
function walkAnywhere(names: readonly string[], at: number, found: Set<PathTag>): void {
  const name = names[at] ?? ''
  if (isWildcard(name) && !isSpecificPattern(name)) {
    for (const { pattern, node } of ANYWHERE_TREE.patterns) {
      if (pattern.startsWith('*') && matchesGlob(name, pattern)) collectAtNode(node, names, at, found)
    }
    return
  }
  if (
    !isWildcard(name) &&
    !ANYWHERE_TREE.child(name) &&
    !ANYWHERE_TREE.patterns.some(({ pattern }) => matchesGlob(name, pattern))
  ) {
    if (NAMES_WITHOUT_TAGS.size > CACHE_LIMIT) NAMES_WITHOUT_TAGS.clear()
    NAMES_WITHOUT_TAGS.add(name)
    return
  }
  walkTree(ANYWHERE_TREE, names, at, found)
}

const NAMES_WITHOUT_TAGS = new Set<string>()

function isWildcard(name: string): boolean {
  return name.includes('*') || name.includes('?') || name.includes('[') || name.includes('\0')
}

function isSpecificPattern(name: string): boolean {
  const prefix = name.slice(0, name.search(/[*?[\0]/))
  if (prefix === '.') return !name.includes('*') && !name.includes('\0')
  return prefix !== '' && name.replace(/[*?\0]|\[[^\]]*\]/g, '').length >= 2
}

/** The shell's wildcards do not match a leading dot. */
function matchesShellGlob(key: string, pattern: string): boolean {
  return !(key.startsWith('.') && /^[*?[]/.test(pattern)) && matchesGlob(key, pattern)
}

function homeDepth(names: readonly string[], home: readonly string[]): number | undefined {
  const own = prefixDepth(names, home)
  if (own !== undefined) return own
  if (names[0] === 'root' || names[0] === '~') return 1
  if (names[0] === 'home' || names[0] === 'users') return 2
  if (names[1] === 'users') return 3
  if (names[0] === 'mnt' && names[2] === 'users') return 4
  return names[0] === 'var' && names[1] === 'root' ? 2 : undefined
}

function prefixDepth(names: readonly string[], parts: readonly string[]): number | undefined {
  return parts.every((part, index) => names[index] === part) ? parts.length : undefined
}

const PUBLIC_SSH_FILES = /^(?:config|config\.d|known_hosts.*|authorized_keys.*|rc|environment|.*\.pub)$/
const PUBLIC_GNUPG_FILES = /^(?:pubring\..*|.*\.conf|trustdb\.gpg|public-keys\.d|.*\.rev)$/
const CERTIFICATE_NAME =
  /(?:^|[-_.])(?:ca|cas|cacert|cert|certs|certificate|chain|fullchain|public|pub|bundle|root|roots)(?=[-_.]|\d|$)/
const FIXTURE_FOLDERS =
  /^(?:tests?|testdata|test-data|test_data|fixtures?|__fixtures__|__tests__|specs?|e2e|examples?|samples?|mocks?|__mocks__|testing|docs?)$/
const SSH_KEY_NAME = /^id_(?:rsa|dsa|ecdsa|ed25519)/
const TEMPLATE_NAME =
  /(?:^|[._-])(?:example|sample|template|tpl|tmpl|dist|defaults?|schema|test|testing|vault|enc|encrypted|md|ts|js|py|go|rs)$/

interface RootDepths {
  readonly root: number
  readonly home: number | undefined
}

function addTagsByBaseName(names: readonly string[], { root, home }: RootDepths, found: Set<PathTag>): void {
  const base = names.at(-1)
  if (base === undefined) return
  const dot = base.lastIndexOf('.')
  const ending = dot < 0 ? undefined : TAG_BY_ENDING.get(base.slice(dot + 1))
  if (ending !== undefined && ending !== 'secret') found.add(ending)
  if (base.includes('.tfstate')) found.add('state-file')
  if (isDotenv(base)) {
    found.add('secret')
    found.add('environment-file')
  }
  if (ending === 'secret' && dot > 0 && !isPublicMaterial(names, base, root)) found.add('secret')
  if (root === 0 ? isServiceSecret(names, base, home) : isInSecretFolder(names.slice(root), base)) found.add('secret')
  if (found.has('secret') && isExemptFromSecret(names, base, root)) found.delete('secret')
}

/** `.env`, `.env.local`, `prod.env`; not `.env.example`, and not the directory of a virtual environment. */
function isDotenv(base: string): boolean {
  if (base === '.env') return true
  if (isWildcard(base) && base.startsWith('.env')) return !TEMPLATE_NAME.test(base)
  if (base.startsWith('.env.') || base.startsWith('.env-') || base.startsWith('.env_'))
    return !TEMPLATE_NAME.test(base.slice(5))
  return (
    base.endsWith('.env') &&
    base.length > 4 &&
    !isWildcard(base) &&
    !/^\.?(?:example|sample|template|test|dist|default)s?\b/.test(base)
  )
}

/** Below `usr` lies what is installed, below a home what people call anything. */
const SERVICE_ROOTS = /^(?:var|opt|srv|etc|run|data|root|private|system)$/
const NON_SERVICE_FOLDERS =
  /^(?:\.?cache|log|www|tmp|docs?|man|share|include|src|source|site-packages|node_modules|test|tests|fixtures)$/
/** `node-token`, `.erlang.cookie`, `db_password.txt`. */
const SECRET_FILE_NAME = new RegExp(
  String.raw`(?:^|[-_.a-z])(?:${SECRET}|cookie|auth[-_]?key|(?:secret|private|master|hostid)[-_]?key|keyfile)s?(?:\.(?:txt|secret|dat|bin|bak|old|orig))?$`,
)

function isServiceSecret(names: readonly string[], base: string, home: number | undefined): boolean {
  const kept =
    home === undefined || names[0] === 'root'
      ? SERVICE_ROOTS.test(names[0] ?? '')
      : names[home]?.startsWith('.') === true
  if (
    !kept ||
    names.length < 3 ||
    isWildcard(base) ||
    names.slice(1, -1).some((name) => NON_SERVICE_FOLDERS.test(name))
  )
    return false
  return isSecretFileName(base) || (names.at(-2) === 'secrets' && !base.includes('.'))
}

function isInSecretFolder(names: readonly string[], base: string): boolean {
  return (
    /^\.?(?:secrets?|credentials)$/.test(names.at(-2) ?? '') &&
    isSecretFileName(base) &&
    !names.some((name) => FIXTURE_FOLDERS.test(name))
  )
}

/** Tables, and folders' names. */
const NO_SECRET_FILE_NAME = new RegExp(
  String.raw`^(?:pam_|common-|login\.|csrf|xsrf)|^(?:passwd|(?:cookie|${SECRET_NAMES.value.join('|')})s)$`,
)

function isSecretFileName(base: string): boolean {
  return SECRET_FILE_NAME.test(base) && !NO_SECRET_FILE_NAME.test(base)
}

function isPublicMaterial(names: readonly string[], base: string, root: number): boolean {
  const stem = base.slice(0, base.lastIndexOf('.'))
  return (CERTIFICATE_NAME.test(stem) && !isKeyOf(base, stem)) || isFixture(names, root) || isInTrustStore(names)
}

/** `ca-key.pem`, `root.key`: whose certificate it belongs to makes a key no certificate. */
function isKeyOf(base: string, stem: string): boolean {
  return (base.endsWith('.key') || /(?:^|[-_.])key$/.test(stem)) && !/(?:^|[-_.])pub(?:lic)?(?:[-_.]|$)/.test(base)
}

function isFixture(names: readonly string[], root: number): boolean {
  if (root === 0) return names.includes('node_modules') || names.includes('site-packages')
  return names
    .slice(root, -1)
    .some((name) => FIXTURE_FOLDERS.test(name) || name === 'node_modules' || name === 'site-packages')
}

function isInTrustStore(names: readonly string[]): boolean {
  const place = names.slice(0, 3).join('/')
  return (
    place === 'etc/ssl/certs' ||
    place === 'usr/share/ca-certificates' ||
    place === 'etc/pki/ca-trust' ||
    names[0] === 'usr'
  )
}

function isExemptFromSecret(names: readonly string[], base: string, root: number): boolean {
  const parent = names.at(-2)
  if (base.endsWith('.pub')) return true
  const ssh = names.indexOf('.ssh')
  if (ssh >= 0) return PUBLIC_SSH_FILES.test(names[ssh + 1] ?? '')
  if (parent === '.gnupg') return PUBLIC_GNUPG_FILES.test(base)
  if (names[1] === 'letsencrypt') return CERTIFICATE_NAME.test(base.replace(/\.pem$/, ''))
  if (SSH_KEY_NAME.test(base) || base.endsWith('.json')) return isFixture(names, root) && root > 0
  return false
}

const TAG_BY_ENDING: ReadonlyMap<string, PathTag> = new Map(
  Object.entries({
    secret:
      'pem key p12 pfx keystore jks kdbx kdb ppk p8 pk8 pkcs12 keytab agekey ovpn asc_secret keychain keychain-db bek mobileprovision_key jwk',
    'state-file': 'tfstate sqlite sqlite3 db db3 rdb aof mdb accdb ldf mdf frm ibd',
    'build-artefact':
      'pyc pyo o obj class gcda gcno gcov rlib rmeta tsbuildinfo d.o hi dyn_o beam elc profraw profdata',
  }).flatMap(([tag, endings]) => endings.split(' ').map((ending) => [ending, tag as PathTag] as const)),
)
