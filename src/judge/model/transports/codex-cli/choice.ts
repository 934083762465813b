import type { JudgeChoice, ProbePlace } from '../choice.ts'
import { askProgram, findProgram } from '../local/ask-program.ts'

/** Codex, where it is logged in. */
export async function codexChoice(place: ProbePlace): Promise<JudgeChoice | undefined> {
  const program = findProgram('codex', place, ['.local/bin'])
  if (program === undefined) return undefined
  const { status, output } = await askProgram(program, ['login', 'status'], place)
  if (status !== 0) return undefined
  const plan = /chatgpt/i.test(output)
  return {
    transport: 'codex-cli',
    title: `Codex, logged in${plan ? ' with ChatGPT' : ''}`,
    billing: plan ? 'plan' : 'metered',
    terms: plan
      ? 'Each check counts against the limits of your ChatGPT plan, under its terms.'
      : 'Each check is paid for with the key that Codex uses.',
    settings: { transports: ['codex-cli'] },
    program,
  }
}
