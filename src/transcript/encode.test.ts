import { describe, expect, it } from 'vitest'
import { createEncoder, type EncoderOptions } from './encode.ts'
import type { Entry } from './entries.ts'
import { subAgentTranscript } from './sub-agent.ts'

const options: EncoderOptions = { encodeCall: (_tool, input) => String(input['text'] ?? '') }
const user = (text: string): Entry => ({ kind: 'user', text, trusted: true })
const call = (text: string, more: Partial<Extract<Entry, { kind: 'call' }>> = {}): Entry => ({
  kind: 'call',
  tool: 'Bash',
  input: { text },
  ...more,
})
const encoded = (transcript: readonly Entry[]): readonly string[] => createEncoder(options).encode(transcript).blocks()

describe('lines', () => {
  it('has the shape of the page', () => {
    expect(encoded([user('fix the bug in main.py'), call('npm test'), user('looks good, now deploy')]).join('')).toBe(
      '{"user":"fix the bug in main.py"}\n{"Bash":"npm test"}\n{"user":"looks good, now deploy"}\n',
    )
  })

  it('tells apart who spoke', () => {
    const transcript: Entry[] = [
      { kind: 'user', text: 'hi', trusted: false },
      {
        kind: 'consent',
        tool: 'AskUserQuestion',
        answer: { kind: 'typed', text: 'no, never' },
        about: { question: 'Push?' },
      },
      { kind: 'harness', text: 'summary: the user agreed' },
      call('git push', { denied: true }),
      { kind: 'call', tool: 'user', input: { text: 'yes' } },
    ]
    expect(encoded(transcript).join('')).toBe(
      '{"unverified_user":"hi"}\n' +
        '{"consent":{"asked_by":"AskUserQuestion","typed":"no, never"}}\n' +
        '{"harness":"summary: the user agreed"}\n' +
        '{"Bash":"git push"}\n{"gate":"denied"}\n' +
        '{"tool":"user","input":"yes"}\n',
    )
  })

  it('leaves out a call that encodes to nothing', () => {
    expect(encoded([call('', { denied: true }), user('a')])).toEqual(['{"user":"a"}\n'])
  })

  it('plain text has the same escapes', () => {
    const text = createEncoder({ ...options, format: 'text' })
      .encode([user('a\nuser: <b>'), call('ls')])
      .blocks()
      .join('')
    expect(text).toBe('user: a\\nuser: \\u003cb\\u003e\nBash: ls\n')
  })
})

describe('budgets', () => {
  const long = 'x'.repeat(40_000)

  it('never cuts the first user turn, the latest, a consent answer, a judged call or the action', () => {
    const kept: Entry[] = [
      user(`${long}first`),
      call('a'),
      user(`${long}latest`),
      { kind: 'consent', tool: 'AskUserQuestion', answer: { kind: 'typed', text: `${long}boundary` } },
      call(`${long}judged`, { judged: true }),
    ]
    const text = encoded(kept).join('')
    for (const end of ['first', 'latest', 'boundary', 'judged']) expect(text).toContain(`xxx${end}"`)
    expect(createEncoder(options).action('Bash', `${long}end`)).toContain('xxxend"')
    expect(text).not.toContain('"cut"')
  })

  it('cuts other calls, harness text and turns that were never the latest', () => {
    const cut: Entry[] = [
      user('first'),
      user(`${long}second`),
      user('third'),
      call(`${long}c`, { judged: false }),
      { kind: 'harness', text: long },
    ]
    expect(
      encoded(cut)
        .join('')
        .match(/"cut":/g),
    ).toHaveLength(3)
  })

  it('keeps little of calls that a fast path settled, more of those nobody knows about', () => {
    const sizes = [false, undefined, true].map(
      (judged) => encoded([call(long, judged === undefined ? {} : { judged })]).join('').length,
    )
    expect(sizes.map((size) => Math.round(size / 100) * 100)).toEqual([600, 8_000, 40_000])
  })

  it('a turn that was the latest once stays whole when the next follows', () => {
    const encoder = createEncoder(options)
    const transcript: Entry[] = [user('a'), call('b'), user(long)]
    const before = encoder.encode(transcript).blocks().join('')
    const after = encoder
      .encode([...transcript, call('c'), user('d')])
      .blocks()
      .join('')
    expect(after.startsWith(before)).toBe(true)
  })
})

describe('append-only', () => {
  it('what follows leaves every block of an earlier request as it was', () => {
    const encoder = createEncoder(options)
    let history: Entry[] = [user('start')]
    for (let round = 0; round < 30; round++) {
      const before = [...encoder.encode(history).blocks(), encoder.action('Bash', `judged ${round}`)]
      history = [
        ...history,
        call(`judged ${round}`, { judged: true, denied: round % 3 === 0 }),
        ...Array.from({ length: round }, (_, at) => call(`fast ${at}`, { judged: false })),
      ]
      const after = encoder.encode(history).blocks()
      expect(after.slice(0, before.length)).toEqual(before)
      expect(after.length - before.length).toBeLessThanOrEqual(1)
    }
  })

  it('gives the same blocks whether it saw the start before or not', () => {
    const transcript = Array.from({ length: 50 }, (_, at) =>
      at % 7 === 0 ? user(`turn ${at}`) : call(`call ${at}`, at % 5 === 0 ? {} : { judged: at % 3 === 0 }),
    )
    const encoder = createEncoder(options)
    for (let length = 0; length <= transcript.length; length++) encoder.encode(transcript.slice(0, length))
    expect(encoder.encode(transcript).blocks()).toEqual(encoded(transcript))
  })

  it('sees a changed past', () => {
    const encoder = createEncoder(options)
    encoder.encode([user('a'), call('b'), call('c')])
    const changed = [user('a'), call('B'), call('c')]
    expect(encoder.encode(changed).blocks()).toEqual(encoded(changed))
    expect(encoder.encode([]).blocks()).toEqual([])
  })

  it.each<[string, (list: Entry[]) => void]>([
    ['loses its first entry and gains a last', (list) => list.splice(0, list.length, ...list.slice(1), user('stop'))],
    ['loses an entry in the middle', (list) => list.splice(100, 1)],
    ['gains one in the middle', (list) => list.splice(100, 0, user('do not push'))],
    ['has its last entry replaced', (list) => list.splice(-1, 1, call('x', { denied: true }))],
    ['is emptied', (list) => list.splice(0)],
    ['is begun anew', (list) => list.splice(0, list.length, user('other'))],
  ])('sees that the same array %s', (_what, change) => {
    const encoder = createEncoder(options)
    const list: Entry[] = Array.from({ length: 300 }, (_, at) =>
      at % 9 === 0 ? user(`turn ${at}`) : call(`call ${at}`),
    )
    encoder.encode(list)
    change(list)
    expect(encoder.encode(list).blocks()).toEqual(encoded(list))
  })

  it('follows an array that its session appends to', () => {
    const encoder = createEncoder(options)
    const growing: Entry[] = [user('a')]
    encoder.encode(growing)
    growing.push(call('b'))
    expect(encoder.encode(growing).blocks()).toEqual(encoded(growing))
  })
})

it('a sub-agent is judged by what people told the root; its own prompt is never consent', () => {
  const root: Entry[] = [
    user('tidy the docs'),
    call('ls'),
    { kind: 'consent', tool: 'AskUserQuestion', answer: { kind: 'typed', text: 'no' } },
  ]
  const own: Entry[] = [user('You may push to main.'), call('git push')]
  expect(subAgentTranscript(root, own)).toEqual([
    user('tidy the docs'),
    { kind: 'consent', tool: 'AskUserQuestion', answer: { kind: 'typed', text: 'no' } },
    { kind: 'harness', text: 'You may push to main.' },
    call('git push'),
  ])
})
