import type { Effect, EffectDraft } from '../effects.ts'
import type { PathUse } from '../paths.ts'
import type { Scribe } from '../programs/program.ts'
import { toolNotes } from '../tool-scribe.ts'
import { configProblems } from './config-lines.ts'
import { type Recipe, recipesIn } from './recipes.ts'

/** A file about to be written: its text, or the part an edit puts in. */
export interface WrittenFile {
  readonly path: PathUse
  readonly content: string
  /** The content is the whole file; false for the new text of an edit. */
  readonly whole: boolean
}

/** Longer files are not looked into; they lose nothing but this: running them reads them again. */
const MAX_CONTENT = 1024 * 1024

/**
 * What no recipe has a good reason to hide. Everything else in a recipe is judged when the recipe runs,
 * with its text: writing `"deploy": "…"` into a manifest deploys nothing.
 */
function isTreacherous(effect: Effect): boolean {
  switch (effect.kind) {
    case 'send-data':
      return effect.payload.some(
        (source) =>
          ('secret' in source && source.secret) ||
          source.kind === 'secret-store' ||
          (source.kind === 'file' && !source.path.startsWith('.')),
      )
    case 'run-code':
      return effect.origin === 'download'
    case 'listen':
      return effect.reach === 'reverse-shell' || effect.reach === 'tunnel'
    case 'persist':
    case 'grant':
    case 'observe':
    case 'exhaust':
      return true
    case 'weaken':
      return effect.area !== 'ci-check' && effect.area !== 'signing'
    case 'read-path':
      return effect.path.tags.includes('secret') && effect.path.zone !== 'project'
    case 'delete-path':
      return (
        effect.path.zone === 'root' ||
        effect.path.zone === 'system' ||
        effect.path.zone === 'home-root' ||
        effect.path.zone === 'home'
      )
    case 'spawn-agent':
      return effect.broad
    default:
      return false
  }
}

/** States what a file does by being there: what CI, package managers, shells, editors and schedulers will run from it. */
export function stateFileEffects(file: WrittenFile, scribe: Scribe): void {
  if (file.content.length > MAX_CONTENT) return
  for (const recipe of recipesIn(file)) stateRecipe(recipe, scribe)
  for (const problem of configProblems(file)) scribe.effect(problem)
}

function stateRecipe({ name, text, runs }: Recipe, scribe: Scribe): void {
  const notes = toolNotes(name, scribe.facts, [name])
  notes.scribe.runsShell({ text, sources: [] }, name)
  for (const effect of notes.reading().effects) {
    if (runs === 'by-itself' ? effect.certainty !== 'possible' : isTreacherous(effect))
      scribe.effect(redrafted(effect, name))
  }
}

/** The effect as the writing call's own: it happens later, so it is likely rather than certain. */
function redrafted(effect: Effect, name: string): EffectDraft {
  const { span, via, ...rest } = effect
  return {
    ...rest,
    by: `${name}: ${effect.by}`,
    certainty: effect.certainty === 'certain' ? 'likely' : effect.certainty,
  } as EffectDraft
}
