import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { launcherPath } from '../../src/integrations/install/install.ts'
import { HOSTS, LAUNCHER } from './clients.ts'
import { bash, createSandbox, type Sandbox } from './sandbox.ts'

/** A copy of the package: tests take parts of it away while a daemon has them loaded. */
const copy = join(HOSTS, 'scratch', `package-${process.pid}`)
const linker = join(copy, 'dist', 'parts', 'every-call.cjs')
let box: Sandbox
let pid: number | undefined

afterEach(() => {
  if (pid !== undefined && existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL')
  pid = undefined
  box.remove()
  rmSync(copy, { recursive: true, force: true })
})

function event(name: string, more: object = {}): { readonly status: number | null; readonly stdout: string } {
  const input = JSON.stringify({
    hook_event_name: name,
    session_id: '7b0c2a34-8d0e-4c39-9b64-0f5f4d1f9a12',
    transcript_path: join(box.home, 'none.jsonl'),
    cwd: box.project,
    permission_mode: 'default',
    ...more,
  })
  const { status, stdout } = spawnSync(launcherPath(box.home), ['hook', 'claude-code'], { input, encoding: 'utf8' })
  return { status, stdout }
}

function said(command: string, more: object = {}): string {
  const call = { tool_name: 'Bash', tool_use_id: 'x', tool_input: { command } }
  const { status, stdout } = event('PreToolUse', { ...call, ...more })
  if (status !== 0) return `status ${status}`
  return (JSON.parse(stdout) as { hookSpecificOutput: { permissionDecision: string } }).hookSpecificOutput
    .permissionDecision
}

/** Installs the copy, begins a session and waits for the process that it leaves behind. */
async function withResident(): Promise<void> {
  mkdirSync(copy, { recursive: true })
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(dirname(dirname(LAUNCHER)), part), join(copy, part), { recursive: true })
  // A socket's path has to be short, wherever this repository lies.
  box = createSandbox({ hook: join(copy, 'bin', 'irongate.js'), scratch: tmpdir() })
  expect(event('SessionStart', { source: 'startup' }).status).toBe(0)
  const run = join(box.home, '.irongate', 'run')
  for (let tries = 0; tries < 100 && !existsSync(run); tries++) await pause()
  for (let tries = 0; tries < 100 && readdirSync(run).length === 0; tries++) await pause()
  pid = residentOf(box.home)
  expect(pid).toBeDefined()
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 50))

function residentOf(home: string): number | undefined {
  const found = readdirSync('/proc').find((name) => {
    try {
      const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
      return words.includes('daemon') && words.includes(home)
    } catch {
      return false
    }
  })
  return found === undefined ? undefined : Number(found)
}

const DENIED = 'git push --force origin main'

it('answers without the hook loading anything', async () => {
  await withResident()
  expect([said('git status'), said(DENIED)]).toEqual(['allow', 'deny'])
  // A hook that has to answer alone cannot, now.
  renameSync(linker, `${linker}.away`)
  const later = { session_id: '0a7d1f52-3c1b-4f0e-8a55-61b0c2d3e4f5' }
  expect(event('SessionStart', { source: 'startup', ...later }).status).toBe(0)
  expect([said('git status', later), said(DENIED, later)]).toEqual(['allow', 'deny'])
  // A session from before notices that the gate changed.
  expect(said('git status')).toBe('deny')
  process.kill(pid ?? 0, 'SIGKILL')
  pid = undefined
  expect([said('git status'), said(DENIED)]).toEqual(['status 2', 'status 2'])
})

it.each(['SIGKILL', 'SIGSTOP'] as const)('is not needed: %s', async (signal) => {
  await withResident()
  process.kill(pid ?? 0, signal)
  expect([said('git status'), said(DENIED)]).toEqual(['allow', 'deny'])
})

it('follows the settings and the state as they are now', async () => {
  await withResident()
  expect(said('ls')).toBe('allow')
  writeFileSync(join(box.home, '.irongate', 'settings.json'), '{"permissions":{"deny":["Bash(ls)"]}}')
  expect(said('ls')).toBe('deny')
  rmSync(join(box.home, '.irongate', 'state'), { recursive: true })
  expect(said('git status')).toBe('status 2')
})

it('leaves with the setting', async () => {
  await withResident()
  writeFileSync(join(box.home, '.irongate', 'settings.json'), '{"hosts":{"claude-code":{"daemon":false}}}')
  expect(event('UserPromptSubmit', { prompt: 'go on' }).status).toBe(0)
  for (let tries = 0; tries < 100 && residentOf(box.home) !== undefined; tries++) await pause()
  expect(residentOf(box.home)).toBeUndefined()
  pid = undefined
  expect(event('UserPromptSubmit', { prompt: 'go on' }).status).toBe(0)
  expect(said(DENIED)).toBe('deny')
  expect(residentOf(box.home)).toBeUndefined()
})

/** What a hook compiled that answered alone. */
function compiled(): readonly string[] {
  const cache = join(box.home, '.irongate', 'cache')
  const files = readdirSync(cache, { recursive: true, encoding: 'utf8' })
  return files.filter((file) => file.includes('every-call.cjs')).map((file) => join(cache, file))
}

it('answers the calls of a real session', async () => {
  await withResident()
  // The hook itself answers for the prompt, since only it can tell who started it.
  const first = () => {
    for (const file of compiled()) rmSync(file)
    return [bash('touch made.txt')]
  }
  await box.run([first, [bash('git reset --hard HEAD~3')]])
  expect(box.has('made.txt')).toBe(true)
  expect(compiled()).toEqual([])
  process.kill(pid ?? 0, 'SIGKILL')
  expect(said(DENIED)).toBe('deny')
  expect(compiled()).not.toEqual([])
})

it('does not answer a real session for a package that changed', async () => {
  await withResident()
  const taken = () => {
    renameSync(linker, `${linker}.away`)
    return [bash('touch made.txt')]
  }
  const { results } = await box.run([taken, ['done']])
  expect(results.join('\n')).toContain('Irongate changed since this session started (package)')
  expect(box.has('made.txt')).toBe(false)
})
