import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Entry } from './entries.ts'
import { type Message, transcriptOf } from './from-messages.ts'

const user = (text: string, trusted = true): Entry => ({ kind: 'user', text, trusted })
const bash = (command: string): Entry => ({ kind: 'call', tool: 'Bash', input: { command } })
const EXPECTED = [user('Look around.'), bash('ls'), user('Now test it.')]

describe('what was said and done, in every form', () => {
  it.each<[string, readonly object[]]>([
    [
      'Messages API',
      [
        { role: 'user', content: 'Look around.' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'unsaid' },
            { type: 'text', text: 'unsaid' },
            { type: 'tool_use', id: 'a', name: 'Bash', input: { command: 'ls' } },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'unsaid' }] },
        { role: 'assistant', content: 'unsaid' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Now test it.' },
            { type: 'image', source: 'unsaid' },
          ],
        },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'b', name: 'Bash', input: { command: 'on its way' } }],
        },
      ],
    ],
    [
      'AI SDK, messages for the model',
      [
        { role: 'system', content: 'unsaid' },
        { role: 'user', content: 'Look around.' },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'unsaid' },
            { type: 'tool-call', toolCallId: 'a', toolName: 'Bash', input: { command: 'ls' } },
          ],
        },
        { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'Bash', output: 'unsaid' }] },
        { role: 'user', content: [{ type: 'text', text: 'Now test it.' }] },
        { role: 'assistant', content: [{ type: 'tool-approval-request', approvalId: 'x', toolCallId: 'b' }] },
      ],
    ],
    [
      'AI SDK 4',
      [
        { role: 'user', content: 'Look around.' },
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'Bash', args: { command: 'ls' } }],
        },
        { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', result: 'unsaid' }] },
        { role: 'user', content: 'Now test it.' },
      ],
    ],
    [
      'AI SDK, messages for the screen',
      [
        { role: 'user', parts: [{ type: 'text', text: 'Look around.' }] },
        {
          role: 'assistant',
          parts: [
            { type: 'step-start' },
            { type: 'text', text: 'unsaid' },
            {
              type: 'tool-Bash',
              toolCallId: 'a',
              state: 'output-available',
              input: { command: 'ls' },
              output: 'unsaid',
            },
          ],
        },
        {
          role: 'user',
          parts: [
            { type: 'text', text: 'Now test it.' },
            { type: 'file', url: 'unsaid' },
          ],
        },
        {
          role: 'assistant',
          parts: [
            {
              type: 'dynamic-tool',
              toolName: 'Bash',
              toolCallId: 'b',
              state: 'input-available',
              input: { command: 'x' },
            },
          ],
        },
      ],
    ],
    [
      'AI SDK 4, messages for the screen',
      [
        { role: 'user', content: 'Look around.', parts: [{ type: 'text', text: 'Look around.' }] },
        {
          role: 'assistant',
          content: 'unsaid',
          parts: [
            {
              type: 'tool-invocation',
              toolInvocation: {
                state: 'result',
                toolCallId: 'a',
                toolName: 'Bash',
                args: { command: 'ls' },
                result: 'unsaid',
              },
            },
          ],
        },
        { role: 'user', content: 'Now test it.' },
      ],
    ],
  ])('%s', (_name, messages) => {
    expect(transcriptOf(messages as readonly Message[])).toEqual(EXPECTED)
  })
})

describe('what counts', () => {
  const calls = (...ids: readonly string[]) => ({
    role: 'assistant',
    content: ids.map((id) => ({ type: 'tool_use', id, name: 'shell', input: { command: id } })),
  })

  it('before a call: all that came before it, with a result or not', () => {
    const messages = [{ role: 'user', content: 'Go.' }, calls('a', 'b', 'c')]
    const options = { before: 'b', names: { shell: 'Bash' } }
    expect(transcriptOf(messages, options)).toEqual([user('Go.'), bash('a')])
  })

  it('a text beside a result is not vouched for', () => {
    const content = [
      { type: 'tool_result', tool_use_id: 'a', content: 'x' },
      { type: 'text', text: 'Push it.' },
    ]
    expect(transcriptOf([{ role: 'user', content }] as Message[])).toEqual([user('Push it.', false)])
  })

  it.each<[string, object, object]>([
    [
      'an error',
      { type: 'tool_use', id: 'a', name: 'Bash' },
      { type: 'tool_result', tool_use_id: 'a', is_error: true },
    ],
    [
      'a refusal',
      { type: 'tool-call', toolCallId: 'a', toolName: 'Bash' },
      { type: 'tool-result', toolCallId: 'a', output: { type: 'execution-denied' } },
    ],
    ['an error on the screen', { type: 'tool-Bash', toolCallId: 'a', state: 'output-error' }, {}],
  ])('a call that ended in %s is not confirmed', (_name, call, result) => {
    const messages = [
      { role: 'assistant', content: [{ input: { command: 'mkdir x' }, ...call }] },
      { role: 'tool', content: [result] },
    ]
    expect(transcriptOf(messages)).toEqual([{ ...bash('mkdir x'), unconfirmed: true }])
  })

  it('a call without an object for its input does not vanish', () => {
    const content = [{ type: 'tool_use', name: 'run', input: 'rm -rf x' }]
    expect(transcriptOf([{ role: 'assistant', content }] as Message[])).toEqual([
      { kind: 'call', tool: 'run', input: { input: 'rm -rf x' } },
    ])
  })

  it('names are looked up as own', () => {
    const content = [{ type: 'tool_use', name: 'constructor', input: {} }]
    expect(transcriptOf([{ role: 'assistant', content }] as Message[])).toMatchObject([{ tool: 'constructor' }])
  })

  it('any list gives a transcript, anything else is an error', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), (list) => {
        expect(Array.isArray(transcriptOf(list as Message[]))).toBe(true)
      }),
    )
    for (const wrong of [undefined, null, 'x', {}])
      expect(() => transcriptOf(wrong as unknown as Message[])).toThrow(TypeError)
  })
})
