import { parseArgs } from 'node:util'
import { understand } from '../analysis/understand.ts'
import { checkSources } from '../judge/claude/assemble.ts'
import { printPrompt } from '../judge/claude/print-prompt.ts'
import type { JudgeRequest, StageName } from '../judge/judge.ts'
import { CALL_OPTIONS, callFrom, settingsFrom } from './call-arguments.ts'
import { caseOf, TOOLS } from './case.ts'
import { type Io, UsageError } from './io.ts'
import { lineOf } from './line.ts'

export const HELP = `Usage: irongate prompt [options] <tool> <input>

Prints exactly what the Claude judge would be sent for a call. Sends nothing. Takes the options of \`irongate check\`, and:

  --stage STAGE      fast or thinking (default: the first stage of judge.mode)
  --text             what the model reads, instead of the request's JSON
  --tokens           about how many tokens it has, instead of the prompt

Examples:
  irongate prompt --text Bash 'git push origin main'
  irongate prompt --tokens Bash 'git push origin main'
`

export async function run(args: readonly string[], io: Io): Promise<number> {
  const options = {
    ...CALL_OPTIONS,
    stage: { type: 'string' },
    text: { type: 'boolean' },
    tokens: { type: 'boolean' },
  } as const
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const parsed = lineOf(callFrom(positionals, values, settingsFrom(values.settings)))
  if (!parsed.ok) throw new UsageError(parsed.problem)
  const stage = stageOf(values.stage)
  const printed = await printPrompt(requestOf(caseOf(parsed.line)), checkSources(TOOLS), {
    as: values.text ? 'text' : 'json',
    tokens: values.tokens === true,
    ...(stage && { stage }),
    ...(process.env['IRONGATE_MODEL'] && { model: process.env['IRONGATE_MODEL'] }),
  })
  io.out(printed)
  return 0
}

function stageOf(given: string | undefined): StageName | undefined {
  if (given === undefined || given === 'fast' || given === 'thinking') return given
  throw new UsageError('--stage is fast or thinking')
}

/** What the gate would ask a judge. */
function requestOf({ policy, call, session }: ReturnType<typeof caseOf>): JudgeRequest {
  const { facts, transcript, headless, fence, model, claudeMd } = session
  const action = understand(call, TOOLS.find(call.tool), facts, { wrappers: policy.wrappers })
  return {
    action,
    policy,
    transcript,
    facts,
    headless,
    fence,
    ...(model !== undefined && { model }),
    ...(claudeMd !== undefined && { claudeMd }),
  }
}
