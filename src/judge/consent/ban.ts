import type { Deed } from '../../analysis/deeds.ts'
import { tokensOf } from './naming.ts'

/** Something that a person ruled out, taken apart. */
export interface Ban {
  readonly verb: string
  readonly object: Aim
  /** The object as it was put. */
  readonly text: string
  /** What it was read as: "it" stands for something. */
  readonly about: string
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

/** Verbs for changing a file. */
export const EDITS = /^(?:edit|change|modify|touch|write|update|alter|make|implement|refactor|fix)$/

/** Notes of the agent's own and scratch files are no work on the project. */
export function isProjectFile({ path, verbs }: Deed): boolean {
  return verbs.includes('edit') && (path?.zone === 'project' || path?.zone === 'project-root')
}

/** Words that are names: paths, quoted ones, those with digits, dashes or dots, and the branches everybody has. */
export function namesIn(text: string): readonly string[] {
  const quoted = [...text.matchAll(/`([^`]{1,120})`/g)].map(([, name = '']) => name.toLowerCase())
  const odd = tokensOf(text.replace(/`[^`]*`/g, ' ')).filter(
    (token) =>
      /^[\w~.*/@#+:-]{2,}$/.test(token) &&
      (/[/\d_*]|\w\.\w|^\.\w|\w-\w+-/.test(token) ||
        text.includes(`${token}/`) ||
        /^(?:main|master|origin|upstream)$/.test(token)),
  )
  const folders = [
    ...text.matchAll(/([\w-]{3,}) (?:folder|directory|dir|module)\b|\b(?:folder|directory|dir) ([\w-]{3,})/g),
  ].map(([, name, other = '']) => name ?? other)
  return [...quoted, ...odd, ...folders]
}
