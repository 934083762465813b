import { describe, expect, it } from 'vitest'
import { findAgentAncestor } from './agent-ancestry.ts'
import { type ProcessTable, processTable } from './processes.ts'

/** A chain of processes, the asking one first; each is the child of the next. */
function chain(...lines: readonly string[]): ProcessTable {
  return (pid) => {
    const line = lines[pid - 100]
    if (line === undefined) return undefined
    return { parent: pid - 99 < lines.length ? pid + 1 : 1, words: line.split(' ') }
  }
}

describe("a terminal of the person's own", () => {
  it.each([
    [['node irongate approve', '-bash', 'sshd: dev', '/usr/sbin/sshd']],
    [['node irongate approve', 'zsh', '/usr/bin/tmux new']],
    [['node irongate approve', 'zsh', 'code --type=ptyHost']],
    [['node /srv/claude-notes/x.js', 'bash']],
    [['vim claude', 'bash']],
    [['node /opt/irongate.js init --host claude-code', 'npm exec irongate init --host claude-code', 'bash']],
  ])('%j', (lines) => expect(findAgentAncestor(100, chain(...lines), {})).toBeUndefined())
})

describe("an agent's shell", () => {
  it.each([
    [['node irongate approve', 'bash -c irongate approve', '/opt/claude']],
    [['node irongate approve', 'sh', 'node /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js']],
    [['node irongate approve', 'script -c x', 'bash', 'claude.exe -p hi', 'zsh']],
    [['node irongate approve', 'bash', 'codex exec']],
    [['node irongate approve', 'bash', 'node /usr/bin/gemini --yolo']],
    [['node irongate approve', 'bash', 'node --max-old-space-size=4096 /x/node_modules/@google/gemini-cli/index.js']],
    [['node irongate approve', 'bash', 'bun /x/opencode-ai/bin/opencode']],
    [['node irongate approve', 'bash', 'node /x/claude-code/cli.js irongate']],
  ])('%j', (lines) => expect(findAgentAncestor(100, chain(...lines), {})).toMatch(/started it/))

  it.each(['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'GEMINI_CLI', 'CODEX_SANDBOX'])('%s is set', (name) =>
    expect(findAgentAncestor(100, chain('node', 'bash'), { [name]: '' })).toContain(name),
  )

  it('a process that cannot be looked up counts as one', () =>
    expect(findAgentAncestor(100, () => undefined, {})).toMatch(/cannot be looked up/))

  it('a chain without an end counts as one', () =>
    expect(findAgentAncestor(100, () => ({ parent: 100, words: ['sh'] }), {})).toMatch(/cannot be looked up/))
})

it('the processes of this machine can be looked up', () => {
  const own = processTable()(process.pid)
  expect(own?.parent).toBe(process.ppid)
  expect(own?.words.join(' ')).toMatch(/node/)
})
