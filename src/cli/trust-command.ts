import { createInterface } from 'node:readline/promises'
import { readTrust, writeTrust } from '../facts/settings-files.ts'
import { projectFiles } from '../integrations/policy.ts'
import { trustRecord, trustState } from '../settings/trust.ts'
import { EXIT, type Io } from './io.ts'
import { notAPerson } from './person.ts'
import { placeFrom } from './place.ts'
import { renderTrustQuestion, renderTrustState } from './trust.ts'

export const HELP = `Usage: irongate trust [--cwd DIR] [--json]

Lets this project's own settings files add allow rules and directories. Shows the files, and asks on the terminal; the answer
is bound to their exact content. With --json only tells where the project stands.

Example:
  irongate trust --cwd ~/code/api
`

export async function run(args: readonly string[], io: Io): Promise<number> {
  const place = placeFrom(args, HELP)
  if (!place) {
    io.out(HELP)
    return 0
  }
  const files = projectFiles(place)
  const state = trustState(readTrust(place.home), place.cwd, files)
  if (place.json) {
    io.out(`${JSON.stringify({ project: place.cwd, ...state })}\n`)
    return 0
  }
  io.out(renderTrustState(place.cwd, state))
  if (state.kind === 'trusted' || files.length === 0) return 0
  io.out(renderTrustQuestion(place.cwd, files))
  const agent = notAPerson()
  if (agent !== undefined) {
    io.error(`irongate trust asks a person, not an agent: ${agent}\n`)
    return EXIT.deny
  }
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    io.error('irongate trust asks a person; run it on a terminal.\n')
    return EXIT.usage
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const reply = await terminal.question('Trust these files? Type yes: ')
    if (reply.trim().toLowerCase() !== 'yes') {
      io.out('Nothing changed.\n')
      return EXIT.deny
    }
    io.out(`Noted in ${writeTrust(place.home, trustRecord(place.cwd, files))}.\n`)
    return 0
  } finally {
    terminal.close()
  }
}
