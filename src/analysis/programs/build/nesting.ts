import type { Facts } from '../../facts.ts'
import type { Layer } from '../../layers.ts'
import type { Command } from '../../words.ts'
import type { Scribe, Standing } from '../program.ts'

const MAX_NESTED = 6

/** What `via` calls a recipe; the same name in another directory is another recipe. */
export function recipeLabel(label: string, directory: string | undefined, facts: Facts): string {
  return directory === undefined || directory === facts.projectRoot ? label : `${label} (${directory})`
}

/** Marks recipes that do not lie on the disk as they were read: piped in, or written by the very text that runs them. */
export function textMark(text: string, path: string | undefined, facts: Facts): string {
  const found = path === undefined ? undefined : facts.text(path)
  return found?.kind === 'text' && found.text === text ? '' : ` #${digest(text)}`
}

/** How a recipe stands that is not read (again): one that calls itself was read, one that nests too deep was not. */
/** The layer that a recipe is. */
export function recipeLayer(label: string): { readonly layer: Layer } {
  return { layer: { kind: 'recipe', key: label } }
}

export function alreadyRead(label: string, command: Command, scribe: Scribe): Standing | undefined {
  const recipes = command.through.filter(({ kind }) => kind === 'recipe')
  if (recipes.some(({ key }) => key === label)) return 'expected'
  if (recipes.length < MAX_NESTED) return undefined
  scribe.effect({ kind: 'run-code', language: 'shell', origin: 'inline', read: false, host: undefined, by: label })
  return 'unknown'
}

function digest(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${text.length.toString(36)}-${(hash >>> 0).toString(36)}`
}
