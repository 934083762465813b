import { parseArgs } from 'node:util'
import { isStricter } from '../decision.ts'
import { runBatch } from './batch.ts'
import { CALL_HELP, CALL_OPTIONS, callFrom, settingsFrom } from './call-arguments.ts'
import { callLineOf, type ParsedLine, parseLine } from './call-line.ts'
import { checkLine, createSessions, decide } from './check-line.ts'
import { formatError } from './format-error.ts'
import { EXIT, type Io, paint, showInvisible, UsageError } from './io.ts'
import { wrapLines } from './line-wrapping.ts'
import { OUTCOME_STYLES } from './outcome-styles.ts'
import { ENVIRONMENT_HELP, terminalJudgeEdge } from './terminal-judge-edge.ts'
import { isDirectory } from './working-directory.ts'

export const HELP = `Usage: irongate check [options] <tool> <input>
       irongate check --json <tool> <input>
       irongate check --json  < one-call.json
       irongate check --batch < calls.jsonl

Judges a tool call and prints the answer with its reason.

<input> is the command for Bash and PowerShell, the path for Read, Edit and Write, the URL for WebFetch,
the prompt for Agent; or a JSON object with the tool's own fields.

${CALL_HELP}  --prompt           on a terminal, ask when the answer is ask
  --json             print the answer as JSON; without a tool, read one call as JSON on stdin
  --batch            one call per line on stdin, one answer per line

Examples:
  irongate check Bash 'rm -rf build'
  irongate check Write '{"file_path": "src/a.ts", "content": "export {}"}'
  irongate check --user 'delete the branch old-login' Bash 'git branch -D old-login'

${ENVIRONMENT_HELP}
Exit status: 0 allow, 10 ask, 20 deny, 30 abort, 64 wrong usage, 70 internal error.
`

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parse(args)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  if (values.batch) return runBatch(process.stdin, io)
  try {
    if (values.json && positionals.length === 0) return await checkJson(parseOneCall(await readAll()), io)
    const call = callFrom(positionals, values, settingsFrom(values.settings))
    if (values.json) return await checkJson(callLineOf(call), io)
    return await checkOne(call, io, values.prompt === true)
  } catch (error) {
    if (error instanceof UsageError) throw error
    io.out(`${paint(io, 'red', 'deny')}  ${showInvisible(formatError(error))}\n`)
    return EXIT.internal
  }
}

function parse(args: readonly string[]) {
  if (!args.some((arg) => arg.startsWith('-'))) return { values: {}, positionals: [...args] }
  try {
    const options = {
      ...CALL_OPTIONS,
      batch: { type: 'boolean' },
      json: { type: 'boolean' },
      prompt: { type: 'boolean' },
    } as const
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
  }
}

async function readAll(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** As `--cwd`: of a place that is not here nothing could be read, so that an allow would say little. */
function parseOneCall(text: string): ParsedLine {
  if (text.trim() === '') return { ok: false, id: null, problem: 'nothing on stdin' }
  const parsed = parseLine(text)
  const { cwd } = parsed.ok ? parsed.line : {}
  if (!parsed.ok || cwd === undefined || isDirectory(cwd)) return parsed
  const problem = `cwd: there is no directory ${JSON.stringify(cwd)} here; --batch judges calls of other places`
  return { ok: false, id: parsed.line.id, problem }
}

async function checkJson(parsed: ParsedLine, io: Io): Promise<number> {
  if (!parsed.ok) {
    io.out(
      `${JSON.stringify({ id: parsed.id, decision: 'deny', reason: { type: 'bad-input', problem: parsed.problem }, message: `call denied: ${parsed.problem}` })}\n`,
    )
    return EXIT.deny
  }
  const answer = await checkLine(parsed.line, createSessions(), terminalJudgeEdge(parsed.line.home))
  io.out(`${JSON.stringify(answer)}\n`)
  return EXIT[answer.decision]
}

async function checkOne(call: Record<string, unknown>, io: Io, prompt: boolean): Promise<number> {
  const parsed = callLineOf(call)
  if (!parsed.ok) throw new UsageError(parsed.problem)
  const decision = await decide(parsed.line, createSessions(), terminalJudgeEdge(parsed.line.home))
  const said = `${paint(io, OUTCOME_STYLES[decision.outcome], decision.outcome)}  ${showInvisible(decision.message)}`
  io.out(`${wrapLines(io, said)}\n`)
  if (prompt && decision.outcome === 'ask' && process.stdin.isTTY && process.stdout.isTTY) {
    const { askPerson } = await import('./ask-person.ts')
    const outcome = await askPerson(parsed.line, decision, io)
    return EXIT[isStricter(outcome, 'ask') || outcome === 'allow' ? outcome : 'ask']
  }
  return EXIT[decision.outcome]
}
