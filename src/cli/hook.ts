import { writeSync } from 'node:fs'
import { writeRecord } from '../audit/store.ts'
import { homeDirectory } from '../facts/host.ts'
import { blocked, type HookAnswer } from '../integrations/claude-code/answer.ts'
import { answerHook, stateFolder } from '../integrations/claude-code/hook.ts'
import { parsePayload } from '../integrations/claude-code/payload.ts'
import { EXIT, type Io } from './io.ts'

const MAX_INPUT = 64 * 1024 * 1024
/** Below the 90 s we install as the host's limit: the host lets a call through when a hook runs out of time. */
const DEADLINE_MS = 75_000

export const HELP = `Usage: irongate hook claude-code

Answers one hook event of an agent on stdin. Installed by \`irongate init\`; not meant to be typed.
`

/** Runs one hook event. INVARIANT: exactly one answer is printed, and whatever goes wrong exits with 2. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  if (args.includes('--help')) {
    io.out(HELP)
    return 0
  }
  if (args[0] !== 'claude-code') {
    io.error(`irongate hook: there is no integration ${JSON.stringify(args[0] ?? '')}\n`)
    return args[0] === undefined ? EXIT.usage : 2
  }
  const answer = await answered(args.includes('--headless'))
  if (answer.stdout !== '') writeSync(1, answer.stdout)
  if (answer.stderr !== '') writeSync(2, answer.stderr)
  return answer.status
}

async function answered(headless: boolean): Promise<HookAnswer> {
  const stop = new AbortController()
  const deadline = new Promise<HookAnswer>((resolve) => {
    const timer = setTimeout(() => {
      stop.abort()
      resolve(blocked('the check took too long'))
    }, DEADLINE_MS)
    timer.unref()
  })
  return Promise.race([deadline, answer(headless, stop.signal)])
}

async function answer(headless: boolean, signal: AbortSignal): Promise<HookAnswer> {
  try {
    const payload = parsePayload(await readStdin())
    const home = homeDirectory()
    return await answerHook(payload, {
      home,
      headless,
      now: Date.now,
      signal,
      audit: (record) => {
        try {
          writeRecord(stateFolder(home), record)
        } catch (error) {
          writeSync(2, `irongate: the audit record could not be written: ${String(error)}\n`)
        }
      },
    })
  } catch (error) {
    return blocked(error instanceof Error ? error.message : String(error))
  }
}

/** Drains stdin to its end; more than the limit closes the call. */
async function readStdin(): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin) {
    size += (chunk as Buffer).length
    if (size <= MAX_INPUT) chunks.push(chunk as Buffer)
  }
  if (size > MAX_INPUT) throw new Error('the input is larger than 64 MB')
  return Buffer.concat(chunks).toString('utf8')
}
