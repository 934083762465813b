import { existsSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { writeRecord } from '../audit/store.ts'
import { homeDirectory } from '../facts/host.ts'
import { blocked, blockedPrompt, type HookAnswer } from '../integrations/claude-code/answer.ts'
import { answerHook } from '../integrations/claude-code/hook.ts'
import { parsePayload } from '../integrations/claude-code/payload.ts'
import { stateFolder } from '../state/state-folder.ts'

/** Below the 90 s we install as the host's limit: the host lets a call through when a hook runs out of time. */
const DEADLINE_MS = 75_000

export interface HookQuestion {
  /** What follows the integration's name. */
  readonly args: readonly string[]
  readonly input: () => Promise<string>
  /** Told at the start of a session and of a turn whether a process should stay for the next events. */
  readonly resident?: (wanted: boolean, home: string) => void
}

/** The answer to one event. Never throws: whatever goes wrong, and whatever takes too long, is the blocking answer. */
export async function hookAnswer(question: HookQuestion): Promise<HookAnswer> {
  const stop = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<HookAnswer>((resolve) => {
    timer = setTimeout(() => {
      stop.abort()
      resolve(blocked('the check took too long'))
    }, DEADLINE_MS)
  })
  const first = await Promise.race([deadline, answer(question, stop.signal)])
  clearTimeout(timer)
  return first
}

async function answer({ args, input, resident }: HookQuestion, signal: AbortSignal): Promise<HookAnswer> {
  let text = ''
  try {
    text = await input()
    const { home, installed, attended, entrypoint } = optionsOf(args)
    const payload = parsePayload(text)
    const folder = stateFolder(home)
    if (installed && !existsSync(folder)) throw new Error(`the state folder ${folder} is gone`)
    let unwritten = ''
    const found = await answerHook(payload, {
      host: 'claude-code',
      home,
      package: ownPackage(),
      signs: { attended, entrypoint },
      now: Date.now,
      signal,
      resident: (wanted) => installed && resident?.(wanted, home),
      audit: (record) => {
        try {
          writeRecord(folder, record)
        } catch (error) {
          unwritten = `irongate: the audit record could not be written: ${String(error)}\n`
        }
      },
    })
    return unwritten === '' ? found : { ...found, stderr: `${unwritten}${found.stderr}` }
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

interface Options {
  readonly home: string
  /** Started by the installed shim: state that is missing is broken, not new. */
  readonly installed: boolean
  readonly attended: string | undefined
  readonly entrypoint: string | undefined
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
