import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { gateCommandUse } from '../../src/analysis/gate/gate-commands.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { EXIT } from '../../src/cli/io.ts'
import { HOSTS } from '../../src/integrations/registry.ts'
import { shownCommands, wordsOf } from './commands.ts'

/**
 * Every command of the README and the docs. Those of irongate are held against the definitions of its commands; those that only read are
 * run, in an empty home; those of npm must be there. What is left is named here, with the test that runs it.
 */
const ELSEWHERE: readonly (readonly [start: RegExp, why: string])[] = [
  [/^npm (?:un)?install --global irongate(?:@latest)?$/, 'scripts/package.ts installs the packed package'],
  [/^npm ci$/, '.ci/run begins with it'],
  [/^codex$/, 'the client; test/hosts drives it'],
  [/^ANTHROPIC_BASE_URL=.* claude --permission-mode auto$/, 'the client; test/hosts/gateway.host-test.ts drives it'],
  [/^(?:TOKEN=|curl )/, 'src/server/api/openapi.test.ts sends them'],
  [
    /^sudo install -D -m 644 \/dev\/null \/etc\/irongate\/no-logins$/,
    'changes the machine; src/cli/typed-proof.test.ts reads such a file',
  ],
  [
    /^echo '\{"event":.*\| irongate hook generic$/,
    'src/integrations/generic/integration.contract.test.ts sends such events',
  ],
  [/^openssl /, 'makes a key by hand; src/integrations/flags-refresh.test.ts signs the same way'],
]

/** Options that a command takes without listing them for completion. */
const UNLISTED = new Set(['--help', '--version', '--home'])
const ROOT = new URL('../../', import.meta.url).pathname
const SCRIPTS = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts as Readonly<Record<string, string>>
const BENCHES = readFileSync(join(ROOT, 'bench/run.ts'), 'utf8')

const shown = shownCommands()
const isPlaceholder = (word: string) => /[<>…]|^[A-Z]+$/.test(word)

/** What is wrong with a command line of irongate, by the definitions of the commands. */
function faultIn([name = '', ...words]: readonly string[]): string | undefined {
  if (/^--?(?:help|version)$/.test(name)) return undefined
  const command = COMMANDS.get(name === 'help' ? (words[0] ?? '') : name)
  if (command === undefined) return `no command ${name}`
  const options: Readonly<Record<string, unknown>> = command.options
  for (const [at, word] of words.entries()) {
    const [, option] = /^--([\w-]+)/.exec(word) ?? []
    if (option === undefined) continue
    if (options[option] === undefined && !UNLISTED.has(word)) return `${name} takes no --${option}`
    const values = options[option]
    const value = words[at + 1] ?? ''
    const isListed = (part: string) => (values as readonly string[]).includes(part) || isPlaceholder(part)
    if (Array.isArray(values) && !value.split(',').every(isListed)) return `--${option} takes no ${value}`
  }
  const [first] = words
  if (command.words === undefined || first === undefined || first.startsWith('-') || isPlaceholder(first))
    return undefined
  return first in command.words ? undefined : `${name} takes no word ${first}`
}

function faultInNpm([, word = '', script = '', dashes = '', suite = '', ...rest]: readonly string[]):
  | string
  | undefined {
  const name = word === 'run' ? script : word
  if (SCRIPTS[name] === undefined) return `package.json has no script ${name}`
  if (name !== 'bench' || dashes === '' || suite.startsWith('-') || /^(?:all|report|readings)$/.test(suite))
    return undefined
  const isThere = new RegExp(`^  ${suite.toUpperCase()},$`, 'm').test(BENCHES)
  const data = rest[rest.indexOf('--data') + 1] ?? ''
  if (!isThere && !isPlaceholder(suite)) return `there is no bench ${suite}`
  return data.startsWith('bench/') && !existsSync(join(ROOT, data)) ? `there is no ${data}` : undefined
}

/** `npx vitest run FILE`, `node FILE`: is the file there? */
function faultInFiles(words: readonly string[]): string | undefined {
  const files = words.filter((word) => /\.(?:ts|js)$/.test(word))
  return files.find((file) => !existsSync(join(ROOT, file)) && !isPlaceholder(file))
}

function faultOf(words: readonly string[], text: string): string | undefined {
  const [program, ...rest] = words[0] === 'sudo' ? words.slice(1) : words
  if (ELSEWHERE.some(([start]) => start.test(words.join(' ')) || start.test(text))) return undefined
  if (program === 'irongate') return faultIn(rest)
  if (program === 'npm') return faultInNpm(words)
  if (program === 'npx' && rest[0] === 'irongate') return faultIn(rest.slice(1))
  if (program === 'npx' && rest[0] === '--no-install') return faultIn(rest.slice(2))
  if (program === 'npx' || program === 'node') return faultInFiles(rest)
  return `nothing runs ${program}; name it above`
}

const parts = shown.flatMap(({ text, ...where }) => wordsOf(text).map((words) => ({ ...where, text, words })))

describe('commands of the docs', () => {
  it('are found', () => {
    expect(parts.length).toBeGreaterThan(200)
    const pages = new Set(parts.map(({ page }) => page))
    for (const { id } of HOSTS.filter((host) => host.id !== 'generic')) expect(pages).toContain(`docs/agents/${id}.md`)
  })

  it('are there, with their options', () => {
    const faults = parts.flatMap(({ page, line, text, words }) => {
      const fault = faultOf(words, text)
      return fault === undefined ? [] : [`${page}:${line}: ${text}: ${fault}`]
    })
    expect(faults).toEqual([])
  })

  it('name the test that runs what is left', () => {
    const named = ELSEWHERE.flatMap(([, why]) => [...why.matchAll(/[\w./-]+\/[\w./-]+/g)].map(([path]) => path))
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
    expect(named.length).toBe(ELSEWHERE.length)
  })

  it('leave no exception without a use', () => {
    const unused = ELSEWHERE.filter(
      ([start]) => !parts.some(({ text, words }) => start.test(text) || start.test(words.join(' '))),
    )
    expect(unused).toEqual([])
  })
})

/** Goes on as long as it's left alone, or reads what an agent sends it. */
const ENDLESS = new Set(['--follow', 'statusline', 'demo'])

/** A whole command, not only the name of one: all in blocks, and in a sentence what has a call or a name behind its options. */
const isWhole = (place: 'block' | 'text', words: readonly string[]) =>
  place === 'block' || (words.length > 2 && !words.at(-1)?.startsWith('-'))

const reads = parts.flatMap(({ place, words: [program, ...words] }) =>
  program === 'irongate' &&
  isWhole(place, words) &&
  gateCommandUse(words).agent === 'allowed' &&
  !words.some((word) => isPlaceholder(word) || ENDLESS.has(word))
    ? [words]
    : [],
)
const unique = [...new Map(reads.map((words) => [JSON.stringify(words), words])).values()]

/** All of them in one process of its own, since starting takes longer than most of them. */
const DRIVER = `
const { runCommand } = await import(process.argv[1])
const results = []
for (const words of JSON.parse(process.argv[2])) {
  let error = ''
  const status = await runCommand(words, { out: () => undefined, error: (text) => (error += text), colour: false })
  results.push({ command: words.join(' '), status, error })
}
process.stdout.write(JSON.stringify(results))
`

describe('commands of the docs that only read', () => {
  const home = mkdtempSync(join(tmpdir(), 'irongate-docs-'))
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  it('run in an empty home', { timeout: 60_000 }, () => {
    expect(unique.length).toBeGreaterThan(30)
    const main = join(ROOT, 'src/cli/main.ts')
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', DRIVER, main, JSON.stringify(unique)],
      { encoding: 'utf8', cwd: home, env: { PATH: process.env['PATH'] ?? '', HOME: home }, input: '' },
    )
    expect(stdout, stderr).not.toBe('')
    const results: readonly { command: string; status: number; error: string }[] = JSON.parse(stdout)
    const failed = results.filter(({ status }) => status === EXIT.usage || status === EXIT.internal)
    // An empty home has no records.
    expect(failed.filter(({ error }) => !/there is no record "3f9a01c2"/.test(error))).toEqual([])
    expect(results).toHaveLength(unique.length)
  })
})
