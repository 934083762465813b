import { parseArgs } from 'node:util'
import { understand } from '../analysis/understand.ts'
import type { JudgeRequest, StageName } from '../judge/judge.ts'
import { createTokenCounter, type ModelEdge, promptSources, transportFor } from '../judge/model/assemble.ts'
import { printPrompt } from '../judge/model/print-prompt.ts'
import { CALL_HELP, CALL_OPTIONS, callFrom, settingsFrom } from './call-arguments.ts'
import { CLI_TOOLS, createCase } from './call-case.ts'
import { callLineOf } from './call-line.ts'
import { type Io, UsageError } from './io.ts'
import { ENVIRONMENT_HELP, terminalJudgeEdge } from './terminal-judge-edge.ts'

export const HELP = `Usage: irongate prompt [options] <tool> <input>

Prints exactly what the Claude judge would be sent for a call. Sends nothing, but for --tokens. <input> is what
\`irongate check\` takes.

${CALL_HELP}  --stage STAGE      fast or thinking (default: the first stage of judge.mode)
  --text             what the model reads, instead of the request's JSON
  --tokens           how many tokens it has, instead of the prompt: with a key the server counts them (it is sent the
                     prompt for that, and charges nothing), else it is our own estimate

Examples:
  irongate prompt --text Bash 'git push origin main'
  irongate prompt --tokens Bash 'git push origin main'

${ENVIRONMENT_HELP}`

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
  const parsed = callLineOf(callFrom(positionals, values, settingsFrom(values.settings)))
  if (!parsed.ok) throw new UsageError(parsed.problem)
  const stage = environmentOf(values.stage)
  const request = requestOf(createCase(parsed.line))
  const edge: ModelEdge = terminalJudgeEdge(parsed.line.home)
  io.out(
    await printPrompt(request, promptSources(CLI_TOOLS), {
      transport: transportFor(request.policy, edge),
      as: values.text ? 'text' : 'json',
      ...(values.tokens && { tokens: createTokenCounter(request.policy, edge) }),
      ...(stage && { stage }),
      ...(edge.model !== undefined && { model: edge.model }),
    }),
  )
  return 0
}

function environmentOf(given: string | undefined): StageName | undefined {
  if (given === undefined || given === 'fast' || given === 'thinking') return given
  throw new UsageError('--stage is fast or thinking')
}

/** What the gate would ask a judge. */
function requestOf({ policy, call, session }: ReturnType<typeof createCase>): JudgeRequest {
  const { facts, transcript, headless, fence, model, claudeMd } = session
  const action = understand(call, CLI_TOOLS.find(call.tool, call.input), facts, { wrappers: policy.wrappers })
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
