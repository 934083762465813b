import type { Effect } from '../../effects.ts'
import type { Command, Word } from '../../words.ts'
import { shown } from '../form/words.ts'
import type { Scribe } from '../program.ts'

/** The arguments as one line, for programs whose grammar is words rather than options. */
export function lineOf(words: readonly Word[]): string {
  return words.map(shown).join(' ')
}

export function operandsOf({ args }: Pick<Command, 'args'>): readonly Word[] {
  return args.filter(({ known }) => !known.startsWith('-'))
}

export function says({ args }: Pick<Command, 'args'>, form: RegExp): boolean {
  return args.some(({ known }) => form.test(known))
}

/** The word behind the first that looks like this. */
export function after(words: readonly Word[], form: RegExp): Word | undefined {
  const at = words.findIndex(({ known }) => form.test(known))
  return at < 0 ? undefined : words[at + 1]
}

type Change = Extract<Effect, { kind: 'resource-change' }>

/** States a change to one thing that this machine has. */
export function changesHere(change: Pick<Change, 'system' | 'verb' | 'target' | 'family'>, scribe: Scribe): 'plain' {
  scribe.effect({ kind: 'resource-change', mass: false, stage: 'unknown', ...change })
  return 'plain'
}
