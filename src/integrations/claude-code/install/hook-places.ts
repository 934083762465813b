import { dirname, isAbsolute, join } from 'node:path'
import { isFields, ownField } from '../../hook-runtime/fields.ts'
import { parseSettingsObject } from '../../install/hook-file-editor.ts'
import { inspectHostFile } from '../../install/host-file.ts'
import { removalInstructions } from '../../install/launcher-fallback.ts'
import type { HookPlace, LookContext, MissingProgramTexts } from '../../installer.ts'
import { CLAUDE_CODE_MANAGED_SETTINGS, managedFiles } from '../settings-files.ts'

const MAX_PROJECTS = 500

/** The settings files of every scope: the account's, the organisation's, and those of this project and of all that the host knows. */
export function places(at: LookContext, managed = CLAUDE_CODE_MANAGED_SETTINGS): readonly HookPlace[] {
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
function configFolders({ home, host }: LookContext): readonly string[] {
  return [...new Set([...(host ? [host.configDir] : []), join(home, '.claude')])]
}

/** The projects that the host was ever started in, as it notes them itself. */
function knownProjects({ home, host }: LookContext): readonly string[] {
  const files = [join(home, '.claude.json'), ...(host ? [join(host.configDir, '.claude.json')] : [])]
  return files
    .flatMap((file) => {
      const noted = parseSettingsObject(inspectHostFile(file).text ?? '')
      const projects = noted && ownField(noted, 'projects')
      return isFields(projects) ? Object.keys(projects) : []
    })
    .filter((folder) => isAbsolute(folder) && dirname(folder) !== folder)
    .slice(0, MAX_PROJECTS)
}

const systemMessage = (text: string) => JSON.stringify({ systemMessage: text })

export const MISSING_PROGRAM: MissingProgramTexts = {
  byHand: (files) =>
    removalInstructions(
      'claude-code',
      files,
      '~/.claude/settings.json (and in .claude/settings.local.json of a project)',
    ),
  passes: { UserPromptSubmit: systemMessage, SessionStart: systemMessage },
}
