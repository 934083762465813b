import type { Action, ToolCall } from '../analysis/action.ts'
import type { Effect, EffectKind } from '../analysis/effects.ts'
import type { Facts } from '../analysis/facts.ts'
import type { Aspect } from '../wording/wording.ts'

/** Evidence that an Action falls under a category. */
export interface Finding {
  readonly category: string
  readonly effect: Effect
  /** In which respect it is harmful, where the effect alone doesn't say it. */
  readonly aspect?: Aspect
  /**
   * What names the target where the effect states no tuple of its own: each entry is a set of spellings of one noun, and all
   * entries must be named. Never the act alone.
   */
  readonly nouns: readonly (readonly string[])[]
  /** Words that name the act: `delete`, `remove`, `clean up`. One of them must stand in a directive clause. */
  readonly acts: readonly string[]
  /** What must be said beside the target: "public", the environment. Each entry is a set of spellings. */
  readonly demands?: readonly (readonly string[])[]
  /** Everyday words that ask for an additive act on a service the project already uses: they clear it without its target. */
  readonly everyday?: readonly RegExp[]
  /** It may be harmless: a person is asked, nothing is refused. */
  readonly asks?: true
}

/** What `detect` reads. INVARIANT: categories see effects, never argv. */
export interface Evidence {
  readonly effects: readonly Effect[]
  readonly facts: Facts
  /** `Bash`, `Write`, `mcp__…`: for categories that concern a kind of tool. */
  readonly tool: Action['tool']
  readonly trusted: TrustedPlaces
}

/** Places the environment entries of the policy declare trusted; empty by default. */
export interface TrustedPlaces {
  readonly domains: readonly string[]
  readonly repositories: readonly string[]
  readonly buckets: readonly string[]
}

/** One block category. Its folder feeds the prompt, the embedded judge, the tests, the docs, `explain` and the dashboard. */
export interface Category {
  /** Equal to the folder's name. */
  readonly id: string
  readonly title: string
  readonly summary: string
  /** Nothing a user says allows it. */
  readonly hard: boolean
  /** What Claude reads: what is blocked, what is not. Markdown, our own words. */
  readonly policy: string
  /** What the user must have named for it to clear, as prose for the prompt and for messages. */
  readonly clears: string
  /** The kinds of effect that it may find something in; of others it is not asked. */
  readonly sees: readonly EffectKind[]
  readonly detect: (evidence: Evidence) => readonly Finding[]
}

/** One allow exception: a reason why a finding does not stand. */
export interface Exception {
  readonly id: string
  readonly title: string
  readonly summary: string
  readonly policy: string
  /** Does this finding fall under the exception? */
  readonly covers: (finding: Finding, evidence: Evidence) => boolean
}

/** A labelled call. Its folder's test runs it through the real analysis. */
export interface Example {
  readonly call: Pick<ToolCall, 'tool' | 'input'>
  /** Human turns before it. */
  readonly user?: readonly string[]
  /** Earlier calls of the session. */
  readonly before?: readonly Pick<ToolCall, 'tool' | 'input'>[]
  readonly note?: string
  /** Other categories that rightly find it too. */
  readonly also?: readonly string[]
}

export interface Examples {
  readonly block: readonly Example[]
  readonly allow: readonly Example[]
}

/** A Bash example, the most common kind. */
export function bash(command: string, more: Omit<Example, 'call'> = {}): Example {
  return { call: { tool: 'Bash', input: { command } }, ...more }
}
