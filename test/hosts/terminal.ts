import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createScreen } from './screen.ts'

const USUAL: TerminalSize = { rows: 50, columns: 160 }
const PYTHON = '/usr/bin/python3'

/** True, with a loud line, where no terminal can be driven. */
export function needsTerminal(): boolean {
  missing ??= spawnSync(PYTHON, ['-c', 'import pty; pty.openpty()']).status !== 0
  if (missing) process.stderr.write(`SKIPPED: ${PYTHON} cannot open a pseudo-terminal\n`)
  return missing
}

let missing: boolean | undefined

/** True, with a loud line, where nobody can log in for a test: that takes root. */
export function needsLogin(): boolean {
  const cannot = needsTerminal() || process.getuid?.() !== 0 || !existsSync('/usr/bin/login')
  if (cannot) process.stderr.write('SKIPPED: a login needs root and /usr/bin/login\n')
  return cannot
}

/** A program on a pseudo-terminal of its own, and a person who reads its screen and types. */
export interface Terminal {
  screen(): string
  /** Waits until the screen shows it. Fails with what the screen shows instead. */
  see(what: RegExp | string, withinMs?: number): Promise<string>
  /** Waits until something is so. Fails with what the screen shows. */
  until(condition: () => boolean, withinMs?: number): Promise<void>
  type(text: string): void
  /** Presses a key until it shows effect: a screen that was just drawn may not listen yet. */
  press(key: string, condition: () => boolean): Promise<void>
  /** Hangs up, as closing the window does, and gives back the exit status. */
  close(): Promise<number | null>
  readonly ended: Promise<number | null>
}

export interface TerminalOptions {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly size?: TerminalSize | undefined
  /** Below a login, as a person's commands are: the gate lets nobody else change it. */
  readonly login?: boolean
}

export interface TerminalSize {
  readonly rows: number
  readonly columns: number
}

export const KEYS = {
  enter: '\r',
  escape: '\x1b',
  down: '\x1b[B',
  up: '\x1b[A',
  interrupt: '\x03',
  tab: '\t',
  shiftTab: '\x1b[Z',
} as const

const WAIT_MS = 30_000
const LOOK_MS = 25
const PATIENCE_MS = 1500
const TRIES = 6

export function openTerminal(
  command: readonly string[],
  { cwd, env, size = USUAL, login = false }: TerminalOptions,
): Terminal {
  const relay = [
    resolve('test/hosts/terminal.py'),
    ...(login ? ['--login'] : []),
    String(size.rows),
    String(size.columns),
    ...command,
  ]
  const child = spawn(PYTHON, relay, {
    cwd,
    env: { ...env, TERM: 'xterm-256color' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const screen = createScreen(size.rows, size.columns)
  child.stdout.setEncoding('utf8').on('data', (data: string) => screen.write(data))
  // A program that ended no longer reads what is typed.
  child.stdin.on('error', () => undefined)
  const ended = new Promise<number | null>((done) => child.on('close', done))
  const until = async (condition: () => boolean, withinMs = WAIT_MS) => {
    const end = Date.now() + withinMs
    while (!condition()) {
      if (Date.now() > end) throw new Error(`it never came to ${String(condition)}:\n${screen.text()}`)
      await new Promise((next) => setTimeout(next, LOOK_MS))
    }
  }
  const type = (text: string) => {
    child.stdin.write(text)
  }
  return {
    ended,
    screen: screen.text,
    until,
    see: async (what, withinMs) => {
      const isShown = () => (typeof what === 'string' ? screen.text().includes(what) : what.test(screen.text()))
      await until(isShown, withinMs).catch((error: Error) => {
        throw new Error(`the screen never showed ${String(what)}: ${error.message}`)
      })
      return screen.text()
    },
    type,
    press: async (key, condition) => {
      for (let tries = 1; tries < TRIES && !condition(); tries++) {
        type(key)
        const seen = await until(condition, PATIENCE_MS).then(
          () => true,
          () => false,
        )
        if (seen) return
      }
      await until(condition, PATIENCE_MS)
    },
    close: () => {
      child.stdin.end()
      return ended
    },
  }
}
