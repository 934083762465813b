import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { scratchDirectory } from '../frame/scratch.ts'

/** What the jail is told to do. */
export type Order =
  | { readonly op: 'run'; readonly command: string }
  | { readonly op: 'write'; readonly path: string; readonly content: string }
  | { readonly op: 'edit'; readonly path: string; readonly from: string; readonly to: string }
  | { readonly op: 'delete'; readonly path: string }
  | { readonly op: 'reset' }

export interface Report {
  readonly ok: boolean
  readonly output: string
}

/**
 * Real bash where nothing can be harmed: a mount namespace whose every file is read-only but for one scratch directory, no
 * network, its own processes, no privileges, an empty environment.
 */
export interface Jail {
  readonly home: string
  readonly project: string
  obey(order: Order): Promise<Report>
  close(): void
}

const CHECKOUT = join(import.meta.dirname, '../..')
const ENTER = `
mount --make-rprivate / &&
mount --bind "$1" "$1" &&
mount -o remount,bind,ro / &&
mount -t proc proc /proc &&
exec 8< "$2" 9< "$1" &&
mount -t tmpfs -o mode=1777 tmpfs /tmp || exit 97
# What lay below /tmp is hidden now: the checkout and the scratch directory are put back.
if [ ! -d "$2" ]; then
  mkdir -p "$2" && mount -c --bind /proc/self/fd/8 "$2" && mount -o remount,bind,ro "$2" || exit 97
fi
case "$1" in
  /tmp/*) mkdir -p "$1" && mount -c --bind /proc/self/fd/9 "$1" || exit 97 ;;
esac
exec 8<&- 9<&-
cd "$1" || exit 97
shift 2
exec "$@"
`

/** Makes the scratch directory and enters it. */
export async function openJail(results: string): Promise<Jail> {
  const scratch = scratchDirectory(results, 'attack')
  const child = enter(scratch)
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const obey = ordersTo(child, lines)
  const jail: Jail = {
    home: join(scratch, 'home'),
    project: join(scratch, 'home', 'project'),
    obey,
    close: () => {
      child.kill('SIGKILL')
      rmSync(scratch, { recursive: true, force: true })
    },
  }
  const ready = await obey({ op: 'reset' })
  if (!ready.ok) {
    jail.close()
    throw new Error(`the scratch directory cannot be prepared: ${ready.output}`)
  }
  return jail
}

function enter(scratch: string): ChildProcess {
  const root = process.getuid?.() === 0
  const warden = [process.execPath, '--no-warnings', join(import.meta.dirname, 'warden.ts'), scratch]
  // Root gives its rights up; anyone else enters a namespace in which only their own rights exist.
  const dropped = root ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--no-new-privs'] : []
  const apart = ['--mount', '--net', '--pid', '--fork', '--kill-child', ...(root ? [] : ['--user', '--map-root-user'])]
  const give = root ? `chown 65534:65534 "$1" && ${ENTER.trim()}` : ENTER
  return spawn('unshare', [...apart, 'sh', '-c', give, 'sh', scratch, CHECKOUT, ...dropped, ...warden], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
}

/** One order at a time, each answered by one line. */
function ordersTo(child: ChildProcess, lines: Interface): Jail['obey'] {
  const waiting: ((report: Report) => void)[] = []
  let gone: string | undefined
  lines.on('line', (line) => waiting.shift()?.(JSON.parse(line) as Report))
  child.on('exit', (status) => {
    gone = `the jail ended (${status}); it needs root, or user namespaces`
    for (const answer of waiting.splice(0)) answer({ ok: false, output: gone })
  })
  child.on('error', (error) => {
    gone = String(error)
    for (const answer of waiting.splice(0)) answer({ ok: false, output: gone })
  })
  return (order) =>
    new Promise((resolve) => {
      if (gone !== undefined) return resolve({ ok: false, output: gone })
      waiting.push(resolve)
      child.stdin?.write(`${JSON.stringify(order)}\n`)
    })
}
