import { chmodSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { version } from '../facts/version.static.ts'
import type { LauncherHosts } from '../integrations/install/launcher-script.ts'
import { applyManaged, managedSettings, planManaged } from '../integrations/install/managed.ts'
import { type ManualMode, readManualMode, writeManualModeTo } from '../integrations/install/manual-modes.ts'
import type { FoundHost, Installer } from '../integrations/installer.ts'
import { changedLines } from './changed-lines.ts'
import { EXIT, type Io } from './io.ts'
import { packageRoot } from './package-root.ts'
import { askTerminal } from './typing-person.ts'

interface ManagedTarget {
  readonly installer: Installer
  readonly host: FoundHost
}

interface ManagedInstallOptions {
  readonly yes: boolean
  readonly dryRun: boolean
  readonly manual: ManualMode | undefined
  readonly isYes: (reply: string | undefined) => boolean
}

/** The gate for every account of this machine: shows what is written where, asks, and writes it. Needs root. */
export function installManaged(
  { installer, host }: ManagedTarget,
  hosts: LauncherHosts,
  options: ManagedInstallOptions,
  io: Io,
): number {
  const file = installer.fileFor('managed', { host, project: '/' })
  const parts = { node: process.execPath, package: packageRoot(), name: `${version()}-${Date.now()}` }
  const plan = planManaged({ installer, file }, parts, { hosts })
  const { before, after, launcher, copies } = plan
  io.out(`\n${file}${before === undefined ? ' (new)' : ''}\n${changedLines(before ?? '', after, io)}\n`)
  io.out(`${launcher.file}\n  starts the hook with a clean environment in the caller's home; a fault blocks the call\n`)
  for (const { from, to } of copies) io.out(`${to}\n  copied from ${from}\n`)
  const manual =
    options.manual ?? (readManualMode('', installer.id, managedSettings()) === undefined ? 'mirror' : undefined)
  if (manual !== undefined && installer.manualModes !== undefined)
    io.out(`${managedSettings()}\n  in the modes ${installer.manualModes}: ${manual}\n`)
  if (options.dryRun) {
    io.out('\nNothing was written.\n')
    return 0
  }
  if (!options.yes && !options.isYes(askTerminal('\nWrite this for every account of this machine? [y/N] '))) {
    io.out('Nothing was written. With --yes it does not ask.\n')
    return EXIT.deny
  }
  if (manual !== undefined && installer.manualModes !== undefined) {
    mkdirSync(dirname(managedSettings()), { recursive: true })
    writeManualModeTo(managedSettings(), installer.id, manual)
    // Every account's hook reads it, whatever root's umask is.
    chmodSync(dirname(managedSettings()), 0o755)
    chmodSync(managedSettings(), 0o644)
  }
  applyManaged(plan)
  io.out(
    `\nDone. New sessions of ${installer.title} of every account pass through the gate. \`irongate doctor\` proves it.\n`,
  )
  if (installer.managedNeeds !== undefined)
    io.out(`So that no project and no flag switches it off, it needs ${installer.managedNeeds}.\n`)
  return 0
}
