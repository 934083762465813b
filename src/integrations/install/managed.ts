import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { HOOK_FILE } from '../../cli/package-root.ts'
import { managedLauncher, settingsMark } from '../../state/installs.ts'
import { HostFileFault, inspectHostFile, readHostFile, writeAtomically } from './host-file.ts'
import { ensureSettings, hookCommand, type InstallTarget, launcherForThisShell } from './install.ts'
import { CALLER_HOME, type LauncherHosts, parseLauncherScript } from './launcher-script.ts'
import { type InstallRoot, rootOwnershipProblem, SYSTEM_ROOT } from './root-owned.ts'

/** Outside every home. */
export function managedFolder({ root }: InstallRoot = SYSTEM_ROOT): string {
  return dirname(dirname(managedLauncher(root)))
}

export function managedLauncherFile({ root }: InstallRoot = SYSTEM_ROOT): string {
  return managedLauncher(root)
}

/** The folder, where a launcher of ours lies in it. */
export function leftoverManagedFolder(ground: InstallRoot = SYSTEM_ROOT): string | undefined {
  return parseLauncherScript(inspectHostFile(managedLauncherFile(ground)).text ?? '')?.home === CALLER_HOME
    ? managedFolder(ground)
    : undefined
}

/** Where our own settings of the organisation lie. */
export function managedSettings({ root }: InstallRoot = SYSTEM_ROOT): string {
  return join(root, 'etc/irongate/managed-settings.json')
}

export interface ManagedPlan {
  readonly file: string
  readonly before: string | undefined
  readonly after: string
  readonly launcher: { readonly file: string; readonly text: string }
  /** What is copied because ordinary accounts could change it where it lies, or because a package manager may. */
  readonly copies: readonly { readonly from: string; readonly to: string }[]
  readonly ground: InstallRoot
}

export interface ManagedParts {
  readonly node: string
  /** The folder of this package. */
  readonly package: string
  /** A name for this copy. */
  readonly name: string
}

/** What would be written for the whole machine, without writing anything. */
export function planManaged(
  { installer, file }: Omit<InstallTarget, 'scope'>,
  parts: ManagedParts,
  { hosts, ground = SYSTEM_ROOT }: { readonly hosts: LauncherHosts; readonly ground?: InstallRoot },
): ManagedPlan {
  const folder = join(managedFolder(ground), parts.name)
  const bundle = ['bin', 'dist', 'package.json'].map((name) => ({
    from: join(parts.package, name),
    to: join(folder, name),
  }))
  const ownNode = { from: realpathSync(parts.node), to: join(folder, 'node') }
  const isSafe = rootOwnershipProblem(parts.node, ground) === undefined
  const started = {
    node: isSafe ? realpathSync(parts.node) : ownNode.to,
    hook: join(folder, HOOK_FILE),
    home: CALLER_HOME,
  } as const
  const before = readHostFile(file)
  const fault = before === undefined ? undefined : installer.editor.fault(before)
  if (fault !== undefined) throw new HostFileFault(`${file} ${fault}; correct it first`)
  const launcher = managedLauncherFile(ground)
  return {
    file,
    before,
    after: installer.editor.withHook(before ?? '', { command: hookCommand(launcher, installer.id), file }),
    launcher: { file: launcher, text: launcherForThisShell(started, hosts) },
    copies: isSafe ? bundle : [...bundle, ownNode],
    ground,
  }
}

/** Copies, then the launcher, then the host's file: nothing is started before it is there, and only when no account could change it. */
export function applyManaged({ file, after, launcher, copies, ground }: ManagedPlan): void {
  const folder = managedFolder(ground)
  for (const { from, to } of copies) {
    makeReadableFolder(dirname(to), ground)
    cpSync(from, to, { recursive: true, dereference: true, filter: (path) => basename(path) !== 'types' })
    makeReadableByAll(to)
  }
  makeReadableFolder(dirname(launcher.file), ground)
  writeAtomically(launcher.file, launcher.text)
  chmodSync(launcher.file, 0o755)
  makeReadableFolder(dirname(managedSettings(ground)), ground)
  ensureSettings(managedSettings(ground), settingsMark(launcher.file))
  for (const written of [managedSettings(ground), settingsMark(launcher.file)]) chmodSync(written, 0o644)
  for (const path of [launcher.file, ...copies.map(({ to }) => to)]) {
    const why = rootOwnershipProblem(path, ground)
    if (why !== undefined)
      throw new HostFileFault(`${why}, so it cannot hold an organisation's gate; correct owner and modes`)
  }
  makeReadableFolder(dirname(file), ground)
  writeAtomically(file, after)
  chmodSync(file, 0o644)
  const kept = new Set(['bin', ...copies.map(({ to }) => basename(dirname(to)))])
  for (const name of readdirSync(folder)) if (!kept.has(name)) rmSync(join(folder, name), { recursive: true })
}

/** Makes what is missing above a file, open to all for reading, whatever the umask is. */
function makeReadableFolder(path: string, ground: InstallRoot): void {
  if (path === ground.root || lstatSync(path, { throwIfNoEntry: false })) return
  makeReadableFolder(dirname(path), ground)
  mkdirSync(path)
  chmodSync(path, 0o755)
}

function makeReadableByAll(path: string): void {
  const stat = lstatSync(path)
  if (stat.isDirectory()) {
    chmodSync(path, 0o755)
    for (const name of readdirSync(path)) makeReadableByAll(join(path, name))
  } else chmodSync(path, (stat.mode & 0o111) === 0 ? 0o644 : 0o755)
}
