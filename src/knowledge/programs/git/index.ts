import type { Program } from '../../../analysis/interpret/program.ts'
import type { ProgramLoader } from '../../../analysis/interpret/registry.ts'
import { makeSyntheticWord } from '../../../analysis/interpret/synthetic-words.ts'
import { lazy } from '../../../analysis/text/memoize.ts'
import { listEquivalentGitCommands } from './equivalent-commands.ts'
import { GIT_PROGRAM } from './git.ts'
import { OTHER_VERSION_CONTROL } from './other-version-control.ts'
import { listVerbNames } from './verbs.ts'

/** `git-push x`, as in git's own folder of programs, is `git push x`. */
function makeDashedPrograms(): readonly Program[] {
  return [...listVerbNames(), 'lfs', 'filter-repo']
    .filter((verb, at, all) => verb !== 'gui' && all.indexOf(verb) === at)
    .map((verb) => ({
      names: [`git-${verb}`],
      read: (command, recorder) =>
        GIT_PROGRAM.read({ ...command, args: [makeSyntheticWord(verb, command.span), ...command.args] }, recorder),
      spellings: (args) => listEquivalentGitCommands([verb, ...args]),
    }))
}

/** Cleans secrets and large files out of the whole history. */
const BFG_PROGRAM: Program = {
  names: ['bfg'],
  read: (command, recorder) => {
    if (command.args.length === 0 || command.args.some((word) => /^--(?:help|version)$/.test(word.known)))
      return 'proven'
    recorder.effect({ kind: 'git-discard', what: 'history', refs: [], loses: 'unknown' })
    return 'plain'
  },
}

export const GIT_PROGRAMS: readonly ProgramLoader[] = [
  () => [GIT_PROGRAM],
  lazy(() => [BFG_PROGRAM, ...makeDashedPrograms(), ...OTHER_VERSION_CONTROL]),
]
