import { describe, expect, it } from 'vitest'
import type { ReadingResult, TurnToRead } from '../../src/intent/statements/reader.ts'
import { limit } from '../../src/intent/statements/testing.ts'
import type { Entry } from '../../src/transcript/entries.ts'
import { createTurnReadings } from './turn-readings.ts'

const NOTHING: ReadingResult = { kind: 'read', reading: { added: [], lifted: [], kept: [] } }
const FAILED: ReadingResult = { kind: 'unread', why: 'away' }

const said = (text: string): Entry => ({ kind: 'user', text, trusted: true })
const called: Entry = { kind: 'call', tool: 'Bash', input: { command: 'ls' }, judged: false }
const template = said(`# Role\nYou are a reviewer.\n# Rules\n# Input\n# Output\n${'Follow the rules. '.repeat(100)}`)

/** Says one after the other, and reads whenever a person has spoken. */
async function readAll(entries: readonly Entry[], answer: (turn: TurnToRead, at: number) => ReadingResult) {
  const asked: TurnToRead[] = []
  const reader = { read: async (turn: TurnToRead) => answer(turn, asked.push(turn) - 1) }
  const readings = createTurnReadings({ reader, sessionId: 's', now: () => 0 })
  const transcript: Entry[] = []
  let ledger = await readings.read(transcript)
  for (const entry of entries) {
    transcript.push(entry)
    if (entry.kind === 'user') ledger = await readings.read(transcript)
  }
  return { asked, ledger, counts: readings.counts() }
}

describe('the turns of a session', () => {
  it.each<{ name: string; entries: readonly Entry[]; fails: readonly number[]; texts: string[]; counts: object }>([
    { name: 'none', entries: [called], fails: [], texts: [], counts: { turns: 0, readings: 0, unread: 0 } },
    {
      name: 'each once, as it comes',
      entries: [said('a'), called, said('b'), called],
      fails: [],
      texts: ['a', 'b'],
      counts: { turns: 2, readings: 2, unread: 0 },
    },
    {
      name: 'the same words twice are two turns',
      entries: [said('go on'), called, said('go on')],
      fails: [],
      texts: ['go on', 'go on'],
      counts: { turns: 2, readings: 2, unread: 0 },
    },
    {
      name: 'a template is nobody’s turn',
      entries: [template, called],
      fails: [],
      texts: [],
      counts: { turns: 0, readings: 0, unread: 0 },
    },
    {
      name: 'one that failed is tried again after the next turn',
      entries: [said('a'), called, said('b')],
      fails: [0],
      texts: ['a', 'a', 'b'],
      counts: { turns: 2, readings: 3, unread: 0 },
    },
    {
      name: 'one that failed last stays unread',
      entries: [said('a'), said('b')],
      fails: [1],
      texts: ['a', 'b'],
      counts: { turns: 2, readings: 2, unread: 1 },
    },
    {
      name: 'one that failed twice is left to the judge',
      entries: [said('a'), said('b'), said('c')],
      fails: [0, 1],
      texts: ['a', 'a', 'b', 'c'],
      counts: { turns: 3, readings: 4, unread: 1 },
    },
  ])('$name', async ({ entries, fails, texts, counts }) => {
    const read = await readAll(entries, (_, at) => (fails.includes(at) ? FAILED : NOTHING))
    expect(read.asked.map(({ text }) => text)).toEqual(texts)
    expect(read.counts).toEqual(counts)
    expect(read.ledger.unread).toHaveLength(read.counts.unread)
  })

  it('knows what was said and done before it, and what is in force', async () => {
    const added = [{ ...limit('commit'), sentence: 'No commits.' }]
    const { asked, ledger } = await readAll([said('No commits.'), called, said('Go on.')], (_, at) =>
      at === 0 ? { kind: 'read', reading: { added, lifted: [], kept: [] } } : NOTHING,
    )
    expect(asked[1]).toMatchObject({
      earlier: ['No commits.'],
      calls: [{ tool: 'Bash' }],
      inForce: [{ id: 1, sentence: 'No commits.' }],
    })
    expect(ledger.statements).toMatchObject([{ id: 1, sentence: 'No commits.' }])
  })
})
