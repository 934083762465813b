import { join } from 'node:path'
import type { SettingsFile } from '../../facts/settings-files.ts'

/** The host's settings files: their permissions and auto mode are written as ours are. */
export function settingsFiles({ cwd, home }: { readonly cwd: string; readonly home: string }): readonly SettingsFile[] {
  return [
    { scope: 'project', file: join(cwd, '.claude/settings.json') },
    { scope: 'local', file: join(cwd, '.claude/settings.local.json') },
    { scope: 'user', file: join(home, '.claude/settings.json') },
    { scope: 'managed', file: '/etc/claude-code/managed-settings.json' },
  ]
}
