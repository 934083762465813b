/** Whether a host keeps a promise: always, from one of its versions on, or not, and then why. */
export type Kept = 'kept' | { readonly since: string } | { readonly broken: string }

/** What the gate wants of every host, in the words of the documentation. */
export const PROMISES = {
  asks: 'it can put a question of the gate to the person',
  blocksOnCrash: 'a hook that crashes or is missing blocks the call',
  blocksOnTimeout: 'a hook that runs out of time blocks the call',
  blocksOnGarbage: 'an answer that it cannot read blocks the call',
  promptsAttested: 'it tells what the person typed by an event of its own',
  subAgentsGated: 'the calls of sub-agents come to the hook too',
  switchesGuarded: "a project's files cannot switch the hook off",
} as const

export type PromiseName = keyof typeof PROMISES

/** What one host keeps of it. A type, so that none can be forgotten. */
export type Promises = Readonly<Record<PromiseName, Kept>>

export function isBroken(kept: Kept): kept is { readonly broken: string } {
  return typeof kept === 'object' && 'broken' in kept
}
