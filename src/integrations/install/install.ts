import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, lstatSync, mkdirSync, statSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { gateFolder } from '../../state/gate-folder.ts'
import {
  homeLauncher,
  type Install,
  installsFile,
  readInstalls,
  settingsFile,
  settingsMark,
} from '../../state/installs.ts'
import { privateFolder } from '../../state/private-folder.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { Installer } from '../installer.ts'
import { extendHookTimeout } from './hook-timeout.ts'
import { readHostFile, UnreadableHostFile, writeAtomically } from './host-file.ts'
import { recordReviewedGate } from './installed-fingerprint.ts'
import {
  type LauncherHosts,
  type LauncherScriptParts,
  launcherScript,
  launcherShell,
  shellQuote,
} from './launcher-script.ts'

export interface InstallPlan {
  readonly install: Omit<Install, 'backup'>
  readonly before: string | undefined
  readonly after: string
  /** The hook stood there already, in whatever form: the file is not what it was before us. */
  readonly again: boolean
  readonly launcher: { readonly file: string; readonly text: string }
}

export interface InstallTarget {
  readonly installer: Pick<Installer, 'id' | 'editor'>
  readonly scope: Install['scope']
  /** The host's file that the hook goes into. */
  readonly file: string
  /** How long a call may wait for a person: the host then waits longer for the hook. */
  readonly waitSeconds?: number | undefined
}

export const launcherPath = homeLauncher

const SHELL_STATUS_CACHE = new Map<string, number>()

/** What this machine's shell says, asked once. One that was ended said nothing, and is asked again. */
function shellStatus(args: readonly string[]): number | null {
  const asked = args.join(' ')
  const known = SHELL_STATUS_CACHE.get(asked)
  if (known !== undefined) return known
  const { status } = spawnSync('/bin/sh', [...args], { env: {}, stdio: 'ignore', timeout: 5_000 })
  if (status !== null) SHELL_STATUS_CACHE.set(asked, status)
  return status
}

/** The command that a host's file or package carries; the name of the event follows it where the host has several. */
export function hookCommand(launcher: string, host: string): string {
  return `${shellQuote(launcher)} hook ${host}`
}

/** The script for this machine. */
export function planLauncher(
  parts: LauncherScriptParts & { readonly home: string },
  hosts: LauncherHosts,
): InstallPlan['launcher'] {
  return { file: launcherPath(parts.home), text: launcherForThisShell(parts, hosts) }
}

export function launcherForThisShell(parts: LauncherScriptParts, hosts: LauncherHosts): string {
  return launcherScript(parts, hosts, launcherShell(shellStatus))
}

/** What would be written, without writing anything. */
export function planInstall(
  { installer, scope, file, waitSeconds = 0 }: InstallTarget,
  launcher: InstallPlan['launcher'],
): InstallPlan {
  const { id, editor } = installer
  const command = hookCommand(launcher.file, id)
  const before = readHostFile(file)
  const fault = before === undefined ? undefined : editor.fault(before)
  if (fault !== undefined) throw new UnreadableHostFile(`${file} ${fault}; correct it first`)
  return {
    install: { host: id, scope, file, command },
    before,
    after: extendHookTimeout(editor.withHook(before ?? '', { command, file }), id, waitSeconds),
    again: before !== undefined && editor.commandsIn(before).length > 0,
    launcher,
  }
}

/** Writes the launcher, the private folders and the host's file; keeps the file as it was before the first time. */
export function applyInstall(plan: InstallPlan, home: string, now: number): Install {
  const { install, before, after, launcher } = plan
  writeLauncher(launcher, home)
  const list = readInstalls(home)
  const others = list.filter(({ file }) => file !== install.file)
  const known = list.find(({ file }) => file === install.file)
  const backup = known?.backup ?? (before === undefined || plan.again ? undefined : backUpHostFile(install, home, now))
  const written: Install = { ...install, ...(backup !== undefined && { backup }), at: known?.at ?? now }
  // The list first: the running hook then knows that a person meant it.
  writeInstallList(home, [...others, written])
  try {
    if (before !== after) {
      mkdirSync(dirname(install.file), { recursive: true })
      writeAtomically(install.file, after)
    }
  } catch (error) {
    writeInstallList(home, list)
    throw error
  }
  recordReviewedGate(home)
  return written
}

export function writeInstallList(home: string, installs: readonly Install[]): void {
  writeAtomically(installsFile(home), `${JSON.stringify(installs, null, 2)}\n`)
}

/** The launcher and the folders it needs; what is there already stays. */
export function writeLauncher({ file, text }: InstallPlan['launcher'], home: string): void {
  for (const folder of [gateFolder(home), dirname(file), join(gateFolder(home), 'cache'), stateFolder(home)])
    makePrivateFolder(folder)
  writeAtomically(file, text)
  chmodSync(file, 0o700)
  ensureSettings(settingsFile(home), settingsMark(file))
  recordReviewedGate(home)
}

/** Writes empty settings where there are none, and marks that there are some. */
export function ensureSettings(settings: string, mark: string): void {
  if (lstatSync(settings, { throwIfNoEntry: false }) === undefined) writeAtomically(settings, '{}\n')
  writeAtomically(mark, '')
}

/** Our own folder, closed to others: a person asked for it, so one that stands open is closed, not refused. */
function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (statSync(folder).uid === process.getuid?.()) chmodSync(folder, 0o700)
  privateFolder(folder)
}

function backUpHostFile({ host, file }: Pick<Install, 'host' | 'file'>, home: string, now: number): string {
  const folder = privateFolder(join(gateFolder(home), 'backups'))
  const backup = join(folder, `${host}-settings-${now}${extname(file)}`)
  copyFileSync(file, backup)
  chmodSync(backup, 0o600)
  return backup
}
