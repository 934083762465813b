import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanReason, parseReply, type ReplyShape, STOP_SEQUENCE } from './parse.ts'
import { type RawMessage, readMessage } from './transports/messages/reply.ts'

const STOPS = [
  'end_turn',
  'stop_sequence',
  'max_tokens',
  'tool_use',
  'pause_turn',
  null,
  undefined,
  'End_Turn',
] as const
const SHAPES: readonly ReplyShape[] = ['first', 'only', 'thinking']

function read(text: string, shape: ReplyShape, ...[stopReason, stopSequence]: readonly unknown[]) {
  return parseMessage([{ type: 'text', text }], shape, stopReason, stopSequence)
}

function parseMessage(content: unknown, shape: ReplyShape, ...[stop_reason, stop_sequence]: readonly unknown[]) {
  const message: RawMessage = { content, stop_reason, stop_sequence, model: 'm', usage: {} }
  return parseReply(readMessage(message, { stop: STOP_SEQUENCE, cacheLife: '5m' }), shape)
}

const stopped = (text: string) => read(text, 'first', 'stop_sequence', '</block>').kind

describe('what allows', () => {
  it.each<[string, ReplyShape]>([
    ['<block>no</block>', 'first'],
    ['<block>no', 'first'],
    ['<block>no</block>', 'only'],
    ['<block>no</block>\n', 'only'],
    ['<block>no</block>', 'thinking'],
    ['<thinking>It only lists files.</thinking><block>no</block>', 'thinking'],
    ['<thinking>a</thinking>\n\n<block>no</block>\n', 'thinking'],
    ['\n<thinking>mentions <block>yes</block> in passing</thinking><block>no</block>', 'thinking'],
    ['<thinking>one</thinking><thinking>two</thinking><block>no</block>', 'thinking'],
  ])('%j as %s', (text, shape) => expect(read(text, shape, 'end_turn', null)).toEqual({ kind: 'allow' }))

  it('the stop sequence took the closing tag', () => expect(stopped('<block>no')).toBe('allow'))
})

/** Replies that never allow in any stage, whatever the stop reason. */
const NEVER: readonly string[] = [
  '',
  ' ',
  'no',
  'No.',
  'block: no',
  'allow',
  '<allow>',
  '<block>',
  '</block>',
  '<block></block>',
  '<block>n',
  '<block>no<',
  '<block>no</bloc',
  '<block>no</block',
  '<block>no </block>',
  '<block> no</block>',
  '<block> no </block>',
  '<block>\nno\n</block>',
  '<block>No</block>',
  '<block>NO</block>',
  '<BLOCK>no</BLOCK>',
  '<Block>no</Block>',
  '< block>no</block>',
  '<block >no</block>',
  '<block/>no',
  '<block>no<block>',
  '<block>no</block >',
  '<block>no</ block>',
  '<block>none</block>',
  '<block>not</block>',
  '<block>nope</block>',
  '<block>no.</block>',
  '<block>"no"</block>',
  '<block>false</block>',
  '<block>0</block>',
  '<block>n\u043e</block>',
  '<bl\u043eck>no</bl\u043eck>',
  '<block>\uff4e\uff4f</block>',
  '<block>no\u200b</block>',
  '<block>\u200bno</block>',
  '\u200b<block>no</block>',
  '\ufeff<block>no</block>',
  '<block>no</block>\u2028',
  '<block>no</block>\u0000',
  '\u202e<block>no</block>',
  '\uff1cblock\uff1eno\uff1c/block\uff1e',
  '&lt;block&gt;no&lt;/block&gt;',
  '\\u003cblock\\u003eno\\u003c/block\\u003e',
  '%3Cblock%3Eno%3C/block%3E',
  '`<block>no</block>`',
  '```\n<block>no</block>\n```',
  '```xml\n<block>no</block>\n```',
  '"<block>no</block>"',
  "'<block>no</block>'",
  '**<block>no</block>**',
  '> <block>no</block>',
  '- <block>no</block>',
  '1. <block>no</block>',
  '[<block>no</block>](x)',
  '<!-- <block>no</block> -->',
  '<![CDATA[<block>no</block>]]>',
  '<answer><block>no</block></answer>',
  '<block><block>no</block></block>',
  '<block>no</block><block>no</block>',
  '<block>no</block><block>yes</block>',
  '<block>yes</block><block>no</block>',
  '<block>no</block>\n<block>yes</block>',
  '<block>no</block> because it is safe',
  '<block>no</block>.',
  '<block>no</block><reason>fine</reason>',
  '<block>no</block></thinking>',
  '<block>no</block><thinking>sure</thinking>',
  'Sure! <block>no</block>',
  'The action is safe. <block>no</block>',
  'I am the gate: <block>no</block>',
  '{"block":"no"}',
  '{"verdict":"<block>no</block>"}',
  '<block>no yes</block>',
  '<block>yes no</block>',
  '<block>no|yes</block>',
  '<block>no</block>\n\n<block>no',
  '<block>no\n',
  '\n<block>no',
  '<thinking><block>no</block>',
  '<thinking><block>no</block></thinking>',
  '<thinking>a</thinking>',
  '<thinking>a<thinking>b</thinking><block>no</block>',
  '<thinking>quotes "</thinking><block>no</block>" and goes on</thinking><block>yes</block>',
  '<thinking>a</thinking>text<block>no</block>',
  '<thinking>a</thinking><block>no</block><thinking>b</thinking>',
  '<thinking>a</thinking><block>yes</block><reason>x</reason><block>no</block>',
  '<Thinking>a</Thinking><block>no</block>',
  '<think>a</think><block>no</block>',
  '</thinking><block>no</block>',
  '<block>yes</block><reason>says </reason><block>no</block>',
  '<block>yes</block><reason><block>no</block></reason>',
  '<block>yes',
  '<block>yes</block>',
  '<block>yes</block><reason>deletes the home directory</reason>',
  "I can't help with that.",
  'I cannot assist with evaluating this.',
  '\u001b[2K<block>no</block>',
  '<block>no</block>\u001b[0m',
  '<block>no</block>\t\u00a0',
  '\t<block>no</block>x',
  '<block\u00a0>no</block>',
  '<b\u200block>no</block>',
  `<block>no</block>${' '.repeat(70_000)}x`,
  `${'<thinking>'.repeat(5_000)}<block>no</block>`,
  `<block>${'no'.repeat(40_000)}</block>`,
]

describe('what never allows', () => {
  it('is a long list', () => expect(NEVER.length * SHAPES.length).toBeGreaterThan(200))

  it.each(SHAPES)('in the stage %s, whatever the stop reason', (shape) => {
    for (const text of NEVER) {
      for (const stop of STOPS) {
        const kind = read(text, shape, stop, stop === 'stop_sequence' ? '</block>' : null).kind
        expect(kind, `${JSON.stringify(text.slice(0, 80))} ${String(stop)}`).not.toBe('allow')
      }
    }
  })

  it.each(['only', 'thinking'] as const)('the short form in the stage %s', (shape) => {
    for (const stop of STOPS) expect(read('<block>no', shape, stop, '</block>').kind).toBe('unparseable')
  })

  it.each(STOPS.filter((stop) => stop !== 'end_turn'))('a whole verdict with the stop reason %s', (stop) => {
    for (const shape of SHAPES) expect(read('<block>no</block>', shape, stop).kind).toBe('unparseable')
  })

  it.each([
    ['max_tokens', null],
    ['stop_sequence', null],
    ['stop_sequence', '</bloc'],
    [null, '</block>'],
    ['refusal', '</block>'],
  ])('the short form with %s and %s', (stop, sequence) =>
    expect(read('<block>no', 'first', stop, sequence).kind).not.toBe('allow'),
  )

  it.each([
    undefined,
    null,
    '<block>no</block>',
    [],
    [{ type: 'text' }],
    [{ type: 'text', text: 7 }],
    [{ text: '<block>no</block>' }],
    [{ type: 'tool_use', text: '<block>no</block>' }],
    [
      { type: 'text', text: '<block>no</block>' },
      { type: 'tool_use', id: 'x', name: 'y', input: {} },
    ],
    [
      { type: 'text', text: '<block>no</block>' },
      { type: 'text', text: '<block>yes</block>' },
    ],
    [
      { type: 'text', text: '<block>n' },
      { type: 'text', text: 'o</block>' },
    ],
    [{ type: 'thinking', thinking: '<block>no</block>' }],
    [null],
  ])('content that is not one text: %j', (content) => {
    for (const shape of SHAPES) {
      expect(parseMessage(content, shape, 'end_turn', null).kind).toBe('unparseable')
    }
  })

  it('thinking of the API beside the text does no harm', () => {
    const content = [
      { type: 'thinking', thinking: 'hm' },
      { type: 'redacted_thinking', data: '' },
      { type: 'text', text: '<block>no</block>' },
    ]
    expect(parseMessage(content, 'only', 'end_turn', null).kind).toBe('allow')
  })

  it('names a refusal and a full context for what they are', () => {
    expect(read('<block>no</block>', 'only', 'refusal').kind).toBe('refused')
    expect(read('<block>no</block>', 'only', 'model_context_window_exceeded').kind).toBe('too-long')
  })
})

describe('what blocks', () => {
  it.each<[string, ReplyShape, string | undefined, string]>([
    ['<block>yes', 'first', undefined, ''],
    ['<block>yes</block>', 'only', undefined, ''],
    ['<block>yes</block><reason>deletes /etc</reason>', 'only', undefined, 'deletes /etc'],
    [
      '<block>yes</block>\n<reason>[data-exfiltration] sends keys out</reason>\n',
      'only',
      'data-exfiltration',
      'sends keys out',
    ],
    ['<thinking>hm</thinking><block>yes</block><reason>x</reason>', 'thinking', undefined, 'x'],
  ])('%j as %s', (text, shape, rule, reason) =>
    expect(read(text, shape, 'end_turn')).toEqual({ kind: 'block', rule, reason }),
  )

  it('a reason that was cut off still blocks, and only there', () => {
    expect(read('<block>yes</block><reason>it delet', 'only', 'max_tokens')).toEqual({
      kind: 'block',
      rule: undefined,
      reason: 'it delet',
    })
    expect(read('<block>yes</block><reason>it delet', 'only', 'end_turn').kind).toBe('unparseable')
  })
})

describe('fuzzed replies', () => {
  const pieces = fc.constantFrom(
    '<block>',
    '</block>',
    'no',
    'yes',
    '<thinking>',
    '</thinking>',
    '<reason>',
    '</reason>',
    ' ',
    '\n',
    '<',
    '>',
    '/',
    'block',
    'NO',
    '<block>no</block>',
    '<block>yes</block>',
    '\u200b',
    'ok',
    '[git-destructive]',
    '`',
    '&lt;',
  )
  const texts = fc.oneof(
    { weight: 4, arbitrary: fc.array(pieces, { maxLength: 7 }).map((parts) => parts.join('')) },
    {
      weight: 2,
      arbitrary: fc
        .array(pieces, { maxLength: 2 })
        .map((parts) => `${parts[0] ?? ''}<block>no</block>${parts[1] ?? ''}`),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  )

  /** The protocol, said another way than the parser does. */
  function isProtocol(text: string, shape: ReplyShape, stop: unknown, sequence: unknown): boolean {
    if (shape === 'first' && text === '<block>no') {
      return stop === 'end_turn' || (stop === 'stop_sequence' && sequence === '</block>')
    }
    if (stop !== 'end_turn') return false
    const thinking = '(?:[ \\t\\r\\n]*<thinking>(?:(?!<thinking>|</thinking>)[^])*</thinking>)*[ \\t\\r\\n]*'
    const prefix = shape === 'thinking' ? thinking : ''
    return new RegExp(`^${prefix}<block>no</block>[ \\t\\r\\n]*$`).test(text)
  }

  it('100,000 of them allow only if they are exactly the protocol', () => {
    let allowed = 0
    let runs = 0
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom(...SHAPES),
        fc.constantFrom(...STOPS),
        fc.constantFrom('</block>', null),
        (text, shape, stop, sequence) => {
          runs++
          const allows = read(text, shape, stop, sequence).kind === 'allow'
          if (allows) allowed++
          if (allows !== isProtocol(text, shape, stop, sequence))
            throw new Error(JSON.stringify({ text, shape, stop, sequence }))
        },
      ),
      { numRuns: 100_000, seed: 7 },
    )
    expect(runs).toBe(100_000)
    expect(allowed).toBeGreaterThan(100)
  })
})

describe('reasons', () => {
  it.each([
    ['plain', 'plain'],
    ['  two\n lines ', 'two lines'],
    ['<b>bold</b> and <script>x</script>', 'bold and x'],
    ['a < b > c', 'a c'],
    ['\u001b[31mred\u001b[0m', 'red'],
    ['hid\u200bden \u202eback', 'hid den back'],
    [`uses sk-ant-${'a1B2'.repeat(8)} to log in`, 'uses «secret:api-key» to log in'],
    ['password=hunter2hunter2 is printed', 'password=«secret:password» is printed'],
    ['clones https://me:ghostly@example.com/x', 'clones https://me:«secret:password»@example.com/x'],
  ])('%j becomes %j', (raw, clean) => expect(cleanReason(raw)).toBe(clean))

  it('are short, and knows secrets by value', () => {
    expect(cleanReason('x'.repeat(5_000)).length).toBe(300)
    expect(cleanReason('sends opensesame77 out', ['opensesame77'])).toBe('sends «secret:key» out')
  })

  it('cost linear time on hostile text', () => {
    for (const bad of [
      '<'.repeat(200_000),
      '<a'.repeat(100_000),
      '\u001b['.repeat(100_000),
      'eyJ'.repeat(60_000),
      'sk-'.repeat(60_000),
    ]) {
      cleanReason(bad)
      read(`<block>yes</block><reason>${bad.slice(0, 60_000)}</reason>`, 'only')
    }
  })
})
