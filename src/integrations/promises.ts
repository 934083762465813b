/** Whether a host keeps a promise: always, from one of its versions on, or not, and then why. */
export type PromiseStatus = 'kept' | { readonly since: string } | { readonly broken: string }

/** What the gate wants of every host, in the words of the documentation. */
export const HOST_PROMISES = {
  asks: "Shows you the gate's question",
  blocksOnCrash: 'Blocks the call if the hook crashes or is killed',
  blocksOnMissing: 'Blocks the call if the hook is missing',
  blocksOnTimeout: 'Blocks the call if the hook times out',
  blocksOnGarbage: "Blocks the call if it can't read the hook's answer",
  showsPerson: "Shows you the gate's own words about a stopped call",
  showsSubAgents: "Shows them for sub-agents' calls, too",
  promptsAttested: 'Sends an event for what you typed',
  recordsWhoTyped: 'Records which turns a person typed',
  subAgentsGated: "Sends sub-agents' calls to the hook",
  switchesGuarded: "Doesn't let a project turn the hook off",
} as const

export type PromiseName = keyof typeof HOST_PROMISES

/** What one host keeps of it. A type, so that none can be forgotten. */
export type HostPromises = Readonly<Record<PromiseName, PromiseStatus>>

/** What the calls of an agent are, in the words of the documentation: each is a tool of its own in some of them. */
export const TOOL_KINDS = {
  shell: 'Shell command',
  stdin: 'Typing into a running program',
  edit: 'Write or edit a file',
  patch: 'Patch several files',
  delete: 'Delete a file without a shell',
  fetch: 'Fetch a page',
  mcp: 'MCP tool',
  subAgent: 'Start a sub-agent',
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
