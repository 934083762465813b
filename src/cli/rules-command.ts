import { MODES, type Mode } from '../decision.ts'
import { readPolicy } from '../integrations/policy.ts'
import { type Io, UsageError } from './io.ts'
import { placeFrom } from './place.ts'
import { renderRules, ruleStates } from './rules.ts'

export const HELP = `Usage: irongate rules [--mode MODE] [--cwd DIR] [--json]

Lists the rules in force in a mode (auto by default): what auto mode strips and why, and what cannot be used.

Example:
  irongate rules --mode default
`

export async function run(args: readonly string[], io: Io): Promise<number> {
  const place = placeFrom(args, HELP)
  if (place.help) {
    io.out(HELP)
    return 0
  }
  const mode = MODES.find((known): known is Mode => known === (place.mode ?? 'auto'))
  if (mode === undefined)
    throw new UsageError(`there is no mode ${JSON.stringify(place.mode)}; modes are ${MODES.join(', ')}`)
  const policy = readPolicy(place)
  io.out(place.json ? `${JSON.stringify(ruleStates(policy, mode), undefined, 2)}\n` : renderRules(policy, mode))
  return 0
}
