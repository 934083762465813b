import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

/** Where the hook was installed. A missing or damaged list holds nothing. */
export function installsIn(home: string): readonly Install[] {
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
