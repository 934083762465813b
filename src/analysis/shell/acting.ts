import { isActing, type PathUse } from '../paths.ts'
import type { Standing } from '../programs/program.ts'

export function writeStanding(path: PathUse): Standing {
  if (path.tags.includes('null-device')) return 'proven'
  if (isActing(path)) return 'plain'
  return path.zone === 'project' || path.zone === 'temp' || path.sessionMade ? 'expected' : 'plain'
}
