import type { ShellReading } from './action.ts'
import type { Effect } from './effects.ts'
import type { Facts, ShellLeft } from './facts.ts'
import { windowsText } from './powershell/typed-in-bash.ts'
import { carriesSecret } from './shell/carried.ts'
import { isChanged } from './shell/changed-files.ts'
import { stateFloods } from './shell/floods.ts'
import { type Analysis, type Book, type Frame, noteUnread } from './shell/frame.ts'
import { leftBy, readLeftAliases } from './shell/living.ts'
import { fileText, newOverlay } from './shell/overlay.ts'
import { readText } from './shell/run-text.ts'
import { newScope } from './shell/scope.ts'
import { beforeMove, scribeFor } from './shell/scribe.ts'

export interface ShellOptions {
  /** Programs that only pass their words on to another one, declared by the user. */
  readonly wrappers?: readonly string[]
}

/** Reads a shell text: what would run, and what that would do. Never throws. */
export function readShell(text: string, facts: Facts, options: ShellOptions = {}): ShellReading {
  const book: Book = { commands: [], effects: [], unknowns: [], reads: [], standing: 'proven', spoiled: false }
  const analysis: Analysis = {
    book,
    overlay: newOverlay(),
    wrappers: new Set(options.wrappers),
    met: new Map(),
    count: 0,
    characters: 0,
    work: 0,
    searched: 0,
    overruns: new Set(),
    paths: new Map(),
    words: 0,
    handed: new Set(),
    branch: undefined,
    settings: new Map(),
    scripts: 0,
    repeats: 0,
    floods: [],
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
    leaves = leftBy(text, frame)
    stateWindows(text, frame)
    stateFloods(analysis.floods)
  } catch (error) {
    noteUnread(frame, `the reading failed: ${String(error).slice(0, 200)}`, { start: 0, end: text.length }, 'failed')
  }
  const { commands, effects, unknowns, reads } = book
  const marked = effects.map((effect) => withCarried(effect, frame))
  return { commands, effects: marked, unknowns, reads, grade: gradeOf(book), ...(leaves && { leaves }) }
}

/** A file says for the calls after this one that it is made of a secret, and what an edit or a move left in it. */
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
  const moved = effect.content === undefined && beforeMove(real, frame) !== undefined
  return {
    ...effect,
    ...(moved && { moved: true }),
    ...(secret && { secret: true }),
    ...(left !== undefined && { left }),
  }
}

/** Words of Windows in the place of a command are read as PowerShell reads them, beside what Bash makes of them. */
function stateWindows(text: string, frame: Frame): void {
  const { commands } = frame.analysis.book
  const windows = windowsText(text, commands)
  const [first] = commands
  if (windows === undefined || !first) return
  const whole = { ...first, span: { start: 0, end: text.length } }
  scribeFor(whole, frame).runsCode('powershell', { text: windows, sources: [] }, 'PowerShell')
}

/** The grade of a whole text: the weakest of its parts, and none when anything was not understood. */
function gradeOf(book: Book): ShellReading['grade'] {
  if (book.unknowns.length > 0 || book.spoiled) return undefined
  return book.standing === 'proven' || book.standing === 'expected' ? book.standing : undefined
}
