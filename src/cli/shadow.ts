import { resolve } from 'node:path'
import { setUserSwitch, UserFileError, userSettingsFile } from '../facts/user-settings-file.ts'
import { isShadowMode } from '../integrations/hook-runtime/shadow.ts'
import { readPolicy } from '../integrations/policy.ts'
import { confirmOrExplain, PLACE_OPTIONS, readArgs, refusesAgent } from './command-args.ts'
import { agentHomeDirectory } from './home.ts'
import { EXIT, type Io, showInvisible, UsageError } from './io.ts'
import { THIS_PERSON, type TypingPerson } from './typing-person.ts'
import { recordUserCommand } from './user-command.ts'
import { directoryOr } from './working-directory.ts'

export const HELP = `Usage: irongate shadow on|off [--json]

on lets the gate only note what it would have decided: nothing is stopped or asked, and every call is left to the agent's own rules, until
you end it. \`irongate log\` shows such decisions in brackets, and \`irongate replay\` what other settings would have made of them. What
stays in force: deny rules of managed settings, and the protection of the gate's own files. on works only in a terminal that no agent
owns; it sets "shadow": true in your own settings, and managed settings can forbid it with "shadow": false or "allowOff": false.

Examples:
  irongate shadow on
  irongate shadow off
`

const SHADOW_QUESTION = `The gate stops nothing any more, in all your sessions and until you end it: it only notes what it would have decided, and
calls are left to the agent's own rules and questions.\n`

export async function run(args: readonly string[], io: Io, person: TypingPerson = THIS_PERSON): Promise<number> {
  const { values, positionals } = readArgs(args, PLACE_OPTIONS)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const [word, ...more] = positionals
  if ((word !== 'on' && word !== 'off') || more.length > 0)
    throw new UsageError('say on or off, such as irongate shadow on.')
  const home = values.home === undefined ? agentHomeDirectory() : resolve(values.home)
  const cwd = directoryOr(home, values.cwd)
  if (word === 'on' && refusesAgent(person, io, 'shadow')) return EXIT.deny
  if (word === 'on' && !confirmOrExplain(person, SHADOW_QUESTION, { io, command: 'shadow' })) return EXIT.deny
  let changed = false
  try {
    changed = setUserSwitch(home, 'shadow', word === 'on')
    const problem = changed ? recordUserCommand({ home, cwd, ...AUDIT_MESSAGES[word] }) : undefined
    if (problem !== undefined) io.error(`irongate shadow: this could not be recorded: ${showInvisible(problem)}\n`)
  } catch (error) {
    if (!(error instanceof UserFileError)) throw error
    io.error(`irongate shadow: ${showInvisible(error.message)}.\n`)
    return EXIT.internal
  }
  const shadow = isShadowMode(readPolicy({ cwd, home }))
  if (values.json) io.out(`${JSON.stringify({ shadow, changed })}\n`)
  else io.out(`${shadow === (word === 'on') ? RESULT_MESSAGES[word](changed) : overrideWarning(home)}\n`)
  return shadow === (word === 'on') ? 0 : EXIT.deny
}

const AUDIT_MESSAGES = {
  on: { command: 'shadow on', message: 'a person switched shadow mode on: the gate records and stops nothing' },
  off: { command: 'shadow off', message: 'the gate stops calls again' },
} as const

const RESULT_MESSAGES = {
  on: (changed: boolean) =>
    `Irongate ${changed ? 'is' : 'was already'} in shadow mode: it stops nothing, and only notes what it would have decided. \`irongate shadow off\` ends it.`,
  off: (changed: boolean) =>
    changed ? 'Irongate stops calls again.' : 'Irongate was not in shadow mode: it stops calls.',
} as const

function overrideWarning(home: string): string {
  return `It stands in ${showInvisible(userSettingsFile(home))}, but other settings decide it: irongate settings.`
}
