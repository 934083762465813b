import type { RecordQuery } from '../../audit/query.ts'
import type { AuditRecord } from '../../audit/record.ts'
import type { Page, PageQuery } from './store.ts'

const PAGE_SIZE = 500

/** All that a query finds, a page at a time: nothing is held open in the store between them. */
export async function* queryInPages(
  page: (query: PageQuery) => Promise<Page>,
  query: RecordQuery,
): AsyncGenerator<AuditRecord> {
  let left = query.limit ?? Number.POSITIVE_INFINITY
  for (let after: string | undefined; left > 0; ) {
    const found = await page({ ...query, limit: Math.min(left, PAGE_SIZE), after })
    for (const { record } of found.records) yield record
    left -= found.records.length
    after = found.next
    if (after === undefined) return
  }
}
