import type { Effect } from '../effects.ts'
import { isHiddenAway, isPersonalFolder, isPersonalKind, isWholeHome } from '../paths.ts'
import { isSecretOrigin } from '../secrets.ts'
import { writeStanding } from './acting.ts'

/** Effects that no grade goes with: a second look at what program readers call proven or expected. */
export function spoils(effect: Effect): boolean {
  switch (effect.kind) {
    case 'read-path':
      return (
        !effect.list &&
        (effect.path.tags.includes('secret') ||
          isPersonalFolder(effect.path) ||
          isPersonalKind(effect.path) ||
          isWholeHome(effect.path, effect.through))
      )
    case 'write-path':
      return writeStanding(effect.path) === 'plain' || isHiddenAway(effect.path)
    case 'delete-path':
      return effect.wipe || !(effect.path.zone === 'project' || effect.path.zone === 'temp' || effect.path.sessionMade)
    case 'run-program':
      return effect.identity !== 'installed' && effect.identity !== 'project'
    case 'send-data':
      return effect.payload.some(isSecretOrigin)
    case 'listen':
      return effect.reach !== 'loopback'
    case 'expose-secret':
    case 'persist':
    case 'grant':
    case 'weaken':
    case 'impersonate':
    case 'observe':
    case 'exhaust':
    case 'deploy':
    case 'publish':
      return true
    case 'touch-guarded':
      return true
    case 'change-mode':
      return effect.grants === 'setuid' || effect.grants === 'capability'
    case 'run-code':
      if (effect.origin === 'download' || effect.origin === 'dynamic' || effect.origin === 'stdin') return true
      return !effect.read && (effect.origin === 'session-file' || effect.origin === 'inline')
    case 'git-push':
      return effect.force || effect.deletes || effect.mirror
    case 'apply-patch':
      return !effect.seen
    case 'download':
    case 'connect':
    case 'git-discard':
    case 'remote-exec':
    case 'resource-change':
    case 'database-change':
    case 'signal-process':
    case 'service-control':
    case 'install':
    case 'spawn-agent':
    case 'external-write':
      return false
  }
}
