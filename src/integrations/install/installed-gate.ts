import { realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { privateFolder } from '../../state/folder.ts'
import { type GatePrint, launchersFor, noteLooked, printOf } from '../../state/gate-print.ts'
import { installsIn } from '../../state/installs.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { lookAt } from './host-file.ts'
import { readShim } from './shim.ts'

/** The gate as it is installed now, for each launcher and host; nothing where there is none. */
export function installedPrints(home: string): readonly GatePrint[] {
  const installs = installsIn(home)
  const hosts = [...new Set(installs.map(({ host }) => host))]
  return launchersFor(home).flatMap((launcher) => {
    const { node, hook } = readShim(lookAt(launcher).text ?? '') ?? {}
    if (node === undefined || hook === undefined) return []
    const folder = dirname(dirname(realOf(hook)))
    return (hosts.length === 0 ? [''] : hosts).map((host) => {
      const entries = () => installs.flatMap((install) => (install.host === host ? [install.file] : []))
      return printOf({ home, host, node, package: folder, entries })
    })
  })
}

/** A person looked at the gate as it is, or has just put it there. */
export function noteInstalled(home: string): void {
  const prints = installedPrints(home)
  if (prints.length > 0) noteLooked(privateFolder(stateFolder(home)), prints)
}

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
