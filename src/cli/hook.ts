import { existsSync, realpathSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeRecord } from '../audit/store.ts'
import { homeDirectory } from '../facts/host.ts'
import { blocked, blockedPrompt, type HookAnswer } from '../integrations/claude-code/answer.ts'
import { answerHook } from '../integrations/claude-code/hook.ts'
import { parsePayload } from '../integrations/claude-code/payload.ts'
import { stateFolder } from '../integrations/claude-code/state-folder.ts'
import { EXIT, type Io } from './io.ts'
import { leaveUnreadInput, readStandardInput } from './standard-input.ts'

const MAX_INPUT = 64 * 1024 * 1024
/** Below the 90 s we install as the host's limit: the host lets a call through when a hook runs out of time. */
const DEADLINE_MS = 75_000

export const HELP = `Usage: irongate hook claude-code

Answers one hook event of an agent on stdin. Installed by \`irongate init\`; not meant to be typed.
`

interface Options {
  readonly home: string
  /** Started by the installed shim: state that is missing is broken, not new. */
  readonly installed: boolean
  readonly attended: string | undefined
  readonly entrypoint: string | undefined
}

/** Runs one hook event. INVARIANT: exactly one answer is printed, and whatever goes wrong exits with 2. */
export async function run(args: readonly string[], io: Io): Promise<number> {
  // The status blocks until there is an answer: a process that ends early for any reason has blocked the call.
  process.exitCode = 2
  if (args.includes('--help')) {
    io.out(HELP)
    return 0
  }
  if (args[0] !== 'claude-code') {
    io.error(`irongate hook: there is no integration ${JSON.stringify(args[0] ?? '')}\n`)
    return args[0] === undefined ? EXIT.usage : 2
  }
  const answer = await answered(args.slice(1))
  // The answer is read from a pipe, and a short write would be a torn answer.
  if (answer.stdout !== '') writeWhole(1, answer.stdout)
  if (answer.stderr !== '') writeWhole(2, answer.stderr)
  leaveUnreadInput(answer.status)
  return answer.status
}

function writeWhole(descriptor: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
}

async function answered(args: readonly string[]): Promise<HookAnswer> {
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<HookAnswer>((resolve) => {
    timer = setTimeout(() => {
      stop.abort()
      resolve(blocked('the check took too long'))
    }, DEADLINE_MS)
  })
  const first = await Promise.race([deadline, answer(args, stop.signal)])
  clearTimeout(timer)
  return first
}

async function answer(args: readonly string[], signal: AbortSignal): Promise<HookAnswer> {
  let text = ''
  try {
    text = await readStandardInput(MAX_INPUT)
    const { home, installed, attended, entrypoint } = optionsOf(args)
    const payload = parsePayload(text)
    const folder = stateFolder(home)
    if (installed && !existsSync(folder)) throw new Error(`the state folder ${folder} is gone`)
    return await answerHook(payload, {
      host: 'claude-code',
      home,
      package: ownPackage(),
      signs: { attended, entrypoint },
      now: Date.now,
      signal,
      audit: (record) => {
        try {
          writeRecord(folder, record)
        } catch (error) {
          writeWhole(2, `irongate: the audit record could not be written: ${String(error)}\n`)
        }
      },
    })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    // The host ignores this event's exit status.
    return text.includes('"hook_event_name":"PermissionRequest"') ? blockedPrompt(why) : blocked(why)
  }
}

/** Two folders above the launcher that was started. */
function ownPackage(): string | undefined {
  const [, launcher] = process.argv
  return launcher === undefined ? undefined : dirname(dirname(realpathSync(launcher)))
}

/** Reads `--name value`, `--name=value` and the one flag; anything else is a fault of the installation. */
function optionsOf(args: readonly string[]): Options {
  const values = new Map<string, string>()
  const words = args.flatMap((word) => split(word))
  for (let at = 0; at < words.length; at++) {
    const name = words[at] ?? ''
    if (name === '--installed') values.set(name, '')
    else if (['--home', '--attended', '--entrypoint'].includes(name)) values.set(name, words[++at] ?? '')
    else throw new Error(`an option that this hook does not know: ${name}`)
  }
  return {
    home: values.get('--home') || homeDirectory(),
    installed: values.has('--installed'),
    attended: values.get('--attended'),
    entrypoint: values.get('--entrypoint'),
  }
}

function split(word: string): readonly string[] {
  const end = word.startsWith('--') ? word.indexOf('=') : -1
  return end < 0 ? [word] : [word.slice(0, end), word.slice(end + 1)]
}
