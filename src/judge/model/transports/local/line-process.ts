import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'

/** What is started, and with what: nothing of our own environment goes along. */
export interface LineCommand {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** A program that is spoken to in lines of JSON. */
export interface LineProcess {
  readonly running: boolean
  write(message: object): void
  /** The next message, in order. Undefined when the program has ended; whatever it said before comes first. */
  next(): Promise<unknown>
  kill(): void
}

/** Longer than any answer that is worth reading. */
const MAX_LINE = 4 * 1024 * 1024

/** So much of what is said at once without being asked for; a program that continues is ended. */
const MAX_WAITING = 10_000

const alive = new Set<ChildProcessWithoutNullStreams>()
let watching = false

/** Never throws: a program that cannot be started has ended. */
export function startLineProcess({ argv, cwd, env }: LineCommand): LineProcess {
  const [program = '', ...args] = argv
  const child = spawn(program, args, { cwd, env, stdio: 'pipe', detached: true })
  endWithUs(child)
  const waiting: unknown[] = []
  const askers: ((message: unknown) => void)[] = []
  let running = true

  const end = (): void => {
    if (!running) return
    running = false
    alive.delete(child)
    killGroup(child)
    for (const tell of askers.splice(0)) tell(undefined)
  }
  const take = (line: string): void => {
    const message = parseLine(line)
    if (message === undefined) return
    const tell = askers.shift()
    if (tell) tell(message)
    else if (waiting.push(message) > MAX_WAITING) end()
  }

  const decoder = new StringDecoder('utf8')
  let rest = ''
  child.stdout.on('data', (chunk: Buffer) => {
    const lines = (rest + decoder.write(chunk)).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
    if (rest.length > MAX_LINE) end()
  })
  child.stderr.resume()
  // A program that ends before or while it is written to is noticed by its end.
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', end)
  child.on('error', end)
  child.on('close', end)
  letUsEnd(child)

  return {
    get running() {
      return running
    },
    write: (message) => {
      child.stdin.write(`${JSON.stringify(message)}\n`)
    },
    next: () => {
      if (waiting.length > 0) return Promise.resolve(waiting.shift())
      return running ? new Promise((resolve) => askers.push(resolve)) : Promise.resolve(undefined)
    },
    kill: end,
  }
}

/** What is no JSON is not for us: clients print notes, too. */
function parseLine(line: string): unknown {
  if (line.trim() === '') return undefined
  try {
    return JSON.parse(line)
  } catch (error) {
    void error
    return undefined
  }
}

/** An idle client keeps no process of ours awake, and none outlives us. */
function letUsEnd(child: ChildProcessWithoutNullStreams): void {
  child.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as { unref?: () => void }).unref?.()
}

/** Some clients are a script that starts the real one: it heads a group of its own, which ends with it. */
function killGroup(child: ChildProcessWithoutNullStreams): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  } catch (error) {
    // No such group: it has ended, or this system has none.
    void error
  }
  child.kill('SIGKILL')
}

function endWithUs(child: ChildProcessWithoutNullStreams): void {
  alive.add(child)
  if (watching) return
  watching = true
  process.on('exit', () => {
    for (const one of alive) killGroup(one)
  })
}
