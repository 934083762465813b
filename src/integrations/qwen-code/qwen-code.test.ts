import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readEvent } from './events.ts'
import { QWEN_CODE_EXECUTED_CALLS, QWEN_CODE_TRANSCRIPT } from './transcript.ts'

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}-0.24.4.jsonl`, import.meta.url))
const events = readFileSync(fixture('events'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((text) => readEvent(text))

describe('what the client sent', () => {
  it('has the names that the tools know', () => {
    expect(events.flatMap((event) => (event.kind === 'tool-use' ? [event.tool] : []))).toEqual([
      'run_shell_command',
      'write_file',
      'edit',
      'mcp__demo__get_weather',
      'web_fetch',
      'agent',
      'run_shell_command',
    ])
  })

  it('only what was submitted is a prompt: the event comes with every result too', () => {
    const prompts = events.filter(({ kind }) => kind === 'prompt')
    expect(prompts).toMatchObject([{ text: 'do it', typed: true }])
  })

  it('a text that nobody submitted grants nothing', () => {
    const told = JSON.parse(readFileSync(fixture('events'), 'utf8').split('\n')[1] ?? '')
    const { submitted_prompt: _gone, ...rest } = told
    expect(readEvent(JSON.stringify(rest))).toMatchObject({ kind: 'prompt', typed: false })
  })

  it("a sub-agent's calls are its own", () => {
    expect(events.filter(({ kind, agentId }) => kind === 'tool-use' && agentId)).toMatchObject([
      { agentId: 'general-purpose-call_5', callId: 'call_6' },
    ])
  })
})

describe('its record', () => {
  it('what a person typed, and the calls that ended, with the ids that the hook was told', () => {
    const { entries } = QWEN_CODE_TRANSCRIPT.read(fixture('transcript'), 0)
    expect(entries.flatMap(({ entry }) => (entry.kind === 'user' ? [entry.text] : []))).toEqual(['do it'])
    expect(entries.flatMap(({ pastId }) => pastId ?? [])).toEqual(
      expect.arrayContaining(['call_1', 'call_2', 'call_3', 'call_5']),
    )
  })

  it('of what failed or was blocked nothing ran', () => {
    const ran = QWEN_CODE_EXECUTED_CALLS.callsIn(readFileSync(fixture('transcript'), 'utf8'))
    expect(ran.map(({ tool }) => tool)).toEqual(['write_file', 'edit', 'mcp__demo__get_weather', 'agent'])
    expect(ran.every(({ at, session, cwd }) => at > 0 && session !== '' && cwd === '/home/dev/project')).toBe(true)
  })

  it('a sub-agent has a file of its own, by plain names alone', () => {
    const at = (agentId: string) =>
      QWEN_CODE_TRANSCRIPT.subAgent?.({
        kind: 'other',
        sessionId: 's',
        cwd: '/p',
        transcript: '/q/p/chats/s.jsonl',
        agentId,
      })
    expect(at('general-purpose-call_5')).toBe('/q/p/subagents/s/agent-general-purpose-call_5.jsonl')
    expect(at('../../x')).toBeUndefined()
  })

  it.each(['', '{', 'null', '{"type":"assistant","message":{"parts":[1,{"functionCall":{}}]}}'])(
    'of %j nothing is read',
    (text) => expect(QWEN_CODE_EXECUTED_CALLS.callsIn(text)).toEqual([]),
  )
})
