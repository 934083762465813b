import { useEffect, useRef, useState } from 'preact/hooks'
import { isUserCommand } from '../../../audit/effective-outcome.ts'
import type { StoredRecord } from '../../store/store.ts'
import { ask, queryString, type ServerRefusal } from '../core/api.ts'
import { useCell } from '../core/cell.ts'
import { onRecord } from '../core/connection.ts'
import { type Filter, filterFrom, filterText, fits } from '../core/filter.ts'
import { counted, shownCount } from '../core/format.ts'
import { refusalOf, useLoad, useSettled } from '../core/load.ts'
import { route, setQuery } from '../core/router.ts'
import { FilterBar } from '../parts/filter-bar.tsx'
import { MachinePicker } from '../parts/machine-picker.tsx'
import { LoadedView, ProblemNotice } from '../parts/problem.tsx'
import { RecordTable } from '../parts/record-rows.tsx'
import { Empty, PageHead } from '../parts/text.tsx'

const PAGE = 100
/** What one page keeps; older rows are asked for again. */
const MOST_ROWS = 1000

interface Answer {
  readonly records: readonly StoredRecord[]
  readonly next?: string
}

/** Decisions as they are made. */
export function Live() {
  const { query } = useCell(route)
  const [filter, setFilter] = useState<Filter>(() => filterFrom(query))
  const [paused, setPaused] = useState(false)
  const settled = useSettled(filter, 300)
  const loaded = useLoad<Answer>(`/records${queryString({ ...filterText(settled), limit: PAGE })}`)
  const { rows, setRows, waiting } = useRows(loaded.value, settled, paused)
  const older = useOlder(loaded.value, settled, (records) => setRows((old) => withOlder(old ?? [], records)))
  useEffect(() => setQuery(filterText(settled)), [settled])
  return (
    <>
      <PageHead
        title="Live"
        about="Every call that an agent makes, and what the gate says to it; and what people typed to the gate."
      >
        <MachinePicker machine={filter.machine} set={(machine) => setFilter({ ...filter, machine })} />
        <button type="button" aria-pressed={paused} onClick={() => setPaused(!paused)}>
          {paused ? `Resume${waiting > 0 ? ` (${shownCount(waiting)} new)` : ''}` : 'Pause'}
        </button>
      </PageHead>
      <FilterBar filter={filter} set={setFilter} />
      <LoadedView loaded={{ ...loaded, value: rows }}>
        {(shown) =>
          shown.length === 0 ? (
            <Empty>
              {Object.keys(filterText(settled)).length === 0
                ? 'No call has been decided yet. They show up here as soon as an agent makes one.'
                : 'No call fits these filters.'}
            </Empty>
          ) : (
            <>
              <RecordTable records={shown} label="Decisions, newest first" />
              <p class="table-end quiet">
                {counted(shown.filter(({ record }) => !isUserCommand(record)).length, 'call')} shown
                {older.more && (
                  <button type="button" onClick={older.more}>
                    Show older ones
                  </button>
                )}
              </p>
              {older.problem && <ProblemNotice problem={older.problem} />}
            </>
          )
        }
      </LoadedView>
    </>
  )
}

/** The rows of the page: what was loaded, and what the stream brings meanwhile. */
function useRows(answer: Answer | undefined, filter: Filter, paused: boolean) {
  const [rows, setRows] = useState<readonly StoredRecord[] | undefined>()
  const [held, setHeld] = useState<readonly StoredRecord[]>([])
  const stopped = useRef(paused)
  stopped.current = paused
  useEffect(() => {
    if (answer === undefined) return
    setRows(answer.records)
    setHeld([])
  }, [answer])
  useEffect(() => {
    let fresh: StoredRecord[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      timer = undefined
      const batch = fresh.reverse()
      fresh = []
      if (stopped.current) setHeld((old) => joined(batch, old))
      else setRows((old) => joined(batch, old ?? []))
    }
    const stop = onRecord((stored) => {
      if (!fits(stored, filter)) return
      fresh.push(stored)
      // Drawn a few times a second, however many come.
      timer ??= setTimeout(flush, 150)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [filter])
  useEffect(() => {
    if (paused || held.length === 0) return
    setRows((old) => joined(held, old ?? []))
    setHeld([])
  }, [paused, held])
  return { rows, setRows, waiting: held.length }
}

/** Further pages, on request. */
function useOlder(answer: Answer | undefined, filter: Filter, add: (records: readonly StoredRecord[]) => void) {
  const [next, setNext] = useState<string | undefined>()
  const [problem, setProblem] = useState<ServerRefusal | undefined>()
  useEffect(() => setNext(answer?.next), [answer])
  const more = async () => {
    const after = next
    setNext(undefined)
    try {
      const page = await ask<Answer>(`/records${queryString({ ...filterText(filter), limit: PAGE, after })}`)
      add(page.records)
      setNext(page.next)
      setProblem(undefined)
    } catch (error) {
      setNext(after)
      setProblem(refusalOf(error))
    }
  }
  return { more: next === undefined ? undefined : more, problem }
}

/** Newest first, none twice, and not without end. */
function joined(fresh: readonly StoredRecord[], old: readonly StoredRecord[]): readonly StoredRecord[] {
  const known = new Set(old.slice(0, 200).map(nameOf))
  return [...fresh.filter((stored) => !known.has(nameOf(stored))), ...old].slice(0, MOST_ROWS)
}

function withOlder(rows: readonly StoredRecord[], older: readonly StoredRecord[]): readonly StoredRecord[] {
  const known = new Set(rows.map(nameOf))
  return [...rows, ...older.filter((stored) => !known.has(nameOf(stored)))]
}

function nameOf({ machine, record }: StoredRecord): string {
  return `${machine}/${record.id}/${record.at}`
}
