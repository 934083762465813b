import { longNames } from './canonical.ts'
import type { Facts, OwnPlace } from './facts.ts'
import { withoutIgnored } from './hidden-signs.ts'
import { ownTags } from './own-places.ts'
import { forest } from './path-forest.static.ts'
import { type Branches, branchesOf, fits, type Twig, unfold } from './path-tag-tree.ts'
import type { PathTag } from './paths.ts'
import { isToolPolicy, isToolSetup, isToolStartup } from './tool-startup.ts'

const FOREST = forest()
const ABSOLUTE = unfold(FOREST.absolute)
const HOME = unfold(FOREST.home)
const ANYWHERE = unfold(FOREST.anywhere)
const MEMORY_LIMIT = 4096
const MEMORY_LENGTH = 300

interface Memory {
  readonly home: string
  readonly projectRoot: string
  readonly own: readonly OwnPlace[] | undefined
  readonly tags: Map<string, readonly PathTag[]>
  readonly homeParts: readonly string[]
  readonly projectParts: readonly string[]
}

let memory: Memory | undefined

function memoryFor({ home, projectRoot, own }: Facts): Memory {
  const isSame = memory?.home === home && memory.projectRoot === projectRoot && memory.own === own
  if (memory && isSame && memory.tags.size <= MEMORY_LIMIT) return memory
  memory = { home, projectRoot, own, tags: new Map(), homeParts: namesOf(home), projectParts: namesOf(projectRoot) }
  return memory
}

/** May hold wildcards, and `\0` for what is not known. Compared without case, in NFC. */
export function tagsOf(path: string, facts: Facts): readonly PathTag[] {
  const around = memoryFor(facts)
  const known = around.tags.get(path)
  if (known) return known
  const long = path.includes('~') ? longNames(path) : undefined
  const tags = long ? [...new Set(long.flatMap((name) => findTags(name, around)))] : findTags(path, around)
  if (path.length <= MEMORY_LENGTH) around.tags.set(path, tags)
  return tags
}

const PLAIN = /^[ -[\]-~]*$/

function fold(path: string): string {
  if (PLAIN.test(path)) return path.toLowerCase()
  const plain = withoutIgnored(path.normalize('NFC').toLowerCase())
  return plain.includes('\\') ? plain.replaceAll('\\', '/') : plain
}

function namesOf(path: string): string[] {
  const names = fold(path).split('/')
  return names.filter((name) => name !== '')
}

const NO_TAGS: readonly PathTag[] = []

function findTags(path: string, around: Memory): readonly PathTag[] {
  const names = namesOf(path)
  const found = collect(names, around)
  if (found.size === 0) return NO_TAGS
  if (!names.some(isWild) || !EXCUSES.some((tag) => found.has(tag))) return [...found]
  // What a pattern may meet warns; only what all of it must be excuses.
  const surely = collect(names.map(leastName), around)
  return [...found].filter((tag) => !EXCUSES.includes(tag) || surely.has(tag))
}

const EXCUSES: readonly PathTag[] = ['build-artefact', 'lock-file', 'null-device']

/** `dist*` and `*.pyc` as the names that they tell by themselves; other patterns tell none. */
function leastName(name: string): string {
  if (!isWild(name)) return name
  const [, start = ''] = /^([^*?[\0]*)\*$/.exec(name) ?? []
  if (start !== '') return start
  return /^\*[^*?[\0]+$/.test(name) ? `x${name.slice(1)}` : 'x'
}

function collect(names: readonly string[], around: Memory): Set<PathTag> {
  const { homeParts, projectParts } = around
  const found = new Set<PathTag>()
  walk(ABSOLUTE, names, 0, found)
  const inner = depthOf(names, projectParts) === undefined ? rootBelow(names) : undefined
  if (inner !== undefined) walk(ABSOLUTE, names, inner, found)
  const home = homeDepth(names, homeParts) ?? (inner === undefined ? undefined : homeBelow(names, inner))
  if (home !== undefined) walk(HOME, names, home, found)
  const root = depthOf(names, projectParts) ?? 0
  for (let at = 0; at < names.length; at++) {
    if (SILENT.has(names[at] ?? '')) continue
    if (at >= root || !startsArtefact(names, at)) startAnywhere(names, at, found)
  }
  const below = home === undefined ? [] : names.slice(home)
  if (below.length <= LOGIN_DEPTH && keepsLogin(below)) found.add('secret')
  if (!found.has('shell-startup') && isToolStartup(below)) found.add('tool-startup')
  if (isToolPolicy(below)) found.add('agent-settings')
  else if (isToolSetup(below)) found.add('tool-settings')
  byBaseName(names, { root, home }, found)
  for (const tag of ownTags(names, around)) found.add(tag)
  return found
}

/** What lies there is not the root of another system. */
const OWN_ROOT =
  /^(?:etc|usr|opt|home|users|root|tmp|private|bin|sbin|lib\d*|boot|dev|sys|system|library|applications|snap|nix|[a-z]|work\w*|apps?|src|code|builds?|repos?|projects?|data|codebase|testbed|github|var)$/
const ROOT_FOLDERS = /^(?:etc|root|home|boot|usr|var)$/
const MOUNT_DEPTH = 6

/** Where the root of another system begins: `/mnt/disk/etc`, `/host/etc`, `/proc/1/root/etc`, `/files/etc`. */
function rootBelow(names: readonly string[]): number | undefined {
  const [first = '', second, third] = names
  const machine = first === 'var' && second === 'lib' && /^(?:machines|lxc|lxd|docker|containers)$/.test(third ?? '')
  if (!machine && OWN_ROOT.test(first)) return undefined
  // `root` is a link to the root of a process there, not a home.
  const from = first === 'proc' ? 3 : machine ? 4 : 1
  for (let at = from; at < Math.min(names.length, MOUNT_DEPTH + from); at++)
    if (ROOT_FOLDERS.test(names[at] ?? '')) return at
  return undefined
}

function homeBelow(names: readonly string[], root: number): number | undefined {
  if (names[root] === 'root') return root + 1
  return names[root] === 'home' ? root + 2 : undefined
}

/** `~/.config/TOOL/hosts.yml`, `~/.TOOL/auth.json`. */
const LOGIN =
  /^(?:hosts\.ya?ml|\.?credentials?(?:[-_.].*)?|auth(?:[-_.].*)?\.(?:json|ya?ml|toml)|(?:access[-_]?)?tokens?(?:\.(?:json|ya?ml|toml|txt))?)$/
const WITH_LOGIN = /^(?:config|cli)\.ya?ml$/
const LOGIN_DEPTH = 3

function keepsLogin([folder = '', second = '', third]: readonly string[]): boolean {
  if (folder === '.config' && third !== undefined)
    return LOGIN.test(third) || (WITH_LOGIN.test(third) && !isKnownTool(second))
  return (
    third === undefined && /^\.[a-z]/.test(folder) && folder !== '.config' && folder !== '.cache' && LOGIN.test(second)
  )
}

function isKnownTool(folder: string): boolean {
  return branchesOf(HOME.child('.config') ?? {}).child(folder) !== undefined
}

/** A project that itself lies in a directory called `build` is not an artefact. */
function startsArtefact(names: readonly string[], at: number): boolean {
  const node = ANYWHERE.child(names[at] ?? '')
  return node?.beneath?.includes('build-artefact') ?? false
}

function walk(from: Branches, names: readonly string[], at: number, found: Set<PathTag>): void {
  const name = names[at]
  if (name === undefined) return
  const exact = from.child(name)
  if (exact) arrive(exact, names, at, found)
  for (const { pattern, node } of from.patterns) if (fits(name, pattern)) arrive(node, names, at, found)
  if (!isWild(name) || name === '\0') return
  for (const key of from.names()) {
    const next = wildFits(key, name) ? from.child(key) : undefined
    if (next) arrive(next, names, at, found)
  }
  for (const { pattern, node } of from.patterns) if (mayMeet(pattern, name)) arrive(node, names, at, found)
}

/** `ssh_host_*` and `ssh_host_ed*` meet `ssh_host_*_key`: nothing at their ends tells them apart. */
function mayMeet(one: string, other: string): boolean {
  const start = (text: string) => text.slice(0, text.search(/[*?[\0]|$/))
  const end = (text: string) => /[^*?\]\0]*$/.exec(text)?.[0] ?? ''
  const [first, second] = [start(one), start(other)]
  if (Math.min(first.length, second.length) < LEAST_ALIKE) return false
  const [last, final] = [end(one), end(other)]
  return (first.startsWith(second) || second.startsWith(first)) && (last.endsWith(final) || final.endsWith(last))
}
const LEAST_ALIKE = 6

function arrive(node: Twig, names: readonly string[], at: number, found: Set<PathTag>): void {
  for (const tag of node.beneath ?? []) found.add(tag)
  if (at === names.length - 1) for (const tag of node.here ?? []) found.add(tag)
  if (at < names.length - 1 && (node.children || node.patterns)) walk(branchesOf(node), names, at + 1, found)
}

/** At any depth, a wildcard counts only when it says something: `.env*` does, `*` and `*.json` do not. */
function startAnywhere(names: readonly string[], at: number, found: Set<PathTag>): void {
  const name = names[at] ?? ''
  if (isWild(name) && !isTelling(name)) {
    for (const { pattern, node } of ANYWHERE.patterns) {
      if (pattern.startsWith('*') && fits(name, pattern)) arrive(node, names, at, found)
    }
    return
  }
  if (!isWild(name) && !ANYWHERE.child(name) && !ANYWHERE.patterns.some(({ pattern }) => fits(name, pattern))) {
    if (SILENT.size > MEMORY_LIMIT) SILENT.clear()
    SILENT.add(name)
    return
  }
  walk(ANYWHERE, names, at, found)
}

const SILENT = new Set<string>()

function isWild(name: string): boolean {
  return name.includes('*') || name.includes('?') || name.includes('[') || name.includes('\0')
}

function isTelling(name: string): boolean {
  const prefix = name.slice(0, name.search(/[*?[\0]/))
  if (prefix === '.') return !name.includes('*') && !name.includes('\0')
  return prefix !== '' && name.replace(/[*?\0]|\[[^\]]*\]/g, '').length >= 2
}

/** The shell's wildcards do not match a leading dot. */
function wildFits(key: string, pattern: string): boolean {
  return !(key.startsWith('.') && /^[*?[]/.test(pattern)) && fits(key, pattern)
}

function homeDepth(names: readonly string[], home: readonly string[]): number | undefined {
  const own = depthOf(names, home)
  if (own !== undefined) return own
  if (names[0] === 'root' || names[0] === '~') return 1
  if (names[0] === 'home' || names[0] === 'users') return 2
  if (names[1] === 'users') return 3
  if (names[0] === 'mnt' && names[2] === 'users') return 4
  return names[0] === 'var' && names[1] === 'root' ? 2 : undefined
}

function depthOf(names: readonly string[], parts: readonly string[]): number | undefined {
  return parts.every((part, index) => names[index] === part) ? parts.length : undefined
}

const PUBLIC_IN_SSH = /^(?:config|config\.d|known_hosts.*|authorized_keys.*|rc|environment|.*\.pub)$/
const PUBLIC_IN_GNUPG = /^(?:pubring\..*|.*\.conf|trustdb\.gpg|public-keys\.d|.*\.rev)$/
const CERTIFICATE =
  /(?:^|[-_.])(?:ca|cas|cacert|cert|certs|certificate|chain|fullchain|public|pub|bundle|root|roots)(?=[-_.]|\d|$)/
const FIXTURE =
  /^(?:tests?|testdata|test-data|test_data|fixtures?|__fixtures__|__tests__|specs?|e2e|examples?|samples?|mocks?|__mocks__|testing|docs?)$/
const KEY_NAME = /^id_(?:rsa|dsa|ecdsa|ed25519)/
const TEMPLATE =
  /(?:^|[._-])(?:example|sample|template|tpl|tmpl|dist|defaults?|schema|test|testing|vault|enc|encrypted|md|ts|js|py|go|rs)$/

interface Depths {
  readonly root: number
  readonly home: number | undefined
}

function byBaseName(names: readonly string[], { root, home }: Depths, found: Set<PathTag>): void {
  const base = names.at(-1)
  if (base === undefined) return
  const dot = base.lastIndexOf('.')
  const ending = dot < 0 ? undefined : ENDINGS.get(base.slice(dot + 1))
  if (ending !== undefined && ending !== 'secret') found.add(ending)
  if (base.includes('.tfstate')) found.add('state-file')
  if (isDotenv(base)) {
    found.add('secret')
    found.add('environment-file')
  }
  if (ending === 'secret' && dot > 0 && !isPublic(names, base, root)) found.add('secret')
  if (root === 0 ? opensDoors(names, base, home) : keptInFolder(names.slice(root), base)) found.add('secret')
  if (found.has('secret') && isTakenBack(names, base, root)) found.delete('secret')
}

/** `.env`, `.env.local`, `prod.env`; not `.env.example`, and not the directory of a virtual environment. */
function isDotenv(base: string): boolean {
  if (base === '.env') return true
  if (isWild(base) && base.startsWith('.env')) return !TEMPLATE.test(base)
  if (base.startsWith('.env.') || base.startsWith('.env-') || base.startsWith('.env_'))
    return !TEMPLATE.test(base.slice(5))
  return (
    base.endsWith('.env') &&
    base.length > 4 &&
    !isWild(base) &&
    !/^\.?(?:example|sample|template|test|dist|default)s?\b/.test(base)
  )
}

/** Below `usr` lies what is installed, below a home what people call anything. */
const SERVICE = /^(?:var|opt|srv|etc|run|data|root|private|system)$/
const NO_SERVICE =
  /^(?:\.?cache|log|www|tmp|docs?|man|share|include|src|source|site-packages|node_modules|test|tests|fixtures)$/
/** `node-token`, `.erlang.cookie`, `db_password.txt`. */
const OPENER =
  /(?:^|[-_.a-z])(?:token|cookie|secret|passwd|password|passphrase|auth[-_]?key|(?:secret|private|master|hostid)[-_]?key|keyfile|credentials?)s?(?:\.(?:txt|secret|dat|bin|bak|old|orig))?$/

function opensDoors(names: readonly string[], base: string, home: number | undefined): boolean {
  const kept =
    home === undefined || names[0] === 'root' ? SERVICE.test(names[0] ?? '') : names[home]?.startsWith('.') === true
  if (!kept || names.length < 3 || isWild(base) || names.slice(1, -1).some((name) => NO_SERVICE.test(name)))
    return false
  return isOpener(base) || (names.at(-2) === 'secrets' && !base.includes('.'))
}

function keptInFolder(names: readonly string[], base: string): boolean {
  return (
    /^\.?(?:secrets?|credentials)$/.test(names.at(-2) ?? '') &&
    isOpener(base) &&
    !names.some((name) => FIXTURE.test(name))
  )
}

function isOpener(base: string): boolean {
  return (
    OPENER.test(base) &&
    !/^(?:pam_|common-|login\.|csrf|xsrf)|^(?:passwd|secrets|tokens|cookies|credentials)$/.test(base)
  )
}

function isPublic(names: readonly string[], base: string, root: number): boolean {
  const stem = base.slice(0, base.lastIndexOf('.'))
  return (CERTIFICATE.test(stem) && !isKeyOf(base, stem)) || isFixture(names, root) || inTrustStore(names)
}

/** `ca-key.pem`, `root.key`: whose certificate it belongs to makes a key no certificate. */
function isKeyOf(base: string, stem: string): boolean {
  return (base.endsWith('.key') || /(?:^|[-_.])key$/.test(stem)) && !/(?:^|[-_.])pub(?:lic)?(?:[-_.]|$)/.test(base)
}

function isFixture(names: readonly string[], root: number): boolean {
  if (root === 0) return names.includes('node_modules') || names.includes('site-packages')
  return names.slice(root, -1).some((name) => FIXTURE.test(name) || name === 'node_modules' || name === 'site-packages')
}

function inTrustStore(names: readonly string[]): boolean {
  const place = names.slice(0, 3).join('/')
  return (
    place === 'etc/ssl/certs' ||
    place === 'usr/share/ca-certificates' ||
    place === 'etc/pki/ca-trust' ||
    names[0] === 'usr'
  )
}

function isTakenBack(names: readonly string[], base: string, root: number): boolean {
  const parent = names.at(-2)
  if (base.endsWith('.pub')) return true
  const ssh = names.indexOf('.ssh')
  if (ssh >= 0) return PUBLIC_IN_SSH.test(names[ssh + 1] ?? '')
  if (parent === '.gnupg') return PUBLIC_IN_GNUPG.test(base)
  if (names[1] === 'letsencrypt') return CERTIFICATE.test(base.replace(/\.pem$/, ''))
  if (KEY_NAME.test(base) || base.endsWith('.json')) return isFixture(names, root) && root > 0
  return false
}

const ENDINGS: ReadonlyMap<string, PathTag> = new Map(
  Object.entries({
    secret:
      'pem key p12 pfx keystore jks kdbx kdb ppk p8 pk8 pkcs12 keytab agekey ovpn asc_secret keychain keychain-db bek mobileprovision_key jwk',
    'state-file': 'tfstate sqlite sqlite3 db db3 rdb aof mdb accdb ldf mdf frm ibd',
    'build-artefact':
      'pyc pyo o obj class gcda gcno gcov rlib rmeta tsbuildinfo d.o hi dyn_o beam elc profraw profdata',
  }).flatMap(([tag, endings]) => endings.split(' ').map((ending) => [ending, tag as PathTag] as const)),
)
