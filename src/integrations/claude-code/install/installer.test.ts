import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readInstalls } from '../../../state/installs.ts'
import { parseSettingsObject } from '../../install/hook-file-editor.ts'
import { UnreadableHostFile } from '../../install/host-file.ts'
import {
  applyInstall,
  hookCommand as commandOf,
  launcherPath,
  planInstall,
  planLauncher,
} from '../../install/install.ts'
import {
  type LauncherScriptParts,
  launcherShell,
  parseLauncherScript,
  launcherScript as textOf,
} from '../../install/launcher-script.ts'
import { isOlderVersion } from '../../install/program.ts'
import { removeInstall } from '../../install/remove.ts'
import { CLAUDE_CODE_VARIABLES } from '../host-variables.ts'
import { CLAUDE_CODE } from '../index.ts'
import { CLAUDE_CODE_HOOKS, claudeCodeHookGroups, entryCommand } from './installed-hooks.ts'
import { CLAUDE_CODE_INSTALLER } from './installer.ts'

const { ourHooks, withHooks, withoutHooks } = CLAUDE_CODE_HOOKS

/** A file whose name every shell can be told. */
const NAMED = '/home/dev/.claude/settings.json'

let home: string
let file: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "irongate-it's-"))
  file = join(home, '.claude', 'settings.json')
  mkdirSync(join(home, '.claude'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const parts = () => ({ node: process.execPath, hook: join(home, 'hook.cjs'), home })
const hookCommand = (launcher: string) => commandOf(launcher, 'claude-code')
const HOSTS = { signs: CLAUDE_CODE_VARIABLES, stranded: [CLAUDE_CODE_INSTALLER] }
const shimText = (given: LauncherScriptParts, shell?: string) => textOf(given, HOSTS, shell)
const install = () =>
  applyInstall(
    planInstall({ installer: CLAUDE_CODE_INSTALLER, scope: 'user', file }, planLauncher(parts(), HOSTS)),
    home,
    1,
  )
const remove = (installed = install()) => removeInstall(installed, CLAUDE_CODE_INSTALLER.editor, home)
const read = () => readFileSync(file, 'utf8')

const THEIRS = `{
  // what I like
  "model": "opus", /* for now */
  "hooks": {
    "PreToolUse": [
      // my own
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "echo mine" }] },
    ],
    "Stop": [{ "hooks": [{ "type": "command", "command": "say done" }] }],
  },
}
`

describe('installing', () => {
  it('keeps comments, other settings and other hooks', () => {
    writeFileSync(file, THEIRS)
    install()
    for (const kept of ['// what I like', '/* for now */', '// my own', 'echo mine', 'say done', '"opus"'])
      expect(read()).toContain(kept)
    expect(ourHooks(read()).map(({ event }) => event)).toEqual(
      expect.arrayContaining([...claudeCodeHookGroups({ command: '' }).keys()]),
    )
  })

  it('every entry has a time limit, and those that gate block on failure', () => {
    for (const [event, group] of claudeCodeHookGroups({ command: 'x' })) {
      const [hook] = group['hooks'] as { timeout: number; onFailure?: string }[]
      expect(hook?.timeout, event).toBeLessThanOrEqual(90)
      // The hook blocks by itself before the host lets the call through.
      if (event === 'PreToolUse') expect(hook?.timeout).toBeGreaterThanOrEqual(CLAUDE_CODE.deadlineMs / 1000 + 15)
      if (['PreToolUse', 'PermissionRequest', 'UserPromptSubmit', 'ConfigChange'].includes(event))
        expect(hook?.onFailure).toBe('block')
    }
  })

  it('twice is once', () => {
    writeFileSync(file, THEIRS)
    install()
    const once = read()
    install()
    expect(read()).toBe(once)
    expect(readInstalls(home)).toHaveLength(1)
    expect(readdirSync(join(home, '.irongate/backups'))).toHaveLength(1)
  })

  it('an older entry of ours is replaced, not joined', () => {
    const old = withHooks('', { command: hookCommand('/old/.irongate/bin/irongate') })
    writeFileSync(file, old)
    install()
    expect(ourHooks(read())).toHaveLength(claudeCodeHookGroups({ command: '' }).size)
    expect(read()).not.toContain('/old/')
  })

  it.each(['{ "a": ', '[]', '"x"', 'null', '{ "a": 1 } trailing'])(
    'leaves a file alone that it cannot read: %s',
    (text) => {
      writeFileSync(file, text)
      expect(install).toThrow(UnreadableHostFile)
      expect(read()).toBe(text)
    },
  )

  it('its own folder is closed to others', () => {
    mkdirSync(join(home, '.irongate'))
    chmodSync(join(home, '.irongate'), 0o755)
    install()
    for (const place of ['', 'bin', 'state', 'cache'])
      expect(statSync(join(home, '.irongate', place)).mode & 0o077, place).toBe(0)
    expect(statSync(launcherPath(home)).mode & 0o777).toBe(0o700)
  })
})

describe('taking it out', () => {
  it.each([
    ['their file', THEIRS],
    ['an empty file', ''],
    ['a file in tabs', '{\n\t"model": "opus"\n}\n'],
  ])('gives %s back byte for byte', (_name, text) => {
    writeFileSync(file, text)
    expect(remove()).toBe('restored')
    expect(read()).toBe(text)
    expect(readInstalls(home)).toEqual([])
  })

  it('removes a file that was not there before', () => {
    expect(remove()).toBe('removed')
    expect(readdirSync(join(home, '.claude'))).toEqual([])
  })

  it('keeps edits made since', () => {
    writeFileSync(file, THEIRS)
    const installed = install()
    writeFileSync(file, read().replace('"opus"', '"sonnet"'))
    expect(remove(installed)).toBe('edited')
    expect(read()).toContain('"sonnet"')
    expect(read()).toContain('echo mine')
    expect(ourHooks(read())).toEqual([])
  })

  it('of a file without ours nothing changes', () => expect(withoutHooks(THEIRS)).toBe(THEIRS))

  it('leaves no empty sections behind', () =>
    expect(
      parseSettingsObject(withoutHooks(withHooks('{ "model": "opus" }', { command: hookCommand('/x/irongate') }))),
    ).toEqual({
      model: 'opus',
    }))
})

describe.each(['dash', 'bash', 'busybox'])('an entry whose launcher is gone, started by %s', (shell) => {
  const words = shell === 'busybox' ? ['busybox', 'sh'] : [shell]
  const there = spawnSync(words[0] ?? '', [...words.slice(1), '-c', 'exit 7']).status === 7
  const entry = (event: string) => {
    const [program = '', ...first] = words
    return spawnSync(
      program,
      [...first, '-c', entryCommand({ command: hookCommand(launcherPath(home)), file: NAMED }, event)],
      {
        encoding: 'utf8',
        input: '{}',
      },
    )
  }

  it.skipIf(!there)('blocks calls, lets prompts through, and says what to do', () => {
    const call = entry('PreToolUse')
    expect(call).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/is gone[\s\S]*irongate init/) })
    expect(call.stderr).toContain(`hook claude-code under hooks in ${NAMED},`)
    for (const event of ['UserPromptSubmit', 'SessionStart']) {
      const { status, stdout, stderr } = entry(event)
      // The shell's own word, which the host shows only where a hook fails.
      expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/not found|No such file/) })
      expect(JSON.parse(stdout).systemMessage).toMatch(/is gone[\s\S]*irongate init/)
    }
    for (const event of ['PermissionRequest', 'ConfigChange']) expect(entry(event).status).toBe(127)
  })

  it.skipIf(!there).each(['exit 1', 'kill -9 $$', 'echo {; exit 3'])(
    'one that falls by %s blocks, and says so',
    (falls) => {
      install()
      writeFileSync(launcherPath(home), `#!/bin/sh\n${falls}\n`)
      for (const event of ['PreToolUse', 'UserPromptSubmit', 'SessionStart']) {
        const { status, stderr } = entry(event)
        expect(status).toBe(2)
        expect(stderr).toMatch(/gave no answer[^\n]*\n[^\n]*irongate init[^\n]*hook claude-code under hooks[^\n]*\n$/)
      }
    },
  )

  it.skipIf(!there)('with it, the launcher alone answers', () => {
    install()
    writeFileSync(launcherPath(home), '#!/bin/sh\necho "$@"; exit 2\n')
    expect(entry('PreToolUse')).toMatchObject({ status: 2, stdout: 'hook claude-code PreToolUse\n', stderr: '' })
  })
})

describe('the launcher', () => {
  /** Runs it as the host does, with a program in the hook's place. */
  const run = (code: string, env: Record<string, string> = {}, node = process.execPath) => {
    writeFileSync(join(home, 'hook.cjs'), code)
    install()
    writeFileSync(launcherPath(home), shimText({ ...parts(), node }))
    return spawnSync('/bin/sh', ['-c', hookCommand(launcherPath(home))], { input: '{}', encoding: 'utf8', env })
  }

  const launcher = (code: string) => {
    writeFileSync(join(home, 'hook.cjs'), code)
    return parts()
  }

  const bash = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash'].find((path) => existsSync(path))

  it
    .skipIf(bash === undefined)
    .each([
      { SHELLOPTS: 'noexec' },
      { 'BASH_FUNC_ulimit%%': '() { exit 0; }' },
      { 'BASH_FUNC_case%%': '() { exit 0; }' },
    ])('where the shell is bash, %j does not end it early', (env) => {
    writeFileSync(join(home, 'hook.cjs'), 'process.exit(2)')
    install()
    writeFileSync(launcherPath(home), shimText(parts(), `${bash} -p`))
    expect(spawnSync(launcherPath(home), ['hook', 'claude-code'], { input: '{}', env }).status).toBe(2)
  })

  it('a shell that does not know the option is started without it', () => {
    expect(launcherShell(() => 7)).toBe('/bin/sh -p')
    expect(launcherShell(() => 2)).toBe('/bin/sh')
  })

  it('starts Node with nothing of the environment', () => {
    const poison = { NODE_OPTIONS: '--require /nowhere.js', HOME: '/evil', ANTHROPIC_API_KEY: 'k', PATH: '/evil' }
    const { stdout } = run('process.stdout.write(JSON.stringify(process.env))', poison)
    expect(JSON.parse(stdout)).toEqual({
      HOME: home,
      PATH: '/usr/local/bin:/usr/bin:/bin',
      LANG: 'C.UTF-8',
      UV_THREADPOOL_SIZE: '1',
    })
  })

  it('passes on what the host says of itself, as arguments', () => {
    const env = { CLAUDE_CODE_SESSION_ATTENDED: '0', CLAUDE_CODE_ENTRYPOINT: "sdk-cli' --home /evil" }
    const { stdout } = run('process.stdout.write(JSON.stringify(process.argv.slice(2)))', env)
    expect(JSON.parse(stdout)).toEqual([
      ...['hook', 'claude-code', '--installed', '--home', home],
      ...['--attended=0', "--entrypoint=sdk-cli' --home /evil"],
    ])
  })

  it.each([
    ['an answer', 'process.stdout.write("{}")', 0],
    ['a block', 'process.exit(2)', 2],
    ['a crash', 'throw new Error()', 2],
    ['any other status', 'process.exit(3)', 2],
    ['a kill', 'process.kill(process.pid, 9)', 2],
  ])('%s ends in the right status', (_name, code, status) => expect(run(code).status).toBe(status))

  it('a missing Node blocks and prints nothing', () => {
    const { status, stdout, stderr } = run('', {}, '/nowhere/node')
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr.trim().split('\n')).toHaveLength(2)
    expect(stderr).toMatch(/npm install --global irongate && irongate init/)
    expect(stderr).toMatch(/remove it by hand, delete the entries .* in ~\/\.claude\/settings\.json/)
  })

  it('what an old Node says of its options and of itself is not told: two lines are ours', () => {
    const node = join(home, 'old-node')
    writeFileSync(
      node,
      '#!/bin/sh\ncase $1 in -*) echo "node: bad option: $1" >&2; exit 9 ;; esac\necho needs >&2\nexit 71\n',
    )
    chmodSync(node, 0o700)
    const { status, stderr } = run('', {}, node)
    expect(status).toBe(2)
    expect(stderr).toMatch(/^irongate: the gate cannot start[^\n]*\nIn a terminal: [^\n]*\n$/)
  })

  it('a hook that falls is told in two lines of ours, and then in its own words', () => {
    const { status, stderr } = run('console.error("its own words"); process.exit(3)')
    expect(status).toBe(2)
    expect(stderr).toMatch(
      /^irongate: the hook could not run \(status 3[^\n]*\nIn a terminal: [^\n]*\nits own words\n$/,
    )
  })

  it.each([0, 2])('what a hook says aside is told with status %i', (status) => {
    const said = run(`process.stdout.write("{}"); process.stderr.write("one\\ntwo\\n"); process.exitCode = ${status}`)
    expect(said).toMatchObject({ status, stdout: '{}', stderr: 'one\ntwo\n' })
  })

  it('names the files that it is started from, where they are known', () => {
    const text = textOf(
      { ...parts(), node: '/nowhere/node' },
      {
        ...HOSTS,
        stranded: [{ ...CLAUDE_CODE_INSTALLER, files: ["/it's/a.json", '/b.json'] }],
      },
    )
    install()
    writeFileSync(launcherPath(home), text)
    const { stderr } = spawnSync('/bin/sh', ['-c', hookCommand(launcherPath(home))], { input: '{}', encoding: 'utf8' })
    expect(stderr).toContain(`under "hooks" in /it's/a.json and in /b.json, then`)
  })

  describe.each([
    ['Node is gone', () => ({ ...parts(), node: '/nowhere/node' })],
    ['Node is no Node', () => ({ ...parts(), node: join(home, '.claude') })],
    ['the package is gone', () => ({ ...parts(), hook: '/nowhere/hook.cjs' })],
    ['the launcher cannot start', () => launcher('process.exit(71)')],
  ])('when %s', (_name, given) => {
    const stranded = (event: string) => {
      install()
      writeFileSync(launcherPath(home), shimText(given()))
      const command = `${hookCommand(launcherPath(home))} ${event}`
      return spawnSync('/bin/sh', ['-c', command], { input: '{}', encoding: 'utf8', env: {} })
    }

    it.each(['PreToolUse', 'PermissionRequest', 'ConfigChange', 'PostToolUse', 'Unheard', ''])(
      '%s is blocked',
      (event) => {
        const { status, stdout, stderr } = stranded(event)
        expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
        expect(stderr.trim().split('\n')).toHaveLength(2)
      },
    )

    it.each(['UserPromptSubmit', 'SessionStart'])('%s passes, and the person reads why', (event) => {
      const { status, stdout, stderr } = stranded(event)
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(JSON.parse(stdout).systemMessage).toMatch(/cannot start[\s\S]*irongate init[\s\S]*by hand/)
    })
  })

  it('a crash blocks prompts too: it may have been about this one', () => {
    install()
    writeFileSync(launcherPath(home), shimText(launcher('process.exit(3)')))
    const command = `${hookCommand(launcherPath(home))} UserPromptSubmit`
    expect(spawnSync('/bin/sh', ['-c', command], { input: '{}' }).status).toBe(2)
  })

  it('a hook that spins is ended by the system', () => {
    writeFileSync(join(home, 'hook.cjs'), 'for (;;);')
    install()
    writeFileSync(launcherPath(home), shimText(parts()).replace('ulimit -t 30', 'ulimit -t 1'))
    expect(spawnSync('/bin/sh', ['-c', hookCommand(launcherPath(home))], { input: '{}' }).status).toBe(2)
  })

  it('can be read back', () => {
    expect(parseLauncherScript(shimText(parts()))).toEqual(parts())
    expect(parseLauncherScript(textOf(parts(), { signs: {}, stranded: [] }))).toEqual(parts())
    expect(parseLauncherScript('#!/bin/sh\nexit 0\n')).toBeUndefined()
  })
})

it.each([
  ['2.1.197', '2.1.295', true],
  ['2.1.295', '2.1.295', false],
  ['2.1.325', '2.1.295', false],
  ['2.2.0', '2.1.295', false],
  ['1.9.999', '2.1.295', true],
])('%s is older than %s: %s', (version, than, older) => expect(isOlderVersion(version, than)).toBe(older))
