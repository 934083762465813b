import { basename, resolve } from 'node:path/posix'
import { baseName } from '../base-name.ts'
import { doerOf, hasRole } from '../doer.ts'
import { syntaxOf } from '../files/syntax.ts'
import type { ProgramFamily } from '../programs/registry.ts'
import type { Command } from '../words.ts'
import type { OwnFiles } from './own-files.ts'
import { isTakenApart } from './recipe-files.ts'
import type { Slot } from './slots.ts'

export interface OwnRecipe {
  readonly path: string
  /** `sure`: it is called after the program, or after what builds do. */
  readonly how: 'sure' | 'perhaps'
}

const GENERIC = /^(?:build|make|rules?|targets?|project|workspace)(?:[._-]|$)|^(?:BUILD|WORKSPACE|MODULE)(?:\.|$)/

/** Recipes that lie where a build or a test run works, whatever they are called; those that a reader takes apart are left to it. */
export function ownRecipes(
  command: Command,
  family: ProgramFamily | undefined,
  slots: readonly Slot[],
  { here, own }: { readonly here: string; readonly own: OwnFiles },
): readonly OwnRecipe[] {
  if (family !== 'build' && family !== undefined) return []
  const program = baseName(command.name ?? '').toLowerCase()
  const builds = hasRole({ doer: doerOf(program) }, 'compiler')
  const named = slots.map(({ word }) => resolve(here, word.known))
  const folders = [here, ...named.filter((folder) => own.inFolder.has(folder))]
  return [...new Set(folders)]
    .flatMap((folder) => recipesAmong(own.inFolder.get(folder) ?? []))
    .flatMap((path): OwnRecipe[] => {
      const base = basename(path)
      if (isCalledAfter(base.toLowerCase(), program) || (builds && GENERIC.test(base))) return [{ path, how: 'sure' }]
      return family === 'build' || GENERIC.test(base) ? [{ path, how: 'perhaps' }] : []
    })
}

const RECIPES = new WeakMap<readonly string[], { readonly size: number; readonly found: readonly string[] }>()

function recipesAmong(paths: readonly string[]): readonly string[] {
  const known = RECIPES.get(paths)
  if (known?.size === paths.length) return known.found
  const found = known ? [...known.found, ...paths.slice(known.size).filter(isRecipe)] : paths.filter(isRecipe)
  RECIPES.set(paths, { size: paths.length, found })
  return found
}

function isRecipe(path: string): boolean {
  const base = basename(path)
  if (base.startsWith('.') || isTakenApart(base)) return false
  // A small name without an ending is a program's or a script's.
  if (/^[a-z\d_-]+$/.test(base) && !GENERIC.test(base)) return false
  const syntax = syntaxOf(path, '')
  return syntax === 'lines' || syntax === 'markup'
}

/** `build.tool`, `tool.build`, `ToolTestfile.x` and `tool-rules` are for `tool`. */
function isCalledAfter(base: string, program: string): boolean {
  if (program.length < 3) return false
  return base.startsWith(program) || base.split(/[._-]/).includes(program)
}
