import { appendFileSync, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { understand } from '../analysis/understand.ts'
import type { ExampleReading } from '../rules/examples.ts'
import type { SettingsScope } from '../rules/rule.ts'
import { flagsAsSettings } from '../settings/flags.ts'
import { loadPolicy, type SettingsText } from '../settings/load.ts'
import type { Policy } from '../settings/policy.ts'
import { type ProjectFile, parseTrustRecord, type TrustRecord, trustState } from '../settings/trust.ts'
import { homeLauncher, managedLauncher, settingsFile, settingsMark } from '../state/installs.ts'
import { createTools } from '../tools/registry.ts'
import { fixedFacts } from './fixed.ts'
import { DANGLING_LINK_MESSAGE, isDanglingLink, NotPlainFileError, readPlainText } from './plain-file.ts'
import { signedFlagsFile, storedFlags } from './signed-flags.ts'

export interface SettingsPlaces {
  readonly cwd: string
  readonly home: string
  /** `--settings`: a text given on the command line. */
  readonly flag?: { readonly file: string; readonly text: string }
  /** In place of the user's own file: to see what it would change. */
  readonly user?: { readonly text: string }
  /** Where the organisation's files lie; the system's own root without it. */
  readonly root?: string
}

interface SettingsSource {
  readonly scope: SettingsScope
  readonly kind: SettingsText['kind']
  readonly file: string
  /** Where this file is there, the settings were written when the gate was installed. */
  readonly mark?: string
}

/** A file of a host with rules in the form of ours. */
export interface SettingsFile {
  readonly scope: SettingsScope
  readonly file: string
}

type Where = Pick<SettingsPlaces, 'cwd' | 'home' | 'root'>

interface OwnFile {
  readonly scope: SettingsScope
  readonly file: (where: Where) => string
  readonly launcher?: (where: Where) => string
}

/** Weakest first. */
const OWN_FILES: readonly OwnFile[] = [
  { scope: 'project', file: ({ cwd }) => join(cwd, '.irongate/settings.json') },
  { scope: 'local', file: ({ cwd }) => join(cwd, '.irongate/settings.local.json') },
  { scope: 'user', file: ({ home }) => settingsFile(home), launcher: ({ home }) => homeLauncher(home) },
  {
    scope: 'managed',
    file: ({ root = '/' }) => join(root, 'etc/irongate/managed-settings.json'),
    launcher: ({ root }) => managedLauncher(root),
  },
]

/** Every file settings are read from, weakest scope first, and in each scope those of hosts before ours. */
function settingsPlaces(where: Where, ofHosts: readonly SettingsFile[]): SettingsSource[] {
  return OWN_FILES.flatMap(({ scope, file: own, launcher }) => [
    ...ofHosts.filter((file) => file.scope === scope).map(({ file }) => ({ scope, kind: 'host', file }) as const),
    {
      scope,
      kind: 'own',
      file: own(where),
      ...(launcher && { mark: settingsMark(launcher(where)) }),
    } as const,
  ])
}

const MAX_SIZE = 4 * 1024 * 1024
const cache = new Map<string, { readonly stamp: string; readonly policy: Policy; readonly until: number }>()

/** The policy of this machine for a project. Read again when a file changes; a file that cannot be read is broken, not absent. */
export function readPolicyFrom(places: SettingsPlaces, ofHosts: readonly SettingsFile[]): Policy {
  const files = settingsPlaces(places, ofHosts)
  const stamp =
    [
      ...files.map(sourceStamp),
      ...[trustFile(places.home), flagsFile(places.home), signedFlagsFile(places.home)].map(stampOf),
    ].join('\n') + [places.flag?.text ?? '', places.user?.text ?? ''].join('\0')
  const key = `${places.cwd}\0${places.home}`
  const known = cache.get(key)
  if (known?.stamp === stamp && Date.now() < known.until) return known.policy
  const written = files.flatMap((place) => userText(place, places) ?? textOf(place))
  const given: SettingsText[] = [
    ...(places.flag ? [{ scope: 'flag', kind: 'own', file: places.flag.file, text: places.flag.text } as const] : []),
    ...textOf({ scope: 'flag', kind: 'own', file: flagsFile(places.home) }).map(flagsAsSettings),
  ]
  const load = (fetched: readonly SettingsText[]) =>
    loadPolicy(applyTrust([...written, ...given, ...fetched], places), {
      cwd: places.cwd,
      home: places.home,
      examples: exampleReader(places),
    })
  const found = withRemoteFlags(load, places.home)
  cache.set(key, { stamp, ...found })
  return found.policy
}

/** The policy with flags that were fetched, where the settings name an address for them, and how long it holds. */
function withRemoteFlags(
  load: (fetched: readonly SettingsText[]) => Policy,
  home: string,
): { readonly policy: Policy; readonly until: number } {
  const policy = load([])
  const fetched = storedFlags(policy.judge, home, Date.now())
  if (fetched === undefined) return { policy, until: Number.POSITIVE_INFINITY }
  const file = signedFlagsFile(home)
  if ('problem' in fetched) {
    const text = `flags that were fetched are not used: ${fetched.problem}`
    const notice = { level: 'warning', text, source: { scope: 'flag', file } } as const
    return { policy: { ...policy, notices: [...policy.notices, notice] }, until: Number.POSITIVE_INFINITY }
  }
  const text = flagsAsSettings({ scope: 'flag', kind: 'own', file, text: fetched.flags })
  return { policy: load([text]), until: fetched.expires }
}

function sourceStamp({ file, mark }: SettingsSource): string {
  const stamp = stampOf(file)
  return stamp === MISSING && mark !== undefined ? `${MISSING} ${stampOf(mark)}` : stamp
}

const MISSING = 'missing'

function stampOf(file: string): string {
  try {
    const found = lstatSync(file, { throwIfNoEntry: false })
    if (!found) return isDanglingLink(dirname(file)) ? 'dangling' : MISSING
    const target = found.isSymbolicLink() ? statSync(file, { throwIfNoEntry: false }) : found
    // A process that stays must not miss a change whose date was set back: nobody sets the second date.
    return target ? `${target.mtimeMs}:${target.ctimeMs}:${target.size}:${target.ino}` : 'dangling'
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

function userText({ scope, kind, file }: SettingsSource, { user }: SettingsPlaces): SettingsText[] | undefined {
  return user && scope === 'user' && kind === 'own' ? [{ scope, kind, file, text: user.text }] : undefined
}

function textOf({ scope, kind, file, mark }: SettingsSource): SettingsText[] {
  const unreadable = (why: string): SettingsText[] => [{ scope, kind, file, text: '', unreadable: why }]
  const absent = () => (mark !== undefined && existsSync(mark) ? unreadable(missingFileError(scope)) : [])
  try {
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined)
      return [{ scope, kind, file, text: readPlainText(file, MAX_SIZE) }]
    return isDanglingLink(dirname(file))
      ? unreadable(`its folder cannot be opened: ${DANGLING_LINK_MESSAGE}`)
      : absent()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTDIR') return absent()
    if (code === 'ENOENT') return isDanglingLink(file) ? unreadable(DANGLING_LINK_MESSAGE) : absent()
    return unreadable(error instanceof NotPlainFileError ? error.message : String(error))
  }
}

function missingFileError(scope: SettingsScope): string {
  const writes = scope === 'managed' ? '`sudo irongate init --scope managed`' : '`irongate doctor --fix`'
  return `it is missing, though Irongate is installed; ${writes} writes a new one`
}

/** The texts of all settings files, as they are now; those of a project say whether it is trusted. */
export function settingsTextsIn(places: SettingsPlaces, ofHosts: readonly SettingsFile[]): SettingsText[] {
  return applyTrust(settingsPlaces(places, ofHosts).flatMap(textOf), places)
}

/** The project's own settings files, as they are now. */
export function projectFilesIn(
  place: Pick<SettingsPlaces, 'cwd' | 'home'>,
  ofHosts: readonly SettingsFile[],
): ProjectFile[] {
  return toProjectFiles(settingsPlaces(place, ofHosts).flatMap(textOf))
}

function toProjectFiles(texts: readonly SettingsText[]): ProjectFile[] {
  return texts
    .filter(({ scope }) => scope === 'project' || scope === 'local')
    .map(({ file, text }) => ({ path: file, text }))
}

/** What steers the judge while sessions run: above the user's settings, below managed ones. */
function flagsFile(home: string): string {
  return join(home, '.irongate', 'flags.json')
}

function trustFile(home: string): string {
  return join(home, '.irongate', 'trust.jsonl')
}

/** What people trusted so far. A damaged store trusts nothing. */
export function readTrust(home: string): TrustRecord[] {
  try {
    const lines = readPlainText(trustFile(home), MAX_SIZE)
      .split('\n')
      .filter((line) => line !== '')
    return lines.map((line) => parseTrustRecord(JSON.parse(line))).filter((record) => record !== undefined)
  } catch {
    return []
  }
}

/** Notes that a person trusts these files of a project. */
export function writeTrust(home: string, record: TrustRecord): string {
  const file = trustFile(home)
  mkdirSync(join(home, '.irongate'), { recursive: true, mode: 0o700 })
  appendFileSync(file, `${JSON.stringify(record)}\n`, { mode: 0o600 })
  return file
}

/** Marks project and local texts as trusted when a person ran `irongate trust` for exactly these files. */
function applyTrust(texts: readonly SettingsText[], { cwd, home }: SettingsPlaces): SettingsText[] {
  const files = toProjectFiles(texts)
  const trusted = files.length > 0 && trustState(readTrust(home), cwd, files).kind === 'trusted'
  return texts.map((text) => (text.scope === 'project' || text.scope === 'local' ? { ...text, trusted } : text))
}

/** How a rule's own examples are read: by the real analysis, knowing nothing of the machine. */
function exampleReader({ cwd, home }: Pick<SettingsPlaces, 'cwd' | 'home'>): ExampleReading {
  const facts = fixedFacts({ cwd, home })
  const bash = createTools().find('Bash')
  const understandBash = (command: string) =>
    understand({ tool: 'Bash', input: { command }, cwd, sessionId: 'examples' }, bash, facts, { wrappers: [] })
  return { facts, understandBash }
}
