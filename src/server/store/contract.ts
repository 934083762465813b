import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordFor } from '../../audit/testing.ts'
import { describeCounting } from './contract-counting.ts'
import { describeErasing } from './contract-erasing.ts'
import { all, chainRecords } from './contract-records.ts'
import { describeSearching } from './contract-searching.ts'
import type { Store } from './store.ts'

/** A store for one test, and how to open what it keeps once more, as another server does. */
export interface OpenTestStore {
  readonly store: Store
  readonly again: () => Promise<Store>
  readonly remove: () => Promise<void>
}

/** The store of the test that runs. */
export interface StoreUnderTest {
  readonly store: () => Store
  readonly again: () => Promise<Store>
}

/** What every store is held to. */
export function describeStore(name: string, open: () => Promise<OpenTestStore>): void {
  describe(name, () => {
    let opened: OpenTestStore
    const others: Store[] = []
    beforeEach(async () => {
      opened = await open()
    })
    afterEach(async () => {
      for (const store of others.splice(0)) await store.close()
      await opened.store.close()
      await opened.remove()
    })
    const under: StoreUnderTest = {
      store: () => opened.store,
      again: async () => {
        const store = await opened.again()
        others.push(store)
        return store
      },
    }
    describeAppending(under)
    describeChains(under)
    describeSearching(under)
    describeCounting(under)
    describeErasing(under)
    describeDocuments(under)
  })
}

const NOON = Date.UTC(2026, 10, 1, 12)

function describeAppending({ store, again }: StoreUnderTest): void {
  it('takes the same lines once, however often they are handed over', async () => {
    const records = chainRecords([{ at: NOON }, { at: NOON }, { at: NOON + 1 }])
    const old = recordFor({ at: NOON, session: 'old' })
    const delivery = { machine: 'm', records: [...records, old, old] }
    expect(await store().append(delivery)).toEqual({ taken: 4, known: 1 })
    expect(await store().append(delivery)).toEqual({ taken: 0, known: 5 })
    expect(await (await again()).append(delivery)).toEqual({ taken: 0, known: 5 })
    expect(await all(store().query({}))).toHaveLength(4)
    expect((await store().overview({ since: 0, until: NOON * 2 })).total).toBe(4)
  })

  it('keeps the same line of two machines twice', async () => {
    const records = chainRecords([{ at: NOON }])
    await store().append({ machine: 'a', records })
    expect(await store().append({ machine: 'b', records })).toEqual({ taken: 1, known: 0 })
    expect((await store().page({ machine: 'b' })).records.map(({ machine }) => machine)).toEqual(['b'])
  })

  it('names its machines', async () => {
    expect(await store().machines()).toEqual([])
    for (const machine of ['b', 'a', 'Z', 'b']) await store().append({ machine, records: chainRecords([{}]) })
    expect(await store().machines()).toEqual(['Z', 'a', 'b'])
  })

  it('gives back what it took, to the letter', async () => {
    const input = { command: 'a\0b \ud800 \u202e 😀 Σ', z: 1, a: { __proto__: null, nested: [1, 'x'] } }
    const record = chainRecords([{ at: NOON, input }])
    await store().append({ machine: 'm', records: record })
    const [found] = await all(store().query({}))
    expect(JSON.stringify(found)).toBe(JSON.stringify(record[0]))
  })

  it('keeps lines and positions together, or neither', async () => {
    const position = { offset: 10, first: 'f' }
    await store().append({
      machine: 'm',
      records: chainRecords([{ at: NOON }]),
      positions: new Map([['a.jsonl', position]]),
    })
    const broken = {
      ...recordFor({ at: NOON + 1 }),
      toJSON: () => {
        throw new Error('broken')
      },
    } // prettier-ignore
    const positions = new Map([['a.jsonl', { offset: 20, first: 'f' }]])
    const late = chainRecords([{ at: NOON + 5 }], 'late')
    await expect(store().append({ machine: 'm', records: [...late, broken], positions })).rejects.toThrow()
    expect(await store().positions('m')).toEqual(new Map([['a.jsonl', position]]))
    expect(await all(store().query({}))).toHaveLength(1)
    expect((await store().overview({ since: 0, until: NOON * 2 })).total).toBe(1)
    expect(await (await again()).positions('m')).toEqual(new Map([['a.jsonl', position]]))
    expect(await store().positions('other')).toEqual(new Map())
  })

  it('takes from several at once without losing or doubling', async () => {
    const stores = [store(), await again(), await again()]
    const records = chainRecords(Array.from({ length: 60 }, (_, at) => ({ at: NOON + (at >> 1) })))
    const parts = Array.from({ length: 12 }, (_, at) => records.slice(at * 5, at * 5 + 10))
    const taken = await Promise.all(
      parts.map((part, at) => stores[at % 3]?.append({ machine: 'm', records: part }).then((result) => result.taken)),
    )
    expect(taken.reduce((sum = 0, count = 0) => sum + count, 0)).toBe(60)
    expect((await store().overview({ since: 0, until: NOON * 2 })).total).toBe(60)
    expect((await store().sessions({}))[0]?.outcomes.deny).toBe(60)
    expect((await all(store().chain('m', 's'))).map(({ seq }) => seq)).toEqual(records.map(({ seq }) => seq))
  })

  it('takes Records of any time that a line can say', async () => {
    const times = [-8e15, -1, 0, 0.5, NOON, 8e15]
    const records = times.map((at, index) => recordFor({ at, session: `t${index}` }))
    expect(await store().append({ machine: 'm', records })).toEqual({ taken: 6, known: 0 })
    expect(await store().append({ machine: 'm', records })).toEqual({ taken: 0, known: 6 })
    expect((await all(store().query({}))).map(({ at }) => at)).toEqual(expect.arrayContaining(times))
    expect((await all(store().query({ since: 0, until: NOON }))).map(({ at }) => at)).toEqual([NOON, 0.5, 0])
  })
}

function describeChains({ store }: StoreUnderTest): void {
  it('tells a chain in its order, also when it was handed over in another, and what is outside of it last', async () => {
    const records = chainRecords(Array.from({ length: 30 }, () => ({ at: NOON })))
    const outside = recordFor({ at: NOON - 5 })
    await store().append({ machine: 'm', records: [outside, ...records.slice(20)] })
    await store().append({ machine: 'm', records: records.slice(0, 20).toReversed() })
    const found = await all(store().chain('m', 's'))
    expect(found.map(({ hash }) => hash)).toEqual([...records.map(({ hash }) => hash), undefined])
    expect(await all(store().chain('m', 'other'))).toEqual([])
    expect(await all(store().chain('other', 's'))).toEqual([])
  })

  it('knows where chains stood: at their latest line, whenever it was handed over', async () => {
    const records = chainRecords([{ at: NOON }, { at: NOON }, { at: NOON + 1 }])
    await store().append({ machine: 'm', records: records.slice(2) })
    await store().append({
      machine: 'm',
      records: [...records.slice(0, 2), recordFor({ at: NOON, session: 'unchained' })],
    })
    const { hash } = records[2] ?? {}
    expect(await store().heads('m')).toEqual([{ sessionId: 's', seq: 3, hash, at: NOON + 1 }])
    // All its lines were removed, and the session went on.
    const anew = chainRecords([{ at: NOON + 2 }])
    await store().append({ machine: 'm', records: anew })
    expect(await store().heads('m')).toEqual([{ sessionId: 's', seq: 1, hash: anew[0]?.hash, at: NOON + 2 }])
    expect(await store().heads('other')).toEqual([])
  })

  it('sums up sessions, the last active first, without probes', async () => {
    const one = chainRecords(
      [
        { at: NOON, cwd: '/a' },
        { at: NOON + 9, cwd: '/b', decision: { outcome: 'allow' } },
      ],
      'one',
    )
    await store().append({ machine: 'm', records: one.slice(1) })
    await store().append({ machine: 'm', records: [...one.slice(0, 1), ...chainRecords([{ at: NOON + 5 }], 'two')] })
    await store().append({
      machine: 'n',
      records: [...chainRecords([{ at: NOON + 7 }], 'one'), recordFor({ session: 'doctor-1' })],
    })
    const found = await store().sessions({})
    expect(found.map(({ machine, sessionId, first, last }) => [machine, sessionId, first - NOON, last - NOON])).toEqual(
      [
        ['m', 'one', 0, 9],
        ['n', 'one', 7, 7],
        ['m', 'two', 5, 5],
      ],
    )
    expect(found[0]).toMatchObject({ host: 'h', outcomes: { allow: 1, ask: 0, deny: 1, abort: 0 } })
    expect(await store().sessions({ machine: 'n' })).toHaveLength(1)
    expect(await store().sessions({ since: NOON + 6 })).toHaveLength(2)
    expect(await store().sessions({ limit: 1 })).toHaveLength(1)
  })
}

function describeDocuments({ store, again }: StoreUnderTest): void {
  const paper = (value: unknown, expires?: number) => ({
    kind: 'k',
    id: 'i',
    value,
    ...(expires !== undefined && { expires }),
  })
  const version = async () => (await store().documents.get('k', 'i'))?.version ?? 0

  it('writes a document only over the one that was read', async () => {
    const { documents } = store()
    expect(await documents.get('k', 'i')).toBeUndefined()
    expect(await documents.put(paper({ a: 1 }), 0)).toBe(true)
    expect(await documents.put(paper({ a: 2 }), 0)).toBe(false)
    const first = await version()
    expect(await documents.put(paper({ a: 3 }), first)).toBe(true)
    expect(await documents.put(paper({ a: 4 }), first)).toBe(false)
    expect(await (await again()).documents.get('k', 'i')).toMatchObject({ kind: 'k', id: 'i', value: { a: 3 } })
    expect(await documents.list('k')).toHaveLength(1)
    expect(await documents.list('other')).toEqual([])
  })

  it('lets one of many take a thing', async () => {
    const stores = [store(), await again(), await again()]
    await store().documents.put(paper('free'), 0)
    const read = await version()
    const taken = await Promise.all(
      Array.from({ length: 30 }, (_, by) => stores[by % 3]?.documents.put(paper(by), read)),
    )
    expect(taken.filter((won) => won === true)).toHaveLength(1)
    expect((await store().documents.get('k', 'i'))?.value).toBe(taken.indexOf(true))
  })

  it('never gives the version of a document that was removed to another', async () => {
    const { documents } = store()
    await documents.put(paper(1), 0)
    const read = await version()
    expect(await documents.remove('k', 'i')).toBe(true)
    expect(await documents.remove('k', 'i')).toBe(false)
    expect(await documents.put(paper(2), 0)).toBe(true)
    expect(await documents.put(paper(3), read)).toBe(false)
  })

  it('takes what expired for gone', async () => {
    const { documents } = store()
    expect(await documents.put(paper('old', Date.now() - 1), 0)).toBe(true)
    expect(await documents.get('k', 'i')).toBeUndefined()
    expect(await documents.list('k')).toEqual([])
    expect(await documents.put(paper('new', Date.now() + 60_000), 0)).toBe(true)
    expect((await documents.get('k', 'i'))?.value).toBe('new')
  })
}
