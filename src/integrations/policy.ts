import { projectFilesIn, readPolicyFrom, type SettingsPlaces } from '../facts/settings-files.ts'
import type { Policy } from '../settings/policy.ts'
import type { ProjectFile } from '../settings/trust.ts'
import { HOSTS } from './registry.ts'

type Place = Pick<SettingsPlaces, 'cwd' | 'home'>

/** The policy of this machine for a project, from our own files and from those of hosts that write rules as we do. */
export function readPolicy(places: SettingsPlaces): Policy {
  return readPolicyFrom(places, filesOfHosts(places))
}

/** The project's own settings files, as they are now. */
export function projectFiles(place: Place): ProjectFile[] {
  return projectFilesIn(place, filesOfHosts(place))
}

function filesOfHosts({ cwd, home }: Place) {
  return HOSTS.flatMap(({ settingsFiles }) => settingsFiles?.({ cwd, home }) ?? [])
}
