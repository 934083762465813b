import { describe, expect, it } from 'vitest'
import { effectsOf } from '../../../analysis/testing.ts'

const written = (text: string) => effectsOf(text).filter(({ kind }) => kind === 'external-write')

describe('what a request deletes', () => {
  it.each([
    ["curl -X DELETE 'http://search-1:9200/events-*'", [{ name: 'events-*', amount: 'several' }]],
    ['curl -XDELETE http://search-1:9200/_all', [{ name: '', amount: 'all' }]],
    ['http DELETE https://kv.example.com/keys/cart:%2A', [{ name: 'cart:*', amount: 'several' }]],
    ["curl -X POST 'http://search-1:9200/posts*/_delete_by_query' -d '{}'", [{ name: 'posts*', amount: 'several' }]],
    [
      'curl -X DELETE https://search.example.com/events-1,orders',
      [
        { name: 'events-1', amount: 'one' },
        { name: 'orders', amount: 'one' },
      ],
    ],
    ['curl -X DELETE https://api.example.com/v2/teams/811', [{ type: 'teams', name: '811', amount: 'one' }]],
  ])('%s', (text, things) => {
    expect(written(text)).toMatchObject([
      { nature: 'deletion', certainty: 'certain', targets: [{ kind: 'host' }, ...things] },
    ])
  })

  it('is no small thing on another machine by its full name', () => {
    expect(written('curl -X DELETE http://search.corp.internal:9200/events-2020')).toMatchObject([
      { certainty: 'likely' },
    ])
  })

  it.each([
    'curl -X DELETE http://search-1:9200/events-2020',
    'curl -X DELETE http://192.168.49.2:30080/api/carts/1',
    'curl -X DELETE http://search.dev.internal:9200/events-2020',
    'curl -X PUT http://search-1:9200/events-2020 -d @a.json',
  ])('%s is a small thing on a network of one’s own', (text) => {
    expect(written(text)).toMatchObject([{ certainty: 'possible' }])
  })

  it.each(["curl -X DELETE 'http://localhost:9200/events-*'", "curl 'http://search-1:9200/events-*/_search'"])(
    '%s is nothing of the kind',
    (text) => {
      expect(written(text)).toEqual([])
    },
  )
})
