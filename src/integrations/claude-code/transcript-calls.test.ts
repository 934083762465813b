import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findUncheckedCalls } from '../hook-runtime/unchecked-calls.ts'
import { CLAUDE_CODE_EXECUTED_CALLS } from './executed-calls.ts'
import { createScratchAccount } from './testing.ts'
import { CLAUDE_CODE_TRANSCRIPT } from './transcript.ts'

let account: ReturnType<typeof createScratchAccount>
let file: string
// How long lines are waited for that never come here.
const { lateMs } = CLAUDE_CODE_TRANSCRIPT
beforeEach(() => {
  Object.assign(CLAUDE_CODE_TRANSCRIPT, { lateMs: 60 })
  account = createScratchAccount()
  file = join(account.home, 't.jsonl')
})
afterEach(() => {
  Object.assign(CLAUDE_CODE_TRANSCRIPT, { lateMs })
  account.remove()
})

const line = (fields: object) => `${JSON.stringify(fields)}\n`
const turn = (uuid: string, content: string) => line({ type: 'user', uuid, message: { role: 'user', content } })
const called = (id: string, name: string, input: unknown) =>
  line({
    type: 'assistant',
    uuid: `of-${id}`,
    message: {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'agent-word' },
        { type: 'text', text: 'agent-word' },
        { type: 'tool_use', id, name, input },
      ],
    },
  })
const result = (id: string) =>
  line({
    type: 'user',
    uuid: `result-${id}`,
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'result-word' }] },
    toolUseResult: 'result-word',
  })
const call = (id: string, command: string) => called(id, 'Bash', { command }) + result(id)
const at = () => ({ transcript_path: file })
const entries = (agent?: string) => account.log().entries(agent)
const unconfirmed = (agent?: string) =>
  entries(agent).flatMap((entry) => (entry.kind === 'call' && entry.unconfirmed ? [entry.input['command']] : []))

describe('a conversation from before the gate', () => {
  it('is entries: people’s turns and calls, in order, and no word of the agent', async () => {
    writeFileSync(
      file,
      turn('u1', 'Look around.') + call('c1', 'ls src') + turn('u2', 'Now the tests.') + call('c2', 'make test'),
    )
    await account.send('SessionStart', { source: 'resume', ...at() })
    await account.prompt('Go on.', at())
    const past = { kind: 'call', tool: 'Bash', judged: false, unconfirmed: true }
    expect(entries()).toEqual([
      { kind: 'user', text: 'Look around.', trusted: false },
      { ...past, input: { command: 'ls src' } },
      { kind: 'user', text: 'Now the tests.', trusted: false },
      { ...past, input: { command: 'make test' } },
      { kind: 'user', text: 'Go on.', trusted: true },
    ])
    expect(JSON.stringify(entries())).not.toMatch(/agent-word|result-word/)
  })

  it('never consents, whether a prompt came by event or not', async () => {
    writeFileSync(file, turn('u1', `Delete the folder ${account.home}/precious.`) + call('c1', account.wipe()))
    expect((await account.bash(account.wipe(), at())).said).toBe('deny')
    await account.prompt('Go on.', at())
    expect((await account.bash(account.wipe(), at())).said).toBe('ask')
  })

  it('binds', async () => {
    writeFileSync(file, turn('u1', "Look around, but don't commit."))
    expect((await account.bash('git commit --allow-empty -m x', at())).said).toBe('ask')
  })

  it('does not hold what the gate was asked about itself, nor what is on its way', async () => {
    writeFileSync(file, turn('u1', 'Look around.'))
    await account.prompt('Look around.', at())
    appendFileSync(file, called('c1', 'Bash', { command: 'ls' }) + called('c2', 'Bash', { command: 'pwd' }))
    await account.bash('ls', { ...at(), tool_use_id: 'c1' })
    await account.bash('pwd', { ...at(), tool_use_id: 'c2' })
    appendFileSync(file, result('c1') + result('c2'))
    const { id } = await account.bash('date', at())
    appendFileSync(file, call(id, 'date'))
    await account.bash('id', at())
    expect(unconfirmed()).toEqual([])
  })

  it('holds the calls of a time without the gate between two with it', async () => {
    await account.prompt('Look around.', at())
    await account.bash('ls', at())
    writeFileSync(file, call('t1', 'ls') + call('unseen', 'make all'))
    await account.bash('pwd', at())
    expect(unconfirmed()).toEqual(['make all'])
  })

  it('is still listed as what ran without the gate', async () => {
    const missed = () =>
      findUncheckedCalls([file], CLAUDE_CODE_EXECUTED_CALLS, { home: account.home, since: 0 }).map(({ id }) => id)
    writeFileSync(file, call('unseen', 'make all'))
    await account.bash('pwd', at())
    expect(unconfirmed()).toEqual(['make all'])
    expect(missed()).toEqual(['unseen'])
  })

  it('of a sub-agent is its own', async () => {
    const folder = join(account.home, 's/subagents')
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, turn('u1', 'Delegate.'))
    writeFileSync(join(folder, 'agent-a1.jsonl'), turn('p', 'Find it.') + call('c9', 'ls docs'))
    await account.bash('pwd', { ...at(), agent_id: 'a1' })
    expect(unconfirmed('a1')).toEqual(['ls docs'])
    expect(unconfirmed()).toEqual([])
  })

  it.each([
    ['no name', called('c1', '', {}) + result('c1')],
    ['a damaged line', `{"type":"assistant","message":{"content":[{"type":"tool_use"\n${result('c1')}`],
    ['a call in a result', result('c1').replace('result-word', JSON.stringify(call('c2', 'ls')).slice(1, -1))],
  ])('takes no call from %s', async (_name, text) => {
    writeFileSync(file, text)
    await account.bash('pwd', at())
    expect(unconfirmed()).toEqual([])
  })

  it('keeps the last calls of a long one, and little of each', async () => {
    let text = ''
    for (let index = 0; index < 1000; index++) text += call(`c${index}`, `echo ${index} ${'x'.repeat(5000)}`)
    writeFileSync(file, text)
    await account.send('SessionStart', { source: 'resume', ...at() })
    expect(unconfirmed()).toHaveLength(400)
    expect(String(unconfirmed().at(-1))).toMatch(/^echo 999 /)
    expect(JSON.stringify(entries()).length).toBeLessThan(1_200_000)
  })
})

describe('the agent’s model', () => {
  it('is what the session’s start told last', async () => {
    expect(account.log().model).toBeUndefined()
    await account.send('SessionStart', { source: 'startup', model: 'claude-opus-4-6' })
    await account.send('SessionStart', { source: 'compact', model: 'claude-opus-4-6' })
    await account.send('SessionStart', { source: 'resume', model: 'claude-sonnet-4-6' })
    await account.send('SessionStart', { source: 'compact' })
    expect(account.log().model).toBe('claude-sonnet-4-6')
  })
})
