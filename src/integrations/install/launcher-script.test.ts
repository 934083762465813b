import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shellAsNode } from '../../../test/shell-as-node.ts'
import { CLAUDE_CODE_INSTALLER } from '../claude-code/install/installer.ts'
import { CALLER_HOME, type LauncherScriptParts, launcherScript, launcherShell } from './launcher-script.ts'
import { findOnPath } from './program.ts'

/** Shells that stand as /bin/sh somewhere; each is tried under that name, as a system has it. */
const SHELLS = ['dash', 'bash', 'busybox', 'ksh', 'mksh', 'yash', 'ash'].flatMap(
  (name) => findOnPath(name, '/bin:/usr/bin:/usr/local/bin') ?? [],
)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irongate-shells-'))
  writeFileSync(join(folder, 'hook'), `printf '%s ' "$@" > '${folder}/ran'; exit 2\n`)
  writeFileSync(join(folder, 'evil'), `: > '${folder}/evil-ran'; exit 0\n`)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Every word of the script that a function of that name could stand in for. */
const WORDS = [
  'ulimit',
  '[',
  'test',
  'printf',
  'exit',
  'eval',
  'case',
  'if',
  'echo',
  'env',
  '/usr/bin/env',
  'id',
  'mkdir',
  'read',
  'true',
  'set',
  'umask',
  'exec',
  '/bin/cat',
  '/usr/bin/perl',
  '/usr/bin/curl',
  'break',
  '/bin/rm',
]

const POISON: readonly (readonly [string, () => Record<string, string>])[] = [
  ['nothing', () => ({})],
  ...WORDS.flatMap(
    (word) =>
      [
        [`a function ${word}`, () => ({ [`BASH_FUNC_${word}%%`]: `() { . '${folder}/evil'; }` })],
        [`a function ${word} of older shells`, () => ({ [word]: `() { . '${folder}/evil'; }` })],
      ] as const,
  ),
  ['SHELLOPTS that reads without running', () => ({ SHELLOPTS: 'noexec' })],
  ['SHELLOPTS that ends early', () => ({ SHELLOPTS: 'errexit:nounset:noglob' })],
  ['a trace that runs', () => ({ SHELLOPTS: 'xtrace', PS4: `$(. '${folder}/evil')` })],
  ['BASHOPTS', () => ({ BASHOPTS: 'extdebug:expand_aliases' })],
  ['BASH_ENV', () => ({ BASH_ENV: join(folder, 'evil') })],
  ['ENV', () => ({ ENV: join(folder, 'evil') })],
  ['IFS', () => ({ IFS: "/irongate' " })],
  ['CDPATH', () => ({ CDPATH: '/evil:/tmp' })],
  ['PATH', () => ({ PATH: folder })],
  ['POSIXLY_CORRECT', () => ({ POSIXLY_CORRECT: '1' })],
  [
    'the names of its own variables',
    () => ({
      node: '/evil',
      hook: '/evil',
      home: '/evil',
      code: '0',
      user: 'evil',
      kept: '1',
      build: 'x',
      run: '/evil',
      nl: 'x',
    }),
  ],
  ['HOME and the like', () => ({ HOME: '/evil', USER: 'evil', LOGNAME: 'evil', PWD: '/evil', OLDPWD: '/evil' })],
  ['GLOBIGNORE, LC_ALL, TMPDIR', () => ({ GLOBIGNORE: '*', LC_ALL: 'evil', TMPDIR: '/evil' })],
]

describe.each(SHELLS)('%s as /bin/sh', (program) => {
  let knows: string | undefined
  const script = (parts: Partial<LauncherScriptParts>) => {
    const shell = join(folder, 'sh')
    symlinkSync(program, shell)
    knows ??= launcherShell((args) => spawnSync(shell, [...args], { env: {} }).status)
    const text = launcherScript(
      { node: shellAsNode(), hook: join(folder, 'hook'), home: folder, ...parts },
      { signs: {}, stranded: [CLAUDE_CODE_INSTALLER] },
      knows.replace('/bin/sh', shell),
    ).replace(/^\[ -d .*$/m, '')
    writeFileSync(join(folder, 'irongate'), text, { mode: 0o755 })
    return join(folder, 'irongate')
  }
  const start = (file: string, event: string, env: Record<string, string>) =>
    spawnSync(file, ['hook', 'claude-code', event], { input: '{}', encoding: 'utf8', env }).status

  it.each(POISON)('%s neither ends nor replaces it', (_name, poison) => {
    expect(start(script({}), 'PreToolUse', poison())).toBe(2)
    expect(readFileSync(join(folder, 'ran'), 'utf8').trim()).toBe(
      `hook claude-code PreToolUse --installed --home ${folder}`,
    )
    expect(existsSync(join(folder, 'evil-ran'))).toBe(false)
  })

  it('does without options that its Node does not know', () => {
    expect(start(script({ node: shellAsNode('refuses') }), 'PreToolUse', {})).toBe(2)
    expect(readFileSync(join(folder, 'ran'), 'utf8').trim()).toMatch(/^hook claude-code PreToolUse --installed/)
  })

  it.each(POISON)('%s does not open one that cannot start', (_name, poison) => {
    expect(start(script({ node: '/nowhere/node' }), 'PreToolUse', poison())).toBe(2)
    expect(existsSync(join(folder, 'evil-ran'))).toBe(false)
  })

  it.each(POISON)("%s does not move an organisation's", (_name, poison) => {
    expect(start(script({ home: CALLER_HOME }), 'PreToolUse', poison())).toBe(2)
    expect(readFileSync(join(folder, 'ran'), 'utf8').trim()).toBe(
      `hook claude-code PreToolUse --installed --home ${userInfo().homedir}`,
    )
    expect(existsSync(join(folder, 'evil-ran'))).toBe(false)
  })

  it('prompts pass one that cannot start', () =>
    expect(start(script({ hook: '/nowhere' }), 'UserPromptSubmit', {})).toBe(0))
})
