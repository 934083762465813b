import type { Program } from '../program.ts'
import { GIT_PROGRAM } from './git.ts'
import { wordOf } from './made-words.ts'
import { OTHER_SYSTEMS } from './other-systems.ts'

/** `git-lfs x` is `git lfs x`. */
const GIT_LFS: Program = {
  names: ['git-lfs'],
  read: (command, scribe) =>
    GIT_PROGRAM.read({ ...command, args: [wordOf('lfs', command.span), ...command.args] }, scribe),
}

export const GIT: readonly Program[] = [GIT_PROGRAM, GIT_LFS, ...OTHER_SYSTEMS]
