import type { Word } from '../words.ts'
import { type Grammar, type Options, readOptions } from './options.ts'

export const COPY_GRAMMAR: Grammar = {
  flags:
    '-abdfHiLlnPpRrsTuvxXZcN archive attributes-only copy-contents force interactive link dereference no-clobber no-dereference parents recursive remove-destination strip-trailing-slashes symbolic-link no-target-directory verbose one-file-system debug keep-directory-symlink',
  values: '-tSg target-directory suffix no-preserve sparse',
  optional: 'backup preserve reflink update context',
}
export const MOVE_GRAMMAR: Grammar = {
  flags:
    '-bfinTuvZ force interactive no-clobber no-target-directory verbose strip-trailing-slashes debug no-copy exchange',
  values: '-tS target-directory suffix',
  optional: 'backup update context',
}
export const LINK_GRAMMAR: Grammar = {
  flags:
    '-bdFfiLnPrsTvh directory force interactive logical no-dereference physical relative symbolic no-target-directory verbose',
  values: '-tS target-directory suffix',
  optional: 'backup',
}
export const INSTALL_GRAMMAR: Grammar = {
  flags: '-bcCdDpsTvZ compare directory preserve-timestamps strip no-target-directory verbose preserve-context debug',
  values: '-gmotS group mode owner target-directory suffix strip-program',
  optional: 'backup context',
}

export interface CopyOperands {
  readonly sources: readonly Word[]
  readonly target: Word | undefined
}

/** The last operand is where things go, unless `-t` named it. */
export function splitCopyOperands({ operands, value }: Options): CopyOperands {
  const directory = value('t', 'target-directory')
  return directory
    ? { sources: operands, target: directory }
    : { sources: operands.slice(0, -1), target: operands.at(-1) }
}

const GRAMMARS_BY_PROGRAM: ReadonlyMap<string, Grammar> = new Map([
  ['cp', COPY_GRAMMAR],
  ['mv', MOVE_GRAMMAR],
  ['ln', LINK_GRAMMAR],
  ['install', INSTALL_GRAMMAR],
])

/** The words of such a command that are files, the place they go to last; undefined for other programs. */
export function listCopyOperands(name: string, args: readonly Word[]): readonly Word[] | undefined {
  const grammar = GRAMMARS_BY_PROGRAM.get(name)
  if (!grammar) return undefined
  const options = readOptions(args, grammar)
  const directory = options.value('t', 'target-directory')
  if (!directory) return options.operands
  const known = directory.known.replace(/\/*$/, '/')
  return [...options.operands, { ...directory, known, text: directory.text === undefined ? undefined : known }]
}
