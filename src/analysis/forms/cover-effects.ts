import type { Action } from '../action.ts'
import type { Effect } from '../effects.ts'
import { isActing, type PathUse } from '../paths.ts'
import { isSecret } from '../secrets.ts'
import type { Command } from '../words.ts'

/**
 * A rule with a star speaks for a program's plain work, not for what its words make it run, write or send: the effects
 * tell.
 */
export function straysFrom(command: Command, { effects, commands }: Action): boolean {
  return effects.some((effect) => strays(effect) && isOf(effect, command, commands))
}

function isOf(effect: Effect, command: Command, commands: readonly Command[]): boolean {
  const at = commands.findIndex(
    ({ span, through }) =>
      span.start === effect.span.start && span.end === effect.span.end && through.length === effect.through.length,
  )
  // What a command runs is noted behind it, before the next one of the line.
  const owner = at < 0 ? undefined : commands.slice(0, at + 1).findLast(({ through }) => through.length === 0)
  return owner === undefined || owner === command
}

function strays(effect: Effect): boolean {
  if (effect.certainty === 'possible') return false
  const inner = effect.through.length > 0
  switch (effect.kind) {
    case 'write-path':
      return effect.as !== 'redirect' && isElsewhere(effect.path)
    case 'delete-path':
      return isElsewhere(effect.path)
    case 'change-mode':
      return effect.grants !== 'tighten' && effect.grants !== 'executable' && isElsewhere(effect.path)
    case 'download':
      return effect.to !== undefined && isElsewhere(effect.to)
    case 'send-data':
      return inner || effect.payload.some(isSecret)
    case 'run-program':
      return effect.identity !== 'installed' && effect.identity !== 'project' && effect.identity !== 'unknown'
    case 'run-code':
      return !effect.read && effect.origin !== 'project-file'
    case 'external-write':
    case 'remote-exec':
    case 'listen':
      return inner
    case 'touch-guarded':
    case 'persist':
    case 'weaken':
    case 'grant':
    case 'expose-secret':
    case 'exhaust':
    case 'observe':
      return true
    case 'read-path':
    case 'connect':
    case 'git-discard':
    case 'git-push':
    case 'publish':
    case 'deploy':
    case 'resource-change':
    case 'database-change':
    case 'signal-process':
    case 'service-control':
    case 'install':
    case 'spawn-agent':
    case 'apply-patch':
    case 'impersonate':
      return false
  }
}

function isElsewhere(path: PathUse): boolean {
  if (path.tags.includes('null-device')) return false
  return (path.zone !== 'project' && path.zone !== 'temp') || isActing(path)
}
