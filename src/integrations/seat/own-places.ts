import { readFileSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { OwnPlace } from '../../analysis/facts.ts'
import { gateFolder } from '../../state/gate-folder.ts'
import { installsIn } from '../../state/installs.ts'

/** Where `irongate init --scope managed` puts the launcher of an organisation. */
const MANAGED_LAUNCHER = '/usr/local/lib/irongate/bin/irongate'

/** A process that stays looks again after a while: somebody may have installed the gate anew. */
const KEPT_MS = 10_000

let kept: { readonly key: string; readonly at: number; readonly places: readonly OwnPlace[] } | undefined

/**
 * What the running gate rests on: its package and that of each launcher, the Node that runs them, its folder, and the files of hosts that
 * start it. Other copies are told by their names alone, since nothing starts them. Never throws.
 */
export function ownPlaces(home: string, ownPackage: string | undefined, now: number): readonly OwnPlace[] {
  const key = `${home}\0${ownPackage ?? ''}`
  if (kept?.key === key && now - kept.at < KEPT_MS && now >= kept.at) return kept.places
  const places = find(home, ownPackage)
  kept = { key, at: now, places }
  return places
}

function find(home: string, ownPackage: string | undefined): readonly OwnPlace[] {
  const launchers = [join(gateFolder(home), 'bin/irongate'), MANAGED_LAUNCHER].map(launcherParts)
  const packages = [ownPackage, ...launchers.map(({ hook }) => hook && dirname(dirname(hook)))]
  const nodes = [ownPackage === undefined ? undefined : process.execPath, ...launchers.map(({ node }) => node)]
  const plugin = ownPackage === undefined ? -1 : ownPackage.indexOf(PLUGINS)
  const entries = [
    ...installsIn(home).map(({ file }) => file),
    // A host that has the gate as a plugin keeps beside its plugins whether they run.
    ...(plugin < 0 ? [] : [join(ownPackage?.slice(0, plugin) ?? '', 'settings.json')]),
  ]
  return [
    ...withReal(packages).flatMap(packagePlaces),
    ...withReal(nodes).map((path): OwnPlace => ({ path, kind: 'node' })),
    ...withReal(entries).map((path): OwnPlace => ({ path, kind: 'entry' })),
    ...withReal([gateFolder(home)]).map((path): OwnPlace => ({ path, kind: 'state' })),
  ]
}

/** Where hosts keep the plugins that they start. */
const PLUGINS = '/plugins/'

/** What runs of a checkout; its sources are somebody's work. */
const RUNNING = ['bin', 'dist', 'hooks', 'package.json', '.claude-plugin']

function packagePlaces(root: string): readonly OwnPlace[] {
  const isInstalled = basename(dirname(root)) === 'node_modules' || root.includes(PLUGINS)
  if (isInstalled || root.startsWith(dirname(dirname(MANAGED_LAUNCHER)))) return [{ path: root, kind: 'package' }]
  return RUNNING.map((part) => ({ path: join(root, part), kind: 'package' }))
}

/** Each path as it is named, and as it is without links. */
function withReal(paths: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(paths.flatMap((path) => (path === undefined ? [] : [path, realOf(path)])))]
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

interface LauncherParts {
  readonly node?: string | undefined
  readonly hook?: string | undefined
}

/** What a launcher starts; nothing where there is none. */
function launcherParts(file: string): LauncherParts {
  try {
    const text = readFileSync(file, 'utf8')
    return { node: assigned(text, 'node'), hook: assigned(text, 'hook') }
  } catch {
    return {}
  }
}

function assigned(text: string, name: string): string | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${name}='`) && each.endsWith("'"))
  return line?.slice(name.length + 2, -1).replaceAll("'\\''", "'")
}
