import type { Standing } from '../programs/program.ts'
import { isTelling, stateAssignment } from '../programs/shell/assignments.ts'
import { weakest } from '../programs/standing.ts'
import type { Frame } from './frame.ts'
import { referred } from './scope.ts'
import type { CoreScribe } from './scribe.ts'

/** States what names became that got their value otherwise than by an assignment: `${x:=…}`, `printf -v`, `mapfile`, a reference. */
export function stateFresh({ scope }: Frame, scribe: CoreScribe): Standing {
  const { fresh } = scope.shell
  if (fresh.size === 0) return 'proven'
  const names = [...fresh].filter(([name]) => isTelling(name))
  fresh.clear()
  return names.reduce<Standing>(
    (standing, [name, word]) => weakest(standing, stateAssignment(name, word, scribe)),
    'proven',
  )
}

export function isJudged({ scope }: Frame, name: string): void {
  if (referred(scope, name) === name) scope.shell.fresh.delete(name)
}
