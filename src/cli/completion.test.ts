import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMMANDS, COMPLETION_SHELLS } from './commands.ts'
import { completionFor, run } from './completion.ts'
import { UsageError } from './io.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'irongate-completion-'))
  for (const shell of COMPLETION_SHELLS) writeFileSync(join(folder, shell), completionFor(shell))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0

/** What real bash offers for the last of these words. */
function offered(...words: readonly string[]): string[] {
  const script = `set -u; source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _irongate; printf '%s\\n' "\${COMPREPLY[@]-}"`
  const args = ['--norc', '--noprofile', '-c', script, join(folder, 'bash'), 'irongate', ...words]
  return execFileSync('bash', args, { encoding: 'utf8', cwd: folder })
    .split('\n')
    .filter((line) => line !== '')
}

describe.skipIf(!has('bash'))('bash', () => {
  it.each<[readonly string[], readonly string[]]>([
    [['ap'], ['approve']],
    [['al'], ['allow']],
    [
      ['rule', ''],
      ['list', 'test', 'add', 'remove'],
    ],
    [
      ['rule', 'add', ''],
      ['allow', 'ask', 'deny'],
    ],
    [['rule', 'list', ''], []],
    [['rule', 'list', '--mode', 'p'], ['plan']],
    [['rule', 'add', 'allow', '--ev'], ['--everywhere']],
    [['off', '--for', '3'], ['30m']],
    [['off', '--f'], ['--for']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['help', 'unin'], ['uninstall']],
    [
      ['denied', '--'],
      ['--json', '--all', '--help'],
    ],
    [['nonsense', '--'], []],
    [['rule', '$(touch pwned)', ''], []],
  ])('%j → %j', (words, expected) => expect(offered(...words).sort()).toEqual([...expected].sort()))

  it('offers every command, and files where files are taken', () => {
    expect(offered('')).toEqual(expect.arrayContaining([...COMMANDS.keys(), 'help']))
    expect(offered('check', '--settings', 'fi')).toEqual(['fish'])
    expect(readdirSync(folder).sort()).toEqual(['bash', 'fish', 'zsh'])
  })
})

describe.each(['zsh', 'fish'] as const)('%s', (shell) => {
  it.skipIf(!has(shell))('can read it', () => {
    expect(spawnSync(shell, ['-n', join(folder, shell)]).status).toBe(0)
  })

  it('names every command', () => {
    for (const name of COMMANDS.keys()) expect(completionFor(shell)).toMatch(new RegExp(`[ '(]${name}\\b`))
  })
})

describe('the table of commands', () => {
  /** Files whose help is that of a command; \`on\` shares its help with \`off\`. */
  const files = new Map([
    ['settings', 'settings-command'],
    ['trust', 'trust-command'],
    ['on', 'off'],
  ])

  it.each([...COMMANDS].filter(([name]) => !['hook', 'daemon'].includes(name)))(
    '%s: the options of its help are those of the table',
    (name, { options }) => {
      const text = readFileSync(join('src/cli', `${files.get(name) ?? name}.ts`), 'utf8')
      const help = /const HELP = `([\s\S]*?[^\\])`/.exec(text)?.[1] ?? ''
      const usage = help.split('\n').filter((line) => /^(?:Usage:| {7}irongate | {2}--?\w)/.test(line))
      const written = [...usage.join('\n').matchAll(/(?<![\w-])--([a-z][a-z-]*)/g)].map(([, option]) => option)
      const known = new Set([...Object.keys(options), 'help', 'home', ...(name === 'on' ? ['for'] : [])])
      expect(written.filter((option) => option !== undefined && !known.has(option))).toEqual([])
    },
  )

  it.each([[[]], [['tcsh']], [['bash', 'x']]])('usage: %j', async (args) => {
    const printed: string[] = []
    const note = (text: string) => printed.push(text)
    await expect(run(args, { out: note, error: note, colour: false })).rejects.toThrow(UsageError)
  })
})
