import { once } from '../../remembered.ts'
import type { Program } from '../program.ts'
import type { ProgramShelf } from '../registry.ts'
import { GIT_PROGRAM } from './git.ts'
import { wordOf } from './made-words.ts'
import { OTHER_SYSTEMS } from './other-systems.ts'
import { gitSpellings } from './spellings.ts'
import { verbNames } from './verbs.ts'

/** `git-push x`, as in git's own folder of programs, is `git push x`. */
function dashed(): readonly Program[] {
  return [...verbNames(), 'lfs', 'filter-repo']
    .filter((verb, at, all) => verb !== 'gui' && all.indexOf(verb) === at)
    .map((verb) => ({
      names: [`git-${verb}`],
      read: (command, scribe) =>
        GIT_PROGRAM.read({ ...command, args: [wordOf(verb, command.span), ...command.args] }, scribe),
      spellings: (args) => gitSpellings([verb, ...args]),
    }))
}

/** Cleans secrets and large files out of the whole history. */
const BFG: Program = {
  names: ['bfg'],
  read: (command, scribe) => {
    if (command.args.length === 0 || command.args.some((word) => /^--(?:help|version)$/.test(word.known)))
      return 'proven'
    scribe.effect({ kind: 'git-discard', what: 'history', refs: [], loses: 'unknown' })
    return 'plain'
  },
}

export const GIT: readonly ProgramShelf[] = [() => [GIT_PROGRAM], once(() => [BFG, ...dashed(), ...OTHER_SYSTEMS])]
