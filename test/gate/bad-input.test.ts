import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { parseLine } from '../../src/cli/call-line.ts'
import { bash, check } from './gate-for-tests.ts'

/** Every kind of bad input gets an explicit decision that is not allow. */
describe('bad input', () => {
  it.each([
    ['empty', ''],
    ['not JSON', 'hello'],
    ['cut off', '{"tool":"Bash","input":{"command":"ls'],
    ['not an object', '[1]'],
    ['null', 'null'],
    ['no tool', '{"input":{}}'],
    ['no input', '{"tool":"Bash"}'],
    ['wrong types', '{"tool":1,"input":[]}'],
    ['unknown key', '{"tool":"Bash","input":{},"permit":true}'],
    ['unknown mode', '{"tool":"Bash","input":{},"mode":"yolo"}'],
    ['settings of the wrong type', '{"tool":"Bash","input":{},"settings":"x"}'],
    ['a transcript entry of no kind', '{"tool":"Bash","input":{},"transcript":[{"role":"assistant","text":"fine"}]}'],
    ['a relative directory', '{"tool":"Bash","input":{},"cwd":"here"}'],
  ])('%s', (_, text) => {
    const parsed = parseLine(text)
    expect(parsed.ok).toBe(false)
    expect(parsed).toHaveProperty('problem')
  })

  it.each(['', 'a\u0000b', 'a\nb', 'x'.repeat(300), 'Ba\u200bsh', '\ud800'])(
    'a tool called %j is refused',
    async (tool) => {
      expect(await check(tool, { command: 'ls' })).toMatchObject({ outcome: 'deny', reason: { type: 'bad-input' } })
    },
  )

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'a tool called %s is judged as unknown',
    async (tool) => {
      expect((await check(tool, { a: 1 }, { verdict: 'block' })).outcome).toBe('deny')
    },
  )

  it.each([
    ['NUL in a command', 'ls \u0000 -la'],
    ['lone surrogates', 'echo \ud800'],
    ['escape sequences', 'echo \u001b[2J'],
    ['bidirectional text', 'echo \u202e txt'],
    ['an unclosed quote', 'echo "abc'],
    ['an unclosed substitution', 'echo $(ls'],
  ])('%s never takes a fast path', async (_, command) => {
    expect((await bash(command, { verdict: 'block' })).outcome).toBe('deny')
  })

  it.each([undefined, null, 5, {}, [], '', true])('a command that is %j is not allowed by itself', async (command) => {
    expect((await check('Bash', { command } as Record<string, unknown>, { verdict: 'block' })).outcome).toBe('deny')
  })

  it('a rule or key with a prototype name drops nothing', async () => {
    const settings = JSON.parse(
      '{"permissions":{"deny":["__proto__","constructor","Bash(frobnicate *)"]},"__proto__":{"permissions":{"allow":["Bash"]}}}',
    )
    expect(await bash('frobnicate x', { settings })).toMatchObject({ outcome: 'deny', reason: { type: 'rule' } })
  })

  it('cyclic settings are broken settings', async () => {
    const settings: Record<string, unknown> = { permissions: {} }
    settings['permissions'] = settings
    expect(['ask', 'deny']).toContain((await bash('ls', { settings })).outcome)
  })

  it('20 MB of command is an answer, not a crash', async () => {
    expect((await bash('x'.repeat(20 * 1024 * 1024), { verdict: 'block' })).outcome).toBe('deny')
  })

  it('a harmless Write of 2 MB inside the project is allowed', async () => {
    expect(
      (await check('Write', { file_path: 'data/table.txt', content: 'row\n'.repeat(512 * 1024) }, { verdict: 'block' }))
        .outcome,
    ).toBe('allow')
  })
})

describe('the batch interface', () => {
  const run = (lines: string, environment: NodeJS.ProcessEnv = {}) => {
    const { stdout, status } = spawnSync(
      process.execPath,
      ['-e', "import('./src/cli/main.ts').then(({ main }) => main(['check', '--batch']))"],
      {
        input: lines,
        encoding: 'utf8',
        env: { ...process.env, ...environment },
      },
    )
    return {
      status,
      answers: stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    }
  }

  it('answers every line in order, wrong ones too, and exits 0', () => {
    const lines = [
      '{"id":"a","tool":"Bash","input":{"command":"ls"},"settings":{}}',
      'nonsense',
      '{"id":3,"tool":"Bash","input":{"command":"rm -rf /"},"settings":{}}',
      '{"id":"d","tool":"Bash"}',
    ]
    const { status, answers } = run(`${lines.join('\n')}\n`)
    expect(status).toBe(0)
    expect(answers.map(({ id, decision }) => [id, decision])).toEqual([
      ['a', 'allow'],
      [null, 'deny'],
      [3, 'deny'],
      ['d', 'deny'],
    ])
    for (const answer of answers) {
      expect(answer).toHaveProperty('reason.type')
      expect(typeof answer['message']).toBe('string')
      expect(typeof answer['ms']).toBe('number')
    }
  })

  it('lines with the same session share it, others do not', () => {
    const write =
      '{"tool":"Write","input":{"file_path":"/home/u/p/x.sh","content":"rm -rf ~\\n"},"cwd":"/home/u/p","home":"/home/u","settings":{}'
    const runs = '{"tool":"Bash","input":{"command":"bash x.sh"},"cwd":"/home/u/p","home":"/home/u","settings":{}'
    const { answers } = run(
      [`${write},"id":1,"session":"s"}`, `${runs},"id":2,"session":"s"}`, `${runs},"id":3}`].join('\n'),
    )
    expect(answers.map(({ decision }) => decision)).toEqual(['allow', 'deny', 'allow'])
  })

  it('no environment variable has any influence', () => {
    const line = '{"id":1,"tool":"Bash","input":{"command":"frobnicate"},"settings":{},"cwd":"/nowhere/x"}'
    const poisoned = {
      HOME: '/tmp',
      ANTHROPIC_API_KEY: 'x',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
      IRONGATE_MODEL: 'x',
      PATH: `/tmp:${process.env['PATH']}`,
    }
    const strip = ({ ms, ...rest }: Record<string, unknown>) => rest
    expect(run(line, poisoned).answers.map(strip)).toEqual(run(line).answers.map(strip))
  })
})
