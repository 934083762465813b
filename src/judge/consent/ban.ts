import type { Deed } from '../../analysis/deeds.ts'
import { namesIn, tokensOf } from './naming.ts'

/** Something that a person ruled out, taken apart. */
export interface Ban {
  readonly verb: string
  readonly object: Aim
  /** The object as it was put. */
  readonly text: string
  readonly sentence: string
  readonly passing: boolean
}

/** What a ban is about. */
export type Aim =
  /** The act itself, whatever it is done to. */
  | { readonly type: 'any' }
  /** Things that a person named: paths, refs, hosts, ids. */
  | { readonly type: 'names'; readonly names: readonly string[] }
  | { readonly type: 'kind'; readonly is: (deed: Deed) => boolean }
  /** Everything but these places. */
  | { readonly type: 'only'; readonly names: readonly string[] }

/** Words of an object that tell nothing apart. */
export const FILLING =
  /\b(?:the|a|an|any|my|our|your|new|more|other|extra|additional|further|of|to|into|in|on|onto|for|from|with|up|out|make|changes|edits|files?|folder|directory|branch|under|inside|contents?|all|against)\b/g

/** Notes of the agent's own and scratch files are no work on the project. */
export function isProjectFile({ path, verbs }: Deed): boolean {
  return verbs.includes('edit') && (path?.zone === 'project' || path?.zone === 'project-root')
}

/** What a text names, and the folders and remotes it calls so. */
export function namedIn(text: string): readonly string[] {
  const folders = [
    ...text.matchAll(/([\w-]{3,}) (?:folder|directory|dir|module)\b|\b(?:folder|directory|dir) ([\w-]{3,})/g),
  ].map(([, name, other = '']) => name ?? other)
  const remotes = tokensOf(text).filter((token) => /^(?:origin|upstream)$/.test(token))
  return [...namesIn(text), ...remotes, ...folders]
}
