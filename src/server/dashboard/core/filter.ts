import { matchesQuery, type RecordQuery } from '../../../audit/query.ts'
import { OUTCOMES, type Outcome } from '../../../decision.ts'
import type { StoredRecord } from '../../store/store.ts'

/** What of the calls is shown. */
export interface Filter {
  /** None chosen: all. */
  readonly decisions: readonly Outcome[]
  readonly text: string
  readonly host: string
  readonly project: string
  readonly category: string
  readonly machine: string
}

export const EMPTY_FILTER: Filter = { decisions: [], text: '', host: '', project: '', category: '', machine: '' }

export function filterFrom(query: URLSearchParams): Filter {
  const named = query.get('decisions')?.split(',') ?? []
  return {
    decisions: OUTCOMES.filter((outcome) => named.includes(outcome)),
    text: query.get('text') ?? '',
    host: query.get('host') ?? '',
    project: query.get('project') ?? '',
    category: query.get('category') ?? '',
    machine: query.get('machine') ?? '',
  }
}

/** As the API and the address take it. */
export function filterText({ decisions, ...texts }: Filter): Readonly<Record<string, string>> {
  const set = Object.entries(texts).map(([name, value]) => [name, value.trim()] as const)
  return Object.fromEntries([...set, ['decisions', decisions.join(',')] as const].filter(([, value]) => value !== ''))
}

/** The same for what the stream brings. */
export function fits({ machine, record }: StoredRecord, filter: Filter): boolean {
  return (filter.machine === '' || filter.machine === machine) && matchesQuery(record, filterQuery(filter))
}

function filterQuery({ decisions, text, host, project, category }: Filter): RecordQuery {
  const set = (value: string) => (value.trim() === '' ? undefined : value.trim())
  return {
    ...(decisions.length > 0 && { decisions }),
    text: set(text),
    host: set(host),
    project: set(project),
    category: set(category),
  }
}
