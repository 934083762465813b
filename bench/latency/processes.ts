import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { interleaved, type Timed, type Timing } from './timing.ts'

/** Times whole hook processes, as a host starts them: one per call, JSON in, answer out. */

const ROUNDS = 40
const WARM_UP = 4

/** Inside its own mounts, so that the state of the hooks goes to an empty home that vanishes. */
export function hookProcesses(root: string): readonly Timing[] | string {
  const apart = process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']
  const enter = 'mount --make-rprivate / && mount -t tmpfs -o mode=700 tmpfs "$1" && cd "$2" && shift 2 && exec "$@"'
  const command = [process.execPath, '--no-warnings', import.meta.filename, root]
  const child = spawnSync(
    'unshare',
    [...apart, '--mount', 'sh', '-c', enter, 'sh', userInfo().homedir, root, ...command],
    {
      encoding: 'utf8',
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
      maxBuffer: 1 << 24,
    },
  )
  if (child.status !== 0) return `not measured: ${child.error?.message ?? child.stderr.trim().slice(-300)}`
  return JSON.parse(child.stdout) as Timing[]
}

const event = (command: string, cwd: string) =>
  JSON.stringify({
    session_id: 'bench',
    transcript_path: '',
    cwd,
    permission_mode: 'auto',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 'toolu_bench',
  })

function commands(root: string): Timed[] {
  const node = process.execPath
  const net = join(root, 'node_modules/cc-safety-net/dist/bin/cc-safety-net.js')
  const ours = join(root, 'bin/irongate.js')
  const hook = (name: string, args: readonly string[], input: string): Timed => ({
    name,
    run: () => once(node, args, input),
  })
  const harmless = event('git status', root)
  const harmful = event('rm -rf ~/documents', root)
  return [
    hook('bare node', ['-e', '0'], ''),
    ...(existsSync(join(root, 'dist'))
      ? [
          hook('irongate hook, allowed', [ours, 'hook', 'claude-code'], harmless),
          hook('irongate hook, denied', [ours, 'hook', 'claude-code'], harmful),
        ]
      : []),
    ...(existsSync(net)
      ? [
          hook('cc-safety-net hook, allowed', [net, 'hook', '--claude-code'], harmless),
          hook('cc-safety-net hook, denied', [net, 'hook', '--claude-code'], harmful),
        ]
      : []),
  ]
}

function once(program: string, args: readonly string[], input: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...args], {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { PATH: '/usr/bin:/bin', HOME: userInfo().homedir },
    })
    child.on('error', reject)
    child.on('close', () => resolve())
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

if (import.meta.main) {
  const timings = await interleaved(commands(process.argv[2] ?? '.'), ROUNDS, WARM_UP)
  process.stdout.write(JSON.stringify(timings))
}
