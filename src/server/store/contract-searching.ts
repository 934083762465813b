import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchesQuery } from '../../audit/query.ts'
import type { AuditRecord } from '../../audit/record.ts'
import { recordFor } from '../../audit/testing.ts'
import type { StoreUnderTest } from './contract.ts'
import { all, chainRecords } from './contract-records.ts'
import { InvalidCursorError } from './cursor.ts'
import type { PageQuery, StoredRecord } from './store.ts'

const NOON = Date.UTC(2026, 10, 1, 12)

const word = fc.constantFrom(
  'git push',
  'İstanbul',
  'ΣΑΣ',
  'straße',
  '100%',
  '_x',
  "o'clock",
  '*?"[',
  'a\0b',
  '😀x',
  'ﬀ',
)
const texts = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '))
const folder = fc.constantFrom(
  '/',
  '/p',
  '/p/one',
  '/p/oneself',
  '/p/one/',
  '/p//two',
  '/P/ONE',
  'rel',
  '/p/one/sub',
  '',
)
const session = fc.constantFrom('alpha', 'alpha-1', 'beta', 'doctor-1', 'a%', 'a_', '', '😀')
const outcome = fc.constantFrom('allow', 'ask', 'deny', 'abort')
const name = fc.constantFrom('x', 'y', 'X', 'x ', '__proto__')
const time = fc.integer({ min: 0, max: 6 }).map((step) => NOON + step * 40 * 60 * 1000)

const recordFields = fc
  .record({
    command: texts,
    cwd: folder,
    session,
    at: time,
    host: name,
    message: texts,
    tool: fc.constantFrom('Bash', 'Write'),
  })
  .chain((plain) =>
    fc.record(
      { plain: fc.constant(plain), agent: name, category: name, outcome, machine: fc.constantFrom('m', 'n') },
      { requiredKeys: ['plain', 'outcome', 'machine'] },
    ),
  )

type Made = typeof recordFields extends fc.Arbitrary<infer T> ? T : never

const query: fc.Arbitrary<PageQuery> = fc.record(
  {
    since: time,
    until: time,
    project: folder,
    session: fc.constantFrom('alpha', 'alpha-1', 'a', 'doctor', 'a%', '', '😀', '\ud83d', 'zz'),
    agent: name,
    host: name,
    category: name,
    decisions: fc.array(outcome, { maxLength: 2 }),
    text: fc.oneof(
      texts,
      fc.constantFrom('PUSH', 'i', 'σ', 'ς', '%', '_', 'T PU', '\n', 'bash git', '\ud83d', 'ß', 'SS', 'ff'),
    ),
    machine: fc.constantFrom('m', 'n', 'o'),
    probes: fc.boolean(),
    limit: fc.integer({ min: 0, max: 5 }),
  },
  { requiredKeys: [] },
)

export function describeSearching({ store }: StoreUnderTest): void {
  it('every search finds what `matches` says, newest first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(recordFields, { maxLength: 12 }),
        fc.array(query, { minLength: 1, maxLength: 12 }),
        async (made, queries) => {
          const kept = await fill(made)
          for (const asked of queries) await checkSearch(kept, asked)
        },
      ),
      { numRuns: 25 },
    )
  })

  /** The Records of other rounds are there, too. */
  let round = 0

  async function fill(made: readonly Made[]): Promise<readonly StoredRecord[]> {
    round++
    const kept = made.map(({ plain, agent, category, outcome: says, machine }) => ({
      machine,
      record: {
        ...recordFor({
          ...plain,
          ...(agent !== undefined && { agent }),
          decision: { outcome: says as 'deny', message: plain.message, ...(category !== undefined && { category }) },
        }),
        callId: `${round}`,
      } as AuditRecord,
    }))
    for (const { machine, record } of kept) await store().append({ machine, records: [record] })
    return unique(kept)
  }

  function unique(kept: readonly StoredRecord[]): readonly StoredRecord[] {
    return [...new Map(kept.map((each) => [JSON.stringify(each), each])).values()]
  }

  async function checkSearch(kept: readonly StoredRecord[], asked: PageQuery): Promise<void> {
    const of = (record: AuditRecord) => record.callId === `${round}`
    const expected = kept.filter(
      ({ machine, record }) => (asked.machine ?? machine) === machine && matchesQuery(record, asked),
    )
    const { limit: _limit, ...unlimited } = asked
    const found = (await pages(unlimited)).filter(({ record }) => of(record))
    expect(sorted(found)).toEqual(sorted(expected))
    const times = found.map(({ record }) => record.at)
    expect(times).toEqual(times.toSorted((left, right) => right - left))
    if (asked.limit !== undefined && asked.machine === undefined)
      expect(await all(store().query(asked))).toHaveLength(
        Math.min(asked.limit, (await all(store().query(unlimited))).length),
      )
  }

  async function pages(asked: PageQuery): Promise<StoredRecord[]> {
    const found: StoredRecord[] = []
    for (let after: string | undefined; ; ) {
      const page = await store().page({ ...asked, limit: 3, after })
      found.push(...page.records)
      after = page.next
      if (after === undefined) return found
    }
  }

  function sorted(kept: readonly StoredRecord[]): readonly string[] {
    return kept.map((each) => JSON.stringify([each.machine, each.record])).sort()
  }

  it('finds one among many by its id and by its text', async () => {
    const records = chainRecords(
      Array.from({ length: 700 }, (_, at) => ({ at: NOON + at, command: `make target-${at} of ${at * 7919}` })),
    )
    await store().append({ machine: 'm', records })
    const sought = records[123]
    expect((await store().page({ id: sought?.id, machine: 'm' })).records.map(({ record }) => record)).toEqual([sought])
    expect((await all(store().query({ text: 'TARGET-123 of' }))).map(({ hash }) => hash)).toEqual([sought?.hash])
    expect(await all(store().query({ text: 'target' }))).toHaveLength(700)
    expect(await all(store().query({ text: 'target-1234' }))).toEqual([])
  })

  it('pages stay as they are while Records come in', async () => {
    const records = chainRecords(Array.from({ length: 40 }, (_, at) => ({ at: NOON + at })))
    await store().append({ machine: 'm', records: records.slice(0, 30) })
    const seen: (number | undefined)[] = []
    let after: string | undefined
    do {
      const page = await store().page({ limit: 7, after })
      seen.push(...page.records.map(({ record }) => record.seq))
      await store().append({ machine: 'm', records: records.slice(30, 30 + seen.length) })
      after = page.next
    } while (after !== undefined)
    expect(seen).toEqual(Array.from({ length: 30 }, (_, at) => 30 - at))
  })

  it('a last page that is full has no next', async () => {
    await store().append({ machine: 'm', records: chainRecords([{ at: NOON }, { at: NOON + 1 }]) })
    expect((await store().page({ limit: 2 })).next).toBeUndefined()
    expect((await store().page({ limit: 1 })).next).toBeDefined()
  })

  it.each(['x', '-1', '1e3', '', '9'.repeat(40), "1' or 1=1"])('refuses the cursor %j', async (after) => {
    await expect(store().page({ after })).rejects.toThrow(InvalidCursorError)
  })
}
