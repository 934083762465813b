import { parseArgs } from 'node:util'
import { CALL_HELP, CALL_OPTIONS, callFrom, settingsFrom } from './call-arguments.ts'
import { callLineOf } from './call-line.ts'
import { createSessions, decide } from './check-line.ts'
import { EXIT, type Io, paint, showInvisible, UsageError } from './io.ts'
import { wrapLines } from './line-wrapping.ts'
import { ENVIRONMENT_HELP, terminalJudgeEdge } from './terminal-judge-edge.ts'

export const HELP = `Usage: irongate explain [options] <tool> <input>

Shows the steps of the gate one by one, what each saw, and the answer. <input> is what \`irongate check\` takes.

${CALL_HELP}  --json             the whole Decision

Example:
  irongate explain Bash 'npm run deploy'

${ENVIRONMENT_HELP}`

const TRACE_STYLES = {
  allow: 'green',
  ask: 'yellow',
  deny: 'red',
  abort: 'magenta',
  floor: 'yellow',
  pass: 'dim',
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const options = { ...CALL_OPTIONS, json: { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const parsed = callLineOf(callFrom(positionals, values, settingsFrom(values.settings)))
  if (!parsed.ok) throw new UsageError(parsed.problem)
  const decision = await decide(parsed.line, createSessions(), terminalJudgeEdge(parsed.line.home))
  if (values.json) io.out(`${JSON.stringify(decision, undefined, 2)}\n`)
  else {
    for (const { step, says, note } of decision.trace)
      io.out(
        `${paint(io, TRACE_STYLES[says], says.padEnd(6))} ${step.padEnd(34)} ${paint(io, 'dim', showInvisible(note))}\n`,
      )
    const said = `${paint(io, TRACE_STYLES[decision.outcome], decision.outcome)}  ${showInvisible(decision.message)}`
    const { statement } = decision
    const by = statement === undefined ? '' : `\nYou said: "${showInvisible(statement.sentence)}" (${statement.id})`
    io.out(`\n${wrapLines(io, `${said}${by}`)}\n`)
  }
  return EXIT[decision.outcome]
}
