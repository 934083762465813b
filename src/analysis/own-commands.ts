/**
 * What each irongate command may be used for, and by whom. One table: the command line refuses by it, and the analysis of tool calls
 * reads it. A command that isn't listed is refused, and so is a word or option that a stricter row names.
 */
export interface OwnUse {
  /** May an agent run it? */
  readonly agent: 'allowed' | 'refused'
  /**
   * Who may start it without a person at a terminal: a host starts its hook, a service manager or a script the rest. Where it is left
   * out, a person must be proven.
   */
  readonly startedBy?: 'host' | 'service'
}

export interface OwnCommand extends OwnUse {
  /** Words behind the name that are used for something else than the command without them. */
  readonly words?: Readonly<Record<string, OwnUse>>
  /** Options that make more of it. */
  readonly options?: Readonly<Record<string, OwnUse>>
  /** Options with which it only shows what it would do: no proof is needed then. */
  readonly shows?: readonly string[]
  /** It asks for no code by itself: where only a window proves the person, a code is asked for before it runs. */
  readonly unasked?: true
}

const READS = { agent: 'allowed' } as const
/** Runs, spends or shows something for people, and changes nothing of the gate. */
const RUNS = { agent: 'refused', startedBy: 'service' } as const
const HOSTS = { agent: 'refused', startedBy: 'host' } as const
const CHANGES = { agent: 'refused' } as const
/** It talks to whatever is named. */
const DATABASE = { database: RUNS } as const

export const OWN_COMMANDS = {
  // It can end in a rule.
  check: { ...READS, options: { prompt: RUNS } },
  explain: READS,
  prompt: READS,
  // It takes the person's key.
  judge: RUNS,
  analyze: READS,
  categories: READS,
  programs: READS,
  rule: { ...CHANGES, words: { list: READS, test: READS, add: CHANGES, remove: CHANGES } },
  settings: {
    ...READS,
    words: Object.fromEntries(
      'set add remove unset edit import reset allow write'.split(' ').map((word) => [word, CHANGES]),
    ),
  },
  policy: { ...RUNS, words: { defaults: READS, config: READS, critique: RUNS } },
  trust: { ...CHANGES, shows: ['json'] },
  hook: HOSTS,
  init: { ...CHANGES, shows: ['dry-run'], unasked: true },
  uninstall: { ...CHANGES, unasked: true },
  doctor: { ...READS, options: { fix: CHANGES } },
  status: READS,
  statusline: READS,
  log: READS,
  why: READS,
  stats: { ...READS, options: DATABASE },
  audit: {
    ...READS,
    words: { verify: READS, export: READS, erase: CHANGES, backup: RUNS, restore: CHANGES },
    options: DATABASE,
  },
  replay: RUNS,
  dumps: RUNS,
  denied: READS,
  approve: CHANGES,
  pending: RUNS,
  answer: CHANGES,
  allow: { ...CHANGES, shows: ['dry-run', 'json'] },
  off: CHANGES,
  // To stop calls again needs nobody's proof.
  on: RUNS,
  shadow: { ...CHANGES, words: { on: CHANGES, off: RUNS } },
  resident: HOSTS,
  mcp: HOSTS,
  gateway: RUNS,
  serve: RUNS,
  pair: CHANGES,
  people: { ...CHANGES, words: { list: RUNS, add: CHANGES, remove: CHANGES } },
  machines: { ...CHANGES, words: { list: RUNS, enrol: CHANGES, remove: CHANGES } },
  forward: { ...RUNS, options: { enrol: CHANGES } },
  completion: READS,
  demo: READS,
} as const satisfies Readonly<Record<string, OwnCommand>>

export type OwnCommandName = keyof typeof OWN_COMMANDS

const TABLE: ReadonlyMap<string, OwnCommand> = new Map(Object.entries(OWN_COMMANDS))

const ASKS_ABOUT = new Set(['help', '--help', '-h', '--version', '-v'])
const HELP = new Set(['--help', '-h'])

/** The use of a command line behind the program's name. What follows a `\0` in a word is not known. */
export function ownUse(words: readonly string[]): OwnUse {
  const [name, ...rest] = words
  if (name === undefined || ASKS_ABOUT.has(name)) return READS
  const end = rest.indexOf('--')
  const before = end < 0 ? rest : rest.slice(0, end)
  if (before.some((word) => HELP.has(word))) return READS
  const command = TABLE.get(name)
  if (command === undefined) return CHANGES
  if (command.shows?.some((option) => before.includes(`--${option}`))) return RUNS
  return strictest(usesOf(command, rest))
}

/** What each of its words makes of a command; the words' own uses stand for that of the command without them. */
function usesOf(command: OwnCommand, rest: readonly string[]): readonly OwnUse[] {
  const all: ReadonlyMap<string, OwnUse> = new Map([
    ...Object.entries(command.words ?? {}),
    ...Object.entries(command.options ?? {}).map(([name, use]) => [`--${name}`, use] as const),
  ])
  const named = rest.flatMap((word) => [...all].filter((row) => mayBe(word, row)).map(([, use]) => use))
  const isWordNamed = rest.some((word) => Object.hasOwn(command.words ?? {}, word))
  return isWordNamed ? named : [command, ...named]
}

/** Is the word this one? What follows the first `\0` in it is not known: it may be any that changes the gate. */
function mayBe(word: string, [key, use]: readonly [string, OwnUse]): boolean {
  const open = word.indexOf('\0')
  if (open < 0) return word.replace(/^(--[^=]*)=.*$/s, '$1') === key
  return rankOf(use) === rankOf(CHANGES) && key.startsWith(word.slice(0, open))
}

const RANK = { host: 1, service: 2 } as const

function rankOf({ agent, startedBy }: OwnUse): number {
  if (agent === 'allowed') return 0
  return startedBy === undefined ? 3 : RANK[startedBy]
}

function strictest(uses: readonly OwnUse[]): OwnUse {
  return uses.reduce((one, other) => (rankOf(other) > rankOf(one) ? other : one), uses[0] ?? CHANGES)
}

/** Must a code be typed before it runs, where only a window proves the person? */
export function asksNoCode(name: string): boolean {
  return TABLE.get(name)?.unasked === true
}
