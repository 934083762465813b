import { dirname, resolve } from 'node:path/posix'
import { baseName } from '../base-name.ts'
import { readCode } from '../code/read-code.ts'
import { FOUND, isWorthStating, readWrittenSources } from '../code/written-sources.ts'
import type { CodeLanguage, Effect } from '../effects.ts'
import { actingLanguage } from '../files/acting-code.ts'
import { type Recipe, recipesIn } from '../files/recipes.ts'
import { syntaxOf } from '../files/syntax.ts'
import { isMeant, matters } from '../files/treachery.ts'
import type { PathUse } from '../paths.ts'
import { pathsAmong } from '../programs/build/tool.ts'
import type { Standing } from '../programs/program.ts'
import { familyFor } from '../programs/registry.ts'
import { isShellName } from '../shell-names.ts'
import { asksOnly, onlyLooks } from '../verbs.ts'
import type { Command } from '../words.ts'
import { entryPoints } from './entry-points.ts'
import {
  type Analysis,
  type Frame,
  isSpent,
  lessCertain,
  noteEffect,
  noteOf,
  noteOverrun,
  spend,
  wasHanded,
} from './frame.ts'
import { knownLanguage, languageBySigns } from './language.ts'
import { fileText } from './overlay.ts'
import { ownFiles } from './own-files.ts'
import { handlesOnly, type Mention, mentionsOf, ownNamed, startedOn } from './own-mentions.ts'
import { type CoreScribe, scribeFor } from './scribe.ts'
import { slotsOf } from './slots.ts'

const MAX_ALL = 400
const PER_FILE = 200
const PER_WORK = 40

interface Loading {
  readonly command: Command
  readonly scribe: CoreScribe
}

/** A file that this session wrote is named or taken as settings: judged as if it ran. INVARIANT: never more than `likely`. */
export function stateOwnLoads(command: Command, standing: Standing, scribe: CoreScribe): void {
  const { frame } = scribe
  const { overlay } = frame.analysis
  const { written, brought } = frame.facts.session
  const own = overlay.files.size + overlay.brought.size + written.size + (brought?.size ?? 0)
  if (frame.place !== 'here' || own === 0) return
  const loading: Loading = { command, scribe }
  for (const mention of mentionsOf(command, standing, frame)) load(mention, loading)
  for (const path of entryPoints(command, frame)) load({ path, how: 'sure' }, loading)
  const started = startedOn(command, standing, frame)
  if (started.unread) noteUnreadTree(command, frame)
  for (const path of started.files) load({ path, how: 'started' }, loading)
}

function noteUnreadTree(command: Command, frame: Frame): void {
  noteOf(command, { kind: 'run-code', language: 'other', origin: 'session-file', read: false, host: undefined }, frame)
}

interface Loaded {
  readonly texts: Map<string, string>
  /** Above zero while not all counts of what is read: who loads the same for sure has to read it again. */
  loosely: number
}

const LOADED = new WeakMap<Analysis, Loaded>()

function loadedBy(analysis: Analysis): Loaded {
  const known = LOADED.get(analysis) ?? { texts: new Map<string, string>(), loosely: 0 }
  LOADED.set(analysis, known)
  return known
}

/** Once other files have other texts, the same text may start something else. */
function isNew(path: string, content: string, { analysis }: Frame): boolean {
  const { texts, loosely } = loadedBy(analysis)
  const text = `${analysis.overlay.files.replaced}\0${content}`
  if (texts.get(path) === text) return false
  const key = loosely > 0 ? `${path}\0loosely` : path
  if (texts.get(key) === text) return false
  texts.set(key, text)
  return true
}

function load(mention: Mention, loading: Loading): void {
  const { command, scribe } = loading
  const { frame } = scribe
  if (isSpent(frame)) return
  const use = scribe.pathOf(mention.path)
  const { text } = fileText(frame.analysis.overlay, frame.facts, mention.path)
  if (text === undefined || wasHanded(frame, use)) return
  if (!isNew(`${mention.path}\0${mention.how}\0${command.cwd ?? ''}`, text, frame)) return
  if (loadedBy(frame.analysis).texts.size > MAX_ALL) {
    noteOverrun(frame, 'too many files of this session are loaded', command.span)
    return
  }
  if (!spend(frame, PER_FILE + Math.ceil(text.length / PER_WORK), command.span)) return
  const language = codeLanguage(mention.path, text)
  if (mention.how !== 'loads' && language !== undefined) runCode(mention, { use, text, language }, loading)
  const syntax = syntaxOf(mention.path, text)
  if (knownLanguage(mention.path, text) !== undefined && actingLanguage(mention.path) === undefined) return
  if (syntax === 'prose' || syntax === 'image' || syntax === 'notebook') return
  const { found, loads = [] } = recipesIn({ path: use, content: text, whole: true })
  for (const recipe of found) {
    const runs = runsHere(recipe.runs, mention.how, syntax === 'lines')
    if (runs !== undefined) runRecipe(mention, { ...recipe, runs }, loading)
  }
  const folders = [
    dirname(mention.path),
    command.cwd ?? frame.facts.cwd,
    dirname(dirname(mention.path)),
    ...told(command, frame),
  ]
  for (const value of loads) for (const path of ownNamed(value, folders, frame)) load({ path, how: 'sure' }, loading)
  if (mention.how !== 'sure' && mention.how !== 'settings' && !(mention.how === 'perhaps' && syntax === 'lines')) return
  for (const value of startedIn(text, frame))
    for (const path of ownNamed(value, folders, frame)) load({ path, how: 'sure' }, loading)
}

/** Runs a recipe where its tool may: where the command stands, and in its own folder. What both of them miss is asked about. */
function runRecipe(mention: Mention, { text, name, runs }: Recipe, loading: Loading): void {
  const { command, scribe } = loading
  const { facts } = scribe.frame
  const counts = (effect: Effect) =>
    (matters(effect, runs, facts) && isWorthStating(effect)) || isHiddenDeeper(effect, mention, command)
  const whole = mention.how === 'sure' && runs === 'by-itself'
  const places = new Set([dirname(mention.path), command.cwd])
  const readings = [...places].map((cwd) =>
    kept(loading, (inner) => inner.runsShell({ text, sources: [] }, name, { cwd }), { whole, counts }),
  )
  const missing = readings.every((effects) => effects.some(isAbsent))
  for (const effect of readings.flat()) if (missing || !isAbsent(effect)) state(effect, loading)
}

function isAbsent(effect: Effect): boolean {
  return effect.kind === 'run-code' && effect.origin === 'dynamic' && effect.file !== undefined
}

function told({ args, cwd }: Command, frame: Frame): readonly string[] {
  const { inFolder } = ownFiles(frame)
  const named = args.map(({ known }) => resolve(cwd ?? frame.facts.cwd, known.replace(/^-[A-Za-z](?=[\w./])/, '')))
  return [...new Set(named)].filter((folder) => inFolder.has(folder))
}

const NEAR = 4

/** Files of this session behind an interpreter or a word that takes in, on any line and in whatever syntax. */
function startedIn(text: string, frame: Frame): readonly string[] {
  const { parts } = ownFiles(frame)
  const found = new Set<string>()
  for (const line of text.split('\n')) {
    let near = 0
    for (const word of line.split(/[\s"'`(),;=[\]{}&|@]+/)) {
      if (near > 0 && parts.has(word.slice(word.lastIndexOf('/') + 1))) found.add(word)
      near = isInterpreter(word) || INCLUDES.test(word) || KEYS.test(word) ? NEAR : near - 1
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

const INCLUDES = /^[-.@%]?(?:s?include|subninja|import|load|use|so|mso|add_subdirectory|runtime)$/i

/** Keys of settings whose value is a program or code: `--workspace_status_command`, `"script"`, `rustc-wrapper`. */
const KEYS =
  /(?:^|[-_.])(?:command|script|wrapper|plugins?|hooks?|callbacks?|loader|interpreter|interpreterpath|shell|agent|exec|runner|preload|entrypoint|program|executable)$/i

function runsHere(runs: Recipe['runs'], how: Mention['how'], lines: boolean): Recipe['runs'] | undefined {
  if (how === 'started') return undefined
  if (how === 'loads' || how === 'settings') return how === 'settings' && runs === 'by-itself' ? runs : undefined
  if ((runs === 'when-called' || (runs === 'perhaps' && lines)) && how === 'sure') return 'by-itself'
  return runs === 'perhaps' && lines ? 'when-called' : runs
}

interface OwnCode {
  readonly use: PathUse
  readonly text: string
  readonly language: CodeLanguage
}

function runCode({ how, path }: Mention, { use, text, language }: OwnCode, loading: Loading): void {
  const { facts } = loading.scribe
  const by = loading.command.name ?? ''
  if (how === 'started') {
    stated(loading, (scribe) => readCode(language, text, { scribe, file: path, origin: 'session-file' }), {
      whole: true,
      counts: (effect) => countsWhenStarted(effect, loading.command),
    })
    return
  }
  // Code that is only partly understood stays ordinary work; what it starts by name is no part of it.
  const starts = ({ via }: Effect) => language === 'shell' || via.length > loading.command.via.length + 1
  const unseen = (effect: Effect) => isUnseenText(effect) || (starts(effect) && isUnreadOwn(effect))
  const counts = (effect: Effect) => isWorthStating(effect) || (how === 'sure' && unseen(effect))
  const found = stated(loading, (inner) => inner.runsFile(use, language, by), { whole: how === 'sure', counts })
  if (how === 'perhaps' || found > 0 || language === 'shell') return
  stated(loading, (scribe) => readCode(language, text, { scribe, file: path, origin: 'session-file', loaded: true }), {
    whole: false,
    counts: (effect) => isMeant(effect, facts),
  })
}

/** Code that is only partly understood stays ordinary work, unless its text spells out a command that runs what is hidden. */
function countsWhenStarted(effect: Effect, { via }: Command): boolean {
  const hidden = effect.kind === 'run-code' && !effect.read && effect.origin !== 'project-file'
  return hidden ? effect.via.length > via.length && effect.certainty !== 'possible' : isWorthStating(effect)
}

function isUnseenText(effect: Effect): boolean {
  if (effect.kind !== 'run-code' || effect.read) return false
  return effect.origin === 'dynamic' || (effect.language === 'shell' && /^(?:session-file|stdin)$/.test(effect.origin))
}

function isUnreadOwn(effect: Effect): boolean {
  return effect.kind === 'run-code' && !effect.read && effect.origin === 'session-file'
}

function isHiddenDeeper(effect: Effect, { how }: Mention, { via }: Command): boolean {
  if (how !== 'sure' || effect.certainty === 'possible') return false
  return isUnreadOwn(effect) || (isUnseenText(effect) && effect.via.length > via.length + 1)
}

function codeLanguage(path: string, text: string): CodeLanguage | undefined {
  const known = knownLanguage(path, text) ?? actingLanguage(path)
  if (known !== undefined) return known
  const syntax = syntaxOf(path, text)
  if (syntax !== 'source' && syntax !== 'lines') return undefined
  return languageBySigns(text) ?? 'other'
}

/** What counts of a reading; `whole` when nothing is left out that anybody would be asked about. */
interface Sieve {
  readonly whole: boolean
  readonly counts: (effect: Effect) => boolean
}

function stated(loading: Loading, read: (inner: CoreScribe) => void, sieve: Sieve): number {
  const effects = kept(loading, read, sieve)
  for (const effect of effects) state(effect, loading)
  return effects.length
}

function state(effect: Effect, { scribe }: Loading): void {
  noteEffect(scribe.frame, { ...effect, certainty: 'likely' })
}

function kept({ command, scribe }: Loading, read: (inner: CoreScribe) => void, sieve: Sieve): readonly Effect[] {
  const { frame } = scribe
  const { effects } = frame.analysis.book
  const { files, directories } = frame.analysis.overlay
  const from = effects.length
  const [seen, made] = [files.order.length, directories.size]
  const certainty = lessCertain(frame.certainty, 'likely')
  const loaded = loadedBy(frame.analysis)
  loaded.loosely += sieve.whole ? 0 : 1
  read(scribeFor(command, { ...frame, certainty, maybe: true }))
  loaded.loosely -= sieve.whole ? 0 : 1
  files.disown(seen)
  if (directories.size > made) for (const folder of [...directories].slice(made)) directories.delete(folder)
  return effects.splice(from).filter(sieve.counts)
}

/** A runner that nobody knows finds the tests and the settings of its tree by itself: what this session wrote of them is read. */
export function stateFound(command: Command, scribe: CoreScribe): void {
  const { name = '', args } = command
  const { place, facts } = scribe.frame
  if (place !== 'here' || facts.session.written.size === 0 || asksOnly(command)) return
  // Whoever tests runs what it looks at.
  const looks = onlyLooks(baseName(name)) || handlesOnly(name, slotsOf(args).slots)
  if (!looks || /test/i.test(baseName(name)))
    readWrittenSources({ under: pathsAmong(args, scribe), files: FOUND }, scribe)
}
