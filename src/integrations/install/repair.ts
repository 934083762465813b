import { chmodSync, existsSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gateFolder } from '../../state/gate-folder.ts'
import { homeLauncher, settingsFile, settingsMark } from '../../state/installs.ts'
import { privateFolder } from '../../state/private-folder.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { FoundHost, Installer } from '../installer.ts'
import { writeCommands } from './command-files.ts'
import { findHookStatuses } from './hook-status.ts'
import { HostFileFault } from './host-file.ts'
import { applyInstall, ensureSettings, type InstallPlan, planInstall, writeLauncher } from './install.ts'
import { readManualMode, writeManualMode } from './manual-modes.ts'

export interface RepairPlace {
  readonly home: string
  readonly project: string
  /** The launcher as it should be. */
  readonly launcher: InstallPlan['launcher']
  /** How long a call may wait for a person. */
  readonly waitSeconds?: number | undefined
}

interface HostToRepair {
  readonly installer: Installer
  readonly host: FoundHost | undefined
}

/** Rewrites the launcher, and the entries into every file that holds some of them or should. Says what was done, line by line. */
export function repairInstalls(
  hosts: readonly HostToRepair[],
  { home, project, launcher, waitSeconds }: RepairPlace,
): readonly string[] {
  writeLauncher(launcher, home)
  return hosts.flatMap(({ installer, host }) =>
    findHookStatuses(installer, { home, project, host }).map(({ scope, file, listed }) => {
      if (scope === 'managed')
        return `${file} is the organisation's: \`irongate init --scope managed\` writes it, as root`
      try {
        applyInstall(planInstall({ installer, scope, file, waitSeconds }, launcher), home, Date.now())
        writeCommands(installer, { scope, file }, home)
        // What nothing is known of is as new: there nothing is loosened.
        if (!listed && installer.manualModes !== undefined && readManualMode(home, installer.id) === undefined)
          writeManualMode(home, installer.id, 'mirror')
        return `wrote the hook into ${file}`
      } catch (error) {
        if (error instanceof HostFileFault) return error.message
        throw error
      }
    }),
  )
}

/** Makes the state folder private again; what cannot be used is set aside, never deleted. */
export function repairState(home: string): string {
  const folder = stateFolder(home)
  for (const place of [
    gateFolder(home),
    folder,
    ...['sessions', 'denials', 'approvals', 'audit', 'pending', 'facts'].map((name) => join(folder, name)),
  ]) {
    if (!existsSync(place)) continue
    if (statSync(place).isDirectory()) chmodSync(place, 0o700)
    else renameSync(place, `${place}.set-aside-${Date.now()}`)
  }
  privateFolder(gateFolder(home))
  privateFolder(folder)
  return `repaired ${folder}`
}

/** Writes settings again where they were lost. What they said is not known, so in each host's own modes the gate only tightens. */
export function repairSettings(
  hosts: readonly HostToRepair[],
  { home, project }: Pick<RepairPlace, 'home' | 'project'>,
): string {
  ensureSettings(settingsFile(home), settingsMark(homeLauncher(home)))
  for (const { installer, host } of hosts)
    if (installer.manualModes !== undefined && findHookStatuses(installer, { home, project, host }).length > 0)
      writeManualMode(home, installer.id, 'mirror')
  return `wrote new settings to ${settingsFile(home)}; your own rules were in the old ones`
}
