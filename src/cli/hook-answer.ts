import { existsSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'
import { lazy } from '../analysis/text/memoize.ts'
import { writeRecord } from '../audit/record-writer.ts'
import { accountHomeDirectory } from '../facts/host.ts'
import type { Ancestry } from '../integrations/hook-runtime/ancestry.ts'
import type { ApprovalWait } from '../integrations/hook-runtime/hook-context.ts'
import { answerEvent, hasPersonWords } from '../integrations/hook-runtime/hook-events.ts'
import { blockByStatus } from '../integrations/hook-runtime/host-answers.ts'
import type { Host, HostAnswer, HostEvent, HostVariables, Integration } from '../integrations/integration.ts'
import { readPolicy } from '../integrations/policy.ts'
import { allHostVariables } from '../integrations/registry.ts'
import type { GateFiles } from '../state/gate-fingerprint.ts'
import { type Install, readInstalls } from '../state/installs.ts'
import { stateFolder } from '../state/state-folder.ts'

/** Whose words are read ahead. */
export interface ReadAheadSession {
  readonly sessionId: string
  readonly cwd: string
}

export interface HookQuestion {
  readonly host: Host
  /** What follows the host's id. */
  readonly args: readonly string[]
  readonly input: () => Promise<string>
  /** When the host began to wait for the answer; now, where it is not told. */
  readonly since?: number
  /** Nobody waits for the answer any more. */
  readonly gone?: AbortSignal
  /** Told at the start of a session and of a turn whether a process should stay for the next events. */
  readonly daemon?: (wanted: boolean, home: string) => void
  /** Told after a person's words that a process that stays should read them. */
  readonly readAhead?: (session: ReadAheadSession, home: string) => void
  /** Who started the process that was handed the event; absent where this is another process, which takes nobody's word then. */
  readonly ancestry?: () => Promise<Ancestry>
}

/** An event carries a person's word, and only the process that was handed it can tell from whom it came. */
export class NeedsAncestryError extends Error {}

/** What is known of an event so far: enough for the host's own blocking answer, whenever it is needed. */
interface Progress {
  integration?: Integration
  text: string
}

/** The answer to one event. Throws NeedsAncestryError alone, and that only without `ancestry`: whatever goes wrong, and whatever takes too long, is the blocking answer. */
export async function hookAnswer(question: HookQuestion): Promise<HostAnswer> {
  const stop = new LazyAbort()
  question.gone?.addEventListener('abort', () => stop.abort(), { once: true })
  const progress: Progress = { text: '' }
  const { since = Date.now() } = question
  let timer: NodeJS.Timeout | undefined
  let extend = (_until: number): void => undefined
  const deadline = new Promise<HostAnswer>((resolve) => {
    const giveUp = () => {
      stop.abort()
      resolve(blockingAnswer('the check took too long', progress))
    }
    timer = setTimeout(giveUp, question.host.deadlineMs)
    extend = (until) => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, Math.max(0, until - Date.now()))
    }
  })
  const found = answerHook(question, progress, { stop, waits: { since, extend } }).catch((error: unknown) => {
    if (error instanceof NeedsAncestryError) throw error
    return blockingAnswer(error instanceof Error ? error.message : String(error), progress)
  })
  return Promise.race([deadline, found]).finally(() => clearTimeout(timer))
}

/** Ends what waits for others. Most answers wait for nobody, and the class of signals is not loaded for them. */
class LazyAbort {
  #made: AbortController | undefined
  #stopped = false

  get signal(): AbortSignal {
    this.#made ??= new AbortController()
    if (this.#stopped) this.#made.abort()
    return this.#made.signal
  }

  abort(): void {
    this.#stopped = true
    this.#made?.abort()
  }
}

function blockingAnswer(why: string, { integration, text }: Progress): HostAnswer {
  return integration?.blocked(why, text) ?? blockByStatus(why)
}

async function answerHook(
  question: HookQuestion,
  progress: Progress,
  { stop, waits }: { readonly stop: LazyAbort; readonly waits: ApprovalWait },
): Promise<HostAnswer> {
  const { host, args, daemon, readAhead } = question
  const integration = await host.integration()
  progress.integration = integration
  const text = await question.input()
  progress.text = text
  const { home, installed, signs } = optionsOf(args)
  const event = integration.readEvent(text, { home, signs })
  const { ancestry } = question
  if (ancestry === undefined && hasPersonWords(event)) throw new NeedsAncestryError()
  const folder = stateFolder(home)
  if (installed && !existsSync(folder))
    throw new Error(`the state folder ${folder} is gone; \`irongate doctor --fix\` makes a new one`)
  let unwritten = ''
  const found = await answerEvent(event, {
    integration,
    host: host.id,
    home,
    package: ownPackage(),
    ...(installed && { gate: () => gateFiles(event, host.id, home) }),
    readPolicy,
    now: Date.now,
    waits,
    ...(ancestry && { ancestry }),
    get signal() {
      return stop.signal
    },
    daemon: (wanted) => installed && daemon?.(wanted, home),
    readAhead: (session) => installed && readAhead?.(session, home),
    audit: (record) => {
      try {
        writeRecord(folder, record)
      } catch (error) {
        unwritten = `irongate: the audit record could not be written: ${String(error)}\n`
      }
    },
  })
  return unwritten === '' ? found : { ...found, stderr: `${unwritten}${found.stderr}` }
}

/** Two folders above the launcher that was started. */
const ownPackage = lazy((): string | undefined => {
  const [, launcher] = process.argv
  return launcher === undefined ? undefined : dirname(dirname(realpathSync.native(launcher)))
})

/** What this answer rests on. */
function gateFiles({ cwd }: HostEvent, host: string, home: string): GateFiles {
  const counts = (install: Install) =>
    install.host === host && (install.scope !== 'project' || install.file.startsWith(`${cwd}/`))
  return {
    home,
    host,
    node: process.execPath,
    package: ownPackage() ?? '/',
    entries: () =>
      readInstalls(home)
        .filter(counts)
        .map(({ file }) => file),
  }
}

interface Options {
  readonly home: string
  /** Started by the installed launcher: state that is missing is broken, not new. */
  readonly installed: boolean
  readonly signs: HostVariables
}

/** Reads `--name value`, `--name=value` and the one flag; anything else is a fault of the installation. */
function optionsOf(args: readonly string[]): Options {
  const known = Object.keys(allHostVariables())
  const values = new Map<string, string>()
  // The entry names its event first, for a launcher that cannot read the event itself; here the event tells.
  const words = args.slice(/^\w+$/.test(args[0] ?? '') ? 1 : 0).flatMap((word) => splitOption(word))
  for (let at = 0; at < words.length; at++) {
    const name = (words[at] ?? '').replace(/^--(?=\w)/, '')
    const isOption = words[at] === `--${name}`
    if (isOption && name === 'installed') values.set(name, '')
    else if (isOption && (name === 'home' || known.includes(name))) values.set(name, words[++at] ?? '')
    else throw new Error(`an option that this hook does not know: ${words[at]}`)
  }
  return {
    home: values.get('home') || accountHomeDirectory(),
    installed: values.has('installed'),
    signs: Object.fromEntries(known.map((name) => [name, values.get(name)])),
  }
}

function splitOption(word: string): readonly string[] {
  const end = word.startsWith('--') ? word.indexOf('=') : -1
  return end < 0 ? [word] : [word.slice(0, end), word.slice(end + 1)]
}
