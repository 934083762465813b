import type { ModelEdge } from '../judge/model/assemble.ts'
import type { SpendLedger } from '../judge/model/cost.ts'
import { createFileLatch } from '../state/refused-key-file.ts'
import { createFileLedger } from '../state/spend-ledger.ts'
import { stateFolder } from '../state/state-folder.ts'
import { agentHomeDirectory } from './home.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * What a command that a person runs hands to the Claude judge: the variables that it reads, and the places on disk that
 * hooks use too. Batch runs and hooks read no variable.
 */
export function terminalJudgeEdge(home = agentHomeDirectory(), environment: Environment = process.env): ModelEdge {
  return {
    environmentKey: environment['ANTHROPIC_API_KEY']?.trim() || undefined,
    model: modelOf(environment),
    dump: isEnabled(environment['CLAUDE_CODE_DUMP_AUTO_MODE']),
    home,
    // Only a call that reaches Claude needs these.
    get stateFolder() {
      return stateFolder(home)
    },
    get ledger() {
      return separateSession(createFileLedger(stateFolder(home), Date.now))
    },
    get latch() {
      return createFileLatch(stateFolder(home))
    },
  }
}

/** `IRONGATE_MODEL`. */
export function modelOf(environment: Environment = process.env): string | undefined {
  return environment['IRONGATE_MODEL']?.trim() || undefined
}

function isEnabled(value: string | undefined): boolean {
  return ['1', 'true', 'yes', 'on'].includes(value?.trim().toLowerCase() ?? '')
}

/** Every run of a command is a session of its own, whatever its call is named; the day's budget is shared. */
function separateSession(ledger: SpendLedger): SpendLedger {
  const name = `command-${process.pid}-${Date.now()}`
  return { spent: () => ledger.spent(name), add: (_session, spend) => ledger.add(name, spend) }
}

/** What `--help` says of them. */
export const ENVIRONMENT_HELP = `Environment (not read by --batch, nor by hooks):
  ANTHROPIC_API_KEY  the key, where the settings name none; it is sent to Anthropic's own endpoint only
  IRONGATE_MODEL     the judge's model, before the one of the settings
  CLAUDE_CODE_DUMP_AUTO_MODE=1  keep requests and answers; \`irongate dumps\` lists them
`
