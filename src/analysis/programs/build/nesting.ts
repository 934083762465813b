import type { Facts } from '../../facts.ts'
import type { Command } from '../../words.ts'

const MAX_NESTED = 6

/** What `via` calls a recipe; the same name in another directory is another recipe. */
export function recipeLabel(label: string, directory: string | undefined, facts: Facts): string {
  return directory === undefined || directory === facts.projectRoot ? label : `${label} (${directory})`
}

/** A recipe that calls itself was read already; one that nests too deep is not read at all. */
export function nesting(label: string, command: Command): 'again' | 'too-deep' | 'fine' {
  if (command.via.includes(label)) return 'again'
  const recipes = command.via.filter((wrapper) => /^(?:make|just|task|\w+ run) /.test(wrapper))
  return recipes.length >= MAX_NESTED ? 'too-deep' : 'fine'
}
