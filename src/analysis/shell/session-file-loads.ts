import { dirname, resolve } from 'node:path/posix'
import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import { isShellName } from '../../knowledge/lexicon/shell-names.ts'
import { isReadOnlyVerb, isRunVerb } from '../../knowledge/lexicon/verbs.ts'
import { readCode } from '../code/read-code.ts'
import { DISCOVERED_FILES, isWorthRecording, readSessionSources } from '../code/session-sources.ts'
import type { CodeLanguage, Effect } from '../effects.ts'
import { detectAutoRunLanguage } from '../files/auto-run-code.ts'
import { isReportableEffect, isTargetedAttack } from '../files/backdoors.ts'
import { findRecipes, type Recipe } from '../files/recipes.ts'
import { detectSyntax } from '../files/syntax.ts'
import { baseName } from '../interpret/base-name.ts'
import { resolvePathOperands } from '../interpret/build-tool.ts'
import { knownFileLanguage, languageBySigns } from '../interpret/language.ts'
import type { CommandGrade } from '../interpret/program.ts'
import { familyFor } from '../interpret/registry.ts'
import type { PathUse } from '../paths/paths.ts'
import type { Command } from '../words.ts'
import { slotsOf } from './argument-slots.ts'
import { findEntryPoints } from './entry-points.ts'
import {
  type Analysis,
  type Frame,
  isHandledDeeper,
  isSpent,
  lessCertain,
  noteDraft,
  noteEffect,
  noteOverrun,
  spend,
} from './frame.ts'
import { fileText } from './overlay.ts'
import {
  onlyHandlesInput,
  type SessionFileRef,
  sessionFileRefsOf,
  sessionFilesNamed,
  startedSessionFiles,
} from './session-file-refs.ts'
import { sessionFilesOf } from './session-files.ts'
import { type CoreRecorder, recorderFor } from './shell-recorder.ts'

const MAX_LOADED_TEXTS = 400
const FILE_COST = 200
const LETTERS_PER_UNIT = 40

interface LoadContext {
  readonly command: Command
  readonly recorder: CoreRecorder
}

/** A file that this session wrote is named or taken as settings: judged as if it ran. INVARIANT: never more than `likely`. */
export function recordSessionFileLoads(command: Command, grade: CommandGrade, recorder: CoreRecorder): void {
  const { frame } = recorder
  const { overlay } = frame.analysis
  const { written, copied } = frame.facts.session
  const own = overlay.files.size + overlay.copiedContents.size + written.size + (copied?.size ?? 0)
  if (frame.place !== 'here' || own === 0) return
  const loading: LoadContext = { command, recorder }
  for (const mention of sessionFileRefsOf(command, grade, frame)) loadSessionFile(mention, loading)
  for (const path of findEntryPoints(command, frame)) loadSessionFile({ path, how: 'sure' }, loading)
  const started = startedSessionFiles(command, grade, frame)
  if (started.unread) noteUnreadTree(command, frame)
  for (const path of started.files) loadSessionFile({ path, how: 'started' }, loading)
}

function noteUnreadTree(command: Command, frame: Frame): void {
  noteDraft(
    command,
    { kind: 'run-code', language: 'other', origin: 'session-file', read: false, host: undefined },
    frame,
  )
}

interface LoadedTexts {
  readonly texts: Map<string, string>
  /** Above zero while not all counts of what is read: who loads the same for sure has to read it again. */
  loosely: number
}

const LOADED_BY_ANALYSIS = new WeakMap<Analysis, LoadedTexts>()

function loadedTextsOf(analysis: Analysis): LoadedTexts {
  const known = LOADED_BY_ANALYSIS.get(analysis) ?? { texts: new Map<string, string>(), loosely: 0 }
  LOADED_BY_ANALYSIS.set(analysis, known)
  return known
}

/** Once other files have other texts, the same text may start something else. */
function isNewText(path: string, content: string, { analysis }: Frame): boolean {
  const { texts, loosely } = loadedTextsOf(analysis)
  const text = `${analysis.overlay.files.replaced}\0${content}`
  if (texts.get(path) === text) return false
  const key = loosely > 0 ? `${path}\0loosely` : path
  if (texts.get(key) === text) return false
  texts.set(key, text)
  return true
}

function loadSessionFile(mention: SessionFileRef, loading: LoadContext): void {
  const { command, recorder } = loading
  const { frame } = recorder
  if (isSpent(frame)) return
  const use = recorder.pathOf(mention.path)
  const { text } = fileText(frame.analysis.overlay, frame.facts, mention.path)
  if (text === undefined || isHandledDeeper(frame, use)) return
  if (!isNewText(`${mention.path}\0${mention.how}\0${command.cwd ?? ''}`, text, frame)) return
  if (loadedTextsOf(frame.analysis).texts.size > MAX_LOADED_TEXTS) {
    noteOverrun(frame, 'too many files of this session are loaded', command.span)
    return
  }
  if (!spend(frame, FILE_COST + Math.ceil(text.length / LETTERS_PER_UNIT), command.span)) return
  const language = codeLanguage(mention.path, text)
  if (mention.how !== 'loads' && language !== undefined) runCode(mention, { use, text, language }, loading)
  const syntax = detectSyntax(mention.path, text)
  if (knownFileLanguage(mention.path, text) !== undefined && detectAutoRunLanguage(mention.path) === undefined) return
  if (syntax === 'prose' || syntax === 'image' || syntax === 'notebook') return
  const { found, loads = [] } = findRecipes({ path: use, content: text, whole: true })
  const picksNone = mention.how === 'settings' && namesNoTask(command)
  for (const recipe of found) {
    const runs = whenRecipeRuns(recipe.runs, mention.how, syntax === 'lines')
    if (runs !== undefined) runRecipe(mention, { ...recipe, runs }, loading)
    else if (picksNone && recipe.runs === 'when-called')
      runRecipe(mention, { ...recipe, runs: 'by-itself' }, loading, isLoss)
  }
  const folders = [
    dirname(mention.path),
    command.cwd ?? frame.facts.cwd,
    dirname(dirname(mention.path)),
    ...namedSessionFolders(command, frame),
  ]
  for (const value of loads)
    for (const path of sessionFilesNamed(value, folders, frame)) loadSessionFile({ path, how: 'sure' }, loading)
  if (mention.how !== 'sure' && mention.how !== 'settings' && !(mention.how === 'perhaps' && syntax === 'lines')) return
  for (const value of filesStartedIn(text, frame))
    for (const path of sessionFilesNamed(value, folders, frame)) loadSessionFile({ path, how: 'sure' }, loading)
}

/** A watcher or runner that is told nothing but to start runs what its settings say. */
function namesNoTask({ args }: Command): boolean {
  return args.every(({ known }) => known.startsWith('-') || isRunVerb(known))
}

/** Which of several commands it runs nobody knows: those that roll out what was built are for the day they are called. */
function isLoss({ kind }: Effect): boolean {
  return kind === 'delete-path' || kind === 'git-discard' || kind === 'write-path' || kind === 'send-data'
}

const ANY_EFFECT = () => true

/** Runs a recipe where its tool may: where the command stands, and in its own folder. What both of them miss is asked about. */
function runRecipe(
  mention: SessionFileRef,
  { text, name, runs }: Recipe,
  loading: LoadContext,
  matters: (effect: Effect) => boolean = ANY_EFFECT,
): void {
  const { command, recorder } = loading
  const { facts } = recorder.frame
  const counts = (effect: Effect) =>
    matters(effect) &&
    ((isReportableEffect(effect, runs, facts) && isWorthRecording(effect)) || isHiddenDeeper(effect, mention, command))
  const whole = mention.how === 'sure' && runs === 'by-itself'
  const places = new Set([dirname(mention.path), command.cwd])
  const readings = [...places].map((cwd) =>
    collectEffects(loading, (inner) => inner.runsShell({ text, sources: [] }, name, { cwd }), { whole, counts }),
  )
  const missing = readings.every((effects) => effects.some(isMissingFileRun))
  for (const effect of readings.flat()) if (missing || !isMissingFileRun(effect)) recordLikelyEffect(effect, loading)
}

function isMissingFileRun(effect: Effect): boolean {
  return effect.kind === 'run-code' && effect.origin === 'dynamic' && effect.file !== undefined
}

function namedSessionFolders({ args, cwd }: Command, frame: Frame): readonly string[] {
  const { inFolder } = sessionFilesOf(frame)
  const named = args.map(({ known }) => resolve(cwd ?? frame.facts.cwd, known.replace(/^-[A-Za-z](?=[\w./])/, '')))
  return [...new Set(named)].filter((folder) => inFolder.has(folder))
}

const MAX_WORDS_BETWEEN = 4

/** Files of this session behind an interpreter or a word that takes in, on any line and in whatever syntax. */
function filesStartedIn(text: string, frame: Frame): readonly string[] {
  const { parts } = sessionFilesOf(frame)
  const found = new Set<string>()
  for (const line of text.split('\n')) {
    let near = 0
    for (const word of line.split(/[\s"'`(),;=[\]{}&|@]+/)) {
      if (near > 0 && parts.has(word.slice(word.lastIndexOf('/') + 1))) found.add(word)
      near = isInterpreter(word) || INCLUDE_WORDS.test(word) || PROGRAM_KEYS.test(word) ? MAX_WORDS_BETWEEN : near - 1
    }
  }
  return [...found]
}

function isInterpreter(word: string): boolean {
  return (
    /^(?:\/[\w./-]+\/)?[a-z]{1,8}[\d.]*$/.test(word) &&
    (familyFor(word) === 'interpreters' || word === 'source' || isShellName(word))
  )
}

const INCLUDE_WORDS = /^[-.@%]?(?:s?include|subninja|import|load|use|so|mso|add_subdirectory|runtime)$/i

/** Keys of settings whose value is a program or code: `--workspace_status_command`, `"script"`, `rustc-wrapper`. */
const PROGRAM_KEYS =
  /(?:^|[-_.])(?:command|script|wrapper|plugins?|hooks?|callbacks?|loader|interpreter|interpreterpath|shell|agent|exec|runner|preload|entrypoint|program|executable)$/i

function whenRecipeRuns(runs: Recipe['runs'], how: SessionFileRef['how'], lines: boolean): Recipe['runs'] | undefined {
  if (how === 'started') return undefined
  if (how === 'loads' || how === 'settings') return how === 'settings' && runs === 'by-itself' ? runs : undefined
  if ((runs === 'when-called' || (runs === 'perhaps' && lines)) && how === 'sure') return 'by-itself'
  return runs === 'perhaps' && lines ? 'when-called' : runs
}

interface SessionCode {
  readonly use: PathUse
  readonly text: string
  readonly language: CodeLanguage
}

function runCode({ how, path }: SessionFileRef, { use, text, language }: SessionCode, loading: LoadContext): void {
  const { facts } = loading.recorder
  const by = loading.command.name ?? ''
  if (how === 'started') {
    recordEffects(loading, (recorder) => readCode(language, text, { recorder, file: path, origin: 'session-file' }), {
      whole: true,
      counts: (effect) => countsWhenStarted(effect, loading.command),
    })
    return
  }
  // Code that is only partly understood stays ordinary work; what it starts by name is no part of it.
  const starts = ({ wrapperNames }: Effect) =>
    language === 'shell' || wrapperNames.length > loading.command.wrapperNames.length + 1
  const unseen = (effect: Effect) => isUnseenText(effect) || (starts(effect) && isUnreadSessionCode(effect))
  const counts = (effect: Effect) => isWorthRecording(effect) || (how === 'sure' && unseen(effect))
  const found = recordEffects(loading, (inner) => inner.runsFile(use, language, by), { whole: how === 'sure', counts })
  if (how === 'perhaps' || found > 0 || language === 'shell') return
  recordEffects(
    loading,
    (recorder) => readCode(language, text, { recorder, file: path, origin: 'session-file', loaded: true }),
    {
      whole: false,
      counts: (effect) => isTargetedAttack(effect, facts),
    },
  )
}

/** Code that is only partly understood stays ordinary work, unless its text spells out a command that runs what is hidden. */
function countsWhenStarted(effect: Effect, { wrapperNames }: Command): boolean {
  const hidden = effect.kind === 'run-code' && !effect.read && effect.origin !== 'project-file'
  return hidden
    ? effect.wrapperNames.length > wrapperNames.length && effect.certainty !== 'possible'
    : isWorthRecording(effect)
}

function isUnseenText(effect: Effect): boolean {
  if (effect.kind !== 'run-code' || effect.read) return false
  return (
    effect.origin === 'dynamic' ||
    (effect.language === 'shell' && (effect.origin === 'session-file' || effect.origin === 'stdin'))
  )
}

function isUnreadSessionCode(effect: Effect): boolean {
  return effect.kind === 'run-code' && !effect.read && effect.origin === 'session-file'
}

function isHiddenDeeper(effect: Effect, { how }: SessionFileRef, { wrapperNames }: Command): boolean {
  if (how !== 'sure' || effect.certainty === 'possible') return false
  return isUnreadSessionCode(effect) || (isUnseenText(effect) && effect.wrapperNames.length > wrapperNames.length + 1)
}

function codeLanguage(path: string, text: string): CodeLanguage | undefined {
  const known = knownFileLanguage(path, text) ?? detectAutoRunLanguage(path)
  if (known !== undefined) return known
  const syntax = detectSyntax(path, text)
  if (syntax !== 'source' && syntax !== 'lines') return undefined
  return languageBySigns(text) ?? 'other'
}

/** What counts of a reading; `whole` when nothing is left out that anybody would be asked about. */
interface EffectFilter {
  readonly whole: boolean
  readonly counts: (effect: Effect) => boolean
}

function recordEffects(loading: LoadContext, read: (inner: CoreRecorder) => void, sieve: EffectFilter): number {
  const effects = collectEffects(loading, read, sieve)
  for (const effect of effects) recordLikelyEffect(effect, loading)
  return effects.length
}

function recordLikelyEffect(effect: Effect, { recorder }: LoadContext): void {
  noteEffect(recorder.frame, { ...effect, certainty: 'likely' })
}

function collectEffects(
  { command, recorder }: LoadContext,
  read: (inner: CoreRecorder) => void,
  sieve: EffectFilter,
): readonly Effect[] {
  const { frame } = recorder
  const { effects } = frame.analysis.log
  const { files, directories } = frame.analysis.overlay
  const from = effects.length
  const [seen, made] = [files.order.length, directories.size]
  const certainty = lessCertain(frame.certainty, 'likely')
  const loaded = loadedTextsOf(frame.analysis)
  loaded.loosely += sieve.whole ? 0 : 1
  read(recorderFor(command, { ...frame, certainty, maybe: true }))
  loaded.loosely -= sieve.whole ? 0 : 1
  files.disown(seen)
  if (directories.size > made) for (const folder of [...directories].slice(made)) directories.delete(folder)
  return effects.splice(from).filter(sieve.counts)
}

/** A runner that nobody knows finds the tests and the settings of its tree by itself: what this session wrote of them is read. */
export function recordDiscoveredFiles(command: Command, recorder: CoreRecorder): void {
  const { name = '', args } = command
  const { place, facts } = recorder.frame
  if (place !== 'here' || facts.session.written.size === 0 || isHelpOrDryRun(command)) return
  // Whoever tests runs what it looks at.
  const looks = isReadOnlyVerb(baseName(name)) || onlyHandlesInput(name, slotsOf(args).slots)
  if (!looks || /test/i.test(baseName(name)))
    readSessionSources({ under: resolvePathOperands(args, recorder), files: DISCOVERED_FILES }, recorder)
}
