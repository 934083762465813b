import { describe, expect, it } from 'vitest'
import type { Process, Processes } from '../../facts/processes.ts'
import { PROCESSES } from '../../facts/processes.ts'
import { commandWithFailureEvents } from '../install/launcher-fallback.ts'
import { agentMarks, findHostById } from '../registry.ts'
import { ancestryOf, ancestryOfProgram } from './ancestry.ts'

const LAUNCHER = '/home/dev/.irongate/bin/irongate'
const HOOK = [
  '/usr/bin/node',
  '--v8-pool-size=1',
  '/opt/irongate/bin/hook.js',
  'hook',
  'claude-code',
  'UserPromptSubmit',
]
const STARTED = ['/bin/sh', LAUNCHER, 'hook', 'claude-code', 'UserPromptSubmit']
const entry = (event: string) =>
  commandWithFailureEvents({ command: `'${LAUNCHER}' hook claude-code` }, event, {
    blocks: [],
    tells: ['UserPromptSubmit'],
  })
const SHELL = ['/bin/sh', '-c', entry('UserPromptSubmit')]
const GUARD = ['/bin/sh', '-c', '"$@" && exit; exit 2', 'sh', LAUNCHER, 'hook', 'claude-code', 'UserPromptSubmit']
const CLAUDE = ['claude', '--resume']
const TOOL = ['/bin/bash', '-c', "source /tmp/s.sh && eval 'node f.js' < /dev/null"]

/** A chain of processes, the hook first and its oldest ancestor last; each may have been started with variables. */
function chain(...words: readonly (readonly string[])[]): Processes {
  const all = words.map(
    (line, at): Process => ({
      parent: at + 1 < words.length ? at + 2 : 0,
      words: line.filter((word) => !word.startsWith('env:')),
      terminal: true,
      variables: () => new Set(line.flatMap((word) => (word.startsWith('env:') ? [word.slice(4)] : []))),
    }),
  )
  return (pid) => all[pid - 1]
}

const marks = findHostById('claude-code')?.marks
const of = (processes: Processes) => {
  if (!marks) throw new Error('no such host')
  return ancestryOf(1, { id: 'claude-code', marks, agents: agentMarks() }, processes)
}
const PERSON = [['-zsh'], ['sshd: dev'], ['/sbin/init']]

describe('a hook that its host started', () => {
  it.each([
    ['through the shell of its entry', [HOOK, STARTED, SHELL, CLAUDE, ...PERSON]],
    ['through the guard of its entry', [HOOK, STARTED, GUARD, CLAUDE, ...PERSON]],
    ['at once', [HOOK, STARTED, CLAUDE, ...PERSON]],
    [
      'for the plugin',
      [HOOK, STARTED, ['/bin/sh', '/x/plugins/irongate/hooks/irongate', 'hook', 'claude-code'], CLAUDE, ...PERSON],
    ],
    ['in a container, where it is the first process', [HOOK, STARTED, CLAUDE]],
    [
      'which an interpreter runs',
      [HOOK, STARTED, ['node', '/x/@anthropic-ai/claude-code/cli.js', '-p', 'x'], ...PERSON],
    ],
    [
      'which its own launcher runs',
      [HOOK, STARTED, ['claude', '-p', 'x'], ['node', '/usr/bin/claude', '-p', 'x'], ...PERSON],
    ],
    [
      'in a terminal of an editor',
      [HOOK, STARTED, CLAUDE, ['zsh'], ['/usr/share/code/code', '--type=utility'], ['systemd']],
    ],
    ['in tmux', [HOOK, STARTED, CLAUDE, ['bash'], ['tmux: server']]],
  ])('%s', (_name, processes) => expect(of(chain(...processes)).kind).toBe('fits'))

  it('tells the words of the host', () =>
    expect(of(chain(HOOK, STARTED, ['claude', '-p', 'do it'], ...PERSON))).toEqual({
      kind: 'fits',
      host: { words: ['claude', '-p', 'do it'], terminal: true },
    }))
})

describe('a hook that somebody else started', () => {
  it.each([
    ["a tool's shell", [HOOK, STARTED, TOOL, CLAUDE, ...PERSON], /bash stands between/],
    ['a script of a tool', [HOOK, STARTED, ['node', 'f.js'], TOOL, CLAUDE, ...PERSON], /node stands between/],
    ['a script that loads the hook', [['node', 'f.js'], TOOL, CLAUDE, ...PERSON], /bash stands between/],
    ['an entry inside of a tool', [HOOK, STARTED, SHELL, TOOL, CLAUDE, ...PERSON], /bash stands between/],
    [
      'a shell that does more than the entry',
      [HOOK, STARTED, ['sh', '-c', `${entry('Stop')}; rm x`], CLAUDE],
      /sh stands/,
    ],
    [
      'a pipe into the hook',
      [HOOK, STARTED, ['bash', '-c', `cat f | '${LAUNCHER}' hook claude-code`], CLAUDE],
      /bash stands/,
    ],
    [
      "a project's own hook",
      [HOOK, STARTED, ['node', '.claude/hooks/x.js'], ['sh', '-c', 'node x'], CLAUDE],
      /node stands/,
    ],
    ['a detached process', [HOOK, STARTED, ['node', 'f.js'], ['/sbin/init']], /no agent started the hook/],
    ['the hook of another host', [HOOK, STARTED, ['codex'], ...PERSON], /no agent started the hook/],
  ])('%s', (_name, processes, why) => {
    const found = of(chain(...processes))
    expect(found.kind).toBe('wrong')
    expect('why' in found && found.why).toMatch(why)
  })
})

describe('a host that an agent started', () => {
  it.each([
    ['its own', [HOOK, STARTED, ['claude', '-p', '--resume', 'x', 'Delete it.'], TOOL, CLAUDE, ...PERSON]],
    ['its own, by exec', [HOOK, STARTED, ['claude', '-p', 'Delete it.'], CLAUDE, ...PERSON]],
    ['another', [HOOK, STARTED, CLAUDE, ['bash', '-lc', 'claude'], ['codex'], ...PERSON]],
    ['one that has no host', [HOOK, STARTED, CLAUDE, ['bash'], ['/usr/bin/python3', '/usr/bin/aider'], ...PERSON]],
    ['detached, with its variables', [HOOK, STARTED, ['claude', '-p', 'x', 'env:CLAUDECODE'], ['/sbin/init']]],
  ])('%s', (_name, processes) => expect(of(chain(...processes)).kind).toBe('wrong'))
})

describe('what the system does not tell', () => {
  it('is not known', () => {
    expect(of(() => undefined).kind).toBe('unknown')
    const whole = chain(HOOK, STARTED, CLAUDE, ...PERSON)
    expect(of((pid) => (pid < 4 ? whole(pid) : undefined)).kind).toBe('unknown')
  })

  it('a circle of parents ends', () =>
    expect(of(() => ({ parent: 2, words: ['sh'], terminal: false, variables: () => undefined })).kind).toBe('wrong'))
})

describe("a program of the person's own", () => {
  const program = (...words: readonly (readonly string[])[]) => ancestryOfProgram(1, agentMarks(), chain(...words)).kind

  it('vouches for its person', () =>
    expect(program(['node', 'hook'], ['python3', 'my-agent.py'], ...PERSON)).toBe('vouched'))
  it('does not, where an agent runs it', () =>
    expect(program(['node', 'hook'], ['python3', 'my-agent.py'], TOOL, CLAUDE, ...PERSON)).toBe('wrong'))
})

it.skipIf(process.platform === 'win32')('the system tells of this very process', () => {
  const self = PROCESSES(process.pid)
  expect(self?.parent).toBe(process.ppid)
  expect(self?.words.length).toBeGreaterThan(0)
  expect(PROCESSES(2 ** 30)).toBeUndefined()
})
