import type { Effect } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { EMPTY_SESSION } from '../facts.ts'
import type { Frame } from './frame.ts'

/** Inside a container its own files are at stake, not this machine's. */
export function isConfined(effect: Effect, place: Frame['place']): boolean {
  if (place === 'throwaway' && changesAccounts(effect)) return true
  return (place === 'container' || place === 'throwaway') && isLocalEffect(effect)
}

function changesAccounts(effect: Effect): boolean {
  if (effect.kind === 'resource-change') return effect.system === 'accounts'
  return effect.kind === 'grant' && effect.reach === 'machine'
}

function isLocalEffect(effect: Effect): boolean {
  switch (effect.kind) {
    case 'read-path':
    case 'write-path':
    case 'delete-path':
    case 'change-mode':
    case 'touch-protected':
    case 'run-program':
    case 'signal-process':
    case 'service-control':
    case 'install':
      return true
    default:
      return false
  }
}

/** Facts of another machine or container: nothing of this one holds there, and nothing can be looked up. */
export function factsOfOtherMachine(facts: Facts): Facts {
  return {
    platform: 'linux',
    home: '/root',
    user: facts.user,
    cwd: '/root',
    projectRoot: '/nonexistent',
    workingDirectories: [],
    temporaryDirectories: ['/tmp', '/var/tmp'],
    caseInsensitive: false,
    live: false,
    session: EMPTY_SESSION,
    file: () => ({ kind: 'unknown' }),
    realPath: () => undefined,
    text: () => ({ kind: 'unknown', why: 'on another machine' }),
    list: () => undefined,
    git: () => undefined,
    tracked: () => 'unknown',
    which: (program) => `/usr/bin/${program}`,
  }
}
