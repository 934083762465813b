import { dirname } from 'node:path'
import { realPathOf } from '../../state/folder-names.ts'
import {
  type GateFingerprint,
  gateFingerprintOf,
  launcherFilesFor,
  saveReviewed,
} from '../../state/gate-fingerprint.ts'
import { readInstalls } from '../../state/installs.ts'
import { privateFolder } from '../../state/private-folder.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { inspectHostFile } from './host-file.ts'
import { parseLauncherScript } from './launcher-script.ts'

/** The gate as it is installed now, for each launcher and host; nothing where there is none. */
export function installedGatePrints(home: string): readonly GateFingerprint[] {
  const installs = readInstalls(home)
  const hosts = [...new Set(installs.map(({ host }) => host))]
  return launcherFilesFor(home).flatMap((launcher) => {
    const { node, hook } = parseLauncherScript(inspectHostFile(launcher).text ?? '') ?? {}
    if (node === undefined || hook === undefined) return []
    const folder = dirname(dirname(realPathOf(hook)))
    return (hosts.length === 0 ? [''] : hosts).map((host) => {
      const entries = () => installs.flatMap((install) => (install.host === host ? [install.file] : []))
      return gateFingerprintOf({ home, host, node, package: folder, entries })
    })
  })
}

/** A person looked at the gate as it is, or has just put it there. */
export function recordReviewedGate(home: string): void {
  const prints = installedGatePrints(home)
  if (prints.length > 0) saveReviewed(privateFolder(stateFolder(home)), prints)
}
