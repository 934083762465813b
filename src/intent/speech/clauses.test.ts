import { expect, it } from 'vitest'
import { readTurn } from './clauses.ts'

const orders = (text: string) => readTurn(text).clauses.flatMap(({ kind, head }) => (kind === 'order' ? [head] : []))

it.each([
  ['In the acme/shop repo delete the branch old', 'delete the branch old in the acme/shop repo'],
  ['On host web1 in the lab cluster, restart x', 'restart x on host web1 in the lab cluster'],
  ['On web1 of the old lab cluster, restart x', 'restart x on web1 of the old lab cluster'],
  ['In the shop db on db.lab.internal restart x', 'restart x in the shop db on db.lab.internal'],
])('%s: where stands before the order', (text, order) => {
  expect(orders(text)).toContain(order)
})

it.each([
  'In the acme/shop repo our cron jobs delete stale branches',
  'In acme/shop all old jobs delete stale branches',
  'On web1 the night jobs restart x',
  'On host web1 of lab two night jobs restart x',
])('%s: tells what happens there', (text) => {
  expect(orders(text)).toEqual([])
})
