import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { COMMANDS } from './commands.ts'
import { formatError } from './format-error.ts'
import { EXIT, type Io } from './io.ts'
import { wrapForStderr, wrapLines } from './line-wrapping.ts'
import { runCommand } from './main.ts'
import { consentingPerson } from './testing.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'irongate-cli-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(argv: readonly string[], more: Partial<Io> = {}) {
  let [out, error] = ['', '']
  const io: Io = {
    out: (text) => (out += text),
    error: (text) => (error += text),
    colour: false,
    person: consentingPerson(),
    ...more,
  }
  const before = process.exitCode
  const status = await runCommand(argv, io)
  process.exitCode = before
  return { out, error, status }
}

describe('what a person can mend', () => {
  const fresh = () => mkdtempSync(join(folder, 'home-'))
  const open = () => {
    const home = fresh()
    mkdirSync(join(home, '.irongate/state'), { recursive: true })
    chmodSync(join(home, '.irongate/state'), 0o755)
    return home
  }

  it.each<[string, () => readonly string[], RegExp]>([
    ['a file that is not there', () => ['judge', '--export', '/nope'], /^irongate judge: \/nope is not there/],
    [
      'a folder that is not there',
      () => ['audit', 'backup', '/nowhere/x', '--home', fresh()],
      /\/nowhere is not there/,
    ],
    ['a database that is none', () => ['stats', '--database', 'foo'], /--database takes an address such as postgres:/],
    [
      'a database that nobody serves',
      () => ['stats', '--database', 'postgres://127.0.0.1:9/x', '--home', fresh()],
      /127\.0\.0\.1:9 refuses/,
    ],
    ['state that is open to others', () => ['people', 'list', '--home', open()], /open to others; run `chmod/],
  ])('is no internal error: %s', async (_name, argv, says) => {
    const { status, error } = await run(argv())
    expect(status).not.toBe(0)
    expect(error).toMatch(says)
    expect(error).not.toContain('internal error')
  })

  it('is told apart from a fault of ours', () => expect(formatError(new TypeError('x'))).toBe('internal error: x'))

  it('is not in the way of a look: waiting calls are listed without a folder being made', async () => {
    const home = fresh()
    expect(await run(['pending', '--home', home])).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^No call waits\.\nWaiting is off: .*`irongate init --wait 300`/),
    })
    expect(readdirSync(home)).toEqual([])
  })
})

const NAMES = [...COMMANDS.keys()]

describe.each(NAMES)('irongate %s', (name) => {
  it('tells about itself, with an example, both ways, and does nothing else', async () => {
    const asked = await run([name, '--help'])
    expect(asked).toMatchObject({ status: 0, error: '' })
    expect(asked.out).toMatch(new RegExp(`^Usage: (?:irongate .*\\n +)*irongate ${name}\\b`))
    expect(asked.out).toMatch(/\nExamples?:\n(?: {2}.*\n)*? {2}.*irongate/)
    expect(await run(['help', name])).toEqual(asked)
    expect(await run([name, '-h'])).toEqual(asked)
  })

  it.each(['/no/such/home', 'relative'])('tells about itself with a HOME that is none: %s', async (HOME) => {
    vi.stubEnv('HOME', HOME)
    try {
      for (const argv of [
        ['help', name],
        [name, '--help'],
      ])
        expect(await run(argv)).toMatchObject({ status: 0, error: '' })
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('is on the list', async () => {
    expect((await run(['help'])).out).toMatch(new RegExp(`(?:\\n  | )${name}(?:,| |\\n)`))
  })

  // The hook blocks whatever it does not understand.
  if (name !== 'hook')
    it('says in one line what it does not understand', async () => {
      const { status, error, out } = await run([name, '--no-such-option'])
      expect(status).toBe(EXIT.usage)
      expect(out).toBe('')
      expect(error).toMatch(new RegExp(`^irongate ${name}: [^\\n]+\\n$`))
    })
})

describe('mistakes', () => {
  it.each<[readonly string[], RegExp]>([
    [['chekc', 'Bash', 'ls'], /there is no command "chekc"; did you mean `irongate check`\?\n$/],
    [['aprove', '1a2b3c4d'], /did you mean `irongate approve`\?\n$/],
    [['frobnicate'], /there is no command "frobnicate"; `irongate help` lists them\n$/],
    [['help', 'frobnicate'], /there is no command "frobnicate"/],
    [['check', '--hedless', 'Bash', 'ls'], /unknown option --hedless; did you mean --headless\?/],
    [['explain', '--modes', 'auto', 'Bash', 'ls'], /unknown option --modes; did you mean --mode\?/],
    [['check', '--mode', 'fast', 'Bash', 'ls'], /mode is not one of default/],
    [['check'], /say which tool and which input/],
    [['check', 'Bash'], /say which tool and which input/],
    [['categories', 'data-exfiltraton'], /did you mean data-exfiltration\?/],
    [['check', '--cwd', '/no/such/place', 'Bash', 'ls'], /--cwd: there is no directory "\/no\/such\/place"/],
    [['explain', '--cwd', '/etc/passwd', 'Bash', 'ls'], /--cwd: there is no directory/],
    [['analyze', '--cwd', '/no/such/place', 'ls'], /--cwd: there is no directory/],
    [['settings', '--cwd', '/no/such/place'], /--cwd: there is no directory/],
    [['rule', 'list', '--cwd', '/no/such/place'], /--cwd: there is no directory/],
    [['check', 'Read', '{"file_path": "/etc/pas'], /the input is not whole JSON/],
    [['check', 'Bash', '{"command": "ls'], /the input is not whole JSON/],
    [['check', 'Bash', '{"command'], /the input is not whole JSON/],
    [['check', 'WebFetch', '{"url": "https://example.com"'], /the input is not whole JSON/],
    [['check', 'WebFetch', '{"prompt": "what is there?"}'], /the input of WebFetch has no "url"/],
    [['check', 'WebFetch', '{}'], /the input of WebFetch has no "url"/],
    [['check', 'Bash', '{}'], /the input of Bash has no "command"/],
    [['check', 'Read', '["a", "b"]'], /the input is not a JSON object/],
    [['check', 'Write', '[{"file_path": "a"'], /the input is not whole JSON/],
    [['check', 'mcp__shop__list', 'everything'], /give the input of mcp__shop__list as a JSON object/],
    [['check', '--settings', '{"permissions":', 'Bash', 'ls'], /--settings: /],
    [['check', '--settings', '/no/such/file', 'Bash', 'ls'], /--settings: /],
  ])('%j', async (argv, expected) => {
    const { status, error, out } = await run(argv)
    expect(error).toMatch(expected)
    expect(error.trimEnd()).not.toContain('\n')
    expect(out).toBe('')
    expect(status).toBe(EXIT.usage)
  })

  it.each([
    ['Bash', '{ ls; }'],
    ['Bash', '{ "ls" -l; }'],
    ['Bash', '{a,b}'],
    ['Grep', '[a-z]{2}'],
    ['Grep', '{'],
    ['Glob', '{a,b}.ts'],
    ['Bash', '{"command": "ls"}'],
    ['Read', '{"file_path": "README.md"}'],
  ])('%s %s is what it says', async (tool, input) => {
    expect((await run(['check', '--cwd', folder, tool, input])).status).not.toBe(EXIT.usage)
  })

  it('an address that is none is refused', async () => {
    expect((await run(['check', 'WebFetch', 'not-an-address'])).status).toBe(EXIT.deny)
    expect((await run(['check', 'WebFetch', 'example.com/docs'])).status).toBe(EXIT.allow)
  })
})

describe('text on a terminal', () => {
  const io = (columns?: number): Io => ({ out: () => undefined, error: () => undefined, colour: false, columns })

  it.each([40, 60, 80])('help fits into %i columns', async (columns) => {
    for (const name of NAMES)
      for (const line of (await run(['help', name], { columns })).out.split('\n'))
        if (!/\S{30}/.test(line)) expect(line.length, `${name}: ${line}`).toBeLessThanOrEqual(columns)
  })

  it('goes on below where it began, loses no word, and counts no colours', () => {
    const text = `\u001b[31mdeny\u001b[0m  Bash denied: ${'word '.repeat(20).trim()}`
    const shown = wrapLines(io(40), text)
    expect(shown.split('\n').every((line) => line.replace(/\u001b\[\d+m/g, '').length <= 40)).toBe(true)
    expect(shown.split('\n')[1]).toMatch(/^ {6}word/)
    expect(shown.replace(/\s+/g, ' ')).toBe(text.replace(/\s+/g, ' '))
  })

  it('a sentence that was broken before is broken anew, and lists and changes stay lists', () => {
    const half = 'word '.repeat(12).trim()
    expect(
      wrapLines(io(40), `${half}\n${half}.\n\nNext.`)
        .split('\n')
        .slice(0, -3)
        .every((line) => line.length > 30),
    ).toBe(true)
    for (const list of [`${half}.\n${half}`, `${half}\n  ${half}`, `${half}\n\n${half}`]) {
      const second = list.split('\n').at(-1) ?? ''
      expect(wrapLines(io(40), list)).toContain(`\n${second.slice(0, 20)}`)
    }
  })

  it.each([
    ['categories', 'data-exfiltration'],
    ['demo', '--no-pause'],
    ['help', 'init'],
  ])('%s %s fits', async (...args) => {
    const { out } = await run(args, { columns: 80 })
    expect(out.split('\n').filter((line) => line.length > 80 && !/\S{40}/.test(line))).toEqual([])
  })

  it('what goes to stderr is broken for the terminal that it goes to', () => {
    const text = 'word '.repeat(30).trim()
    expect(wrapForStderr({ ...io(40), errorColumns: undefined }, text)).toBe(text)
    expect(wrapForStderr({ ...io(), errorColumns: 40 }, text).split('\n').length).toBe(4)
  })

  it.each<[string, Partial<Io>, boolean]>([
    ['a terminal', { columns: 80, errorColumns: 80 }, true],
    ['a pipe', {}, false],
  ])('of settings and of mistakes, for %s', async (_name, to, fits) => {
    const project = join(folder, 'wide')
    mkdirSync(join(project, '.irongate'), { recursive: true })
    writeFileSync(join(project, '.irongate/settings.json'), JSON.stringify({ [`a ${'wide '.repeat(30)}key`]: 1 }))
    const isWide = (text: string) => text.split('\n').some((line) => line.length > 80 && !/\S{60}/.test(line))
    const { out } = await run(['settings', '--cwd', project], to)
    expect(out.replace(/\s+/g, ' ')).toContain(`${'wide '.repeat(30)}key is not a setting`)
    expect(isWide(out)).toBe(!fits)
    const { error } = await run(['settings', '--cwd', 'no such place '.repeat(8)], to)
    expect(isWide(error)).toBe(!fits)
    const json = await run(['settings', '--cwd', project, '--json'], to)
    expect(JSON.parse(json.out)).toHaveProperty('notices')
  })

  it('is left alone for programs', () => expect(wrapLines(io(), 'x '.repeat(500))).toBe('x '.repeat(500)))
})

const BIN = new URL('../../bin/irongate.js', import.meta.url).pathname
const HOOK = new URL('../../dist/hook.cjs', import.meta.url).pathname

describe('the process', () => {
  const shell = (script: string) =>
    spawnSync('bash', ['-c', `set -o pipefail; ${script}`], {
      encoding: 'utf8',
      cwd: folder,
      env: { ...process.env, NODE: process.execPath, BIN, HOOK, NO_COLOR: '1' },
    })

  it.each([
    '"$NODE" "$BIN" help | true',
    '"$NODE" "$BIN" categories --json | head -c 1',
    '"$NODE" "$BIN" prompt Bash ls | head -n 1',
    'for i in $(seq 300); do echo \'{"id":1,"tool":"Bash","input":{"command":"ls"}}\'; done | "$NODE" "$BIN" check --batch | head -n 1',
  ])('a reader that leaves is nothing to speak of: %s', (script) => {
    expect(shell(script).stderr).toBe('')
  })

  it('the hook’s own file starts hooks alone, and who starts nothing by it has blocked the call', () => {
    const other = shell('"$NODE" "$HOOK" approve 1')
    expect([other.status, other.stderr]).toEqual([70, 'irongate could not start: only hooks start here\n'])
    expect(shell('"$NODE" -e "require(process.env.HOOK)"').status).toBe(2)
    expect(shell('echo x | "$NODE" "$HOOK" hook claude-code --installed --home "$PWD"').status).toBe(2)
  })

  it('the runtime’s warnings are not shown', () => {
    expect(shell('"$NODE" --trace-warnings "$BIN" check Bash ls').stderr).toBe('')
    expect(shell('NODE_OPTIONS=--pending-deprecation "$NODE" "$BIN" categories').stderr).toBe('')
  })
})
