import type { UnknownKind } from '../action.ts'
import { readCode } from '../code/read-code.ts'
import type { Effect, EffectDraft } from '../effects.ts'
import { sendsIgnoredData } from '../flow/ignored-data.ts'
import { isRunByLiveRunner, runLiveAs } from '../flow/live-runners.ts'
import { isTemporaryPath } from '../flow/program-keys.ts'
import { shadowedProgram } from '../flow/shadowing.ts'
import { fileLanguage, knownFileLanguage } from '../interpret/language.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { recordNamedInSentence } from '../named-secrets.ts'
import { isActingPath, type PathUse } from '../paths/paths.ts'
import { recordUnread } from '../text/read-limits.ts'
import { detectAutoRunLanguage, detectDormantLanguage, isAutoLoaded, isEditorSettings } from './auto-run-code.ts'
import {
  isBackdoor,
  isConditionalRollout,
  isHiddenAttack,
  isImpliedByName,
  isPersonalFileHarm,
  isProductionDeletion,
  isReportableEffect,
  isRollout,
  isTargetedAttack,
} from './backdoors.ts'
import { hasOutsideReference, isSentence } from './command-candidates.ts'
import { findDependencySources } from './dependency-sources.ts'
import { findExposures } from './exposed-config.ts'
import { extractCellCode, isNotebook } from './notebook.ts'
import { findRecipes, type Recipe } from './recipes.ts'
import { findConfigProblems } from './risky-config-lines.ts'
import { findSecurityRegressions } from './security-regressions.ts'
import { isTestFile, toProjectRelativeName } from './syntax.ts'
import { commandsInTemplate } from './template-texts.ts'

export interface WrittenFile {
  readonly path: PathUse
  readonly content: string
  /** The content is the whole file; false for the new text of an edit to a file that is not known. */
  readonly whole: boolean
  /** What the file, or the piece that is replaced, held before: what that did already is not this call's doing. */
  readonly before?: string | undefined
}

/** Longer files are not looked into: one that acts is then asked about, any other is read when it runs. */
const MAX_CONTENT = 1024 * 1024

/** A recipe that writes a recipe that writes a recipe: further in, it is read when it runs. */
const MAX_NESTING = 3

export function recordFileEffects(file: WrittenFile, recorder: EffectRecorder): void {
  if (file.content.length > MAX_CONTENT || recorder.kept.nested >= MAX_NESTING) {
    if (isActingPath(file.path))
      recordUnread(recorder, `${file.path.text} acts, and is too long or too deeply nested to be read`)
    return
  }
  recorder.kept.nested++
  try {
    recordNewEffects(file, recorder)
  } finally {
    recorder.kept.nested--
  }
}

/** Of a longer text it is not asked what it did before: all that it does counts as new. */
const MAX_BEFORE = 64 * 1024

function recordNewEffects(file: WrittenFile, recorder: EffectRecorder): void {
  const before = (file.before?.length ?? 0) > MAX_BEFORE ? undefined : file.before
  const old = before === undefined ? undefined : { path: file.path, content: before, whole: file.whole }
  const same = new Set(old && findRecipes(old, recorder.facts.projectRoot).found.map(makeRecipeKey))
  if (file.path.tags.includes('agent-instructions')) recordNamedInSentence(file, recorder)
  const drafts = [...collectDrafts(file, same, recorder), ...findSecurityRegressions(file, recorder)]
  if (drafts.length === 0) return
  const did = old ? collectDrafts(old, new Set(), silenceRecorder(recorder)) : []
  const known = new Set(did.map(makeDraftKey))
  const mindful = did.some(isRollout) || isConditionalRollout(file.path.text, file.content)
  // One command may stand in a line, a value and a block: it is stated once, as sure as it is anywhere.
  const unsure = (draft: EffectDraft) => Number(draft.certainty === 'possible')
  for (const draft of drafts.toSorted((one, other) => unsure(one) - unsure(other))) {
    const mark = makeDraftKey(draft)
    if (!known.has(mark) && !(mindful && draft.onRunner && isRollout(draft))) recorder.effect(draft)
    known.add(mark)
  }
}

function makeRecipeKey({ text, called = [] }: Recipe): string {
  return [...called.toSorted(), text].join('\0')
}

/** The same recorder for a look at what stood there before: nothing it meets is this call's. */
function silenceRecorder(recorder: EffectRecorder): EffectRecorder {
  return { ...recorder, effect: () => undefined, unknown: () => undefined }
}

function makeDraftKey(draft: EffectDraft): string {
  return JSON.stringify(draft, (key, value: unknown) => (key === 'by' || key === 'certainty' ? undefined : value))
}

function collectDrafts(file: WrittenFile, known: ReadonlySet<string>, recorder: EffectRecorder): EffectDraft[] {
  const { found, unread, more, loads = [], settings = [] } = findRecipes(file, recorder.facts.projectRoot)
  const drafts = [
    ...found
      .filter((recipe) => !known.has(makeRecipeKey(recipe)))
      .flatMap((recipe) => collectRecipeDrafts(recipe, recorder)),
    ...loads.flatMap((value) => collectLoadedDrafts(value, file, recorder)),
  ]
  if (unread !== undefined) recorder.unknown(`${file.path.text} ${unread}`)
  if (more === true) recordUnread(recorder, `${file.path.text} holds more recipes than are read`)
  const shadowed = shadowedProgram(file.path)
  if (shadowed !== undefined)
    drafts.push({ kind: 'persist', mechanism: 'other', target: `${shadowed} in PATH`, certainty: 'likely' })
  return [
    ...drafts,
    ...collectCodeDrafts(file, recorder),
    ...findConfigProblems(file, settings, recorder.facts),
    ...findDependencySources(file, recorder.facts),
    ...findExposures(file, recorder.facts),
  ]
}

const UNREAD_KINDS: ReadonlySet<UnknownKind> = new Set<UnknownKind>(['failed', 'unread', 'unread-code', 'unread-file'])

function collectCodeDrafts({ path, content }: WrittenFile, recorder: EffectRecorder): EffectDraft[] {
  const name = path.real ?? path.text
  const testing = isTestFile(toProjectRelativeName(path, recorder.facts.projectRoot))
  const notebook = isNotebook(name)
  const acting = notebook ? 'python' : detectAutoRunLanguage(name)
  const itself = runLiveAs(path.real, recorder.facts)
  const live = itself !== undefined || isRunByLiveRunner(path.real, recorder.facts)
  const loaded = acting !== undefined || live || isAutoLoaded(name, content)
  const lying = loaded || (hasNetworkReference(content) && !testing) ? detectDormantLanguage(name) : undefined
  const language = acting ?? lying ?? (live ? (knownFileLanguage(name, content) ?? itself) : undefined)
  const base = name.slice(name.lastIndexOf('/') + 1)
  if (language === undefined) return live ? templateDrafts(name, content, recorder) : []
  const notes = recorder.forStoredText(base)
  const few =
    acting === undefined ? limitCommands(notes.recorder, loaded) : { recorder: notes.recorder, more: () => false }
  readCode(language, notebook ? extractCellCode(content).python : content, {
    recorder: few.recorder,
    file: name,
    origin: 'project-file',
    loaded,
  })
  const { effects, unknowns } = notes.reading()
  if (few.more()) recordUnread(recorder, `${path.text} starts more commands than are read`)
  if (acting !== undefined && unknowns.some(({ kind }) => UNREAD_KINDS.has(kind)))
    recordUnread(recorder, `${path.text} acts, and is too long or too deeply nested to be read`)
  const takesData = loaded && sendsIgnoredData(effects, recorder.facts)
  const counts = (effect: Effect) => {
    // A script that runs as soon as it is written does what it says.
    if (itself !== undefined && language === 'shell') return true
    if (live && isPersonalFileHarm(effect)) return true
    if (takesData && (effect.kind === 'send-data' || effect.kind === 'external-write')) return true
    return loaded ? isTargetedAttack(effect, recorder.facts) : isBackdoor(effect, language, isEditorSettings(name))
  }
  return effects
    .filter((effect) => effect.certainty !== 'possible' && counts(effect))
    .map((effect) => redraftForFile(effect, base))
}

/** A template that a live server fills in runs what its expressions call. */
function templateDrafts(name: string, content: string, recorder: EffectRecorder): EffectDraft[] {
  const base = name.slice(name.lastIndexOf('/') + 1)
  const notes = recorder.forStoredText(base)
  for (const text of commandsInTemplate(name, content)) notes.recorder.runsShell({ text, sources: [] }, base)
  return notes
    .reading()
    .effects.filter((effect) => effect.certainty !== 'possible' && isHiddenAttack(effect, recorder.facts))
    .map((effect) => redraftForFile(effect, base))
}

/** Of code that nothing runs yet, only commands that name something outside are read. */
const MAX_COMMANDS = 60

function limitCommands(
  recorder: EffectRecorder,
  loaded: boolean,
): { readonly recorder: EffectRecorder; readonly more: () => boolean } {
  const read = new Set<string>()
  const skips = (text: string): boolean => {
    if (read.has(text) || !(loaded || hasOutsideReference(text))) return true
    read.add(text)
    return read.size > MAX_COMMANDS
  }
  const few: EffectRecorder = {
    ...recorder,
    runsShell: (text, by, options) => (skips(text.text ?? '') ? 'plain' : recorder.runsShell(text, by, options)),
    runs: (words, by, options) =>
      skips(words.map(({ known }) => known).join(' ')) ? 'plain' : recorder.runs(words, by, options),
  }
  return { recorder: few, more: () => read.size > MAX_COMMANDS }
}

function hasNetworkReference(content: string): boolean {
  return /:\/\/|\/dev\/tcp|\b(?:curl|wget|nc|ncat)\b|\d\.\d{1,3}\.\d{1,3}\.\d/.test(content)
}

function collectLoadedDrafts(value: string, { path }: WrittenFile, recorder: EffectRecorder): EffectDraft[] {
  const { facts } = recorder
  const base = path.text.slice(path.text.lastIndexOf('/') + 1)
  const strange: EffectDraft = { kind: 'persist', mechanism: 'other', target: value, certainty: 'likely', by: base }
  if (isTemporaryPath(value)) return [strange]
  const folder = (path.real ?? path.text).replace(/[^/]*$/, '')
  const named = [value, `${folder}${value}`].map(recorder.pathOf)
  if (named[0]?.zone === 'temp' && /^[/~]/.test(value)) return [strange]
  const own = named.find(({ real }) => real !== undefined && facts.session.written.get(real) !== undefined)
  const text = own?.real === undefined ? undefined : facts.session.written.get(own.real)
  if (own?.real === undefined || text === undefined) return []
  const notes = recorder.forStoredText(base)
  const language = fileLanguage(own.real, text)
  if (language === 'shell') notes.recorder.runsShell({ text, sources: [] }, value)
  else readCode(language, text, { recorder: notes.recorder, file: own.real, origin: 'session-file' })
  return notes
    .reading()
    .effects.filter((effect) => effect.certainty !== 'possible' && isHiddenAttack(effect, facts))
    .map((effect) => redraftForFile(effect, base))
}

function looksLikePython(text: string): boolean {
  return /^\s*(?:import\s+[a-z_][\w.]*\s*(?:[;,\n]|as\s|$)|from\s+[\w.]+\s+import\s)/.test(text)
}

export function recordRecipe(recipe: Recipe, recorder: EffectRecorder): void {
  if (recorder.kept.nested >= MAX_NESTING) return
  recorder.kept.nested++
  try {
    for (const draft of collectRecipeDrafts(recipe, recorder)) recorder.effect(draft)
  } finally {
    recorder.kept.nested--
  }
}

function collectRecipeDrafts({ name, text, called = [], runs }: Recipe, recorder: EffectRecorder): EffectDraft[] {
  const notes = recorder.forStoredText(name)
  if (looksLikePython(text)) notes.recorder.runsCode('python', { text, sources: [] }, name)
  else notes.recorder.runsShell({ text, sources: [] }, name)
  return notes
    .reading()
    .effects.filter((effect) => isReportableEffect(effect, runs, recorder.facts))
    .filter((effect) => runs !== 'when-called' || !isProductionDeletion(effect) || !isImpliedByCallers(called, effect))
    .filter(({ kind }) => kind !== 'delete-path' || runs !== 'perhaps' || !isSentence(text))
    .map((effect) => ({ ...redraftForFile(effect, name), ...(runs === 'on-a-runner' && { onRunner: true as const }) }))
}

function isImpliedByCallers(called: readonly string[], effect: Effect): boolean {
  return called.length > 0 && called.every((name) => isImpliedByName(name, effect))
}

/** The effect as the writing call's own: it happens later, so it is likely rather than certain. */
function redraftForFile(effect: Effect, name: string): EffectDraft {
  // What a program may do as itself, a file may not have it do.
  const { span, wrapperNames, wrappers, actor, ...rest } = effect
  return {
    ...rest,
    by: `${name}: ${effect.by}`,
    certainty: effect.certainty === 'certain' ? 'likely' : effect.certainty,
  } as EffectDraft
}
