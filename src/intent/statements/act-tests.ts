import type { Effect } from '../../analysis/effects.ts'
import type { Act } from '../../analysis/interpret/acts.ts'
import type { PathUse } from '../../analysis/paths/paths.ts'
import { wordsOf } from '../../knowledge/lexicon/verbs.ts'

export type Kind = Effect['kind']
export type EffectOf<K extends Kind> = Extract<Effect, { kind: K }>

/** Acts whose effect is of this kind, and of this sort. */
export function onEffect<K extends Kind>(kind: K, fits: (effect: EffectOf<K>) => boolean = () => true) {
  return ({ effect }: Act): boolean => effect?.kind === kind && fits(effect as EffectOf<K>)
}

/** `git commit`, `npm test`: a program that really runs, and the first words it is told. */
export function onCommand(programs: readonly string[], words: readonly string[] = [], pattern?: RegExp) {
  return ({ command }: Act): boolean =>
    command !== undefined &&
    !command.rehearsal &&
    (programs.length === 0 || programs.includes(command.program)) &&
    (words.length === 0 ||
      [command.program, ...command.told].some((word) => words.includes(word) || pattern?.test(word)))
}

export const any =
  (...tests: readonly ((act: Act) => boolean)[]) =>
  (act: Act): boolean =>
    tests.some((test) => test(act))

/** A tool of others says by its name what it does: `scale_deployment`. */
export function onToolVerb(...verbs: readonly string[]) {
  return ({ effect, tool = '' }: Act): boolean =>
    effect?.kind === 'external-write' && wordsOf(tool).some((word) => verbs.includes(word))
}

/** "./infra deploy", "make publish": a program of any kind that is told so first. */
export function onTold(...verbs: readonly string[]) {
  return ({ command }: Act): boolean =>
    command !== undefined && !command.rehearsal && verbs.includes(command.told[0] ?? '')
}

const SCRATCH_ZONES: ReadonlySet<string> = new Set(['temp', 'temp-root', 'device'])

/** Work on files that somebody keeps: notes in a temporary folder are none. */
export function onFile(act: Act): boolean {
  const { effect } = act
  if (effect?.kind !== 'write-path' && effect?.kind !== 'delete-path' && effect?.kind !== 'change-mode') return false
  return !isScratch(effect.path) || effect.path.tags.includes('device-storage')
}

export function isScratch({ zone }: PathUse): boolean {
  return SCRATCH_ZONES.has(zone)
}
