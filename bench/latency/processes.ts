import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
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

const event = (command: string, cwd: string, name = 'PreToolUse') =>
  JSON.stringify({
    session_id: 'bench',
    transcript_path: '',
    cwd,
    permission_mode: 'auto',
    hook_event_name: name,
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: 'toolu_bench',
  })

/** As it is installed: the first event of a session leaves a process behind that answers the others. */
function installedHook(root: string): readonly string[] {
  return [join(root, 'bin/irongate.js'), 'hook', 'claude-code', '--installed', '--home', userInfo().homedir]
}

/** Begins a session and waits for that process. */
async function begin(root: string): Promise<void> {
  const own = join(userInfo().homedir, '.irongate')
  mkdirSync(join(own, 'state'), { recursive: true, mode: 0o700 })
  await once(process.execPath, installedHook(root), event('', root, 'SessionStart'))
  for (let tries = 0; tries < 100; tries++) {
    if (existsSync(join(own, 'run')) && readdirSync(join(own, 'run')).some((name) => name.endsWith('.sock'))) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('no process stayed for the next events')
}

function commands(root: string): Timed[] {
  const node = process.execPath
  const net = join(root, 'node_modules/cc-safety-net/dist/bin/cc-safety-net.js')
  const ours = join(root, 'bin/irongate.js')
  const hook = (name: string, args: readonly string[], input: string): Timed => ({
    name,
    run: () => once(node, args, input),
  })
  const installed = installedHook(root)
  const harmless = event('git status', root)
  const harmful = event('rm -rf ~/documents', root)
  return [
    hook('bare node', ['-e', '0'], ''),
    ...(existsSync(join(root, 'dist'))
      ? [
          hook('irongate hook, allowed', installed, harmless),
          hook('irongate hook, denied', installed, harmful),
          hook('irongate hook alone, allowed', [ours, 'hook', 'claude-code'], harmless),
          hook('irongate hook alone, denied', [ours, 'hook', 'claude-code'], harmful),
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
  const root = process.argv[2] ?? '.'
  await begin(root)
  const timings = await interleaved(commands(root), ROUNDS, WARM_UP)
  process.stdout.write(JSON.stringify(timings))
}
