import { resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { agentHomeDirectory } from './home.ts'
import { type Io, showInvisible, UsageError } from './io.ts'
import { wrapForStderr } from './line-wrapping.ts'
import { type TypingPerson, unconfirmedText, unprovenReason } from './typing-person.ts'
import { recordUserCommand, type UserCommand } from './user-command.ts'

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
export function refusePositionals(positionals: readonly string[], command: string): void {
  const [word] = positionals
  if (word !== undefined)
    throw new UsageError(`${JSON.stringify(word)} is no option. \`irongate ${command} --help\` shows more.`)
}

/** Says why it can't be a person's doing, and what to do; false where a person is proven. */
export function refusesAgent(person: TypingPerson, io: Io, command: string): boolean {
  const why = unprovenReason(person)
  if (why === undefined) return false
  io.error(wrapForStderr(io, `irongate ${command}: ${why}\n`))
  return true
}

/** Where a person says something, and in which command. */
export interface ConfirmContext {
  readonly io: Io
  readonly command: string
  /** How it stands without a yes; nothing changed, by default. */
  readonly otherwise?: string
}

/** Has the person confirm it; says why not, and that nothing changed, where they do not. */
export function confirmOrExplain(
  person: TypingPerson,
  question: string,
  { io, command, otherwise }: ConfirmContext,
): boolean {
  if (person.challenge(question)) return true
  io.error(wrapForStderr(io, `irongate ${command}: ${unconfirmedText(person, otherwise)}\n`))
  return false
}

/** Records what a person did; that it could not be recorded is told, and changes nothing. */
export function auditUserCommand(typed: UserCommand, { io, command }: ConfirmContext): void {
  const problem = recordUserCommand(typed)
  if (problem !== undefined) io.error(`irongate ${command}: this could not be recorded: ${showInvisible(problem)}\n`)
}

/** `--database`: a wrong one would be looked for under odd names, so it is refused before anything is done. */
export function databaseFrom(given: string | undefined): string | undefined {
  if (given === undefined || /^postgres(?:ql)?:\/\//.test(given)) return given
  throw new UsageError('--database takes an address such as postgres://user@host/name')
}

/** The home that was named, or the account's own. */
export function homeFrom(named: string | undefined): string {
  return named === undefined ? agentHomeDirectory() : resolve(named)
}
