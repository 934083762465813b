import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Io, UsageError } from './io.ts'
import type { Person } from './person.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** Options of every command that looks at one home and one project. */
export const PLACE_OPTIONS = {
  home: { type: 'string' },
  cwd: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Reads the words of a command. */
export function readArgs<const T extends Options>(args: readonly string[], options: T) {
  return parseArgs({ args: [...args], allowPositionals: true, options })
}

/** For a command of options alone. */
export function takesNone(positionals: readonly string[], command: string): void {
  const [word] = positionals
  if (word !== undefined)
    throw new UsageError(`${JSON.stringify(word)} is no option. \`irongate ${command} --help\` tells more.`)
}

/** Says who may not; true when nobody vouches for a person. */
export function refusesAgent(person: Person, io: Io, command: string): boolean {
  const agent = person.notAPerson()
  if (agent === undefined) return false
  io.error(`irongate ${command}: only a person does this, in a terminal of their own (${agent}).\n`)
  return true
}
