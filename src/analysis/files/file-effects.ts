import type { UnknownKind } from '../action.ts'
import { readCode } from '../code/read-code.ts'
import type { Effect, EffectDraft } from '../effects.ts'
import { isActing, type PathUse } from '../paths.ts'
import type { Scribe } from '../programs/program.ts'
import { toolNotes } from '../tool-scribe.ts'
import { stateUnread } from '../unread.ts'
import { actingLanguage } from './acting-code.ts'
import { configProblems } from './config-lines.ts'
import { configRecipes, shadowedProgram } from './config-recipes.ts'
import { isKnownInstaller } from './dockerfile.ts'
import { cellCode, isNotebook } from './notebook.ts'
import { CI_SECRET, MAX_RECIPES, type Recipe, recipesIn } from './recipes.ts'

/** A file about to be written: its text, or the part an edit puts in. */
export interface WrittenFile {
  readonly path: PathUse
  readonly content: string
  /** The content is the whole file; false for the new text of an edit. */
  readonly whole: boolean
}

/** Longer files are not looked into: one that acts is then asked about, any other is read when it runs. */
const MAX_CONTENT = 1024 * 1024

/** A recipe that writes a recipe that writes a recipe: further in, it is read when it runs. */
const MAX_NESTING = 3
let nesting = 0

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
    case 'write-path':
      return /authorized_keys/.test(effect.path.text) && effect.path.zone !== 'project'
    case 'spawn-agent':
      return effect.broad
    // A secret of the CI that its log shows.
    case 'expose-secret':
      return effect.sink === 'output' && effect.source.kind === 'environment' && effect.source.name === CI_SECRET
    default:
      return false
  }
}

/** States what a file does by being there: what CI, package managers, shells, editors and schedulers will run from it. */
export function stateFileEffects(file: WrittenFile, scribe: Scribe): void {
  if (file.content.length > MAX_CONTENT || nesting >= MAX_NESTING) {
    if (isActing(file.path))
      stateUnread(scribe, `${file.path.text} acts, and is too long or too deeply nested to be read`)
    return
  }
  nesting++
  try {
    stateAll(file, scribe)
  } finally {
    nesting--
  }
}

function stateAll(file: WrittenFile, scribe: Scribe): void {
  const recipes = [...recipesIn(file), ...configRecipes(file)]
  for (const recipe of recipes) stateRecipe(recipe, scribe)
  if (recipes.length >= MAX_RECIPES) stateUnread(scribe, `${file.path.text} holds more recipes than are read`)
  const shadowed = shadowedProgram(file)
  if (shadowed !== undefined)
    scribe.effect({ kind: 'persist', mechanism: 'other', target: `${shadowed} in PATH`, certainty: 'likely' })
  stateCode(file, scribe)
  for (const problem of configProblems(file, scribe.facts)) scribe.effect(problem)
}

const UNREAD: ReadonlySet<UnknownKind> = new Set<UnknownKind>(['failed', 'unread', 'unread-code', 'unread-file'])

/** Code that runs at build, install or test time: what it has no good reason to do there. */
function stateCode({ path, content }: WrittenFile, scribe: Scribe): void {
  const name = path.real ?? path.text
  const notebook = isNotebook(name)
  const language = notebook ? 'python' : actingLanguage(name)
  if (language === undefined) return
  const base = name.slice(name.lastIndexOf('/') + 1)
  const notes = toolNotes(base, scribe.facts, [base])
  readCode(language, notebook ? cellCode(content).python : content, {
    scribe: notes.scribe,
    file: name,
    origin: 'project-file',
  })
  const { effects, unknowns } = notes.reading()
  for (const effect of effects)
    if (effect.certainty !== 'possible' && isTreacherous(effect)) scribe.effect(redrafted(effect, base))
  if (unknowns.some(({ kind }) => UNREAD.has(kind)))
    stateUnread(scribe, `${path.text} acts, and is too long or too deeply nested to be read`)
}

function stateRecipe({ name, text, runs }: Recipe, scribe: Scribe): void {
  const notes = toolNotes(name, scribe.facts, [name])
  notes.scribe.runsShell({ text, sources: [] }, name)
  for (const effect of notes.reading().effects) {
    if (matters(effect, runs)) scribe.effect(redrafted(effect, name))
  }
}

/** Shell text that was too long or too deep to be read: what it does nobody knows. */
function isUnread(effect: Effect): boolean {
  return effect.kind === 'run-code' && !effect.read && effect.origin === 'inline' && effect.language === 'shell'
}

function matters(effect: Effect, runs: Recipe['runs']): boolean {
  if (isUnread(effect)) return effect.certainty !== 'possible'
  switch (runs) {
    case 'by-itself':
      return effect.certainty !== 'possible'
    case 'when-called':
      return isTreacherous(effect)
    case 'in-image':
    case 'by-an-agent':
      return escapes(effect)
  }
}

/** What leaves an image that is being built, or brings something strange into it. The image's own files are its own affair. */
function escapes(effect: Effect): boolean {
  switch (effect.kind) {
    case 'send-data':
      return isTreacherous(effect)
    case 'run-code':
      return effect.origin === 'download' && !isKnownInstaller(effect.host)
    case 'listen':
      return effect.reach === 'reverse-shell' || effect.reach === 'tunnel'
    default:
      return false
  }
}

/** The effect as the writing call's own: it happens later, so it is likely rather than certain. */
function redrafted(effect: Effect, name: string): EffectDraft {
  // Who would do it later is not who writes it now: what a program may do as itself, a file may not have it do.
  const { span, via, through, doer, ...rest } = effect
  return {
    ...rest,
    by: `${name}: ${effect.by}`,
    certainty: effect.certainty === 'certain' ? 'likely' : effect.certainty,
  } as EffectDraft
}
