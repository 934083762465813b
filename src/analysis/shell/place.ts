import type { Facts, SessionFacts } from '../facts.ts'

const NO_SESSION: SessionFacts = {
  written: new Map(),
  created: new Set(),
  downloaded: new Map(),
  branches: new Set(),
  started: new Set(),
  seen: new Set(),
}

/** Facts of another machine or container: nothing of this one holds there, and nothing can be looked up. */
export function elsewhere(facts: Facts): Facts {
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
    session: NO_SESSION,
    file: () => ({ kind: 'unknown' }),
    realPath: () => undefined,
    text: () => ({ kind: 'unknown', why: 'on another machine' }),
    list: () => undefined,
    git: () => undefined,
    tracked: () => 'unknown',
    which: (program) => `/usr/bin/${program}`,
  }
}
