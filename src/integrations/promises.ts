/** Whether a host keeps a promise: always, from one of its versions on, or not, and then why. */
export type PromiseStatus = 'kept' | { readonly since: string } | { readonly broken: string }

/** What the gate wants of every host, in the words of the documentation. */
export const HOST_PROMISES = {
  asks: 'it can put a question of the gate to the person',
  blocksOnCrash: 'a hook that crashes or is killed blocks the call',
  blocksOnMissing: 'a hook that is gone blocks the call',
  blocksOnTimeout: 'a hook that runs out of time blocks the call',
  blocksOnGarbage: 'an answer that it cannot read blocks the call',
  showsPerson: "it shows the person the gate's own words about a stopped call",
  showsSubAgents: "it shows them for its sub-agents' stopped calls too",
  promptsAttested: 'it tells what the person typed by an event of its own',
  recordsWhoTyped: 'its own record of the conversation tells what a person typed',
  subAgentsGated: 'the calls of sub-agents come to the hook too',
  switchesGuarded: "a project's files cannot switch the hook off",
} as const

export type PromiseName = keyof typeof HOST_PROMISES

/** What one host keeps of it. A type, so that none can be forgotten. */
export type HostPromises = Readonly<Record<PromiseName, PromiseStatus>>

/** What the calls of an agent are, in the words of the documentation: each is a tool of its own in some of them. */
export const TOOL_KINDS = {
  shell: 'a command of its shell',
  stdin: 'what it types into a program that runs',
  edit: 'writing or editing a file',
  patch: 'a patch over several files',
  delete: 'deleting a file without a shell',
  fetch: 'fetching a page',
  mcp: 'a tool of an MCP server',
  subAgent: 'starting a sub-agent',
} as const

export type ToolKind = keyof typeof TOOL_KINDS

/** Whether the hook is asked about a kind of call: always, never, and then why that is, or the agent has no such tool. */
export type HookCoverage = 'asked' | 'no such tool' | { readonly unasked: string }

/** Held against the real client by the suite of hosts. */
export type HookCoverageByTool = Readonly<Record<ToolKind, HookCoverage>>

export function isPromiseBroken(kept: PromiseStatus): kept is { readonly broken: string } {
  return typeof kept === 'object' && 'broken' in kept
}

/** What of a stopped call stands on the person's screen, in the words of the documentation. The suite of hosts looks at the screen. */
export interface ScreenText {
  /** Where, and whether all of it. */
  readonly whole: string
  /** How often the same is said. */
  readonly times: string
  readonly lasts: string
  readonly subAgents: string
}

/** How it is proved that a person typed what a prompt says, in the words of the documentation. */
export interface TypedProof {
  /** The file by which what was typed in its window is told from all else. */
  readonly file: string
  /** What its history says of pasted text. */
  readonly pasted: string
  /** Ways to send it a prompt that leave no line there. */
  readonly unproved: string
}
