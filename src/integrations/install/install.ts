import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { privateFolder } from '../../state/folder.ts'
import { gateFolder } from '../../state/gate-folder.ts'
import { type Install, installsFile, installsIn } from '../../state/installs.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { Installer } from '../installer.ts'
import { quoted, type ShimParts, type SignNames, shimShell, shimText } from './shim.ts'

export interface InstallPlan {
  readonly install: Omit<Install, 'backup'>
  readonly before: string | undefined
  readonly after: string
  readonly shim: { readonly file: string; readonly text: string }
}

export interface InstallPlace {
  readonly installer: Pick<Installer, 'id' | 'editor'>
  readonly scope: Install['scope']
  /** The host's file that the hook goes into. */
  readonly file: string
}

/** The host's file could not be understood; it is left alone. */
export class Unreadable extends Error {}

export function shimFile(home: string): string {
  return join(gateFolder(home), 'bin', 'irongate')
}

function statusOf(args: readonly string[]): number | null {
  return spawnSync('/bin/sh', [...args], { env: {}, stdio: 'ignore', timeout: 5_000 }).status
}

/** The command that a host's file or package carries. */
export function hookCommand(shim: string, host: string): string {
  return `${quoted(shim)} hook ${host}`
}

/** The script for this machine. */
export function plannedShim(parts: ShimParts, signs: SignNames): InstallPlan['shim'] {
  return { file: shimFile(parts.home), text: shimText(parts, signs, shimShell(statusOf)) }
}

/** What would be written, without writing anything. */
export function planInstall({ installer, scope, file }: InstallPlace, shim: InstallPlan['shim']): InstallPlan {
  const { id, editor } = installer
  const command = hookCommand(shim.file, id)
  const before = textOf(file)
  const fault = before === undefined ? undefined : editor.fault(before)
  if (fault !== undefined) throw new Unreadable(`${file} ${fault}; correct it first`)
  return {
    install: { host: id, scope, file, command },
    before,
    after: editor.withHook(before ?? '', command),
    shim,
  }
}

/** Writes the shim, the private folders and the host's file; keeps the file as it was before the first time. */
export function applyInstall({ install, before, after, shim }: InstallPlan, home: string, now: number): Install {
  writeShim(shim, home)
  const others = installsIn(home).filter(({ file }) => file !== install.file)
  const known = installsIn(home).find(({ file }) => file === install.file)
  const backup = known?.backup ?? (before === undefined ? undefined : keep(install, home, now))
  const written: Install = { ...install, ...(backup !== undefined && { backup }) }
  writeSafely(installsFile(home), `${JSON.stringify([...others, written], null, 2)}\n`)
  if (before !== after) {
    mkdirSync(dirname(install.file), { recursive: true })
    writeSafely(install.file, after)
  }
  return written
}

/** The shim and the folders it needs; what is there already stays. */
export function writeShim({ file, text }: InstallPlan['shim'], home: string): void {
  for (const folder of [gateFolder(home), dirname(file), join(gateFolder(home), 'cache'), stateFolder(home)])
    ownFolder(folder)
  writeSafely(file, text)
  chmodSync(file, 0o700)
}

/** Our own folder, closed to others: a person asked for it, so one that stands open is closed, not refused. */
function ownFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (statSync(folder).uid === process.getuid?.()) chmodSync(folder, 0o700)
  privateFolder(folder)
}

/** Takes the hook out of one file. An untouched file gets its old bytes back; one edited since keeps its edits. */
export function removeInstall(
  install: Install,
  { withHook, withoutHook }: Installer['editor'],
  home: string,
): 'restored' | 'edited' | 'removed' | 'absent' {
  // The list first: the running hook then knows that a person meant it.
  const others = installsIn(home).filter(({ file }) => file !== install.file)
  writeSafely(installsFile(home), `${JSON.stringify(others, null, 2)}\n`)
  const now = textOf(install.file)
  if (now === undefined) return 'absent'
  const original = install.backup === undefined ? undefined : textOf(install.backup)
  if (now === withHook(original ?? '', install.command)) {
    if (original === undefined) rmSync(install.file)
    else writeSafely(install.file, original)
    return original === undefined ? 'removed' : 'restored'
  }
  const rest = withoutHook(now)
  if (rest === '') rmSync(install.file)
  else writeSafely(install.file, rest)
  return rest === '' ? 'removed' : 'edited'
}

function keep({ host, file }: Pick<Install, 'host' | 'file'>, home: string, now: number): string {
  const folder = privateFolder(join(gateFolder(home), 'backups'))
  const backup = join(folder, `${host}-settings-${now}${extname(file)}`)
  copyFileSync(file, backup)
  chmodSync(backup, 0o600)
  return backup
}

export function textOf(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

/** Writes beside the file and renames: a full disk never leaves half a settings file. A link is written through. */
export function writeSafely(file: string, text: string): void {
  const target = existsSync(file) ? realpathSync(file) : file
  const draft = `${target}.irongate-${process.pid}`
  try {
    writeFileSync(draft, text, { mode: 0o600 })
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
