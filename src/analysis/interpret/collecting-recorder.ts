import type { ShellReading, TextRead, Unknown } from '../action.ts'
import { actorOf } from '../actor.ts'
import { readCode } from '../code/read-code.ts'
import type { Effect, EffectDraft } from '../effects.ts'
import { type Facts, isBeyondReadLimit } from '../facts.ts'
import { listedValue } from '../flow/listings.ts'
import { hasOnlyLocalFiles, provenanceOf } from '../flow/provenance.ts'
import { knownPathUse, pathUse } from '../paths/path-use.ts'
import type { PathUse } from '../paths/paths.ts'
import type { StoredTextBudget } from '../shell/frame.ts'
import { createOverlay } from '../shell/overlay.ts'
import type { readShell } from '../shell/read-shell.ts'
import type { Command, Value, Word } from '../words.ts'
import { OTHER_WRAPPER, type Wrapper } from '../wrappers.ts'
import type { CommandGrade, EffectRecorder } from './program.ts'
import { quoteForShell } from './synthetic-words.ts'
import { EMPTY_SPAN } from './values.ts'

/** A recorder that keeps what it is told, to be looked at afterwards. */
export interface CollectingRecorder {
  readonly recorder: EffectRecorder
  reading(): Omit<ShellReading, 'grade'>
}

interface RecordedText {
  /** What acts: the program, or the tool. */
  readonly by: string
  readonly facts: Facts
  /** Where inner commands stand: `package.json postinstall`. */
  readonly wrapperNames: readonly string[]
  /** That of the recorder for which this is read. */
  readonly kept: StoredTextBudget
}

/** Shell texts are read by the function that is handed in: the reader of the shell uses this, too. */
export function createCollectingRecorder(read: typeof readShell, text: RecordedText): CollectingRecorder {
  const { by, facts, wrapperNames, kept } = text
  const wrappers: readonly Wrapper[] = wrapperNames.map(() => OTHER_WRAPPER)
  const effects: Effect[] = []
  const commands: Command[] = []
  const possible: Command[] = []
  const unknowns: Unknown[] = []
  const reads: TextRead[] = []
  const pathOf = (text: string): PathUse => knownPathUse(text, facts.cwd, facts)
  const absorb = (inner: ShellReading, wrapper: string): CommandGrade => {
    const inside = (one: Pick<Command, 'wrapperNames' | 'wrappers'>): Pick<Command, 'wrapperNames' | 'wrappers'> => ({
      wrapperNames: [...wrapperNames, wrapper, ...one.wrapperNames],
      wrappers: [...wrappers, OTHER_WRAPPER, ...one.wrappers],
    })
    for (const effect of inner.effects) effects.push({ ...effect, ...inside(effect) })
    for (const command of inner.commands) commands.push({ ...command, ...inside(command) })
    for (const command of inner.possible ?? []) possible.push({ ...command, ...inside(command) })
    // A prompt, a file or an argument is prose as often as not: what it shows is no command line.
    for (const one of inner.unknowns) unknowns.push(one.kind === 'person' ? { ...one, kind: 'ambiguous' } : one)
    reads.push(...inner.reads)
    return inner.grade ?? 'plain'
  }
  const runsShell = (text: Value, wrapper: string): CommandGrade => {
    if (text.text !== undefined) return absorb(read(text.text, facts, { kept }), wrapper)
    unknowns.push({ kind: 'unknown', why: `what ${wrapper} runs is not known`, span: EMPTY_SPAN })
    return 'unknown'
  }
  const recorder: EffectRecorder = {
    facts,
    kept,
    effect: (draft: EffectDraft) => {
      const actor = actorOf(draft.by ?? by)
      effects.push({ certainty: 'certain', by, actor, ...draft, span: EMPTY_SPAN, wrapperNames, wrappers } as Effect)
    },
    path: (word) => pathUse(word, facts.cwd, facts),
    pathOf,
    runs: (words, wrapper) => runsShell({ text: quoteWords(words), sources: [] }, wrapper),
    runsShell,
    runsCode: (language, text, wrapper) => {
      if (language === 'shell') return runsShell(text, wrapper)
      if (text.text !== undefined) return readCode(language, text.text, { recorder })
      unknowns.push({ kind: 'unknown', why: `what ${wrapper} runs is not known`, span: EMPTY_SPAN })
      return 'unknown'
    },
    runsFile: (path, language, wrapper) => {
      const text =
        path.real === undefined ? undefined : (facts.session.written.get(path.real) ?? recorder.readText(path.real))
      if (language !== undefined && language !== 'shell' && text !== undefined) {
        return readCode(language, text, { recorder, ...(path.real !== undefined && { file: path.real }) })
      }
      return runsShell({ text: path.real === undefined ? undefined : quoteForShell(path.real), sources: [] }, wrapper)
    },
    forStoredText: (name) => createCollectingRecorder(read, { by: name, facts, wrapperNames: [name], kept }),
    unread: () => undefined,
    onBranch: () => undefined,
    branch: () => undefined,
    environment: () => 'unknown',
    onSetting: () => undefined,
    settings: () => new Map(),
    marks: () => [],
    variables: () => new Map(),
    passesOver: () => true,
    provenance: (path) => provenanceOf(path, facts, createOverlay()),
    untouched: () => hasOnlyLocalFiles(facts, createOverlay()),
    unknown: (why, kind = 'unknown') => {
      unknowns.push({ kind, why, span: EMPTY_SPAN })
    },
    listed: (path) => {
      const listing = facts.session.listings?.get(path)
      return listing ? listedValue(listing) : { text: undefined, sources: [{ kind: 'file', path, secret: false }] }
    },
    readText: (path) => {
      const fact = facts.text(path)
      if (isBeyondReadLimit(fact))
        unknowns.push({ kind: 'unread', why: 'more files than are read for one call', span: EMPTY_SPAN })
      if (fact.kind !== 'text') return undefined
      reads.push({ path, hash: fact.hash })
      return fact.text
    },
  }
  return { recorder, reading: () => ({ effects, commands, possible, unknowns, reads }) }
}

/** One that is not known becomes a variable nobody set, so that the rest is still read. */
function quoteWords(words: readonly Word[]): string {
  return words.map((word) => (word.text === undefined ? '"$IRONGATE_UNKNOWN"' : quoteForShell(word.text))).join(' ')
}
