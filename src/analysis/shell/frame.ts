import type { ParsedScript } from 'unbash'
import type { TextRead, Unknown, UnknownKind } from '../action.ts'
import { type Actor, actorOf } from '../actor.ts'
import type { Certainty, Effect, EffectDraft } from '../effects.ts'
import type { Facts } from '../facts.ts'
import type { recordFileEffects, recordRecipe } from '../files/file-effects.ts'
import { weakestGrade } from '../interpret/grade.ts'
import { LIMITS } from '../interpret/limits.ts'
import type { CommandGrade } from '../interpret/program.ts'
import {
  isActingPath,
  isInHiddenTempFolder,
  isPersonalFolder,
  isPersonalGlob,
  isWholeHome,
  type PathUse,
} from '../paths/paths.ts'
import { isSecretOrigin } from '../text/secrets.ts'
import type { Command, Span, Stdin, Word } from '../words.ts'
import type { Wrapper } from '../wrappers.ts'
import type { runCall, runOutcome } from './dispatch.ts'
import type { Overlay } from './overlay.ts'
import { hasStrayBracket } from './parse.ts'
import type { readShell } from './read-shell.ts'
import type { readInnerShell, runFile } from './run-file.ts'
import type { Scope } from './scope.ts'
import type { walk, walkAll } from './walk.ts'

export interface AnalysisLog {
  readonly commands: Command[]
  /** Commands that words of others spell: run, as far as anybody can tell. */
  readonly possible: Command[]
  readonly effects: Effect[]
  readonly unknowns: Unknown[]
  readonly reads: TextRead[]
  grade: CommandGrade
  /** An effect was found that no grade goes with, whatever the analyzers say. */
  spoiled: boolean
}

export interface Analysis {
  readonly reader: ShellReader
  readonly log: AnalysisLog
  readonly overlay: Overlay
  readonly wrappers: ReadonlySet<string>
  readonly kept: StoredTextBudget
  count: number
  /** Names met beyond the limit of commands. */
  readonly met: Map<string, number>
  characters: number
  work: number
  searched: number
  readonly paths: { from: string | undefined; readonly found: Map<string, PathUse> }
  readonly overruns: Set<string>
  words: number
  /** Words that a wrapper passed on and files that were run: what they are there for is told by that reading. */
  readonly handed: Set<string>
  branch: { readonly name: string; readonly made: boolean } | undefined
  readonly settings: Map<string, string>
  scripts: number
  repeats: number
  readonly floods: { readonly started: Command; readonly frame: Frame; readonly after: number }[]
  whole: { readonly text: string; readonly script: ParsedScript | undefined } | undefined
}

export interface Frame {
  readonly analysis: Analysis
  readonly facts: Facts
  readonly scope: Scope
  readonly stdin: Stdin
  readonly stdout: Command['stdout']
  readonly background: boolean
  readonly piped: boolean
  readonly wrapperNames: readonly string[]
  readonly wrappers: readonly Wrapper[]
  readonly depth: number
  readonly certainty: Certainty
  /** A reading of what may be: states effects, and nothing else. */
  readonly maybe: boolean
  /** Where it runs, if not here; `throwaway`: in a container that is gone afterwards, and has no hold on this machine. */
  readonly place: 'here' | 'remote' | 'container' | 'throwaway'
  /** In a container that this session started, with nothing in it from before. */
  readonly ownContainer?: boolean
  /** Typed into a program that is not known to be a shell: mistakes in it say nothing. */
  readonly typed?: boolean
}

const CERTAINTIES: readonly Certainty[] = ['certain', 'likely', 'possible']

export function lessCertain(left: Certainty, right: Certainty): Certainty {
  return CERTAINTIES.indexOf(right) > CERTAINTIES.indexOf(left) ? right : left
}

export function noteUnknown(frame: Frame, why: string, span: Span, kind: UnknownKind = 'unknown'): void {
  const { unknowns } = frame.analysis.log
  if (frame.maybe) return
  if (unknowns.length < LIMITS.kept) unknowns.push({ kind, why, span })
  else noteOverrun(frame, 'too much that is not understood', span)
}

/** Notes what lets a person read something else than runs. */
export function noteHidden(frame: Frame, why: string, span: Span): void {
  noteUnknown(frame, `it shows something else than runs: ${why}`, span, 'person')
}

/** Gives the place that it got; its grade is put there once it is known. */
export function noteCommand(frame: Frame, command: Command): number | undefined {
  const { commands, possible } = frame.analysis.log
  if (frame.maybe) {
    if (frame.certainty !== 'possible' && possible.length < LIMITS.kept) possible.push(command)
    return undefined
  }
  if (commands.length < LIMITS.kept) return commands.push(command) - 1
  noteOverrun(frame, 'too many commands', command.span)
  return undefined
}

/** What the analyzer of a noted command said of it. */
export function noteCommandGrade(frame: Frame, place: number | undefined, command: Command, grade: CommandGrade): void {
  if (place !== undefined) frame.analysis.log.commands[place] = { ...command, grade }
}

/** Notes words or a file that a deeper reading tells the use of. A wrapper may have copied a word: it is told by its place. */
export function noteHandledDeeper(
  { analysis: { handed }, depth, maybe }: Frame,
  what: readonly Word[] | PathUse,
): void {
  if (maybe || handed.size > LIMITS.words) return
  if (!('real' in what)) for (const { known, span } of what) handed.add(`${depth} ${span.start} ${known}`)
  else handed.add(`${depth} ${what.real ?? what.text}`)
}

export function isHandledDeeper({ analysis: { handed }, depth }: Frame, what: Word | PathUse): boolean {
  if (handed.size === 0) return false
  return handed.has('real' in what ? `${depth} ${what.real ?? what.text}` : `${depth} ${what.span.start} ${what.known}`)
}

/** Counts work. Once it is too much that is noted, and nothing is read any more. */
export function spend(frame: Frame, work: number, span: Span): boolean {
  const { analysis } = frame
  if (isSpent(frame)) return false
  analysis.work += work
  if (!isSpent(frame)) return true
  noteOverrun(frame, 'too much to read', span)
  return false
}

export function isSpent({ analysis }: Frame): boolean {
  return analysis.work > LIMITS.work
}

/** Notes once that a bound of the whole analysis was reached. What comes after it is not read, however sure this place is. */
export function noteOverrun(frame: Frame, why: string, span: Span): void {
  const { overruns, log } = frame.analysis
  if (overruns.has(why)) return
  overruns.add(why)
  log.unknowns.push({ kind: 'unread', why, span })
  log.effects.push(unreadEffect(why, span, { ...frame, certainty: 'certain' }))
}

export function noteGrade(frame: Frame, grade: CommandGrade): void {
  if (!frame.maybe) frame.analysis.log.grade = weakestGrade(frame.analysis.log.grade, grade)
}

const UNCLOSED_ERROR = /^unterminated|^expected .* to close/
/** Quotes that do not end take in what follows, in this text or in the next that the shell is given. */
const OPEN_QUOTE_ERROR = /unterminated .*quote/

/** Notes what the parser did not understand. It leaves out what lies deeper than it goes: that part was not read. */
export function noteParseErrors({ errors = [] }: ParsedScript, frame: Frame, text = ''): void {
  if (frame.typed && errors.length > 0) {
    noteUnknown(frame, 'typed into another program', { start: 0, end: text.length })
    return
  }
  const open = errors.findLast(({ message }) => OPEN_QUOTE_ERROR.test(message))
  if (open && /[;&|\n`]|\$\(/.test(text.slice(open.pos)))
    noteHidden(frame, 'a quote that does not end, with commands behind it', { start: open.pos, end: text.length })
  const stray = errors.length > 0 && hasStrayBracket(text)
  for (const { message, pos } of errors) {
    const at = { start: pos, end: pos }
    if (/depth exceeded/.test(message)) noteUnread(frame, `nested too deep: ${message}`, at)
    else noteUnknown(frame, `syntax: ${message}`, at, stray || UNCLOSED_ERROR.test(message) ? 'unclosed' : 'syntax')
  }
}

const NO_ACTOR: Actor = { name: '', words: [], roles: [] }

export function noteUnread(frame: Frame, why: string, span: Span, kind: UnknownKind = 'unread'): void {
  noteUnknown(frame, why, span, kind)
  noteEffect(frame, unreadEffect(why, span, frame))
}

function unreadEffect(
  why: string,
  span: Span,
  { wrapperNames, wrappers, certainty }: Pick<Frame, 'wrapperNames' | 'wrappers' | 'certainty'>,
): Effect {
  return {
    kind: 'run-code',
    language: 'shell',
    origin: 'inline',
    read: false,
    host: undefined,
    span,
    wrapperNames,
    wrappers,
    certainty,
    by: why,
    actor: NO_ACTOR,
  }
}

export function noteDraft(command: Command, draft: EffectDraft, frame: Frame): void {
  const by = command.name ?? '?'
  const { span, wrapperNames, wrappers } = command
  noteEffect(frame, { certainty: 'certain', by, ...draft, actor: actorOf(by), span, wrapperNames, wrappers } as Effect)
}

export function noteEffect(frame: Frame, effect: Effect): void {
  const { log } = frame.analysis
  const { effects } = log
  if (!frame.maybe && preventsGrade(effect)) log.spoiled = true
  const certainty = lessCertain(effect.certainty, frame.certainty)
  if (effects.length < LIMITS.kept) effects.push(certainty === effect.certainty ? effect : { ...effect, certainty })
  else noteOverrun(frame, 'too many effects', effect.span)
}

/** Nothing was written, made, fetched or unpacked before, by this text or in the session: there is nothing of that to be loaded. */
export function hasNoPriorChanges({ analysis: { overlay }, facts: { session } }: Frame): boolean {
  const { files, trees, unpacked, copiedContents, directories, changes } = overlay
  const { written, created, downloaded } = session
  return (
    files.size + trees.size + unpacked.size + copiedContents.size + directories.size + changes.length === 0 &&
    written.size + created.size + downloaded.size + (session.copied?.size ?? 0) === 0
  )
}

/** How deep a reading is in texts that are kept to be run later, each inside another. */
export interface StoredTextBudget {
  nested: number
  settings: number
  characters: number
}

/** Of a reading that is a part of another one: what the outermost setting holds is counted together. */
export function nestedTextBudget(outer: StoredTextBudget | undefined): StoredTextBudget {
  return outer && outer.settings > 0 ? outer : { nested: outer?.nested ?? 0, settings: 0, characters: 0 }
}

/** Effects that no grade goes with: a second look at what program analyzers call proven or expected. */
export function preventsGrade(effect: Effect): boolean {
  switch (effect.kind) {
    case 'read-path':
      return (
        !effect.list &&
        (effect.path.tags.includes('secret') ||
          isPersonalFolder(effect.path) ||
          isPersonalGlob(effect.path) ||
          isWholeHome(effect.path, effect.wrappers))
      )
    case 'write-path':
      return writeGrade(effect.path) === 'plain' || isInHiddenTempFolder(effect.path)
    case 'delete-path':
      return effect.wipe || !(effect.path.zone === 'project' || effect.path.zone === 'temp' || effect.path.sessionMade)
    case 'run-program':
      return effect.identity !== 'installed' && effect.identity !== 'project'
    case 'send-data':
      return effect.payload.some(isSecretOrigin)
    case 'listen':
      return effect.reach !== 'loopback'
    case 'expose-secret':
    case 'persist':
    case 'grant':
    case 'weaken':
    case 'impersonate':
    case 'observe':
    case 'exhaust':
    case 'deploy':
    case 'publish':
      return true
    case 'touch-protected':
      return true
    case 'change-mode':
      return effect.grants === 'setuid' || effect.grants === 'capability'
    case 'run-code':
      if (effect.origin === 'download' || effect.origin === 'dynamic' || effect.origin === 'stdin') return true
      return !effect.read && (effect.origin === 'session-file' || effect.origin === 'inline')
    case 'git-push':
      return effect.force || effect.deletes || effect.mirror
    case 'apply-patch':
      return !effect.seen
    case 'download':
    case 'connect':
    case 'git-discard':
    case 'remote-exec':
    case 'resource-change':
    case 'database-change':
    case 'signal-process':
    case 'service-control':
    case 'install':
    case 'spawn-agent':
    case 'external-write':
      return false
  }
}

export function writeGrade(path: PathUse): CommandGrade {
  if (path.tags.includes('null-device')) return 'proven'
  if (isActingPath(path)) return 'plain'
  return path.zone === 'project' || path.zone === 'temp' || path.sessionMade ? 'expected' : 'plain'
}

/** What leads back to the whole from a part: asked for here, so that no part imports what imports it. */
export interface ShellReader {
  readonly readShell: typeof readShell
  readonly walk: typeof walk
  readonly walkAll: typeof walkAll
  readonly readLayer: typeof readInnerShell
  readonly runCall: typeof runCall
  readonly runOutcome: typeof runOutcome
  readonly runFile: typeof runFile
  readonly recordFileEffects: typeof recordFileEffects
  readonly recordRecipe: typeof recordRecipe
}
