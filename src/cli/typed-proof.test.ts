import { describe, expect, it } from 'vitest'
import type { ProcessInfo } from './processes.ts'
import { type ProofSources, proofFor } from './typed-proof.ts'

/** `uid name tty started`, the typed command first; each is the child of the next. */
type Line = string

const DEV = 1000
const MINE: readonly Line[] = ['dev node pts/1 900', 'dev bash pts/1 800']

function info(line: Line, parent: number): ProcessInfo {
  const [who = '', name = '', tty = '-', started = '0', ...words] = line.split(' ')
  return {
    parent,
    name: name.slice(0, 15),
    words: words.length === 0 ? [name] : words,
    uid: who === 'root' ? 0 : DEV,
    // Files of other accounts' processes are hidden.
    program: who === 'root' ? undefined : `/usr/bin/${name}`,
    tty: tty === '-' ? '' : tty,
    started: Number(started),
  }
}

/** A chain up to the first process of the machine. */
function machine(lines: readonly Line[], more: Partial<ProofSources> = {}): ProofSources {
  const all = [...lines, 'root systemd - 0']
  const pidAt = (at: number) => (at === all.length - 1 ? 1 : 100 + at)
  const table = new Map(
    all.map((line, at) => [pidAt(at), info(line, at + 1 < all.length ? pidAt(at + 1) : 0)] as const),
  )
  return {
    table: (pid) => table.get(pid),
    variablesOf: () => [],
    isRootsFile: () => false,
    sshFrom: () => 'elsewhere',
    viewers: () => undefined,
    agentsAt: () => false,
    noLogins: () => false,
    ...more,
  }
}

const proof = (lines: readonly Line[], more?: Partial<ProofSources>) => proofFor(100, machine(lines, more))
const WHILE_AGENTS = { agentsAt: (time: number) => time >= 500 }
const SSH = ['dev sshd - 700 sshd: dev@pts/1', 'root sshd - 600 sshd: dev [priv]', 'root sshd - 10 /usr/sbin/sshd -D']

describe('a person is proven', () => {
  it.each<[string, readonly Line[], 'login' | 'terminal', Partial<ProofSources>?]>([
    ['on the console', [...MINE, 'root login pts/1 100'], 'login'],
    ['by ssh', [...MINE, ...SSH], 'login'],
    [
      'by ssh, in newer parts',
      [...MINE, 'dev sshd-session - 700', 'root sshd-session - 600', 'root sshd - 10'],
      'login',
    ],
    [
      'through npx',
      ['dev node pts/1 900', 'dev sh pts/1 899', 'dev npm pts/1 898', 'dev bash pts/1 1', ...SSH],
      'login',
    ],
    [
      'through sudo, with a terminal of its own',
      ['root node pts/9 900', 'root sudo pts/1 890', 'dev bash pts/1 1', ...SSH],
      'login',
    ],
    [
      'in a window of the screen they logged in to',
      [...MINE, 'dev xterm - 700', 'dev i3 - 90', 'root lightdm - 80'],
      'terminal',
      WHILE_AGENTS,
    ],
    [
      'with a long name',
      [...MINE, 'dev kitty - 700', 'dev sway - 90', 'root gdm-session-worker - 80'],
      'terminal',
      WHILE_AGENTS,
    ],
    [
      'in a window from startx',
      [...MINE, 'dev xterm - 700', 'dev i3 tty1 90', 'dev bash tty1 85', 'root login tty1 80'],
      'terminal',
      WHILE_AGENTS,
    ],
    [
      'in a new tab of an old window',
      [...MINE, 'dev gnome-terminal-server - 400', 'dev systemd - 50'],
      'terminal',
      WHILE_AGENTS,
    ],
    [
      'in a new window of a desktop from before',
      [...MINE, 'dev alacritty - 700', 'dev gnome-shell - 60', 'dev systemd - 50'],
      'terminal',
      WHILE_AGENTS,
    ],
    ['in a window, where no agent ran', [...MINE, 'dev konsole - 700', 'dev systemd - 50'], 'terminal'],
    [
      'in a script that is a program of theirs',
      [...MINE, 'dev python3 - 700 python3 /usr/bin/terminator', 'dev systemd - 50'],
      'terminal',
    ],
  ])('%s', (_name, lines, kind, more) => expect(proof(lines, more)).toEqual({ kind }))
})

describe('nobody is proven', () => {
  it.each<[string, readonly Line[], RegExp, Partial<ProofSources>?]>([
    ['by pid 1 (double fork)', ['dev node pts/1 900'], /ends at pid 1/],
    ['by the service manager (systemd-run, a subreaper)', [...MINE, 'dev systemd - 50'], /ends at systemd/],
    ['without a terminal (cron, at, setsid)', ['dev node - 900', 'dev sh - 899', 'root cron - 20'], /no terminal/],
    ['by script(1)', [...MINE, 'dev script pts/7 700', 'dev bash pts/7 1', ...SSH], /script made its terminal/],
    ['by a pseudo-terminal of Python', [...MINE, 'dev python3 - 700'], /python3 made its terminal/],
    ['by expect, in a window', [...MINE, 'dev expect pts/7 700', 'dev xterm - 1'], /expect made its terminal/],
    [
      'by a login that a program started',
      [...MINE, 'root login pts/1 100', 'dev script - 90'],
      /script made its terminal/,
    ],
    ['by a login that is not root’s', [...MINE, 'dev login pts/1 100'], /ends at pid 1/],
    ['by an ssh server that is not root’s', [...MINE, 'dev sshd - 700', 'dev sshd - 600'], /isn't root's/],
    ['by a program that calls itself sshd', [...MINE, 'dev sshd - 700', 'dev bash pts/3 1', ...SSH], /isn't root's/],
    ['by ssh from this machine', [...MINE, ...SSH], /comes from this machine/, { sshFrom: () => 'here' }],
    ['by ssh from nowhere', [...MINE, ...SSH], /isn't known where/, { sshFrom: () => 'unknown' }],
    [
      'in a window opened beside an agent',
      [...MINE, 'dev xterm - 700', 'dev systemd - 50'],
      /opened while an agent/,
      WHILE_AGENTS,
    ],
    ['in an editor', [...MINE, 'dev code - 700', 'dev code - 90', 'root lightdm - 80'], /editor's terminal/],
    ['in a remote editor', [...MINE, 'dev node - 700 /home/dev/.vscode-server/cli/node x'], /editor's terminal/],
    ['below an agent', [...MINE, 'dev claude pts/1 1', 'dev bash pts/1 1', ...SSH], /claude started it/],
    ['below an agent by its script', [...MINE, 'dev node - 1 node /x/@openai/codex/bin.js', ...SSH], /started it/],
    [
      'with an agent’s variable above',
      [...MINE, ...SSH],
      /CLAUDECODE is set/,
      { variablesOf: (pid) => (pid === 101 ? ['CLAUDECODE'] : []) },
    ],
    ['in screen', [...MINE, 'dev SCREEN - 1'], /isn't known who is attached to screen/],
    ['in zellij', [...MINE, 'dev zellij - 1'], /isn't known who is attached to zellij/],
    ['in a container', ['dev node pts/1 2', 'dev bash pts/1 1'], /ends at pid 1/],
  ])('%s', (_name, lines, why, more) =>
    expect(proof(lines, more)).toMatchObject({ kind: 'unproven', why: expect.stringMatching(why) }),
  )

  it('where a process is hidden', () => {
    const sources = machine([...MINE, ...SSH])
    const table = (pid: number) => (pid === 102 ? undefined : sources.table(pid))
    expect(proofFor(100, { ...sources, table })).toMatchObject({ why: expect.stringContaining('102') })
  })

  it('by a chain without an end', () => {
    const table = () => ({ parent: 100, words: ['sh'], tty: 'pts/1' })
    expect(proofFor(100, { ...machine([]), table }).kind).toBe('unproven')
  })

  it('by root’s name alone, where the program is not root’s', () =>
    expect(
      proofFor(100, {
        ...machine(MINE),
        table: (pid) =>
          pid === 102
            ? { parent: 1, words: ['login'], name: 'login', uid: 0, program: '/tmp/login', tty: 'pts/1' }
            : machine([...MINE, 'root login pts/1 1']).table(pid),
      }).kind,
    ).toBe('unproven'))
})

describe('tmux', () => {
  const PANE = [...MINE, 'dev tmux:server - 400 tmux']
  const client = (lines: readonly Line[]): Partial<ProofSources> => {
    const theirs = machine(lines)
    const ours = machine(PANE)
    return {
      viewers: () => [5100],
      table: (pid) => {
        const found = pid >= 5000 ? theirs.table(pid - 5000) : ours.table(pid)
        return found && pid >= 5000 && found.parent > 1 ? { ...found, parent: found.parent + 5000 } : found
      },
    }
  }

  it('the attached client’s own chain proves the person', () =>
    expect(proof(PANE, client(['dev tmux pts/4 1', 'dev bash pts/4 1', ...SSH]))).toEqual({ kind: 'terminal' }))

  it.each<[string, Partial<ProofSources>, RegExp]>([
    ['nobody is attached', { viewers: () => [] }, /no attached tmux client shows this pane/],
    ['who is attached is not known', {}, /isn't known who is attached/],
    ['an agent attached', client(['dev tmux pts/4 1', 'dev script - 1', 'dev claude pts/2 1']), /claude started it/],
    ['a detached program attached', client(['dev tmux pts/4 1']), /ends at pid 1/],
  ])('nothing is proven where %s', (_name, more, why) =>
    expect(proof(PANE, more)).toMatchObject({ kind: 'unproven', why: expect.stringMatching(why) }),
  )

  it('nor where an agent is attached beside the person', () => {
    const person = client(['dev tmux pts/4 1', 'dev bash pts/4 1', ...SSH])
    const both = { ...person, viewers: () => [5100, 9999] }
    expect(proof(PANE, both).kind).toBe('unproven')
  })
})

describe('where root has declared that nobody logs in', () => {
  const noLogins = { noLogins: () => true }
  it.each<[string, readonly Line[], string]>([
    ['a container’s shell', ['dev node pts/1 2', 'dev bash pts/1 1'], 'terminal'],
    ['a detached program without a terminal', ['dev node - 2'], 'unproven'],
    ['a pseudo-terminal that a program made', [...MINE, 'dev script - 2'], 'unproven'],
    ['an agent', [...MINE, 'dev claude pts/1 2'], 'unproven'],
  ])('%s: %s', (_name, lines, kind) => expect(proof(lines, noLogins).kind).toBe(kind))

  it('a shell that was started from outside of the container', () => {
    const outside = machine(['dev node pts/1 2', 'dev bash pts/1 1'], noLogins)
    const table = (pid: number) => {
      const found = outside.table(pid)
      return found && pid === 101 ? { ...found, parent: 0 } : found
    }
    expect(proofFor(100, { ...outside, table }).kind).toBe('terminal')
    expect(proofFor(100, { ...outside, table, noLogins: () => false })).toMatchObject({
      why: 'the process chain ends at its container',
      instead: expect.stringContaining('/etc/irongate/no-logins'),
    })
  })
})
