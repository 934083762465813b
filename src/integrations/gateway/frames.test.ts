import { describe, expect, it } from 'vitest'
import { createRandom, type Random } from '../../../bench/frame/random.ts'
import { FrameSplitter } from './frames.ts'
import { rewriteStream } from './response-rewrite.ts'
import { ModelTurn, type TurnToolUse } from './turn.ts'
import { NOT_FLAGGED } from './verdict.ts'

const STREAMS = 1000
const TEXTS = [
  'plain',
  'Ünïcödé',
  '日本語のテキスト',
  '👩‍👩‍👧‍👦 🔒',
  'a\nb\r\nc',
  '"quoted" \\ back',
  'data: x',
  'event: message_delta',
  '\u2028',
  '',
]
const ENDS = ['\n', '\r\n', '\r']

interface Made {
  readonly before: string
  readonly delta: Readonly<Record<string, unknown>>
  readonly last: string
  readonly after: string
  readonly uses: readonly TurnToolUse[]
}

/** A stream of the shape that the API gives, in all the ways that server-sent events may be written. */
function made(random: Random): Made {
  const end = random.pick(ENDS)
  const space = () => (random.chance(0.9) ? ' ' : '')
  const event = (type: string, data: Readonly<Record<string, unknown>> = {}) => {
    const text = JSON.stringify({ type, ...data })
    const comma = text.indexOf(',')
    // Data on two lines is data with a line break in it, which JSON does not mind between its parts.
    const lines = random.chance(0.1) && comma > 0 ? [text.slice(0, comma + 1), text.slice(comma + 1)] : [text]
    const fields = [`event:${space()}${type}`, ...lines.map((line) => `data:${space()}${line}`)]
    if (random.chance(0.1))
      fields.splice(
        random.below(fields.length),
        0,
        random.pick([': a comment', ':', 'id: 7', 'retry: 10', 'unknown', 'x: y']),
      )
    return fields.map((line) => line + end).join('') + end
  }
  const noise = () => {
    if (random.chance(0.8)) return ''
    const some = [
      event('ping'),
      `: keep-alive ${random.pick(['', '日本'])}${end}${end}`,
      event('later_event', { text: random.pick(TEXTS) }),
      end,
    ]
    return random.pick(some)
  }
  const uses: TurnToolUse[] = []
  let before = noise() + event('message_start', { message: { id: 'msg', content: [], usage: { input_tokens: 1 } } })
  for (let index = 0; index < random.below(5); index++) {
    if (random.chance(0.5)) {
      before += event('content_block_start', { index, content_block: { type: 'text', text: '' } })
      for (let count = random.below(4); count >= 0; count--)
        before +=
          noise() + event('content_block_delta', { index, delta: { type: 'text_delta', text: random.pick(TEXTS) } })
    } else {
      const use = {
        id: `toolu_${index}`,
        name: random.pick(['Bash', 'Write', 'mcp__x__y']),
        input: { a: random.pick(TEXTS), b: [random.below(9)] },
      }
      uses.push(use)
      before += event('content_block_start', { index, content_block: { type: 'tool_use', ...use, input: {} } })
      const text = JSON.stringify(use.input)
      for (let at = 0; at < text.length; ) {
        const length = 1 + random.below(text.length)
        const part = text.slice(at, at + length)
        before +=
          noise() + event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: part } })
        at += length
      }
    }
    before += event('content_block_stop', { index })
  }
  // Not every delta of a message is its last one.
  if (random.chance(0.2))
    before += event('message_delta', { delta: { stop_reason: null }, usage: { output_tokens: 1 } })
  const delta = { stop_reason: 'tool_use', text: random.pick(TEXTS) }
  const last = event('message_delta', { delta, usage: { output_tokens: random.below(100) } })
  return { before, delta, last, after: noise() + event('message_stop') + noise(), uses }
}

/** In chunks of any length: letters and line ends are cut too. */
async function* chunked(bytes: Buffer, random: Random): AsyncGenerator<Buffer> {
  const most = random.pick([1, 3, 40, 2000])
  for (let at = 0; at < bytes.length; ) {
    const length = 1 + random.below(most)
    yield bytes.subarray(at, at + length)
    at += length
  }
}

describe(`${STREAMS} generated streams`, () => {
  it('pass byte for byte but for the last delta, which gets the verdicts', async () => {
    for (let seed = 1; seed <= STREAMS; seed++) {
      const random = createRandom(seed)
      const { before, delta, last, after, uses } = made(random)
      const judged: TurnToolUse[] = []
      const turn = new ModelTurn(async (use) => {
        judged.push(use)
        return NOT_FLAGGED
      })
      const out: Buffer[] = []
      const source = chunked(Buffer.from(before + last + after), random)
      for await (const bytes of rewriteStream(source, { turn, heed: () => undefined, isWanted: () => true }))
        out.push(bytes)
      const text = Buffer.concat(out)
      const [start, end] = [Buffer.byteLength(before), text.length - Buffer.byteLength(after)]
      const at = `seed ${seed}`
      expect(text.subarray(0, start).equals(Buffer.from(before)), at).toBe(true)
      expect(text.subarray(end).equals(Buffer.from(after)), at).toBe(true)
      expect(judged, at).toEqual(uses)
      const [frame, ...more] = framesOf(text.subarray(start, end))
      expect(more, at).toEqual([])
      expect(frame?.event, at).toBe('message_delta')
      const { delta: found, ...rest } = JSON.parse(frame?.data ?? '') as Record<string, Record<string, unknown>>
      const status = { type: 'available', tool_uses: Object.fromEntries(uses.map(({ id }) => [id, NOT_FLAGGED])) }
      expect(found, at).toEqual({ ...delta, safeguard_results: [{ type: 'dangerous_tool_use', status }] })
      const { delta: _, ...given } = JSON.parse(framesOf(Buffer.from(last))[0]?.data ?? '') as Record<string, unknown>
      expect(rest, at).toEqual(given)
    }
  })
})

function framesOf(bytes: Buffer) {
  const cutter = new FrameSplitter(1 << 20)
  const frames = cutter.push(bytes)
  const { frame } = cutter.rest()
  return frame ? [...frames, frame] : frames
}

describe('frames', () => {
  it.each([
    ['event: a\ndata: 1\n\n', 'a', '1'],
    ['event:a\r\ndata:1\r\n\r\n', 'a', '1'],
    ['event: a\rdata: 1\r\r', 'a', '1'],
    ['data: 1\ndata: 2\n\n', '', '1\n2'],
    ['data\n\n', '', ''],
    [': only a comment\n\n', '', undefined],
    ['\n', '', undefined],
    ['event: a\nevent: b\ndata:  x\n\n', 'b', ' x'],
  ])('%j', (text, event, data) => {
    expect(framesOf(Buffer.from(text))).toEqual([{ bytes: Buffer.from(text), event, data }])
  })

  it('one that is too long is told, and no byte of it is lost', async () => {
    const long = Buffer.from(`data: ${'x'.repeat(17 * 1024 * 1024)}`)
    const turn = new ModelTurn(async () => NOT_FLAGGED)
    const out: Buffer[] = []
    const source = (async function* () {
      yield long
      yield Buffer.from('\n\nevent: message_delta\ndata: {"type":"message_delta","delta":{}}\n\n')
    })()
    for await (const bytes of rewriteStream(source, { turn, heed: () => undefined, isWanted: () => true }))
      out.push(bytes)
    const text = Buffer.concat(out)
    expect(text.subarray(0, long.length).equals(long)).toBe(true)
    expect(text.includes('safeguard_results')).toBe(false)
  })
})
