import { describe, expect, it } from 'vitest'
import type { Process, Processes } from '../../facts/processes.ts'
import { CODEX } from '../codex/index.ts'
import { COPILOT_CLI } from '../copilot-cli/index.ts'
import { GEMINI_CLI } from '../gemini-cli/index.ts'
import type { Host } from '../integration.ts'
import { OPENCODE } from '../opencode/index.ts'
import { QWEN_CODE } from '../qwen-code/index.ts'
import { agentMarks } from '../registry.ts'
import { ancestryOf } from './ancestry.ts'

const START = '"$@" && exit; [ $? = 2 ] || printf x'
const launcher = (host: Host) => ['/bin/sh', '/home/u/.irongate/bin/irongate', 'hook', host.id, 'event']
const entry = (host: Host) => ['/bin/sh', '-c', START, 'sh', '/home/u/.irongate/bin/irongate', 'hook', host.id, 'event']
const SHELL = ['-bash']

/** A hook with these above it, nearest first; the last is started by the first process of the machine. */
function above(host: Host, ...chain: readonly (readonly string[])[]) {
  const all = [['node', 'hook.cjs'], ...chain, ['/sbin/init']]
  const processes: Processes = (pid) => {
    const words = all[all.length - pid]
    const found: Process = { parent: pid - 1, words: words ?? [], terminal: true, variables: () => new Set() }
    return words && found
  }
  return ancestryOf(all.length, { id: host.id, marks: host.marks, agents: agentMarks() }, processes).kind
}

const GEMINI = ['node', '/usr/lib/node_modules/.bin/gemini', '-p', 'hi']
const GEMINI_AGAIN = ['/usr/bin/node', '--max-old-space-size=1', '/usr/lib/node_modules/.bin/gemini', '-p', 'hi']
const QWEN = ['node', '/usr/lib/node_modules/.bin/qwen', '-i', 'hi']
const QWEN_AGAIN = ['/usr/bin/node', '--expose-gc', '/usr/lib/node_modules/@qwen-code/qwen-code/cli.js', '-i', 'hi']
const COPILOT = ['/usr/lib/node_modules/@github/copilot-linux-x64/copilot', '-p', 'hi']
const COPILOT_START = ['node', '/usr/lib/node_modules/.bin/copilot', '-p', 'hi']
const DAEMON = ['/home/u/.codex/packages/app-server-daemon/bin/codex', 'app-server', '--listen', 'unix://']

describe('the processes of a host above a hook', () => {
  it.each<[string, Host, readonly (readonly string[])[]]>([
    ['Gemini CLI', GEMINI_CLI, [entry(GEMINI_CLI), GEMINI, SHELL]],
    ['Gemini CLI that started itself again', GEMINI_CLI, [entry(GEMINI_CLI), GEMINI_AGAIN, GEMINI, SHELL]],
    ['Qwen Code that did so twice', QWEN_CODE, [entry(QWEN_CODE), QWEN_AGAIN, QWEN_AGAIN, QWEN, SHELL]],
    ['Copilot CLI behind its launcher', COPILOT_CLI, [launcher(COPILOT_CLI), COPILOT, COPILOT_START, SHELL]],
    ['codex exec', CODEX, [entry(CODEX), ['codex', 'exec', 'hi'], SHELL]],
    ["Codex's daemon below the window that started it", CODEX, [entry(CODEX), DAEMON, ['codex'], SHELL]],
    ["Codex's daemon when that window is closed", CODEX, [entry(CODEX), DAEMON]],
    ['OpenCode', OPENCODE, [launcher(OPENCODE), ['/usr/bin/opencode', 'run', 'hi'], SHELL]],
  ])('fits: %s', (_name, host, chain) => {
    expect(above(host, ...chain)).toBe('fits')
  })

  it.each<[string, Host, readonly (readonly string[])[]]>([
    ['a tool of Gemini CLI', GEMINI_CLI, [launcher(GEMINI_CLI), ['bash', '-c', 'x'], GEMINI, SHELL]],
    ['Gemini CLI with other words below itself', GEMINI_CLI, [entry(GEMINI_CLI), [...GEMINI, 'x'], GEMINI, SHELL]],
    ['codex exec below Codex', CODEX, [entry(CODEX), ['codex', 'exec', 'hi'], ['codex'], SHELL]],
    ['Qwen Code below another agent', QWEN_CODE, [entry(QWEN_CODE), QWEN, ['bash', '-c', 'x'], ['claude'], SHELL]],
    ['an MCP server of OpenCode', OPENCODE, [launcher(OPENCODE), ['node', 'server.js'], ['opencode'], SHELL]],
    ['nobody', CODEX, [launcher(CODEX), SHELL]],
  ])('does not fit: %s', (_name, host, chain) => {
    expect(above(host, ...chain)).toBe('wrong')
  })
})
