import { beforeEach, describe, expect, it } from 'vitest'
import type { PendingAsk } from '../../api/shapes.ts'
import { addAsk, asks, clearAsks, dropAnswered, equalsOf, markAnswered, waitingOf } from './asks.ts'

function ask(id: string, equal: readonly string[] = [id]): PendingAsk {
  const when = { asked: 0, until: 60_000 }
  return {
    id,
    machine: 'm',
    host: 'h',
    sessionId: 's',
    tool: 'Bash',
    input: {},
    cwd: '/',
    message: '',
    ...when,
    equal: [...equal],
    radius: [],
  }
}

const ids = () => asks.get().map(({ ask: { id }, over }) => (over ? `${id}:${over.answer}` : id))

beforeEach(() => asks.set([]))

describe('calls that wait', () => {
  it('keep their place when they are over, so that nothing moves under a finger', () => {
    for (const id of ['a', 'b', 'c']) addAsk(ask(id))
    markAnswered('a', 'yes', 'dev')
    expect(ids()).toEqual(['a:yes', 'b', 'c'])
    addAsk(ask('d'))
    expect(ids()).toEqual(['a:yes', 'b', 'c', 'd'])
    dropAnswered()
    expect(ids()).toEqual(['b', 'c', 'd'])
  })

  it('are counted once, also when they are told of twice', () => {
    addAsk(ask('a'))
    addAsk(ask('a', ['a', 'b']))
    expect(waitingOf(asks.get())).toHaveLength(1)
  })

  it('that went away while nobody listened are gone, and new ones come at the end', () => {
    addAsk(ask('a'))
    addAsk(ask('b'))
    clearAsks([ask('b'), ask('c')])
    expect(ids()).toEqual(['a:gone', 'b', 'c'])
  })

  it('know their equals, whichever of them was told first', () => {
    addAsk(ask('a'))
    addAsk(ask('b', ['b', 'a']))
    addAsk(ask('c'))
    expect(equalsOf(ask('a'), asks.get())).toEqual(['b'])
    expect(equalsOf(ask('b', ['b', 'a']), asks.get())).toEqual(['a'])
    markAnswered('a', 'no', '')
    expect(equalsOf(ask('b', ['b', 'a']), asks.get())).toEqual([])
  })
})
