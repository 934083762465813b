import type { UnknownKind } from '../action.ts'
import { readCode } from '../code/read-code.ts'
import type { Effect, EffectDraft } from '../effects.ts'
import { sendsIgnoredData } from '../ignored-data.ts'
import { isRunLive, runLiveAs } from '../live-runners.ts'
import { isActing, type PathUse } from '../paths.ts'
import type { Scribe } from '../programs/program.ts'
import { isTemporary } from '../running-keys.ts'
import { shadowedProgram } from '../shadowing.ts'
import { knownLanguage, languageOf } from '../shell/language.ts'
import { toolNotes } from '../tool-scribe.ts'
import { stateUnread } from '../unread.ts'
import { actingLanguage, isEditorSettings, isLoadedByItself, lyingLanguage } from './acting-code.ts'
import { isSentence, reachesOut } from './candidate.ts'
import { configProblems } from './config-lines.ts'
import { dependencySources } from './dependency-sources.ts'
import { loosened } from './loosened.ts'
import { cellCode, isNotebook } from './notebook.ts'
import { opened } from './opened.ts'
import { type Recipe, recipesIn } from './recipes.ts'
import { isForTests, nameWithin } from './syntax.ts'
import { commandsInTemplate } from './template-texts.ts'
import {
  isBackdoor,
  isCalledSo,
  isMeant,
  isRollout,
  isRunHarm,
  isTreacherous,
  matters,
  rollsOutMindfully,
  takesAway,
} from './treachery.ts'

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

export function stateFileEffects(file: WrittenFile, scribe: Scribe): void {
  if (file.content.length > MAX_CONTENT || scribe.kept.nested >= MAX_NESTING) {
    if (isActing(file.path))
      stateUnread(scribe, `${file.path.text} acts, and is too long or too deeply nested to be read`)
    return
  }
  scribe.kept.nested++
  try {
    stateAll(file, scribe)
  } finally {
    scribe.kept.nested--
  }
}

/** Of a longer text it is not asked what it did before: all that it does counts as new. */
const MAX_BEFORE = 64 * 1024

function stateAll(file: WrittenFile, scribe: Scribe): void {
  const before = (file.before?.length ?? 0) > MAX_BEFORE ? undefined : file.before
  const old = before === undefined ? undefined : { path: file.path, content: before, whole: file.whole }
  const same = new Set(old && recipesIn(old, scribe.facts.projectRoot).found.map(markOf))
  const drafts = [...draftsOf(file, same, scribe), ...loosened(file, scribe)]
  if (drafts.length === 0) return
  const did = old ? draftsOf(old, new Set(), silent(scribe)) : []
  const known = new Set(did.map(sameness))
  const mindful = did.some(isRollout) || rollsOutMindfully(file.path.text, file.content)
  // One command may stand in a line, a value and a block: it is stated once, as sure as it is anywhere.
  const unsure = (draft: EffectDraft) => Number(draft.certainty === 'possible')
  for (const draft of drafts.toSorted((one, other) => unsure(one) - unsure(other))) {
    const mark = sameness(draft)
    if (!known.has(mark) && !(mindful && draft.onRunner && isRollout(draft))) scribe.effect(draft)
    known.add(mark)
  }
}

function markOf({ text, called = [] }: Recipe): string {
  return [...called.toSorted(), text].join('\0')
}

/** The same scribe for a look at what stood there before: nothing it meets is this call's. */
function silent(scribe: Scribe): Scribe {
  return { ...scribe, effect: () => undefined, unknown: () => undefined }
}

function sameness(draft: EffectDraft): string {
  return JSON.stringify(draft, (key, value: unknown) => (key === 'by' || key === 'certainty' ? undefined : value))
}

function draftsOf(file: WrittenFile, known: ReadonlySet<string>, scribe: Scribe): EffectDraft[] {
  const { found, unread, more, loads = [], settings = [] } = recipesIn(file, scribe.facts.projectRoot)
  const drafts = [
    ...found.filter((recipe) => !known.has(markOf(recipe))).flatMap((recipe) => recipeDrafts(recipe, scribe)),
    ...loads.flatMap((value) => loadedDrafts(value, file, scribe)),
  ]
  if (unread !== undefined) scribe.unknown(`${file.path.text} ${unread}`)
  if (more === true) stateUnread(scribe, `${file.path.text} holds more recipes than are read`)
  const shadowed = shadowedProgram(file.path)
  if (shadowed !== undefined)
    drafts.push({ kind: 'persist', mechanism: 'other', target: `${shadowed} in PATH`, certainty: 'likely' })
  return [
    ...drafts,
    ...codeDrafts(file, scribe),
    ...configProblems(file, settings, scribe.facts),
    ...dependencySources(file, scribe.facts),
    ...opened(file, scribe.facts),
  ]
}

const UNREAD: ReadonlySet<UnknownKind> = new Set<UnknownKind>(['failed', 'unread', 'unread-code', 'unread-file'])

function codeDrafts({ path, content }: WrittenFile, scribe: Scribe): EffectDraft[] {
  const name = path.real ?? path.text
  const testing = isForTests(nameWithin(path, scribe.facts.projectRoot))
  const notebook = isNotebook(name)
  const acting = notebook ? 'python' : actingLanguage(name)
  const itself = runLiveAs(path.real, scribe.facts)
  const live = itself !== undefined || isRunLive(path.real, scribe.facts)
  const loaded = acting !== undefined || live || isLoadedByItself(name, content)
  const lying = loaded || (canReachOut(content) && !testing) ? lyingLanguage(name) : undefined
  const language = acting ?? lying ?? (live ? (knownLanguage(name, content) ?? itself) : undefined)
  const base = name.slice(name.lastIndexOf('/') + 1)
  if (language === undefined) return live ? templateDrafts(name, content, scribe) : []
  const notes = toolNotes(base, scribe.facts, [base], scribe.kept)
  const few = acting === undefined ? withFew(notes.scribe, loaded) : { scribe: notes.scribe, more: () => false }
  readCode(language, notebook ? cellCode(content).python : content, {
    scribe: few.scribe,
    file: name,
    origin: 'project-file',
    loaded,
  })
  const { effects, unknowns } = notes.reading()
  if (few.more()) stateUnread(scribe, `${path.text} starts more commands than are read`)
  if (acting !== undefined && unknowns.some(({ kind }) => UNREAD.has(kind)))
    stateUnread(scribe, `${path.text} acts, and is too long or too deeply nested to be read`)
  const takesData = loaded && sendsIgnoredData(effects, scribe.facts)
  const counts = (effect: Effect) => {
    // A script that runs as soon as it is written does what it says.
    if (itself !== undefined && language === 'shell') return true
    if (live && isRunHarm(effect)) return true
    if (takesData && (effect.kind === 'send-data' || effect.kind === 'external-write')) return true
    return loaded ? isMeant(effect, scribe.facts) : isBackdoor(effect, language, isEditorSettings(name))
  }
  return effects
    .filter((effect) => effect.certainty !== 'possible' && counts(effect))
    .map((effect) => redrafted(effect, base))
}

/** A template that a live server fills in runs what its expressions call. */
function templateDrafts(name: string, content: string, scribe: Scribe): EffectDraft[] {
  const base = name.slice(name.lastIndexOf('/') + 1)
  const notes = toolNotes(base, scribe.facts, [base], scribe.kept)
  for (const text of commandsInTemplate(name, content)) notes.scribe.runsShell({ text, sources: [] }, base)
  return notes
    .reading()
    .effects.filter((effect) => effect.certainty !== 'possible' && isTreacherous(effect, scribe.facts))
    .map((effect) => redrafted(effect, base))
}

/** Of code that nothing runs yet, only commands that name something outside are read. */
const MOST_COMMANDS = 60

function withFew(scribe: Scribe, loaded: boolean): { readonly scribe: Scribe; readonly more: () => boolean } {
  const read = new Set<string>()
  const skips = (text: string): boolean => {
    if (read.has(text) || !(loaded || reachesOut(text))) return true
    read.add(text)
    return read.size > MOST_COMMANDS
  }
  const few: Scribe = {
    ...scribe,
    runsShell: (text, by, options) => (skips(text.text ?? '') ? 'plain' : scribe.runsShell(text, by, options)),
    runs: (words, by, options) =>
      skips(words.map(({ known }) => known).join(' ')) ? 'plain' : scribe.runs(words, by, options),
  }
  return { scribe: few, more: () => read.size > MOST_COMMANDS }
}

function canReachOut(content: string): boolean {
  return /:\/\/|\/dev\/tcp|\b(?:curl|wget|nc|ncat)\b|\d\.\d{1,3}\.\d{1,3}\.\d/.test(content)
}

function loadedDrafts(value: string, { path }: WrittenFile, scribe: Scribe): EffectDraft[] {
  const { facts } = scribe
  const base = path.text.slice(path.text.lastIndexOf('/') + 1)
  const strange: EffectDraft = { kind: 'persist', mechanism: 'other', target: value, certainty: 'likely', by: base }
  if (isTemporary(value)) return [strange]
  const folder = (path.real ?? path.text).replace(/[^/]*$/, '')
  const named = [value, `${folder}${value}`].map(scribe.pathOf)
  if (named[0]?.zone === 'temp' && /^[/~]/.test(value)) return [strange]
  const own = named.find(({ real }) => real !== undefined && facts.session.written.get(real) !== undefined)
  const text = own?.real === undefined ? undefined : facts.session.written.get(own.real)
  if (own?.real === undefined || text === undefined) return []
  const notes = toolNotes(base, facts, [base], scribe.kept)
  const language = languageOf(own.real, text)
  if (language === 'shell') notes.scribe.runsShell({ text, sources: [] }, value)
  else readCode(language, text, { scribe: notes.scribe, file: own.real, origin: 'session-file' })
  return notes
    .reading()
    .effects.filter((effect) => effect.certainty !== 'possible' && isTreacherous(effect, facts))
    .map((effect) => redrafted(effect, base))
}

function isPython(text: string): boolean {
  return /^\s*(?:import\s+[a-z_][\w.]*\s*(?:[;,\n]|as\s|$)|from\s+[\w.]+\s+import\s)/.test(text)
}

export function stateRecipe(recipe: Recipe, scribe: Scribe): void {
  if (scribe.kept.nested >= MAX_NESTING) return
  scribe.kept.nested++
  try {
    for (const draft of recipeDrafts(recipe, scribe)) scribe.effect(draft)
  } finally {
    scribe.kept.nested--
  }
}

function recipeDrafts({ name, text, called = [], runs }: Recipe, scribe: Scribe): EffectDraft[] {
  const notes = toolNotes(name, scribe.facts, [name], scribe.kept)
  if (isPython(text)) notes.scribe.runsCode('python', { text, sources: [] }, name)
  else notes.scribe.runsShell({ text, sources: [] }, name)
  return notes
    .reading()
    .effects.filter((effect) => matters(effect, runs, scribe.facts))
    .filter((effect) => runs !== 'when-called' || !takesAway(effect) || !isExcused(called, effect))
    .filter(({ kind }) => kind !== 'delete-path' || runs !== 'perhaps' || !isSentence(text))
    .map((effect) => ({ ...redrafted(effect, name), ...(runs === 'on-a-runner' && { onRunner: true as const }) }))
}

function isExcused(called: readonly string[], effect: Effect): boolean {
  return called.length > 0 && called.every((name) => isCalledSo(name, effect))
}

/** The effect as the writing call's own: it happens later, so it is likely rather than certain. */
function redrafted(effect: Effect, name: string): EffectDraft {
  // What a program may do as itself, a file may not have it do.
  const { span, via, through, doer, ...rest } = effect
  return {
    ...rest,
    by: `${name}: ${effect.by}`,
    certainty: effect.certainty === 'certain' ? 'likely' : effect.certainty,
  } as EffectDraft
}
