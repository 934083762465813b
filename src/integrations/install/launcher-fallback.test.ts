import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hookCommand } from './install.ts'
import {
  commandWithFailureEvents,
  missingLauncherLines,
  stderrScript,
  withLauncherFallback,
  withoutFallback,
} from './launcher-fallback.ts'
import { shellQuote } from './launcher-script.ts'
import { findOnPath } from './program.ts'

const FILE = '/home/jü/a b/settings.json'
const GUARDED = { blocks: ['Call'], tells: ['Prompt'] }

/** Two lines behind whatever the shell says of a program that is not there. */
const SAYS =
  /(?:^|\n)irongate: the gate gave no answer[^\n]*\n[^\n]*irongate init[^\n]*hook some [^\n]*settings\.json[^\n]*\n$/

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'irongate-guarded-')), "it's")
  mkdirSync(folder)
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true }))

const launcher = () => join(folder, 'irongate')
const entry = (event: string) =>
  commandWithFailureEvents({ command: hookCommand(launcher(), 'some'), file: FILE }, event, GUARDED)
const start = (text: string) => writeFileSync(launcher(), `#!/bin/sh\n${text}\n`, { mode: 0o700 })

describe.each(
  ['dash', 'bash', 'zsh', 'fish', 'ksh', 'busybox', 'tcsh'].flatMap(
    (name) => findOnPath(name, '/bin:/usr/bin:/usr/local/bin') ?? [],
  ),
)('an entry started by %s', (shell) => {
  const run = (event: string, env: Record<string, string> = {}) => {
    const words = shell.endsWith('busybox') ? ['sh', '-c'] : ['-c']
    // No start files of a person's, and none of the system, which bash reads where it takes itself for a remote shell.
    const given = { encoding: 'utf8', input: '{"an":"event"}', env: { HOME: folder, SHLVL: '2', ...env } } as const
    return spawnSync(shell, [...words, entry(event)], given)
  }

  it.each([
    ['is gone', undefined],
    ['may not be run', () => writeFileSync(launcher(), 'exit 0', { mode: 0o600 })],
    ['is a broken link', () => symlinkSync('/nowhere', launcher())],
    ['has no interpreter', () => writeFileSync(launcher(), '#!/nowhere/sh\n', { mode: 0o700 })],
    ['ends with 1', () => start('exit 1')],
    ['is killed', () => start('kill -9 $$')],
    ['is ended', () => start('kill $$')],
  ])('a launcher that %s blocks the call and says what to do', (_name, breaks) => {
    breaks?.()
    const { status, stdout, stderr } = run('Call')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(SAYS)
  })

  it('a launcher that is gone lets a prompt through, and the person reads why', () => {
    const { status, stdout } = run('Prompt')
    expect(status).toBe(0)
    expect(JSON.parse(stdout).systemMessage).toBe(missingLauncherLines('some', FILE).join('\n'))
  })

  it('a launcher that falls over a prompt stops it: it may have missed a boundary', () => {
    start('exit 1')
    expect(run('Prompt')).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(SAYS) })
  })

  it.each(['Call', 'Prompt'])('the launcher alone answers %s where it lives', (event) => {
    start('echo "$@"; /bin/cat; echo why >&2')
    expect(run(event)).toMatchObject({ status: 0, stdout: `hook some ${event}\n{"an":"event"}`, stderr: 'why\n' })
    start('echo why >&2; exit 2')
    expect(run(event)).toMatchObject({ status: 2, stdout: '', stderr: 'why\n' })
  })

  it.each(['[', 'exit', 'echo', 'case', 'printf'])('a function %s of the environment changes nothing', (name) => {
    start('echo why >&2; exit 2')
    const env = { [`BASH_FUNC_${name}%%`]: '() { builtin exit 0; }', [name]: '() { builtin exit 0; }' }
    expect(run('Call', env)).toMatchObject({ status: 2, stderr: expect.stringMatching(/why\n$/) })
    rmSync(launcher())
    expect(run('Call', env)).toMatchObject({ status: 2 })
  })
})

/** The shells that a host starts as `sh`; bash keeps to its rules for that name. */
describe.each(['dash', 'bash', 'busybox'].flatMap((name) => findOnPath(name, '/bin:/usr/bin:/usr/local/bin') ?? []))(
  'an entry that says something behind its command, started by %s as sh',
  (shell) => {
    const fell = `${stderrScript(missingLauncherLines('some', FILE))}; exit 2`
    const gone = `/usr/bin/printf %s ${shellQuote('it is gone')} >&2; exit 2`
    const run = (env: Record<string, string> = {}) =>
      spawnSync(shell, ['-c', withLauncherFallback(`${hookCommand(launcher(), 'some')} Call`, { gone, fell })], {
        argv0: 'sh',
        encoding: 'utf8',
        input: '{"an":"event"}',
        env: { HOME: folder, ...env },
      })

    it.each([
      ['is gone', undefined, /it is gone$/],
      ['may not be run', () => writeFileSync(launcher(), 'exit 0', { mode: 0o600 }), /it is gone$/],
      ['ends with 1', () => start('exit 1'), SAYS],
      ['is killed', () => start('kill -9 $$'), SAYS],
      ['says no', () => start('echo why >&2; exit 2'), /^why\n$/],
    ])('a launcher that %s blocks the call', (_name, breaks, says) => {
      breaks?.()
      expect(run()).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(says) })
    })

    it('hands on what the launcher says', () => {
      start('echo "$@"; /bin/cat')
      expect(run()).toMatchObject({ status: 0, stdout: 'hook some Call\n{"an":"event"}' })
    })

    it.each(['[', 'test', 'exit', 'echo', 'case', 'printf', 'command', 'exec', '/bin/echo', 'irongate'])(
      'a function %s of the environment changes nothing',
      (name) => {
        const env = { [`BASH_FUNC_${name}%%`]: '() { builtin exit 0; }', [name]: '() { builtin exit 0; }' }
        start('echo why >&2; exit 2')
        expect(run(env)).toMatchObject({ status: 2, stderr: expect.stringMatching(/why\n$/) })
        rmSync(launcher())
        expect(run(env)).toMatchObject({ status: 2, stdout: '' })
      },
    )

    it('a function in the name of the launcher changes nothing', () => {
      start('echo why >&2; exit 2')
      expect(run({ [`BASH_FUNC_${launcher()}%%`]: '() { builtin exit 0; }' })).toMatchObject({
        status: 2,
        // bash says that it did not take it.
        stderr: expect.stringMatching(/why\n$/),
      })
    })
  },
)

it('names no variable that a host could put another text for', () => {
  for (const event of ['Call', 'Prompt']) expect(entry(event)).not.toMatch(/\$(?:\w|\{)/)
})

it.each(["/h/it's/a.json", '/h/$(x)/a.json', '/h/${X}', '/h/`x`', '/h/a"b', '/h/a!b', '/h/a\\b', '/h/a\nb', undefined])(
  'a file named %j is not named in an entry',
  (file) => expect(missingLauncherLines('some', file)[1]).toMatch(/ in the settings of the agent, then/),
)

it.each(['Call', 'Prompt', 'Other'])('what an entry for %s starts is known again', (event) => {
  expect(withoutFallback(entry(event))).toBe(`${hookCommand(launcher(), 'some')} ${event}`)
})
