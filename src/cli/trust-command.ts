import { readTrust, writeTrust } from '../facts/settings-files.ts'
import { projectFiles } from '../integrations/policy.ts'
import { trustRecord, trustState } from '../settings/trust.ts'
import { auditUserCommand, confirmOrExplain, refusesAgent } from './command-args.ts'
import { EXIT, type Io } from './io.ts'
import { placeFrom } from './settings-place.ts'
import { renderTrustQuestion, renderTrustState } from './trust-output.ts'
import { THIS_PERSON, type TypingPerson } from './typing-person.ts'

export const HELP = `Usage: irongate trust [--cwd DIR] [--json]

Lets this project's own settings files add allow rules and directories. Shows the files, and asks on the terminal; the answer
is bound to their exact content, and recorded. With --json only tells where the project stands.

Example:
  irongate trust --cwd ~/code/api
`

export async function run(args: readonly string[], io: Io, person: TypingPerson = THIS_PERSON): Promise<number> {
  const place = placeFrom(args, HELP)
  if (!place) {
    io.out(HELP)
    return 0
  }
  const { home, cwd } = place
  const files = projectFiles(place)
  const state = trustState(readTrust(home), cwd, files)
  if (place.json) {
    io.out(`${JSON.stringify({ project: cwd, ...state })}\n`)
    return 0
  }
  io.out(renderTrustState(cwd, state))
  if (state.kind === 'trusted' || files.length === 0) return 0
  const saying = { io, command: 'trust' }
  if (refusesAgent(person, io, 'trust')) return EXIT.deny
  if (!confirmOrExplain(person, renderTrustQuestion(cwd, files), saying)) return EXIT.deny
  io.out(`Noted in ${writeTrust(home, trustRecord(cwd, files))}.\n`)
  const message = `a person trusted ${files.map(({ path }) => path).join(', ')}`
  auditUserCommand({ home, cwd, command: 'trust', message }, saying)
  return 0
}
