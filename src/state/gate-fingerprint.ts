import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../analysis/text/sha256.ts'
import { gateFolder } from './gate-folder.ts'
import { readSecret, saveSecret } from './secret-file.ts'

/** The files that the gate's decisions rest on: those of an installed hook. */
export interface GateFiles {
  readonly home: string
  /** The id of the host. */
  readonly host: string
  readonly node: string
  /** The folder of the package. */
  readonly package: string
  /** The host's own files that start the hook; asked for once in a session. */
  readonly entries: () => readonly string[]
}

/** What these files looked like: their numbers as the system keeps them, and of the host's files our own words in them. */
export interface GateFingerprint {
  readonly node: string
  readonly package: string
  readonly launcher: string
  readonly entries: readonly EntryFingerprint[]
}

interface EntryFingerprint {
  readonly file: string
  readonly numbers: string
  readonly words: string
}

/** Where launchers lie: the account's, and the one for all accounts. */
export function launcherFilesFor(home: string): readonly string[] {
  return [join(gateFolder(home), 'bin', 'irongate'), '/usr/local/lib/irongate/bin/irongate']
}

export function gateFingerprintOf(files: GateFiles): GateFingerprint {
  const { home, host, node, entries } = files
  return {
    node: fileStatNumbers(node),
    package: packageFiles(files.package).map(fileStatNumbers).join('\n'),
    launcher: launcherFilesFor(home).map(fileStatNumbers).join('\n'),
    entries: entries().map((file) => ({ file, numbers: fileStatNumbers(file), words: hookStringsIn(file, host) })),
  }
}

export type GatePart = 'Node binary' | 'package' | 'launcher' | 'hook entry'

/** Which parts differ from what they were. Nobody but the system can set back the time of a file's last change (`ctime`). */
export function changedGatePartsSince(
  before: GateFingerprint,
  files: GateFiles,
  looked?: GateFingerprint,
): readonly GatePart[] {
  const now = gateFingerprintOf({ ...files, entries: () => [] })
  const parts = [
    ['Node binary', 'node'],
    ['package', 'package'],
    ['launcher', 'launcher'],
  ] as const
  const changed: GatePart[] = parts.flatMap(([part, key]) =>
    now[key] === before[key] || now[key] === looked?.[key] ? [] : [part],
  )
  return before.entries.every((entry) => isEntryUnchanged(entry, files.host, looked))
    ? changed
    : [...changed, 'hook entry']
}

/** Which parts of the gate as it is now no person has looked at. */
export function unreviewedParts(now: GateFingerprint, looked: readonly GateFingerprint[]): readonly GatePart[] {
  const left = looked.map((print): readonly GatePart[] => [
    ...(now.node === print.node ? [] : ['Node binary' as const]),
    ...(now.package === print.package ? [] : ['package' as const]),
    ...(now.launcher === print.launcher ? [] : ['launcher' as const]),
    ...(now.entries.every(({ file, words }) => hasHookStrings(print, file, words)) ? [] : ['hook entry' as const]),
  ])
  return left.reduce((one, other) => (other.length < one.length ? other : one), ALL_PARTS)
}

const ALL_PARTS: readonly GatePart[] = ['Node binary', 'package', 'launcher', 'hook entry']

function hasHookStrings({ entries }: GateFingerprint, file: string, words: string): boolean {
  return entries.some((entry) => entry.file === file && entry.words === words)
}

/** People and hosts write to the host's file for other reasons: only our own words in it count. */
function isEntryUnchanged(
  { file, numbers, words }: EntryFingerprint,
  host: string,
  looked: GateFingerprint | undefined,
): boolean {
  if (fileStatNumbers(file) === numbers) return true
  const now = hookStringsIn(file, host)
  return now === words || (looked !== undefined && hasHookStrings(looked, file, now))
}

/** Named by hand: to join dozens of paths on every call takes longer than to look at the files. */
function packageFiles(folder: string): readonly string[] {
  const parts = `${folder}/dist/parts`
  return [
    ...['package.json', 'bin/irongate.js', 'dist/cli.cjs', 'dist/hook.cjs', 'dist/build'].map(
      (name) => `${folder}/${name}`,
    ),
    ...namesIn(parts).map((name) => `${parts}/${name}`),
  ]
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    return []
  }
}

function fileStatNumbers(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false })
  return stat === undefined ? 'absent' : `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}`
}

/** The strings of a file that start our hook, whatever language it is written in; without such strings, the lines. */
function hookStringsIn(file: string, host: string): string {
  const text = textOf(file)
  if (text === undefined) return 'absent'
  const isOurs = (part: string) => part.includes(`hook ${host}`)
  const strings = text.match(/"(?:[^"\\\n]|\\.)*"/g)?.filter(isOurs) ?? []
  const found = strings.length > 0 ? strings : text.split('\n').filter(isOurs)
  return sha256(found.sort().join('\n'))
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

const MOST_BYTES = 100_000

function reviewedFile(folder: string): string {
  return join(folder, 'looked.json')
}

/** Notes that a person looked at the gate as it is now: sessions that were blocked because it changed continue. */
export function saveReviewed(folder: string, prints: readonly GateFingerprint[]): void {
  saveSecret(reviewedFile(folder), `${JSON.stringify(prints)}\n`)
}

/** The gate as a person last looked at it; for each host, and where it is started in several ways. */
export function lastReviewed(folder: string): readonly GateFingerprint[] | undefined {
  const text = readSecret(reviewedFile(folder), /^(\[.*\])\n$/s, MOST_BYTES)
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value.filter(isFingerprint) : undefined
  } catch {
    return undefined
  }
}

function isFingerprint(value: unknown): value is GateFingerprint {
  const { node, package: files, launcher, entries } = (value ?? {}) as Partial<Record<keyof GateFingerprint, unknown>>
  return [node, files, launcher].every((part) => typeof part === 'string') && Array.isArray(entries)
}
