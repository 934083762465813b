import { describe, expect, it } from 'vitest'
import type { Entry } from '../../transcript/entries.ts'
import { foldLedger, readableTurns, type StatementEvent, unreadTranscript } from './ledger.ts'
import type { Statement } from './statement.ts'
import { grant, limit } from './testing.ts'

const said = (text: string, trusted = true): Entry => ({ kind: 'user', text, trusted })
const keysOf = (...entries: readonly Entry[]) => readableTurns(entries).map(({ key }) => key)
const reading = (turn: string, added: readonly Statement[], more: object = {}): StatementEvent => ({
  type: 'reading',
  turn,
  at: 0,
  added,
  lifted: [],
  kept: [],
  ...more,
})
const inForce = (events: readonly StatementEvent[], now = 0) =>
  foldLedger(events, [], now).statements.map(({ id, kind }) => `${kind} ${id}`)

describe('turns', () => {
  it('are what people typed; the same words twice are two', () => {
    const entries: Entry[] = [
      said('go on'),
      { kind: 'harness', text: 'a summary' },
      { kind: 'call', tool: 'Bash', input: { command: 'ls' } },
      { kind: 'consent', tool: 'AskUserQuestion', answer: { kind: 'typed', text: 'the second' } },
      { kind: 'consent', tool: 'AskUserQuestion', answer: { kind: 'chosen', options: [1] } },
      said('go on', false),
    ]
    const turns = readableTurns(entries)
    expect(turns.map(({ text, vouched, at }) => [text, vouched, at])).toEqual([
      ['go on', true, 0],
      ['the second', true, 3],
      ['go on', false, 5],
    ])
    expect(new Set(turns.map(({ key }) => key)).size).toBe(3)
  })

  it('that differ in the middle of a long text differ', () => {
    const [one, other] = keysOf(said(`${'a'.repeat(5000)}`), said(`${'a'.repeat(5001)}`))
    expect(one).not.toBe(other)
  })

  it('that were read are left out for other readers', () => {
    const entries = [said('one'), said('two')]
    const [first = ''] = keysOf(...entries)
    const ledger = foldLedger([reading(first, [])], entries, 0)
    expect(unreadTranscript(entries, ledger)).toEqual([said('two')])
    expect(ledger.unread).toHaveLength(1)
    expect(unreadTranscript(entries, undefined)).toEqual(entries)
  })
})

describe('what is in force', () => {
  it('a limit until it is lifted, a grant as long as its task', () => {
    const events = [reading('a', [limit('commit'), grant('push')]), reading('b', [limit('edit')])]
    expect(inForce(events)).toEqual(['limit 1', 'limit 3'])
    expect(inForce([...events.slice(0, 1), reading('b', [], { kept: [2] })])).toEqual(['limit 1', 'grant 2'])
    expect(inForce([...events, reading('c', [], { lifted: [1] })])).toEqual(['limit 3'])
    expect(inForce([...events, { type: 'statement-removed', id: 3, at: 0 }])).toEqual(['limit 1'])
  })

  it('a turn is read once, whoever reads it again', () => {
    expect(inForce([reading('a', [limit('commit')]), reading('a', [limit('push')])])).toEqual(['limit 1'])
  })

  it('numbers are never used again', () => {
    const events = [reading('a', [limit('commit')]), reading('b', [], { lifted: [1] }), reading('c', [limit('push')])]
    expect(inForce(events)).toEqual(['limit 2'])
  })

  it('"today" ends with the day', () => {
    const today = reading('a', [{ ...limit('push'), condition: { type: 'today' } }])
    expect(inForce([today], 20 * 3600 * 1000)).toEqual(['limit 1'])
    expect(inForce([today], 25 * 3600 * 1000)).toEqual([])
  })

  it('a gap in the record counts as unread', () => {
    expect(foldLedger([], [{ kind: 'gap' }], 0).unread).toEqual(['gap'])
  })
})
