import { projectFilesIn, readPolicyFrom, type SettingsPlaces, settingsTextsIn } from '../facts/settings-files.ts'
import type { SettingsText } from '../settings/load.ts'
import type { Policy } from '../settings/policy.ts'
import type { ProjectFile } from '../settings/trust.ts'
import { HOSTS } from './registry.ts'

type ProjectPlace = Pick<SettingsPlaces, 'cwd' | 'home'>

/** The policy of this machine for a project, from our own files and from those of hosts that write rules as we do. */
export function readPolicy(places: SettingsPlaces): Policy {
  return readPolicyFrom(places, hostSettingsFiles(places))
}

/** What the policy of a project is made of. */
export function readSettingsTexts(places: SettingsPlaces): SettingsText[] {
  return settingsTextsIn(places, hostSettingsFiles(places))
}

/** The project's own settings files, as they are now. */
export function projectFiles(place: ProjectPlace): ProjectFile[] {
  return projectFilesIn(place, hostSettingsFiles(place))
}

function hostSettingsFiles({ cwd, home }: ProjectPlace) {
  return HOSTS.flatMap(({ settingsFiles }) => settingsFiles?.({ cwd, home }) ?? [])
}
