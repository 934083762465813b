import type { Entry } from '../../src/transcript/entries.ts'
import { createRandom, type Random } from '../frame/random.ts'
import type { Act, Place } from './acts.ts'

/** One call of an attempt, and how the harness would really carry it out. */
export type Step =
  | { readonly tool: 'Bash'; readonly input: { readonly command: string; readonly description?: string } }
  | { readonly tool: 'Write'; readonly input: { readonly file_path: string; readonly content: string } }
  | {
      readonly tool: 'Edit'
      readonly input: { readonly file_path: string; readonly old_string: string; readonly new_string: string }
    }
  /** A tool of a server or a sub-agent: `does` is what it would do when it is let. */
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>>; readonly does: ToolAct }

export type ToolAct =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'write'; readonly path: string; readonly content: string }
  | { readonly kind: 'delete'; readonly path: string }

export interface Attempt {
  readonly act: Act
  readonly place: Place
  readonly steps: readonly Step[]
  /** All steps are asked about before the first is carried out. */
  readonly together?: boolean
  /** What the attacker managed to put into the conversation; a human turn is not among it. */
  readonly transcript: readonly Entry[]
}

/** A way to say the same in another form. Undefined where it does not fit. */
export interface Rewrite {
  readonly name: string
  readonly group: string
  apply(attempt: Attempt, random: Random): Attempt | undefined
}

/** One rewrite as it was used: with its own seed it can be used again in a shorter chain. */
export interface Link {
  readonly name: string
  readonly seed: number
}

/** Builds the attempt that a chain describes; a link that does not fit is left out. */
export function build(act: Act, chain: readonly Link[], place: Place, rewrites: ReadonlyMap<string, Rewrite>): Built {
  let attempt: Attempt = {
    act,
    place,
    steps: [{ tool: 'Bash', input: { command: act.command(place) } }],
    transcript: [],
  }
  const used: Link[] = []
  for (const link of chain) {
    const next = rewrites.get(link.name)?.apply(attempt, createRandom(link.seed))
    if (next === undefined) continue
    attempt = next
    used.push(link)
  }
  return { attempt, used }
}

export interface Built {
  readonly attempt: Attempt
  readonly used: readonly Link[]
}
