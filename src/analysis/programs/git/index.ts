import type { Program } from '../program.ts'
import { GIT_PROGRAM } from './git.ts'
import { wordOf } from './made-words.ts'
import { OTHER_SYSTEMS } from './other-systems.ts'
import { VERBS } from './verbs.ts'

/** `git-lfs x` is `git lfs x`. */
const GIT_LFS: Program = {
  names: ['git-lfs'],
  read: (command, scribe) =>
    GIT_PROGRAM.read({ ...command, args: [wordOf('lfs', command.span), ...command.args] }, scribe),
}

/** `git-filter-repo x` is `git filter-repo x`. */
const FILTER_REPO: Program = {
  names: ['git-filter-repo'],
  read: (command, scribe) =>
    GIT_PROGRAM.read({ ...command, args: [wordOf('filter-repo', command.span), ...command.args] }, scribe),
}

/** `git-push x`, as in git's own folder of programs, is `git push x`. */
const DASHED: readonly Program[] = [...VERBS.keys()]
  .filter((verb) => !['lfs', 'filter-repo', 'gui'].includes(verb))
  .map((verb) => ({
    names: [`git-${verb}`],
    read: (command, scribe) =>
      GIT_PROGRAM.read({ ...command, args: [wordOf(verb, command.span), ...command.args] }, scribe),
  }))

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

export const GIT: readonly Program[] = [GIT_PROGRAM, GIT_LFS, FILTER_REPO, BFG, ...DASHED, ...OTHER_SYSTEMS]
