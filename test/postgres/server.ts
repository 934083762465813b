import { postgresStore } from '../../src/server/store/postgres/index.ts'
import { batches } from './load.ts'

/**
 * One of several servers on a database, in a process of its own: hands over the batches of its machine, goes on from where the store says
 * it is, and takes part in the race for every approval. Says each thing that was acknowledged, one per line.
 */
const [url = '', schema = '', name = '', count = '0'] = process.argv.slice(2)
const store = await postgresStore({ url, schema })
const say = (what: string) => process.stdout.write(`${what}\n`)
const from = (await store.positions(name)).get('lines')?.offset ?? 0
for (const [index, { own, shared }] of batches(name, Number(count)).entries()) {
  if (index < from) continue
  // All servers are handed the same lines of one machine; before the position, which says that this batch is done.
  await store.append({ machine: 'shared', records: shared })
  await store.append({
    machine: name,
    records: own,
    positions: new Map([['lines', { offset: index + 1, first: 'f' }]]),
  })
  for (const { id } of own) say(`record ${id}`)
  const waiting = await store.documents.get('approval', `a${index}`)
  if (
    waiting?.value === 'waiting' &&
    (await store.documents.put({ kind: 'approval', id: `a${index}`, value: name }, waiting.version))
  )
    say(`approval a${index}`)
}
await store.close()
