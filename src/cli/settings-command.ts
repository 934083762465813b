import { readPolicy } from '../integrations/policy.ts'
import { entriesNeedingModel } from '../judge/embedded/findings.ts'
import type { Io } from './io.ts'
import { wrapLines } from './line-wrapping.ts'
import { renderSettings, settingsJson } from './settings-output.ts'
import { placeFrom } from './settings-place.ts'

export const HELP = `Usage: irongate settings [--cwd DIR] [--json]

Shows the merged policy of this machine and project: every entry with the file and line it comes from, what was ignored and why.

Examples:
  irongate settings
  irongate settings --cwd ~/code/api --json
`

/** Entries stand below one another: where one continues, it is indented. */
const CONTINUATION_INDENT = 2

export async function run(args: readonly string[], io: Io): Promise<number> {
  const place = placeFrom(args, HELP)
  if (!place) {
    io.out(HELP)
    return 0
  }
  const policy = readPolicy(place)
  if (place.json) {
    io.out(`${JSON.stringify(settingsJson(policy), undefined, 2)}\n`)
    return 0
  }
  io.out(wrapLines(io, renderSettings(policy), CONTINUATION_INDENT))
  for (const { text, list } of entriesNeedingModel(policy))
    io.out(wrapLines(io, `needs a model: ${list}: ${text}\n`, CONTINUATION_INDENT))
  return policy.broken.length > 0 ? 1 : 0
}
