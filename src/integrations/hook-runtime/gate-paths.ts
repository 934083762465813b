import { readFileSync } from 'node:fs'
import { basename, dirname, isAbsolute, join } from 'node:path'
import type { GatePlace } from '../../analysis/facts.ts'
import type { Policy } from '../../settings/policy.ts'
import { realPathOf } from '../../state/folder-names.ts'
import { gateFolder } from '../../state/gate-folder.ts'
import { readInstalls } from '../../state/installs.ts'

/** Where `irongate init --scope managed` puts the launcher of an organisation. */
export const MANAGED_LAUNCHER = '/usr/local/lib/irongate/bin/irongate'

/** A process that stays looks again after a while: somebody may have installed the gate again. */
const CACHE_MS = 10_000

let cachedPaths: { readonly key: string; readonly at: number; readonly places: readonly GatePlace[] } | undefined

/**
 * What the running gate rests on: its package and that of each launcher, the Node that runs them, its folder, and the files of hosts that
 * start it. Other copies are known by their names alone, since nothing starts them. Never throws.
 */
export function gatePaths(
  home: string,
  ownPackage: string | undefined,
  { now, policy }: { readonly now: number; readonly policy: Policy },
): readonly GatePlace[] {
  const clients = judgeClientPaths(policy)
  const key = [home, ownPackage ?? '', ...clients.map(({ path }) => path)].join('\0')
  if (cachedPaths?.key === key && now - cachedPaths.at < CACHE_MS && now >= cachedPaths.at) return cachedPaths.places
  const places = [...findGatePaths(home, ownPackage), ...clients]
  cachedPaths = { key, at: now, places }
  return places
}

function findGatePaths(home: string, ownPackage: string | undefined): readonly GatePlace[] {
  const launchers = [join(gateFolder(home), 'bin/irongate'), MANAGED_LAUNCHER].map(launcherParts)
  const packages = [ownPackage, ...launchers.map(({ hook }) => hook && dirname(dirname(hook)))]
  const nodes = [ownPackage === undefined ? undefined : process.execPath, ...launchers.map(({ node }) => node)]
  const plugin = ownPackage === undefined ? -1 : ownPackage.indexOf(PLUGINS_FOLDER)
  const entries = [
    ...readInstalls(home).map(({ file }) => file),
    // A host that has the gate as a plugin keeps beside its plugins whether they run.
    ...(plugin < 0 ? [] : [join(ownPackage?.slice(0, plugin) ?? '', 'settings.json')]),
  ]
  return [
    ...withRealPaths(packages).flatMap(packagePaths),
    ...withRealPaths(nodes).map((path): GatePlace => ({ path, kind: 'node' })),
    ...withRealPaths(entries).map((path): GatePlace => ({ path, kind: 'entry' })),
    ...withRealPaths([gateFolder(home)]).map((path): GatePlace => ({ path, kind: 'state' })),
  ]
}

/** The clients that judge: whoever replaces one answers for it. */
function judgeClientPaths({ judge }: Policy): readonly GatePlace[] {
  const clients = Object.hasOwn(judge.extra, 'clients') ? judge.extra['clients'] : undefined
  const programs = Object.values(typeof clients === 'object' && clients !== null ? clients : {}).map(
    (client: unknown) =>
      typeof client === 'object' && client !== null && 'program' in client ? client.program : undefined,
  )
  const named = programs.flatMap((program) => (typeof program === 'string' && isAbsolute(program) ? [program] : []))
  return withRealPaths(named).map((path) => ({ path, kind: 'node' }))
}

/** Where hosts keep the plugins that they start. */
const PLUGINS_FOLDER = '/plugins/'

/** What runs of a checkout; its sources are somebody's work. */
const EXECUTED_PARTS = ['bin', 'dist', 'hooks', 'package.json', '.claude-plugin']

function packagePaths(root: string): readonly GatePlace[] {
  const isInstalled = basename(dirname(root)) === 'node_modules' || root.includes(PLUGINS_FOLDER)
  if (isInstalled || root.startsWith(dirname(dirname(MANAGED_LAUNCHER)))) return [{ path: root, kind: 'package' }]
  return EXECUTED_PARTS.map((part) => ({ path: join(root, part), kind: 'package' }))
}

/** Each path as it is named, and as it is without links. */
function withRealPaths(paths: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(paths.flatMap((path) => (path === undefined ? [] : [path, realPathOf(path)])))]
}

interface LauncherParts {
  readonly node?: string | undefined
  readonly hook?: string | undefined
}

/** What a launcher starts; nothing where there is none. */
function launcherParts(file: string): LauncherParts {
  try {
    const text = readFileSync(file, 'utf8')
    return { node: assignedValue(text, 'node'), hook: assignedValue(text, 'hook') }
  } catch {
    return {}
  }
}

function assignedValue(text: string, name: string): string | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${name}='`) && each.endsWith("'"))
  return line?.slice(name.length + 2, -1).replaceAll("'\\''", "'")
}
