import { describe, expect, it } from 'vitest'
import { foldNoes } from './noes.ts'
import type { SessionEvent } from './session-events.ts'

const asked = (callId: string, ...questions: string[]): SessionEvent => ({
  type: 'decided',
  call: callId,
  printed: 'ask',
  at: 0,
  callId,
  questions,
})
const turn: SessionEvent = { type: 'entry', entry: { kind: 'user', text: 'x', trusted: true } }

describe('noes', () => {
  it.each<[string, readonly SessionEvent[], string[], string[], string[], number]>([
    ['an open question is none', [asked('a', 'p')], [], [], [], 0],
    ['a no holds', [asked('a', 'p')], [], ['a'], ['p'], 1],
    ['for all that was asked at once', [asked('a', 'p', 'q')], [], ['a'], ['p', 'q'], 1],
    ['until the next turn, and is still counted', [asked('a', 'p'), turn], [], ['a'], [], 1],
    ['a yes ends the row', [asked('a', 'p'), asked('b', 'q')], ['b'], ['a'], ['p'], 0],
    ['what ran was no no, whatever its result says', [asked('a', 'p')], ['a'], ['a'], [], 0],
    ['three', [asked('a', 'p'), turn, asked('b', 'p'), turn, asked('c', 'q')], [], ['a', 'b', 'c'], ['q'], 3],
  ])('%s', (_, events, ran, refused, held, inRow) => {
    const noes = foldNoes(events, { ran: new Set(ran), refused: new Set(refused) })
    expect([[...noes.held], noes.inRow]).toEqual([held, inRow])
  })
})
