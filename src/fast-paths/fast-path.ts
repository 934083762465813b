import type { Action } from '../analysis/action.ts'
import type { Facts } from '../analysis/facts.ts'
import type { Tool } from '../analysis/tool.ts'
import type { Policy } from '../settings/policy.ts'
import type { Transcript } from '../transcript/entries.ts'

/** What a fast path looks at. */
export interface FastPathView {
  readonly action: Action
  readonly tool: Tool
  readonly policy: Policy
  readonly facts: Facts
  readonly transcript: Transcript
  /** A model can be asked: what may be a boundary is left to it. */
  readonly model: boolean
}

/** A named reason to answer without a judge. `number` is the page's. */
export interface FastPath {
  readonly name: string
  readonly number?: 1 | 2 | 3 | 4 | 5 | 6
  readonly answers: 'allow' | 'ask'
  /** Why it applies, for the Trace; undefined when it does not. */
  applies(view: FastPathView): string | undefined
}
