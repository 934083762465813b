import { findHookStatuses } from '../integrations/install/hook-status.ts'
import type { FoundHost, Installer } from '../integrations/installer.ts'
import { installers } from '../integrations/registry.ts'

export interface InstalledHost {
  readonly installer: Installer
  readonly host: FoundHost | undefined
}

/** The hosts that are on this machine or hold the hook; every one we know where there is none of them. */
export async function findInstalledHosts({
  home,
  project,
}: {
  home: string
  project: string
}): Promise<readonly InstalledHost[]> {
  const environment = { home, path: process.env['PATH'] ?? '', variables: process.env }
  const all = (await installers()).map((installer) => ({ installer, host: installer.find(environment) }))
  const here = all.filter(
    ({ installer, host }) => host !== undefined || findHookStatuses(installer, { home, project, host }).length > 0,
  )
  return here.length > 0 ? here : all
}
