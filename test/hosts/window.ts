import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { noteRun } from './clients.ts'
import type { Box, Kit } from './kit.ts'
import type { Scripts } from './messages-server.ts'
import type { ScriptedServer } from './scripted.ts'
import { KEYS, openTerminal, type Terminal, type TerminalSize } from './terminal.ts'

/** How a person meets a client: what it is started with, and what its screen shows when it listens. */
export interface Window {
  readonly args: readonly string[]
  readonly ready: RegExp
  /** How long it drops what is typed after that, in milliseconds. */
  readonly settlesMs?: number
  /** What it must remember so that it asks no more. */
  prepare?(box: Box): void
}

export interface OpenWindow extends Terminal {
  /** Types a prompt and sends it. */
  say(prompt: string): Promise<void>
  readonly server: ScriptedServer
}

/** A person in front of the real client. */
export async function openWindow(kit: Kit, box: Box, scripts: Scripts, size?: TerminalSize): Promise<OpenWindow> {
  const { terminal, server } = await started(kit, box, { scripts, command: [kit.program, ...kit.window.args], size })
  await terminal.see(kit.window.ready, BOOT_MS)
  await pause(kit.window.settlesMs ?? 0)
  return {
    ...terminal,
    server,
    say: async (prompt) => {
      const counts = () => [prompt.slice(0, 8), prompt.slice(-8)].map((part) => terminal.screen().split(part).length)
      // It may stand on the screen already.
      const before = counts()
      const isShown = () => counts().every((count, at) => count > (before[at] ?? 0))
      // A window that was just drawn may drop what comes at once.
      for (let tries = 0; tries < TRIES && !isShown(); tries++) {
        terminal.type(CLEAR)
        await pause(500)
        for (const character of prompt) {
          terminal.type(character)
          await pause(5)
        }
        await terminal.until(isShown, SEEN_MS).catch(() => undefined)
      }
      await terminal.until(isShown)
      await pause(500)
      terminal.type(KEYS.enter)
    },
  }
}

/** A line that a person types in their shell: the client runs at a terminal, and may be fed by a pipe. */
export async function atShell(
  kit: Kit,
  box: Box,
  { line, scripts }: { line: (client: string) => string; scripts: Scripts },
) {
  const client = [kit.program, ...kit.args('PROMPT'), ...kit.yolo].map(word).join(' ')
  const { terminal, server } = await started(kit, box, { scripts, command: ['/bin/sh', '-c', line(client)] })
  await Promise.race([terminal.ended, pause(LIMIT_MS)])
  await terminal.close()
  return { screen: terminal.screen(), results: server.results }
}

/** Empties the line that is typed. */
const CLEAR = '\x15'
const TRIES = 5
const SEEN_MS = 6000
const BOOT_MS = 60_000
const LIMIT_MS = 60_000

interface Start {
  readonly scripts: Scripts
  readonly command: readonly string[]
  readonly size?: TerminalSize | undefined
}

async function started(kit: Kit, box: Box, { scripts, command, size }: Start) {
  const server = await kit.serve(scripts)
  kit.prepare(box, server.url)
  kit.window.prepare?.(box)
  kit.trust?.(box)
  noteRun(kit.program)
  const path = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`
  const env = { PATH: path, HOME: box.home, ...kit.env(box, server.url) }
  const terminal = openTerminal(command, { cwd: box.project, env, size })
  const close = async () => {
    const status = await terminal.close()
    endProcessesOf(box)
    await server.close()
    return status
  }
  return { terminal: { ...terminal, close }, server }
}

/** Some clients leave a process behind that serves their next window. It is started from the account's own folder. */
function endProcessesOf({ home }: Box): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [program = ''] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      if (program.startsWith(`${home}/`)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended.
    }
  }
}

function word(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

export function pause(ms: number): Promise<void> {
  return new Promise((next) => setTimeout(next, ms))
}
