import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ReadingResult, StatementReader, TurnToRead } from '../../intent/statements/reader.ts'
import { limit } from '../../intent/statements/testing.ts'
import { openSessionLog } from '../../state/session-log.ts'
import { sessionLedger } from '../../state/statements.ts'
import { type ReadingContext, readTurns } from './statement-readings.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irongate-readings-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const log = () => openSessionLog(folder, 's')
const say = (text: string) =>
  log().append({ type: 'entry', entry: { kind: 'user', text, trusted: true }, origin: 'host' })
const limitIn = ({ text }: TurnToRead): ReadingResult => ({
  kind: 'read',
  reading: { added: [{ ...limit('commit'), sentence: text }], lifted: [], kept: [] },
})
const unread = { kind: 'unread', why: 'no such words' } as const
const hang = () => new Promise<ReadingResult>(() => undefined)

function fakeReader(answer: (turn: TurnToRead) => ReadingResult | Promise<ReadingResult> = limitIn) {
  const turns: TurnToRead[] = []
  const reader: StatementReader = {
    read: async (turn) => {
      turns.push(turn)
      return answer(turn)
    },
  }
  return { reader, turns, texts: () => turns.map(({ text }) => text) }
}

const context = (reader: StatementReader, more: Partial<ReadingContext> = {}): ReadingContext => ({
  sessionId: 's',
  log: log(),
  now: Date.now,
  deadlineMs: 2_000,
  reader,
  ...more,
})
const ledger = () => sessionLedger(log().fold(), Date.now())
const stated = () => ledger().statements.map(({ sentence }) => sentence)

describe('reading', () => {
  it('takes the turns oldest first, each with what was said and done before it, and each once', async () => {
    say('No commits.')
    log().append({ type: 'entry', entry: { kind: 'call', tool: 'Bash', input: { command: 'ls' } } })
    say('Nothing in server.')
    const { reader, turns, texts } = fakeReader()
    await readTurns(context(reader))
    await readTurns(context(reader))
    expect(texts()).toEqual(['No commits.', 'Nothing in server.'])
    expect(turns[0]).toMatchObject({ earlier: [], calls: [], inForce: [] })
    expect(turns[1]).toMatchObject({ earlier: ['No commits.'], calls: [{ tool: 'Bash' }], inForce: [{ id: 1 }] })
    expect(stated()).toEqual(['No commits.', 'Nothing in server.'])
  })

  it('is for the last turns of a long conversation', async () => {
    for (let at = 1; at <= 20; at++) say(`turn ${at}`)
    const { reader, texts } = fakeReader()
    await readTurns(context(reader))
    expect(texts()).toEqual([13, 14, 15, 16, 17, 18, 19, 20].map((at) => `turn ${at}`))
  })

  it('is shared by parallel processes', async () => {
    for (let at = 1; at <= 4; at++) say(`turn ${at}`)
    const slow = fakeReader(async (turn) => {
      await pause(80)
      return limitIn(turn)
    })
    await Promise.all([1, 2, 3, 4].map(() => readTurns(context(slow.reader), Date.now() + 5_000)))
    expect(slow.texts()).toEqual(['turn 1', 'turn 2', 'turn 3', 'turn 4'])
    expect(ledger().unread).toEqual([])
  })

  it('goes on where a process ended in the middle', async () => {
    say('No commits.')
    const { reader: never } = fakeReader(hang)
    // Its process is ended here: nothing of it comes any more.
    void readTurns(context(never, { deadlineMs: 3_600_000 }))
    const { reader, texts } = fakeReader()
    const later = { now: () => Date.now() + 10_000 }
    await readTurns(context(reader, { ...later, deadlineMs: 1_000 }), later.now() + 1_000)
    expect(texts()).toEqual(['No commits.'])
    expect(stated()).toEqual(['No commits.'])
  })

  it('tells of each new limit', async () => {
    say('No commits.')
    let told = 0
    await readTurns(context(fakeReader().reader, { onLimit: () => told++ }))
    expect(told).toBe(1)
  })
})

describe('a turn that is not read', () => {
  it.each([
    ['was not understood', () => unread],
    ['failed', () => Promise.reject(new Error('gone'))],
    ['is no reading at all', () => ({ kind: 'read', reading: undefined }) as unknown as ReadingResult],
    [
      'says more than anybody states',
      (): ReadingResult => {
        const added = Array.from({ length: 900 }, () => ({ ...limit('commit'), sentence: 'x'.repeat(90) }))
        return { kind: 'read', reading: { added, lifted: [], kept: [] } }
      },
    ],
  ])('since the answer %s, stays unread until the next turn', async (_, answer) => {
    say('No commits.')
    const bad = fakeReader(answer)
    await readTurns(context(bad.reader))
    await readTurns(context(bad.reader))
    expect(bad.turns).toHaveLength(1)
    expect(ledger().unread).toHaveLength(1)
    say('Go on.')
    const good = fakeReader()
    await readTurns(context(good.reader))
    expect(good.texts()).toEqual(['No commits.', 'Go on.'])
    expect(ledger().unread).toEqual([])
  })

  it('twice is tried no more', async () => {
    const { reader, texts } = fakeReader(({ text }) => (text === 'one' ? unread : limitIn({ text } as TurnToRead)))
    for (const text of ['one', 'two', 'three', 'four']) {
      say(text)
      await readTurns(context(reader))
    }
    expect(texts()).toEqual(['one', 'one', 'two', 'three', 'four'])
  })

  it('since nobody answers, holds a call up once, however many turns there are', async () => {
    for (const text of ['one', 'two', 'three']) say(text)
    const { reader, texts } = fakeReader(hang)
    const start = Date.now()
    await readTurns(context(reader, { deadlineMs: 200 }), Date.now() + 200)
    await readTurns(context(reader, { deadlineMs: 200 }), Date.now() + 200)
    expect(Date.now() - start).toBeLessThan(1_500)
    expect(texts()).toEqual(['one'])
    expect(ledger().unread).toHaveLength(3)
  })

  it('since time ran out behind others, is read by the next call', async () => {
    say('one')
    say('two')
    const slow = fakeReader(async (turn) => {
      await pause(250)
      return limitIn(turn)
    })
    await readTurns(context(slow.reader, { deadlineMs: 400 }), Date.now() + 400)
    expect(stated()).toEqual(['one'])
    await readTurns(context(slow.reader, { deadlineMs: 400 }), Date.now() + 400)
    expect(stated()).toEqual(['one', 'two'])
  })

  it('after the call is gone, is read by the next one', async () => {
    say('one')
    const gone = new AbortController()
    setTimeout(() => gone.abort(), 50)
    await readTurns(context(fakeReader(hang).reader, { signal: gone.signal }))
    await readTurns(context(fakeReader().reader))
    expect(stated()).toEqual(['one'])
  })
})
