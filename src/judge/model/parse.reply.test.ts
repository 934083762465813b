import { describe, expect, it } from 'vitest'
import { parseReply, type ReplyShape, STOP_SEQUENCE } from './parse.ts'
import { readMessage } from './transports/messages/reply.ts'

describe('a reply of the model', () => {
  const reply = (content: unknown, stop_reason: unknown = 'end_turn', stop_sequence: unknown = null) =>
    readMessage(
      { content, stop_reason, stop_sequence, model: 'm', usage: {} },
      { stop: STOP_SEQUENCE, cacheLife: undefined },
    )
  const text = (...texts: unknown[]) => texts.map((one) => ({ type: 'text', text: one }))

  it.each<[string, unknown, unknown, ReplyShape, string]>([
    ['no', text('<block>no</block>'), 'end_turn', 'only', 'allow'],
    ['no with white space', text(' \n<block>no</block>'), 'end_turn', 'only', 'unparseable'],
    ['no, and white space after it', text('<block>no</block> \t\r\n'), 'end_turn', 'only', 'allow'],
    ['no, cut off', text('<block>no</block>'), 'max_tokens', 'only', 'unparseable'],
    ['yes', text('<block>yes</block>'), 'end_turn', 'only', 'block'],
    ['yes with a reason', text('<block>yes</block> <reason>[git] x</reason>'), 'end_turn', 'only', 'block'],
    ['yes with a reason that is cut off', text('<block>yes</block><reason>x'), 'max_tokens', 'only', 'block'],
    ['yes with a reason that does not end', text('<block>yes</block><reason>x'), 'end_turn', 'only', 'unparseable'],
    ['an empty reason', text('<block>yes</block><reason></reason>'), 'end_turn', 'only', 'block'],
    ['text after the reason', text('<block>yes</block><reason>x</reason>y'), 'end_turn', 'only', 'unparseable'],
    ['text instead of a reason', text('<block>yes</block>x'), 'end_turn', 'only', 'unparseable'],
    ['two verdicts', text('<block>yes</block><reason>x <block>no</block></reason>'), 'end_turn', 'only', 'unparseable'],
    [
      'thinking in a reason',
      text('<block>yes</block><reason>x </thinking></reason>'),
      'end_turn',
      'only',
      'unparseable',
    ],
    ['nothing', text(''), 'end_turn', 'only', 'unparseable'],
    ['two texts', text('<block>no</block>', ''), 'end_turn', 'only', 'unparseable'],
    ['no text', [], 'end_turn', 'only', 'unparseable'],
    ['no list', '<block>no</block>', 'end_turn', 'only', 'unparseable'],
    ['a block that is none', [null, ...text('<block>no</block>')], 'end_turn', 'only', 'unparseable'],
    ['a block that is a text', ['x', ...text('<block>no</block>')], 'end_turn', 'only', 'unparseable'],
    ['a block without a type', [{}, ...text('<block>no</block>')], 'end_turn', 'only', 'unparseable'],
    ['another kind of block', [{ type: 'tool_use' }, ...text('<block>no</block>')], 'end_turn', 'only', 'unparseable'],
    [
      'the API’s thinking',
      [{ type: 'thinking' }, { type: 'redacted_thinking' }, ...text('<block>no</block>')],
      'end_turn',
      'only',
      'allow',
    ],
    ['a text that is none', text(7), 'end_turn', 'only', 'unparseable'],
    ['a refusal', text('<block>no</block>'), 'refusal', 'only', 'refused'],
    ['too long', text('<block>no</block>'), 'model_context_window_exceeded', 'only', 'too-long'],
    ['thinking first', text('<thinking>x</thinking><block>no</block>'), 'end_turn', 'thinking', 'allow'],
    [
      'thinking twice',
      text('<thinking>x</thinking> <thinking>y</thinking>\n<block>no</block>'),
      'end_turn',
      'thinking',
      'allow',
    ],
    ['thinking where none belongs', text('<thinking>x</thinking><block>no</block>'), 'end_turn', 'only', 'unparseable'],
    ['thinking without an end', text('<thinking>x <block>no</block>'), 'end_turn', 'thinking', 'unparseable'],
    [
      'thinking in thinking',
      text('<thinking>a <thinking>x</thinking><block>no</block>'),
      'end_turn',
      'thinking',
      'unparseable',
    ],
    ['empty thinking', text('<thinking></thinking><block>no</block>'), 'end_turn', 'thinking', 'allow'],
    ['white space first', text(' \n<block>no</block>'), 'end_turn', 'thinking', 'allow'],
    [
      'as long as it may be',
      text(`<thinking>${'x'.repeat(65_536 - 38)}</thinking><block>no</block>`),
      'end_turn',
      'thinking',
      'allow',
    ],
    [
      'longer',
      text(`<thinking>${'x'.repeat(65_536 - 37)}</thinking><block>no</block>`),
      'end_turn',
      'thinking',
      'unparseable',
    ],
  ])('%s', (_, content, stop, shape, kind) => {
    expect(parseReply(reply(content, stop), shape).kind).toBe(kind)
  })

  it.each<[string, unknown, unknown, string]>([
    ['<block>no', 'stop_sequence', '</block>', 'allow'],
    ['<block>no', 'stop_sequence', '</other>', 'unparseable'],
    ['<block>no', 'end_turn', null, 'allow'],
    ['<block>no', 'max_tokens', null, 'unparseable'],
    ['<block>no', 'max_tokens', '</block>', 'unparseable'],
    ['<block>yes', 'max_tokens', null, 'block'],
    ['<block>yes', 'stop_sequence', '</block>', 'block'],
    ['<block>maybe', 'stop_sequence', '</block>', 'unparseable'],
  ])('of the first stage: %s, %s %s: %s', (said, stop, sequence, kind) => {
    expect(parseReply(reply(text(said), stop, sequence), 'first').kind).toBe(kind)
  })

  it.each([
    ['[git-destructive] x', 'git-destructive', 'x'],
    [' [a] x', 'a', 'x'],
    ['[A b] x', undefined, '[A b] x'],
    ['x [a]', undefined, 'x [a]'],
    ['', undefined, ''],
  ])('the rule of a reason: %s', (reason, rule, words) => {
    const parsed = parseReply(reply(text(`<block>yes</block><reason>${reason}</reason>`)), 'only')
    expect(parsed).toEqual({ kind: 'block', rule, reason: words })
  })
})
