import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Host } from '../integrations/integration.ts'
import { findHostById, HOSTS } from '../integrations/registry.ts'
import { run } from './hook.ts'
import { hookAnswer } from './hook-answer.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-hook-'))
  mkdirSync(join(home, 'project'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const generic = findHostById('generic') as Host
const tool = (command: string) =>
  JSON.stringify({ event: 'tool', session: 's', cwd: join(home, 'project'), tool: 'Bash', input: { command } })
const ask = (host: Host, input: () => Promise<string>, args: readonly string[] = []) =>
  hookAnswer({ host, input, args: ['--home', home, ...args] })

describe('HOME in the environment of a hook that somebody starts by themselves', () => {
  const started = (...args: readonly string[]) =>
    spawnSync(
      process.execPath,
      [
        '-e',
        `import(${JSON.stringify(resolve('src/cli/main.ts'))}).then(({ main }) => main(process.argv.slice(1)))`,
        '--',
      ]
        .concat(['hook', 'generic'])
        .concat(args),
      {
        input: args.length === 0 ? 'no event' : tool('ls'),
        encoding: 'utf8',
        env: { HOME: home, NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
      },
    )
  const settings = () => {
    mkdirSync(join(home, '.irongate'), { mode: 0o700 })
    writeFileSync(join(home, '.irongate/settings.json'), '{ "permissions": { "deny": ["Bash(ls)"] } }')
  }

  it('does not count, which is told', () => {
    settings()
    expect(started().stderr).toContain(`HOME is ${home}, which does not count here`)
  })

  it.each(['--home', '--home='])('is told nothing about where %s names it, and its rules count', (option) => {
    settings()
    const { status, stderr, stdout } = started(...(option.endsWith('=') ? [option + home] : [option, home]))
    expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 2, decision: 'deny' })
    expect(stderr).not.toContain('does not count')
  })
})

describe('a hook of whatever host', () => {
  it.each([[[]], [['nobody']], [['__proto__']], [['constructor', '--installed']]])(
    'for %j blocks, and names those there are',
    async (args) => {
      const before = process.exitCode
      let said = ''
      const status = await run(args, {
        out: () => undefined,
        error: (text) => {
          said += text
        },
        colour: false,
      })
      process.exitCode = before
      expect(status).toBe(2)
      for (const { id } of HOSTS) expect(said).toContain(id)
    },
  )

  it('answers in the shape of its host', async () => {
    const { stdout, status } = await ask(generic, async () => tool('ls'))
    expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 0, decision: 'allow' })
  })

  it.each<[string, () => Promise<string>, readonly string[]]>([
    ['input that fails', () => Promise.reject(new Error('too long')), []],
    ['input that is not its', async () => '{"hook_event_name":"PreToolUse"}', []],
    ['an option that nobody has', async () => tool('ls'), ['--loose']],
    ['state that is gone', async () => tool('ls'), ['--installed']],
  ])('%s blocks in that shape too', async (_name, input, args) => {
    const { stdout, status } = await ask(generic, input, args)
    expect({ status, ...JSON.parse(stdout) }).toMatchObject({ status: 2, decision: 'deny' })
  })

  it.each([
    ['ls', 0, 'allow'],
    ['git push --force origin main', 2, 'deny'],
  ])(
    'a Record of %s that cannot be written changes nothing, and is told on stderr',
    async (command, status, decision) => {
      mkdirSync(join(home, '.irongate/state'), { recursive: true, mode: 0o700 })
      writeFileSync(join(home, '.irongate/state/audit'), 'no folder')
      const answer = await ask(generic, async () => tool(command))
      expect({ status: answer.status, ...JSON.parse(answer.stdout) }).toMatchObject({ status, decision })
      expect(answer.stderr).toContain('the audit record could not be written')
    },
  )

  it('one that cannot be loaded blocks by its status', async () => {
    const broken = { ...generic, integration: () => Promise.reject(new Error('half a package')) }
    const { stderr, status } = await ask(broken, async () => tool('ls'))
    expect(status).toBe(2)
    expect(stderr).toContain('half a package')
  })

  it('takes the signs of every host, since one launcher serves them all', async () => {
    const signs = HOSTS.flatMap(({ signs: names }) => Object.keys(names)).map((name) => `--${name}=x`)
    expect(new Set(signs).size).toBe(signs.length)
    expect((await ask(generic, async () => tool('ls'), signs)).status).toBe(0)
  })
})
