import { dirname, isAbsolute, join } from 'node:path'
import { entriesByHand } from '../../install/guarded.ts'
import { jsonOf } from '../../install/hook-groups.ts'
import { lookAt } from '../../install/host-file.ts'
import type { HookPlace, LookedAt, Stranded } from '../../installer.ts'
import { isFields, own } from '../../seat/fields.ts'
import { MANAGED, managedFiles } from '../settings-files.ts'

const MAX_PROJECTS = 500

/** The settings files of every scope: the account's, the organisation's, and those of this project and of all that the host knows. */
export function places(at: LookedAt, managed = MANAGED): readonly HookPlace[] {
  const projects = new Set([at.project, ...knownProjects(at)])
  return [
    ...configFolders(at).map((folder) => ({ scope: 'user', file: join(folder, 'settings.json') }) as const),
    ...[...projects].flatMap((project) =>
      ['settings.json', 'settings.local.json'].map(
        (name) => ({ scope: 'project', file: join(project, '.claude', name) }) as const,
      ),
    ),
    ...managedFiles(managed).map((file) => ({ scope: 'managed', file }) as const),
  ]
}

/** The host's folder is where its variable says, but an install of another shell may lie in the usual one. */
function configFolders({ home, host }: LookedAt): readonly string[] {
  return [...new Set([...(host ? [host.configDir] : []), join(home, '.claude')])]
}

/** The projects that the host was ever started in, as it notes them itself. */
function knownProjects({ home, host }: LookedAt): readonly string[] {
  const files = [join(home, '.claude.json'), ...(host ? [join(host.configDir, '.claude.json')] : [])]
  return files
    .flatMap((file) => {
      const noted = jsonOf(lookAt(file).text ?? '')
      const projects = noted && own(noted, 'projects')
      return isFields(projects) ? Object.keys(projects) : []
    })
    .filter((folder) => isAbsolute(folder) && dirname(folder) !== folder)
    .slice(0, MAX_PROJECTS)
}

const shown = (text: string) => JSON.stringify({ systemMessage: text })

export const STRANDED: Stranded = {
  byHand: (files) =>
    entriesByHand('claude-code', files, '~/.claude/settings.json (and in .claude/settings.local.json of a project)'),
  passes: { UserPromptSubmit: shown, SessionStart: shown },
}
