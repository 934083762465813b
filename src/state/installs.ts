import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gateFolder } from './gate-folder.ts'

/** One place where `irongate init` put the hook. */
export interface Install {
  /** The id of the host. */
  readonly host: string
  readonly scope: 'user' | 'project' | 'managed'
  /** The host's file. */
  readonly file: string
  /** The command that was written into it. */
  readonly command: string
  /** The file as it was before; absent when there was none. */
  readonly backup?: string
  /** When; absent in lists of an earlier version. */
  readonly at?: number
}

export function installsFile(home: string): string {
  return join(gateFolder(home), 'installs.json')
}

/** Our own settings of an account. */
export function settingsFile(home: string): string {
  return join(gateFolder(home), 'settings.json')
}

/** Our launcher in a home, which `irongate init` writes. */
export function homeLauncher(home: string): string {
  return join(gateFolder(home), 'bin', 'irongate')
}

/** Our launcher for all accounts, outside every home. */
export function managedLauncher(root = '/'): string {
  return join(root, 'usr/local/lib/irongate/bin/irongate')
}

/** Written beside a launcher once there are settings to go with it: from then on, missing settings are broken, not new. */
export function settingsMark(launcher: string): string {
  return join(dirname(launcher), 'with-settings')
}

/** Were settings written with the launcher of this home, and are gone? */
export function areSettingsLost(home: string): boolean {
  return existsSync(settingsMark(homeLauncher(home))) && !existsSync(settingsFile(home))
}

/** Where the hook was installed. A missing or damaged list holds nothing. */
export function readInstalls(home: string): readonly Install[] {
  try {
    const value: unknown = JSON.parse(readFileSync(installsFile(home), 'utf8'))
    return Array.isArray(value) ? value.filter(isInstall) : []
  } catch {
    return []
  }
}

function isInstall(value: unknown): value is Install {
  const { host, scope, file, command } = (value ?? {}) as Partial<Record<keyof Install, unknown>>
  return (
    typeof host === 'string' &&
    (scope === 'user' || scope === 'project' || scope === 'managed') &&
    typeof file === 'string' &&
    typeof command === 'string'
  )
}
