import type { ShellReading } from '../action.ts'
import type { Effect } from '../effects.ts'
import type { Facts, SavedShellState } from '../facts.ts'
import { recordFileEffects, recordRecipe } from '../files/file-effects.ts'
import { mayBeKeptData } from '../flow/ignored-data.ts'
import { listingOf } from '../flow/listings.ts'
import { withRebuiltFolders } from '../flow/rebuilt-folders.ts'
import { familyFor } from '../interpret/registry.ts'
import { hasSecretSource } from '../interpret/values.ts'
import { windowsCommandText } from '../powershell/windows-in-bash.ts'
import type { Command, DataSource } from '../words.ts'
import { isChanged } from './changed-files.ts'
import { runCall, runOutcome } from './dispatch.ts'
import {
  type Analysis,
  type AnalysisLog,
  type Frame,
  nestedTextBudget,
  noteUnread,
  preventsGrade,
  type ShellReader,
  type StoredTextBudget,
} from './frame.ts'
import { readSessionAliases, savedShellStateOf } from './functions-and-aliases.ts'
import { recordFloods } from './loops.ts'
import {
  ASSUME_ALL_LOSSES,
  type AssumedLosses,
  createOverlay,
  DIRECTORY_KEY,
  FileMap,
  fileText,
  MAX_CHOICES,
} from './overlay.ts'
import { pathBeforeMove } from './overlay-paths.ts'
import { readInnerShell, readText, runFile } from './run-file.ts'
import { createScope } from './scope.ts'
import { recorderFor } from './shell-recorder.ts'
import { walk, walkAll } from './walk.ts'

interface ShellOptions {
  readonly wrappers?: readonly string[]
  readonly kept?: StoredTextBudget
}

/** Reads a shell text: what would run, and what that would do. Never throws. */
export function readShell(text: string, facts: Facts, options: ShellOptions = {}): ShellReading {
  const { frame, leaves } = readOnce(text, facts, options)
  const { log } = frame.analysis
  const { commands, possible, effects, unknowns, reads } = log
  const others = alternativeEffects(text, facts, options, frame)
  if (others.some(preventsGrade)) log.spoiled = true
  // What the files hold in the end is told last: the session remembers that.
  const kept = [...others, ...effects].map((effect) => withFileContents(effect, frame))
  const marked = withRebuiltFolders(kept, { text, commands, facts })
  return { commands, possible, effects: marked, unknowns, reads, grade: readingGrade(log), ...(leaves && { leaves }) }
}

const MAX_READINGS = 12

/** If not all that may not happen happened. What is run past a bound is unread. */
function alternativeEffects(text: string, facts: Facts, options: ShellOptions, first: Frame): readonly Effect[] {
  if (first.analysis.overruns.size > 0) return []
  const queue = [...first.analysis.overlay.files.doubts(ASSUME_ALL_LOSSES)]
  if (queue.length === 0) return []
  const said = new Set(first.analysis.log.effects.map(effectSignature))
  const done = new Set<string>()
  const found: Effect[] = []
  let spent = first.analysis
  const lost = new Map(first.analysis.overlay.files.lost)
  let more = false
  for (const belief of queue) {
    const key = `${belief.texts} ${belief.chances} ${belief.places}`
    if (done.has(key)) continue
    more = done.size >= MAX_READINGS
    if (more) break
    done.add(key)
    spent = readOnce(text, facts, { ...options, belief, spent }).frame.analysis
    queue.push(...spent.overlay.files.doubts(belief))
    for (const [what, times] of spent.overlay.files.lost) lost.set(what, Math.max(times, lost.get(what) ?? 0))
    for (const effect of spent.log.effects) {
      const sign = effectSignature(effect)
      if (!said.has(sign)) found.push(effect)
      said.add(sign)
    }
  }
  const starts = [...first.analysis.log.effects, ...found].some(
    (effect) => effect.kind === 'run-code' && effect.origin === 'session-file',
  )
  // In a directory past those that are read, a runner may find what it runs.
  const placed = (lost.get(DIRECTORY_KEY) ?? 0) > MAX_CHOICES
  const runner = ({ name = '' }: Command) => /^(?:build|packages)$/.test(familyFor(name) ?? '')
  if (placed && first.analysis.log.commands.some(runner))
    noteUnread(first, 'more directories of this session than are read', { start: 0, end: text.length })
  else if (starts && (more || [...lost.values()].some((times) => times > MAX_CHOICES)))
    noteUnread(first, 'a file that runs may hold more texts than are read', { start: 0, end: text.length })
  return found
}

function effectSignature(effect: Effect): string {
  return JSON.stringify(effect)
}

interface ReadingOptions extends ShellOptions {
  readonly belief?: AssumedLosses
  readonly spent?: Pick<Analysis, 'work' | 'characters' | 'searched'>
}

const SHELL_READER: ShellReader = {
  readShell: (...given) => readShell(...given),
  walk: (...given) => walk(...given),
  walkAll: (...given) => walkAll(...given),
  readLayer: (...given) => readInnerShell(...given),
  runCall: (...given) => runCall(...given),
  runOutcome: (...given) => runOutcome(...given),
  runFile: (...given) => runFile(...given),
  recordFileEffects: (...given) => recordFileEffects(...given),
  recordRecipe: (...given) => recordRecipe(...given),
}

const NO_WRAPPERS: ReadonlySet<string> = new Set()

function readOnce(
  text: string,
  facts: Facts,
  options: ReadingOptions,
): { frame: Frame; leaves: SavedShellState | undefined } {
  const log: AnalysisLog = {
    commands: [],
    possible: [],
    effects: [],
    unknowns: [],
    reads: [],
    grade: 'proven',
    spoiled: false,
  }
  const files = new FileMap((path) => facts.session.written.has(path), options.belief)
  const analysis: Analysis = {
    reader: SHELL_READER,
    log,
    overlay: createOverlay(files),
    wrappers: options.wrappers?.length ? new Set(options.wrappers) : NO_WRAPPERS,
    kept: nestedTextBudget(options.kept),
    met: new Map(),
    count: 0,
    characters: options.spent?.characters ?? 0,
    work: options.spent?.work ?? 0,
    searched: options.spent?.searched ?? 0,
    overruns: new Set(),
    paths: { from: undefined, found: new Map() },
    words: 0,
    handed: new Set(),
    branch: undefined,
    settings: new Map(),
    scripts: 0,
    repeats: 0,
    floods: [],
    whole: undefined,
  }
  const frame: Frame = {
    analysis,
    facts,
    scope: createScope(facts.cwd, []),
    stdin: { kind: 'inherited' },
    stdout: 'terminal',
    background: false,
    piped: false,
    wrapperNames: [],
    wrappers: [],
    depth: 0,
    certainty: 'certain',
    maybe: false,
    place: 'here',
  }
  let leaves: SavedShellState | undefined
  try {
    readText(text, frame)
    readSessionAliases(frame)
    leaves = savedShellStateOf(frame)
    recordWindowsReading(text, frame)
    recordFloods(analysis.floods)
  } catch (error) {
    noteUnread(frame, `the reading failed: ${String(error).slice(0, 200)}`, { start: 0, end: text.length }, 'failed')
  }
  return { frame, leaves }
}

function withFileContents(effect: Effect, frame: Frame): Effect {
  const { analysis, facts } = frame
  if (effect.kind !== 'write-path' || effect.path.real === undefined) return effect
  const { real } = effect.path
  const file = analysis.overlay.files.get(real)
  const secret = effect.secret || (file && hasSecretSource(file.sources, facts))
  // INVARIANT: the text of a secret is never remembered.
  const open =
    effect.content === undefined && effect.how !== 'append' && !secret && !effect.path.tags.includes('secret')
  const followed = open && (file !== undefined || isChanged(analysis.overlay, real))
  const left = followed ? fileText(analysis.overlay, facts, real).text : undefined
  const copyOf = open && file?.text === undefined ? soleFile(file?.sources) : undefined
  const listing = file && !secret ? listingOf(file) : undefined
  const lists = listing ?? (copyOf === undefined ? undefined : facts.session.listings?.get(copyOf))
  const moved = effect.content === undefined && pathBeforeMove(real, frame) !== undefined
  return {
    ...effect,
    ...(moved && { moved: true }),
    ...(mayBeKeptData(effect) && isCopiedElsewhere(real, frame) && { backup: true as const }),
    ...(lists && { lists }),
    ...(secret && { secret: true }),
    ...(left !== undefined && { left }),
    ...(copyOf !== undefined && copyOf !== real && { copyOf }),
    ...(analysis.overlay.files.doubtful.has(real) && { doubtful: true }),
  }
}

/** Does a copy of the file lie somewhere, of this text or of an earlier call? */
function isCopiedElsewhere(real: string, { analysis: { overlay }, facts }: Frame): boolean {
  if ([...(facts.session.copies?.values() ?? [])].includes(real)) return true
  const lies = facts.text(real)
  const text = lies.kind === 'text' ? lies.text : undefined
  for (const [path, file] of overlay.files)
    if (path !== real && (soleFile(file.sources) === real || (text !== undefined && file.text === text))) return true
  return text !== undefined && [...facts.session.written].some(([path, written]) => path !== real && written === text)
}

function soleFile(sources: readonly DataSource[] = []): string | undefined {
  const [only, ...more] = sources
  return only?.kind === 'file' && more.length === 0 ? only.path : undefined
}

function recordWindowsReading(text: string, frame: Frame): void {
  const { commands } = frame.analysis.log
  const windows = windowsCommandText(text, commands)
  const [first] = commands
  if (windows === undefined || !first) return
  const whole = { ...first, span: { start: 0, end: text.length } }
  recorderFor(whole, frame).runsCode('powershell', { text: windows, sources: [] }, 'PowerShell')
}

function readingGrade(log: AnalysisLog): ShellReading['grade'] {
  if (log.unknowns.length > 0 || log.spoiled) return undefined
  return log.grade === 'proven' || log.grade === 'expected' ? log.grade : undefined
}
