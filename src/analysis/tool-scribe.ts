import type { ShellReading, TextRead, Unknown } from './action.ts'
import { readCode } from './code/read-code.ts'
import { doerOf } from './doer.ts'
import type { Effect, EffectDraft } from './effects.ts'
import { type Facts, isBeyond } from './facts.ts'
import { type Layer, OTHER_LAYER } from './layers.ts'
import { pathUse } from './path-use.ts'
import type { PathUse } from './paths.ts'
import type { Scribe, Standing } from './programs/program.ts'
import { isAllHere, provenanceOf } from './provenance.ts'
import { readShell } from './read-shell.ts'
import { type KeptTexts, keptInside } from './shell/frame.ts'
import { newOverlay } from './shell/overlay.ts'
import type { Command, Value, Word } from './words.ts'

const NOWHERE = { start: 0, end: 0 }

interface ToolNotes {
  readonly scribe: Scribe
  reading(): Omit<ShellReading, 'grade'>
}

/**
 * `via` says where inner commands stand: `package.json postinstall`. `kept` is that of the scribe for whom this is
 * read.
 */
export function toolNotes(
  by: string,
  facts: Facts,
  via: readonly string[] = [],
  kept: KeptTexts = keptInside(undefined),
): ToolNotes {
  const through: readonly Layer[] = via.map(() => OTHER_LAYER)
  const effects: Effect[] = []
  const commands: Command[] = []
  const possible: Command[] = []
  const unknowns: Unknown[] = []
  const reads: TextRead[] = []
  const pathOf = (text: string): PathUse =>
    pathUse({ known: text, text, glob: false, dynamic: false, mayBeEmpty: false } as Word, facts.cwd, facts)
  const absorb = (inner: ShellReading, wrapper: string): Standing => {
    const inside = (one: Pick<Command, 'via' | 'through'>): Pick<Command, 'via' | 'through'> => ({
      via: [...via, wrapper, ...one.via],
      through: [...through, OTHER_LAYER, ...one.through],
    })
    for (const effect of inner.effects) effects.push({ ...effect, ...inside(effect) })
    for (const command of inner.commands) commands.push({ ...command, ...inside(command) })
    for (const command of inner.possible ?? []) possible.push({ ...command, ...inside(command) })
    // A prompt, a file or an argument is prose as often as not: what it shows is no command line.
    for (const one of inner.unknowns) unknowns.push(one.kind === 'person' ? { ...one, kind: 'ambiguous' } : one)
    reads.push(...inner.reads)
    return inner.grade ?? 'plain'
  }
  const runsShell = (text: Value, wrapper: string): Standing => {
    if (text.text !== undefined) return absorb(readShell(text.text, facts, { kept }), wrapper)
    unknowns.push({ kind: 'unknown', why: `what ${wrapper} runs is not known`, span: NOWHERE })
    return 'unknown'
  }
  const scribe: Scribe = {
    facts,
    kept,
    effect: (draft: EffectDraft) => {
      const doer = doerOf(draft.by ?? by)
      effects.push({ certainty: 'certain', by, doer, ...draft, span: NOWHERE, via, through } as Effect)
    },
    path: (word) => pathUse(word, facts.cwd, facts),
    pathOf,
    runs: (words, wrapper) => runsShell({ text: quoted(words), sources: [] }, wrapper),
    runsShell,
    runsCode: (language, text, wrapper) => {
      if (language === 'shell') return runsShell(text, wrapper)
      if (text.text !== undefined) return readCode(language, text.text, { scribe })
      unknowns.push({ kind: 'unknown', why: `what ${wrapper} runs is not known`, span: NOWHERE })
      return 'unknown'
    },
    runsFile: (path, language, wrapper) => {
      const text =
        path.real === undefined ? undefined : (facts.session.written.get(path.real) ?? scribe.readText(path.real))
      if (language !== undefined && language !== 'shell' && text !== undefined) {
        return readCode(language, text, { scribe, ...(path.real !== undefined && { file: path.real }) })
      }
      return runsShell({ text: path.real === undefined ? undefined : quote(path.real), sources: [] }, wrapper)
    },
    unread: () => undefined,
    onBranch: () => undefined,
    branch: () => undefined,
    stage: () => 'unknown',
    onSetting: () => undefined,
    settings: () => new Map(),
    passesOver: () => true,
    provenance: (path) => provenanceOf(path, facts, newOverlay()),
    untouched: () => isAllHere(facts, newOverlay()),
    unknown: (why, kind = 'unknown') => {
      unknowns.push({ kind, why, span: NOWHERE })
    },
    readText: (path) => {
      const fact = facts.text(path)
      if (isBeyond(fact)) unknowns.push({ kind: 'unread', why: 'more files than are read for one call', span: NOWHERE })
      if (fact.kind !== 'text') return undefined
      reads.push({ path, hash: fact.hash })
      return fact.text
    },
  }
  return { scribe, reading: () => ({ effects, commands, possible, unknowns, reads }) }
}

/** One that is not known becomes a variable nobody set, so that the rest is still read. */
function quoted(words: readonly Word[]): string {
  return words.map((word) => (word.text === undefined ? '"$IRONGATE_UNKNOWN"' : quote(word.text))).join(' ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
