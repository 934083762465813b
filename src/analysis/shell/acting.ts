import type { PathTag, PathUse } from '../paths.ts'
import type { Standing } from '../programs/program.ts'

/** Files that make something happen when they change: writing them is never a matter of course. */
const ACTING = new Set<PathTag>([
  'secret',
  'environment-file',
  'git-internal',
  'git-hook',
  'gate-own',
  'agent-settings',
  'agent-instructions',
  'shell-startup',
  'persistence',
  'privilege',
  'ssh-access',
  'log',
  'history',
  'ci',
  'build-recipe',
  'editor-task',
  'tool-config',
  'device-storage',
  'socket',
])

/** How a write to this path stands. */
export function writeStanding(path: PathUse): Standing {
  if (path.tags.includes('null-device')) return 'proven'
  if (path.tags.some((tag) => ACTING.has(tag))) return 'plain'
  return path.zone === 'project' || path.zone === 'temp' || path.sessionMade ? 'expected' : 'plain'
}
