import type { ShellReading } from './action.ts'
import type { Effect } from './effects.ts'
import type { Facts, ShellLeft } from './facts.ts'
import { stateFileEffects, stateRecipe } from './files/file-effects.ts'
import { windowsText } from './powershell/typed-in-bash.ts'
import { familyFor } from './programs/registry.ts'
import { shelvePrograms } from './programs/shelve.ts'
import { isChanged } from './shell/changed-files.ts'
import { runCall, runOutcome } from './shell/dispatch.ts'
import {
  type Analysis,
  type Book,
  type Frame,
  type KeptTexts,
  keptInside,
  noteUnread,
  type ShellReader,
  spoils,
} from './shell/frame.ts'
import { leftBy, readLeftAliases } from './shell/living.ts'
import { stateFloods } from './shell/loops.ts'
import { beforeMove } from './shell/overlaid.ts'
import { BELIEVES_ALL, type Belief, FileMap, fileText, MOST_CHOICES, newOverlay, THE_PLACE } from './shell/overlay.ts'
import { readLayer, readText, runFile } from './shell/run-file.ts'
import { newScope } from './shell/scope.ts'
import { scribeFor } from './shell/scribe.ts'
import { carriesSecret } from './shell/values.ts'
import { walk, walkAll } from './shell/walk.ts'
import type { Command, DataSource } from './words.ts'

interface ShellOptions {
  readonly wrappers?: readonly string[]
  readonly kept?: KeptTexts
}

/** Reads a shell text: what would run, and what that would do. Never throws. */
export function readShell(text: string, facts: Facts, options: ShellOptions = {}): ShellReading {
  shelvePrograms()
  const { frame, leaves } = readOnce(text, facts, options)
  const { book } = frame.analysis
  const { commands, possible, effects, unknowns, reads } = book
  const others = otherwise(text, facts, options, frame)
  if (others.some(spoils)) book.spoiled = true
  // What the files hold in the end is told last: the session remembers that.
  const marked = [...others, ...effects].map((effect) => withCarried(effect, frame))
  return { commands, possible, effects: marked, unknowns, reads, grade: gradeOf(book), ...(leaves && { leaves }) }
}

const MOST_READINGS = 12

/** If not all that may not happen happened. What is run past a bound is unread. */
function otherwise(text: string, facts: Facts, options: ShellOptions, first: Frame): readonly Effect[] {
  if (first.analysis.overruns.size > 0) return []
  const queue = [...first.analysis.overlay.files.doubts(BELIEVES_ALL)]
  if (queue.length === 0) return []
  const said = new Set(first.analysis.book.effects.map(signature))
  const done = new Set<string>()
  const found: Effect[] = []
  let spent = first.analysis
  const lost = new Map(first.analysis.overlay.files.lost)
  let more = false
  for (const belief of queue) {
    const key = `${belief.texts} ${belief.chances} ${belief.places}`
    if (done.has(key)) continue
    more = done.size >= MOST_READINGS
    if (more) break
    done.add(key)
    spent = readOnce(text, facts, { ...options, belief, spent }).frame.analysis
    queue.push(...spent.overlay.files.doubts(belief))
    for (const [what, times] of spent.overlay.files.lost) lost.set(what, Math.max(times, lost.get(what) ?? 0))
    for (const effect of spent.book.effects) {
      const sign = signature(effect)
      if (!said.has(sign)) found.push(effect)
      said.add(sign)
    }
  }
  const starts = [...first.analysis.book.effects, ...found].some(
    (effect) => effect.kind === 'run-code' && effect.origin === 'session-file',
  )
  // In a directory past those that are read, a runner may find what it runs.
  const placed = (lost.get(THE_PLACE) ?? 0) > MOST_CHOICES
  const runner = ({ name = '' }: Command) => /^(?:build|packages)$/.test(familyFor(name) ?? '')
  if (placed && first.analysis.book.commands.some(runner))
    noteUnread(first, 'more directories of this session than are read', { start: 0, end: text.length })
  else if (starts && (more || [...lost.values()].some((times) => times > MOST_CHOICES)))
    noteUnread(first, 'a file that runs may hold more texts than are read', { start: 0, end: text.length })
  return found
}

function signature(effect: Effect): string {
  return JSON.stringify(effect)
}

interface Reading extends ShellOptions {
  readonly belief?: Belief
  readonly spent?: Pick<Analysis, 'work' | 'characters' | 'searched'>
}

const READER: ShellReader = {
  walk: (...given) => walk(...given),
  walkAll: (...given) => walkAll(...given),
  readLayer: (...given) => readLayer(...given),
  runCall: (...given) => runCall(...given),
  runOutcome: (...given) => runOutcome(...given),
  runFile: (...given) => runFile(...given),
  stateFileEffects: (...given) => stateFileEffects(...given),
  stateRecipe: (...given) => stateRecipe(...given),
}

const NONE: ReadonlySet<string> = new Set()

function readOnce(text: string, facts: Facts, options: Reading): { frame: Frame; leaves: ShellLeft | undefined } {
  const book: Book = {
    commands: [],
    possible: [],
    effects: [],
    unknowns: [],
    reads: [],
    standing: 'proven',
    spoiled: false,
  }
  const files = new FileMap((path) => facts.session.written.has(path), options.belief)
  const analysis: Analysis = {
    reader: READER,
    book,
    overlay: newOverlay(files),
    wrappers: options.wrappers?.length ? new Set(options.wrappers) : NONE,
    kept: keptInside(options.kept),
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
    scope: newScope(facts.cwd, []),
    stdin: { kind: 'inherited' },
    stdout: 'terminal',
    background: false,
    piped: false,
    via: [],
    through: [],
    depth: 0,
    certainty: 'certain',
    maybe: false,
    place: 'here',
  }
  let leaves: ShellLeft | undefined
  try {
    readText(text, frame)
    readLeftAliases(frame)
    leaves = leftBy(frame)
    stateWindows(text, frame)
    stateFloods(analysis.floods)
  } catch (error) {
    noteUnread(frame, `the reading failed: ${String(error).slice(0, 200)}`, { start: 0, end: text.length }, 'failed')
  }
  return { frame, leaves }
}

function withCarried(effect: Effect, frame: Frame): Effect {
  const { analysis, facts } = frame
  if (effect.kind !== 'write-path' || effect.path.real === undefined) return effect
  const { real } = effect.path
  const file = analysis.overlay.files.get(real)
  const secret = effect.secret || (file && carriesSecret(file.sources, facts))
  // INVARIANT: the text of a secret is never remembered.
  const open =
    effect.content === undefined && effect.how !== 'append' && !secret && !effect.path.tags.includes('secret')
  const followed = open && (file !== undefined || isChanged(analysis.overlay, real))
  const left = followed ? fileText(analysis.overlay, facts, real).text : undefined
  const copyOf = open && file?.text === undefined ? soleFile(file?.sources) : undefined
  const moved = effect.content === undefined && beforeMove(real, frame) !== undefined
  return {
    ...effect,
    ...(moved && { moved: true }),
    ...(secret && { secret: true }),
    ...(left !== undefined && { left }),
    ...(copyOf !== undefined && copyOf !== real && { copyOf }),
    ...(analysis.overlay.files.doubtful.has(real) && { doubtful: true }),
  }
}

function soleFile(sources: readonly DataSource[] = []): string | undefined {
  const [only, ...more] = sources
  return only?.kind === 'file' && more.length === 0 ? only.path : undefined
}

function stateWindows(text: string, frame: Frame): void {
  const { commands } = frame.analysis.book
  const windows = windowsText(text, commands)
  const [first] = commands
  if (windows === undefined || !first) return
  const whole = { ...first, span: { start: 0, end: text.length } }
  scribeFor(whole, frame).runsCode('powershell', { text: windows, sources: [] }, 'PowerShell')
}

function gradeOf(book: Book): ShellReading['grade'] {
  if (book.unknowns.length > 0 || book.spoiled) return undefined
  return book.standing === 'proven' || book.standing === 'expected' ? book.standing : undefined
}
