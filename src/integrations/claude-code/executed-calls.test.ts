import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findUncheckedCalls } from '../hook-runtime/unchecked-calls.ts'
import { allConversations, CLAUDE_CODE_EXECUTED_CALLS } from './executed-calls.ts'
import { createScratchAccount } from './testing.ts'

let account: ReturnType<typeof createScratchAccount>
let folder: string
beforeEach(() => {
  account = createScratchAccount()
  folder = join(account.home, '.claude/projects/-home-dev-project')
  mkdirSync(join(folder, 's1/subagents'), { recursive: true })
})
afterEach(() => account.remove())

const called = (id: string, at = new Date().toISOString(), command = 'ls') =>
  JSON.stringify({
    type: 'assistant',
    timestamp: at,
    sessionId: 's',
    cwd: '/p',
    message: { content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] },
  })
const done = (id: string, content: unknown = 'ok') =>
  JSON.stringify({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, content }] } })
const write = (name: string, ...lines: readonly string[]) => writeFileSync(join(folder, name), `${lines.join('\n')}\n`)
const missed = (since = 0) => {
  const files = allConversations(join(account.home, '.claude'), since)
  return findUncheckedCalls(files, CLAUDE_CODE_EXECUTED_CALLS, { home: account.home, since }).map(({ id }) => id)
}

describe('calls that ran past the gate', () => {
  it('those that the gate was asked about are none', async () => {
    const { id } = await account.bash('ls')
    write('s1.jsonl', called(id), done(id), called('toolu_x'), done('toolu_x'))
    expect(missed()).toEqual(['toolu_x'])
  })

  it("a sub-agent's count too, and a fork repeats none", async () => {
    write('s1.jsonl', called('a'), done('a'))
    write('s2.jsonl', called('a'), done('a'))
    write('s1/subagents/agent-1.jsonl', called('b'), done('b'))
    expect(new Set(missed())).toEqual(new Set(['a', 'b']))
    expect(missed()).toHaveLength(2)
  })

  it.each([
    ['one that has no result yet', called('x')],
    ['one that the host refused itself', called('x'), done('x', '<tool_use_error>InputValidationError')],
    ['one that a person refused', called('x'), done('x', [{ type: 'text', text: "The user doesn't want to proceed" }])],
    ['one from before', called('x', '2020-01-01T00:00:00Z'), done('x')],
    ['one without a time', called('x', 'soon'), done('x')],
    ['a result of nothing', done('x')],
    ['lines of another shape', '{"tool_use":1}', '"tool_result"', '{ "tool_use"', 'null "tool_use"'],
  ])('%s is none', (_name, ...lines) => {
    write('s1.jsonl', ...lines)
    expect(missed(Date.parse('2026-01-01'))).toEqual([])
  })

  it('the next session in that project says so, once', async () => {
    const start = () => account.send('SessionStart', { source: 'startup', transcript_path: join(folder, 's9.jsonl') })
    expect((await start()).systemMessage).not.toMatch(/without the gate/)
    write('s1.jsonl', called('a', new Date(Date.now() + 1000).toISOString()), done('a'))
    expect((await start()).systemMessage).toMatch(/One tool call ran here without the gate/)
  })
})
