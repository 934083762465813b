import { isHelpWord } from '../../knowledge/lexicon/help-options.ts'

/**
 * What each irongate command may be used for, and by whom. One table: the command line refuses by it, and the analysis of tool calls
 * reads it. A command that isn't listed is refused, and so is a word or option that a stricter row names.
 */
export interface GateCommandUse {
  /** May an agent run it? */
  readonly agent: 'allowed' | 'refused'
  /**
   * Who may start it without a person at a terminal: a host starts its hook, a service manager or a script the rest. Where it is left
   * out, a person must be proven.
   */
  readonly startedBy?: 'host' | 'service'
}

export interface GateCommand extends GateCommandUse {
  /** Words behind the name that are used for something else than the command without them. */
  readonly words?: Readonly<Record<string, GateCommandUse>>
  /** Options that make more of it. */
  readonly options?: Readonly<Record<string, GateCommandUse>>
  /** Options with which it only shows what it would do: no proof is needed then. */
  readonly shows?: readonly string[]
  /** It asks for no code by itself: where only a window proves the person, a code is asked for before it runs. */
  readonly unasked?: true
}

const READ_USE = { agent: 'allowed' } as const
/** Runs, spends or shows something for people, and changes nothing of the gate. */
const SERVICE_USE = { agent: 'refused', startedBy: 'service' } as const
const HOST_USE = { agent: 'refused', startedBy: 'host' } as const
const CHANGE_USE = { agent: 'refused' } as const
/** It talks to whatever is named. */
const DATABASE_OPTION = { database: SERVICE_USE } as const

export const GATE_COMMANDS = {
  // It can end in a rule.
  check: { ...READ_USE, options: { prompt: SERVICE_USE } },
  explain: READ_USE,
  prompt: READ_USE,
  // It takes the person's key.
  judge: { ...SERVICE_USE, words: { setup: CHANGE_USE, test: CHANGE_USE } },
  analyze: READ_USE,
  categories: READ_USE,
  programs: READ_USE,
  rule: { ...CHANGE_USE, words: { list: READ_USE, test: READ_USE, add: CHANGE_USE, remove: CHANGE_USE } },
  settings: {
    ...READ_USE,
    words: Object.fromEntries(
      'set add remove unset edit import reset allow write'.split(' ').map((word) => [word, CHANGE_USE]),
    ),
  },
  policy: { ...SERVICE_USE, words: { defaults: READ_USE, config: READ_USE, critique: SERVICE_USE } },
  trust: { ...CHANGE_USE, shows: ['json'] },
  hook: HOST_USE,
  init: { ...CHANGE_USE, shows: ['dry-run'], unasked: true },
  uninstall: { ...CHANGE_USE, unasked: true },
  doctor: { ...READ_USE, options: { fix: CHANGE_USE } },
  status: READ_USE,
  statusline: READ_USE,
  log: READ_USE,
  // What is shared holds what people said.
  why: { ...READ_USE, options: { share: SERVICE_USE } },
  stats: { ...READ_USE, options: DATABASE_OPTION },
  audit: {
    ...READ_USE,
    words: { verify: READ_USE, export: READ_USE, erase: CHANGE_USE, backup: SERVICE_USE, restore: CHANGE_USE },
    options: DATABASE_OPTION,
  },
  replay: SERVICE_USE,
  dumps: SERVICE_USE,
  denied: READ_USE,
  approve: CHANGE_USE,
  limits: { ...READ_USE, words: { remove: CHANGE_USE } },
  pending: SERVICE_USE,
  answer: CHANGE_USE,
  allow: { ...CHANGE_USE, shows: ['dry-run', 'json'] },
  off: CHANGE_USE,
  // To stop calls again needs nobody's proof.
  on: SERVICE_USE,
  shadow: { ...CHANGE_USE, words: { on: CHANGE_USE, off: SERVICE_USE } },
  daemon: HOST_USE,
  mcp: HOST_USE,
  gateway: SERVICE_USE,
  serve: SERVICE_USE,
  pair: CHANGE_USE,
  people: { ...CHANGE_USE, words: { list: SERVICE_USE, add: CHANGE_USE, remove: CHANGE_USE } },
  machines: { ...CHANGE_USE, words: { list: SERVICE_USE, enrol: CHANGE_USE, remove: CHANGE_USE } },
  forward: { ...SERVICE_USE, options: { enrol: CHANGE_USE } },
  completion: READ_USE,
  demo: READ_USE,
} as const satisfies Readonly<Record<string, GateCommand>>

export type GateCommandName = keyof typeof GATE_COMMANDS

const COMMANDS_BY_NAME: ReadonlyMap<string, GateCommand> = new Map(Object.entries(GATE_COMMANDS))

const HELP_OPTIONS = new Set(['--help', '-h'])

/** The use of a command line behind the program's name. What follows a `\0` in a word is not known. */
export function gateCommandUse(words: readonly string[]): GateCommandUse {
  const [name, ...rest] = words
  if (name === undefined || isHelpWord(name) || name === '-v') return READ_USE
  const end = rest.indexOf('--')
  const before = end < 0 ? rest : rest.slice(0, end)
  if (before.some((word) => HELP_OPTIONS.has(word))) return READ_USE
  const command = COMMANDS_BY_NAME.get(name)
  if (command === undefined) return CHANGE_USE
  if (command.shows?.some((option) => before.includes(`--${option}`))) return SERVICE_USE
  return strictestUse(possibleUses(command, rest))
}

/** What each of its words makes of a command; the words' own uses stand for that of the command without them. */
function possibleUses(command: GateCommand, rest: readonly string[]): readonly GateCommandUse[] {
  const all: ReadonlyMap<string, GateCommandUse> = new Map([
    ...Object.entries(command.words ?? {}),
    ...Object.entries(command.options ?? {}).map(([name, use]) => [`--${name}`, use] as const),
  ])
  const named = rest.flatMap((word) => [...all].filter((row) => couldBeWord(word, row)).map(([, use]) => use))
  const isWordNamed = rest.some((word) => Object.hasOwn(command.words ?? {}, word))
  return isWordNamed ? named : [command, ...named]
}

/** Is the word this one? What follows the first `\0` in it is not known: it may be any that changes the gate. */
function couldBeWord(word: string, [key, use]: readonly [string, GateCommandUse]): boolean {
  const open = word.indexOf('\0')
  if (open < 0) return word.replace(/^(--[^=]*)=.*$/s, '$1') === key
  return useRank(use) === useRank(CHANGE_USE) && key.startsWith(word.slice(0, open))
}

const STARTER_RANK = { host: 1, service: 2 } as const

function useRank({ agent, startedBy }: GateCommandUse): number {
  if (agent === 'allowed') return 0
  return startedBy === undefined ? 3 : STARTER_RANK[startedBy]
}

function strictestUse(uses: readonly GateCommandUse[]): GateCommandUse {
  return uses.reduce((one, other) => (useRank(other) > useRank(one) ? other : one), uses[0] ?? CHANGE_USE)
}

/** Must a code be typed before it runs, where only a window proves the person? */
export function skipsCodePrompt(name: string): boolean {
  return COMMANDS_BY_NAME.get(name)?.unasked === true
}
