import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { deniedCount } from '../audit/denied-count.ts'
import { ownField, parseFields } from '../integrations/hook-runtime/fields.ts'
import { isShadowMode } from '../integrations/hook-runtime/shadow.ts'
import { readPausedUntil } from '../state/pause.ts'
import { fileNameFor } from '../state/private-folder.ts'
import { stateFolder } from '../state/state-folder.ts'
import { statementsInForce } from '../state/statements.ts'
import { countStatements } from '../wording/statement.ts'
import { readArgs, refusePositionals } from './command-args.ts'
import { agentHomeDirectory } from './home.ts'
import type { Io } from './io.ts'
import { readStandardInput } from './standard-input.ts'
import { clockTime } from './time-arguments.ts'

export const HELP = `Usage: irongate statusline

Prints one line for an agent's status line: whether the gate was asked in this session, what it denied, and how many of
your limits are in force; that it is in shadow mode; or until when it is switched off. The agent hands the session in on stdin as JSON (\`session_id\`). It is no proof that the gate is on: a project can put
another status line in its place. \`irongate doctor\` proves it.

It goes into the agent's settings: "statusLine": { "type": "command", "command": "irongate statusline" }

Example:
  echo '{"session_id":"x"}' | irongate statusline
`

const MAX_INPUT = 1024 * 1024

/** With the right words it never fails: a status line that ends badly is an empty one. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = readArgs(args, {
    home: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) {
    io.out(HELP)
    return 0
  }
  refusePositionals(positionals, 'statusline')
  const home = () => (values.home === undefined ? agentHomeDirectory() : resolve(values.home))
  io.out(`${await statusLine(() => readStandardInput(MAX_INPUT), home)}\n`)
  return 0
}

const NO_PROOF_MARK = '(shown, not proved)'

export async function statusLine(input: () => Promise<string>, home: () => string): Promise<string> {
  const session = await sessionText(input, home)
  return `irongate: ${pauseText(home) ?? `${await shadowModeText(home)}${session}`} ${NO_PROOF_MARK}`
}

async function sessionText(input: () => Promise<string>, home: () => string): Promise<string> {
  try {
    const session = ownField(parseFields(await input()), 'session_id')
    const folder = stateFolder(home())
    if (typeof session !== 'string' || !existsSync(join(folder, 'sessions', `${fileNameFor(session)}.jsonl`)))
      return 'not asked in this session'
    return `asked in this session, ${deniedCount(folder, session)} denied${limitsText(folder, session)}`
  } catch {
    return 'nothing is known of this session'
  }
}

function limitsText(folder: string, session: string): string {
  const limits = statementsInForce(folder, session, Date.now()).filter(({ kind }) => kind === 'limit')
  const text = countStatements(limits)
  return text === '' ? '' : `, ${text}`
}

/** A person switched it off, for all sessions. */
function pauseText(home: () => string): string | undefined {
  try {
    const until = readPausedUntil(stateFolder(home()), Date.now())
    return until === undefined ? undefined : `off until ${clockTime(until)}`
  } catch {
    // Without a home nothing can be off.
    return undefined
  }
}

/** It only looks on, in all sessions: a project has no say in it. */
async function shadowModeText(home: () => string): Promise<string> {
  try {
    const { readPolicy } = await import('../integrations/policy.ts')
    return isShadowMode(readPolicy({ cwd: home(), home: home() })) ? 'in shadow mode, stops nothing; ' : ''
  } catch {
    return ''
  }
}
