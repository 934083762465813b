import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Ancestor } from './agent-ancestry.ts'
import { isRootsFile } from './processes.ts'

const LIMIT_MS = 2000

/**
 * The clients of a tmux server that show a terminal, by the server's own word: only a tmux of root's is asked, on the socket that the
 * system says is this server's, with nothing of the environment. Undefined for other multiplexers, and whenever anything is not so.
 */
export function tmuxClientsOf(server: Ancestor, tty: string): readonly number[] | undefined {
  const { program, pid } = server
  if (program === undefined || basename(program) !== 'tmux' || !isRootsFile(program)) return undefined
  const socket = socketOf(pid)
  if (socket === undefined) return undefined
  try {
    const told = execFileSync(
      program,
      ['-S', socket, 'list-clients', '-F', '#{pid} #{client_pid} #{client_control_mode} #{pane_tty}'],
      {
        encoding: 'utf8',
        env: {},
        timeout: LIMIT_MS,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    return told.split('\n').flatMap((line) => {
      const [server_, client, control, shown = ''] = line.split(' ')
      return Number(server_) === pid && control !== '1' && deviceOf(shown) === tty ? [Number(client)] : []
    })
  } catch {
    return undefined
  }
}

/** The number that the system knows a terminal by, as it stands in a process's own entry. */
function deviceOf(path: string): string | undefined {
  return path === '' ? undefined : String(statSync(path, { throwIfNoEntry: false })?.rdev)
}

/** The named socket that a process listens on. */
function socketOf(pid: number): string | undefined {
  try {
    const held = new Set(
      readdirSync(`/proc/${pid}/fd`).flatMap(
        (fd) => /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${fd}`))?.[1] ?? [],
      ),
    )
    const named = readFileSync('/proc/net/unix', 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .find(
        ([, , , flags, , , inode = '', path]) => flags === SOCKET_LISTENING && path !== undefined && held.has(inode),
      )
    return named?.slice(7).join(' ')
  } catch {
    return undefined
  }
}

const SOCKET_LISTENING = '00010000'

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
