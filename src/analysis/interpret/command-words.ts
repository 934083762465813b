import type { Effect } from '../effects.ts'
import type { Command, Word } from '../words.ts'
import { displayText } from './loose-words.ts'
import type { EffectRecorder } from './program.ts'

/** The arguments as one line, for programs whose grammar is words rather than options. */
export function joinArguments(words: readonly Word[]): string {
  return words.map(displayText).join(' ')
}

export function nonOptionWords({ args }: Pick<Command, 'args'>): readonly Word[] {
  return args.filter(({ known }) => !known.startsWith('-'))
}

export function hasMatchingWord({ args }: Pick<Command, 'args'>, form: RegExp): boolean {
  return args.some(({ known }) => form.test(known))
}

/** The word behind the first that looks like this. */
export function wordAfter(words: readonly Word[], form: RegExp): Word | undefined {
  const at = words.findIndex(({ known }) => form.test(known))
  return at < 0 ? undefined : words[at + 1]
}

type ResourceChange = Extract<Effect, { kind: 'resource-change' }>

/** States a change to one thing that this machine has. */
export function recordMachineChange(
  change: Pick<ResourceChange, 'system' | 'verb' | 'target' | 'family'>,
  recorder: EffectRecorder,
): 'plain' {
  recorder.effect({ kind: 'resource-change', mass: false, environment: 'unknown', ...change })
  return 'plain'
}
