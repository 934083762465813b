import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { KEYS, needsLogin, needsTerminal, openTerminal } from '../hosts/terminal.ts'
import { putPackage } from '../shipped.ts'

/** The command line as it is shipped, installed in a scratch home: who can take it out again? */
const PYTHON = '/usr/bin/python3'
const TMUX = '/usr/bin/tmux'
const isLinux = process.platform === 'linux'
const has = (program: string) => existsSync(program) || spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

let built: string
let home = ''
/** The installation of this home, as it was made. */
let asInstalled = ''
let settings: string
const launcher = () => join(built, 'bin', 'irongate.js')
const environment = () => ({ HOME: home, PATH: process.env['PATH'] ?? '', TERM: 'xterm' })

beforeAll(async () => {
  built = mkdtempSync(join(tmpdir(), 'irongate-built-'))
  await putPackage(built)
}, 180_000)
afterAll(() => {
  removeHome()
  rmSync(built, { recursive: true, force: true })
})

beforeEach(() => {
  // Most are refused, and leave the home as it was: it serves again.
  if (asInstalled !== '' && wholeOf(home) === asInstalled) return
  removeHome()
  home = mkdtempSync(join(tmpdir(), 'irongate-person-'))
  settings = join(home, '.claude', 'settings.json')
  mkdirSync(join(home, '.claude'))
  writeFileSync(settings, '{ "model": "x" }\n')
  const { status, stderr } = irongate('init', '--host', 'claude-code', '--yes')
  expect(stderr).toBe('')
  expect(status).toBe(0)
  expect(isInstalled()).toBe(true)
  asInstalled = wholeOf(home)
})
afterEach(() => {
  for (const name of ['said', 'sock', 'gone']) rmSync(join(home, name), { recursive: true, force: true })
})

function removeHome(): void {
  if (home !== '') rmSync(home, { recursive: true, force: true })
  asInstalled = ''
}

/** What an installation is made of: the entries of the host, the settings, and what they start. */
function wholeOf(folder: string): string {
  const files = ['.claude/settings.json', '.irongate/settings.json', '.irongate/bin/irongate']
  return files.map((name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '')).join()
}

const isInstalled = () => readFileSync(settings, 'utf8').includes('hook claude-code')

function irongate(...args: readonly string[]) {
  return spawnSync(process.execPath, [launcher(), ...args], { env: environment(), cwd: home, encoding: 'utf8' })
}

/** Runs a shell's text that ends in a process which may outlive it, and waits until that one has said something. */
async function said(text: string): Promise<string> {
  const file = join(home, 'said')
  const command = `${process.execPath} ${launcher()} uninstall --yes > ${file} 2>&1; echo "status $?" >> ${file}`
  writeFileSync(join(home, 'run.sh'), command)
  spawnSync('/bin/sh', ['-c', text.replaceAll('RUN', `/bin/sh ${join(home, 'run.sh')}`)], {
    env: environment(),
    timeout: 30_000,
  })
  for (let tries = 0; tries < 200; tries++) {
    const shown = existsSync(file) ? readFileSync(file, 'utf8') : ''
    if (shown.includes('status ')) return shown
    await pause(50)
  }
  throw new Error('it never said anything')
}

describe.skipIf(!isLinux)('nobody but a person takes the gate out', () => {
  const detached = resolve('test/person/detached.py')
  it.each<[string, string, string, RegExp]>([
    ['a plain child', 'sh', 'RUN', /no terminal|ends at|made its terminal/],
    ['setsid', 'setsid', 'setsid -f RUN', /no terminal/],
    ['nohup', 'nohup', 'nohup RUN >/dev/null 2>&1 &', /no terminal|ends at/],
    ['a double fork', PYTHON, `${PYTHON} ${detached} RUN`, /no terminal/],
    [
      'a double fork with a terminal of its own',
      PYTHON,
      `${PYTHON} ${detached} --terminal RUN`,
      /the process chain ends at pid 1/,
    ],
    ['script', 'script', "script -qc 'RUN' /dev/null < /dev/null", /script made its terminal/],
    [
      'script, detached',
      'script',
      "setsid -f script -qc 'RUN' /dev/null < /dev/null > /dev/null 2>&1",
      /script made its terminal/,
    ],
    [
      'a pseudo-terminal of Python',
      PYTHON,
      `${PYTHON} -c 'import pty; pty.spawn(["sh", "-c", "RUN"])' < /dev/null`,
      /python3(?:\.\d+)? made its terminal/,
    ],
    [
      'a tmux server',
      TMUX,
      `${TMUX} -S ${'$'}HOME/sock new-session -d 'RUN'`,
      /no attached tmux client shows this pane/,
    ],
    [
      'a tmux server with a client that a program made',
      TMUX,
      `${TMUX} -S ${'$'}HOME/sock new-session -d 'sleep 2; RUN'; timeout 6 script -qc '${TMUX} -S ${'$'}HOME/sock attach' /dev/null < /dev/null > /dev/null 2>&1`,
      /attached tmux client proves nothing: script made its terminal/,
    ],
    [
      'variables that say otherwise',
      'sh',
      'SSH_CONNECTION="203.0.113.5 1 10.0.0.1 22" SSH_TTY=/dev/pts/0 TMUX=x RUN',
      /no terminal|ends at|made its terminal/,
    ],
  ])('%s', async (_name, program, text, why) => {
    if (!has(program)) return
    const shown = await said(text)
    expect(shown).toMatch(why)
    expect(shown).toContain("Can't prove that you typed this")
    expect(shown).toContain('status 20')
    expect(isInstalled()).toBe(true)
  })

  it('a written script that loads the command line, detached by a double fork', async () => {
    const script = join(home, 'evil.js')
    const done = join(home, 'done')
    writeFileSync(
      script,
      `const { spawn } = require('node:child_process')
const { writeFileSync } = require('node:fs')
if (process.argv[2] !== 'below') {
  spawn(process.execPath, [__filename, 'below'], { detached: true, stdio: 'ignore' }).unref()
} else setTimeout(async () => {
  await require(${JSON.stringify(join(built, 'dist/cli.cjs'))}).main(['uninstall', '--yes'])
  writeFileSync(${JSON.stringify(done)}, String(process.exitCode))
}, 500)
`,
    )
    execFileSync(process.execPath, [script], { env: environment() })
    for (let tries = 0; tries < 200 && !existsSync(done); tries++) await pause(50)
    expect(readFileSync(done, 'utf8')).toBe('20')
    expect(isInstalled()).toBe(true)
  })

  it.each([
    ['uninstall', '--yes'],
    ['off', '--for', '1m'],
    ['init', '--yes', '--manual', 'answer'],
    ['doctor', '--fix'],
    ['shadow', 'on'],
    ['pair'],
    ['audit', 'erase', '--older-than', '1d'],
    ['rule', 'add', 'allow', 'Bash(ls)'],
    ['approve', '3f9a01c2'],
    ['answer', '3f9a01c2', 'yes'],
    ['allow', '3f9a01c2'],
    ['trust'],
  ])('irongate %s %s is refused without proof', (...words) => {
    const before = readFileSync(join(home, '.irongate/settings.json'), 'utf8')
    const { status, stderr } = irongate(...words)
    expect(stderr).toMatch(/Can't prove that you typed this/)
    expect(status).toBe(20)
    expect(isInstalled()).toBe(true)
    expect(readFileSync(join(home, '.irongate/settings.json'), 'utf8')).toBe(before)
  })

  it.each([
    ['doctor'],
    ['status'],
    ['settings'],
    ['rule', 'list'],
    ['check', 'Bash', 'ls'],
    ['audit', 'verify'],
    ['on'],
    ['policy', 'defaults'],
  ])('irongate %s %s needs none', (...words) => expect(irongate(...words).stderr).not.toContain("Can't prove"))

  it('below an agent nothing runs that is not read-only, whatever proves the rest', () => {
    for (const words of [['serve'], ['uninstall'], ['policy', 'critique'], ['on']]) {
      const env = { ...environment(), CLAUDECODE: '1' }
      const { status, stderr } = spawnSync(process.execPath, [launcher(), ...words], { env, encoding: 'utf8' })
      expect(stderr).toContain('Run this in your own terminal (CLAUDECODE is set')
      expect(status).toBe(20)
    }
  })
})

describe.skipIf(!isLinux || needsLogin())('a person who logged in', () => {
  const typed = (...args: readonly string[]) =>
    openTerminal([process.execPath, launcher(), ...args], { cwd: home, env: environment(), login: true })

  it('takes it out', async () => {
    const terminal = typed('uninstall', '--yes')
    expect(await terminal.ended, terminal.screen()).toBe(0)
    expect(isInstalled()).toBe(false)
  }, 60_000)

  it('installs again over it', async () => {
    const terminal = typed('init', '--host', 'claude-code', '--yes', '--manual', 'answer')
    expect(await terminal.ended, terminal.screen()).toBe(0)
  }, 60_000)

  it('is not taken for one where an agent logged in above', async () => {
    const terminal = openTerminal(
      ['/usr/bin/env', 'CLAUDECODE=1', process.execPath, launcher(), 'uninstall', '--yes'],
      {
        cwd: home,
        env: environment(),
        login: true,
      },
    )
    expect(await terminal.ended).toBe(20)
    expect(isInstalled()).toBe(true)
  }, 60_000)

  it.skipIf(!existsSync(TMUX))(
    'in tmux, where they look at the pane, with a code',
    async () => {
      const socket = join(home, 'sock')
      const terminal = openTerminal([TMUX, '-S', socket, 'new-session', '/bin/sh'], {
        cwd: home,
        env: environment(),
        login: true,
      })
      try {
        await terminal.until(() =>
          spawnSync(TMUX, ['-S', socket, 'list-clients'], { encoding: 'utf8' }).stdout.includes('/dev/'),
        )
        terminal.type(`${process.execPath} ${launcher()} uninstall --yes${KEYS.enter}`)
        const shown = await terminal.see(/Type \d{4} to confirm/)
        terminal.type(`${/Type (\d{4})/.exec(shown)?.[1]}${KEYS.enter}`)
        await terminal.until(() => !isInstalled())
      } finally {
        spawnSync(TMUX, ['-S', socket, 'kill-server'])
        await terminal.close()
      }
    },
    60_000,
  )
})

describe.skipIf(!isLinux)('in a folder that was deleted', () => {
  const there = (text: string) =>
    spawnSync('/bin/sh', ['-c', `mkdir '${home}/gone' && cd '${home}/gone' && rmdir '${home}/gone' && ${text}`], {
      env: environment(),
      encoding: 'utf8',
    })
  const run = (words: string) => there(`'${process.execPath}' '${launcher()}' ${words}`)

  it.each(['--version', 'help', 'status', 'log', 'on', 'stats', 'audit verify', 'check --cwd / Bash ls'])(
    'irongate %s works',
    (words) => expect(run(words)).toMatchObject({ status: 0, stderr: '' }),
  )

  it('irongate doctor looks', () => expect(run('doctor').stdout).toContain('ok       the hook stands in'))

  it.each(['check Bash ls', 'settings', 'analyze ls', 'rule list'])('irongate %s says what to do', (words) =>
    expect(run(words)).toMatchObject({
      status: 64,
      stderr: expect.stringContaining('the folder you are in was deleted; go to another one, or name one with --cwd'),
    }),
  )

  it.skipIf(needsLogin())(
    'irongate uninstall works',
    async () => {
      const text = `mkdir gone && cd gone && rmdir ../gone && '${process.execPath}' '${launcher()}' uninstall --yes`
      const terminal = openTerminal(['/bin/sh', '-c', text], { cwd: home, env: environment(), login: true })
      expect(await terminal.ended, terminal.screen()).toBe(0)
      expect(isInstalled()).toBe(false)
    },
    60_000,
  )
})

describe.skipIf(!isLinux || needsTerminal())('a gate that was changed', () => {
  beforeAll(removeHome)
  const hook = (session: string) =>
    spawnSync('/bin/sh', ['-c', `'${home}/.irongate/bin/irongate' hook claude-code PreToolUse`], {
      input: JSON.stringify({
        session_id: session,
        cwd: home,
        permission_mode: 'default',
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
        tool_use_id: 't1',
      }),
      env: environment(),
      encoding: 'utf8',
    }).stdout

  it('blocks its sessions, and nobody’s doctor but a person’s ends that', async () => {
    expect(hook('s1')).not.toContain('"deny"')
    writeFileSync(join(built, 'package.json'), readFileSync(join(built, 'package.json')))
    expect(hook('s1')).toContain('Irongate changed since this session started (package)')
    expect(hook('s2')).not.toContain('"deny"')
    expect(irongate('doctor').stdout).toContain('Irongate changed since you last looked (package)')
    expect(hook('s1')).toContain('"deny"')
    if (needsLogin()) return
    const terminal = openTerminal([process.execPath, launcher(), 'doctor'], {
      cwd: home,
      env: environment(),
      login: true,
    })
    await terminal.ended
    expect(hook('s1'), terminal.screen()).not.toContain('"deny"')
  }, 90_000)
})
