import type { JudgeChoice, ProbePlace } from '../choice.ts'
import { askProgram, findProgram, jsonFields } from '../local/ask-program.ts'

/** Claude Code, where it is logged in. */
export async function claudeCodeChoice(place: ProbePlace): Promise<JudgeChoice | undefined> {
  const program = findProgram('claude', place, ['.local/bin', '.claude/local'])
  if (program === undefined) return undefined
  const { output } = await askProgram(program, ['auth', 'status'], place)
  const status = jsonFields(output)
  if (status['loggedIn'] !== true) return undefined
  const who = typeof status['email'] === 'string' ? ` as ${status['email']}` : ''
  const plan = status['authMethod'] === 'claude.ai'
  return {
    transport: 'claude-cli',
    title: `Claude Code, logged in${who}`,
    billing: plan ? 'plan' : 'metered',
    terms: plan
      ? 'Each check counts against the limits of your Claude plan, under its terms.'
      : 'Each check is paid for with the key that Claude Code uses.',
    settings: { transports: ['claude-cli'] },
    program,
  }
}
