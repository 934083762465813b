import * as v from 'valibot'
import { type AuditRecord, readRecord } from '../../../audit/record.ts'
import { withoutJudgesWords } from '../../../audit/words.ts'
import { UsageError } from '../../../cli/io.ts'
import { timeFrom } from '../../../cli/times.ts'
import type { Caller } from '../../access/rights.ts'
import { BadCursor } from '../../store/cursor.ts'
import type { Position, StoredRecord } from '../../store/store.ts'
import type { RequestContext, Routes } from '../app.ts'
import { bodyLines, isOfType, shaped } from '../body.ts'
import { Refused } from '../problem.ts'
import { OverviewQuery, PositionQuery, RecordsQuery, SessionsQuery } from '../shapes.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PAGE = 100
/** Of one session at once; more are to be had by pages of `/records`. */
const MOST_OF_SESSION = 5000
const BODY = { line: 4 * 1024 * 1024, whole: 64 * 1024 * 1024 }
/** Lines that are taken at once, all or none. */
const MOST_LINES = 500

/** What was decided, and the figures of it. */
export function recordRoutes({ app, service, need }: Routes): void {
  const { store } = service
  app.get('/records', need('read'), async (context) => {
    const query = shaped(RecordsQuery, queryOf(context, RecordsQuery.entries))
    const { records, next } = await answering(() => store.page({ ...query, limit: query.limit ?? PAGE }))
    return context.json({ records: records.map(shownTo(context.get('caller'))), ...(next !== undefined && { next }) })
  })
  app.get('/records/:machine/:id', need('read'), async (context) => {
    const { machine, id } = context.req.param()
    const { records } = await answering(() => store.page({ machine, id, limit: 1, probes: true }))
    const [found] = records
    if (found === undefined) throw new Refused(404, 'there is no such record')
    return context.json(shownTo(context.get('caller'))(found))
  })
  app.post('/records', need('machine'), async (context) => {
    const { machine } = context.get('caller')
    if (machine === undefined) throw new Refused(403, 'only a machine that was enrolled hands over records')
    return context.json(await taken(context, machine))
  })
  app.get('/sessions', need('read'), async (context) => {
    const query = shaped(SessionsQuery, queryOf(context, SessionsQuery.entries))
    return context.json({ sessions: await answering(() => store.sessions(query)) })
  })
  app.get('/sessions/:machine/:id', need('read'), async (context) => {
    const { machine = '', id = '' } = context.req.param()
    const shown = shownTo(context.get('caller'))
    const records = await answering(async () => {
      const found: StoredRecord[] = []
      for await (const record of store.chain(machine, id)) {
        found.push(shown({ machine, record }))
        if (found.length >= MOST_OF_SESSION) break
      }
      return found
    })
    if (records.length === 0) throw new Refused(404, 'there is no such session')
    return context.json({ records })
  })
  app.get('/machines', need('read'), async (context) =>
    context.json({ machines: await answering(() => store.machines()) }),
  )
  app.get('/overview', need('read'), async (context) => {
    const {
      until = service.now(),
      since = until - DAY_MS,
      machine,
    } = shaped(OverviewQuery, queryOf(context, OverviewQuery.entries))
    if (since > until) throw new Refused(400, 'since comes after until')
    return context.json(await answering(() => store.overview({ since, until, machine })))
  })

  /** Lines of a machine, in the order they came; what was taken stays taken when a later line is wrong. */
  async function taken(context: RequestContext, machine: string) {
    isOfType(context.env.incoming, 'application/x-ndjson')
    const positions = positionIn(context)
    const sum = { taken: 0, known: 0 }
    let batch: AuditRecord[] = []
    const hand = async (more: { readonly positions?: ReadonlyMap<string, Position> } = {}) => {
      if (batch.length === 0 && more.positions === undefined) return
      const records = batch
      batch = []
      const result = await answering(() => store.append({ machine, records, ...more }))
      sum.taken += result.taken
      sum.known += result.known
      if (result.taken > 0) service.taken(machine, result.taken, records)
    }
    for await (const line of bodyLines(context.env.incoming, BODY)) {
      batch.push(recordOf(line))
      if (batch.length >= MOST_LINES) await hand()
    }
    // With the last of them: before that the machine would begin behind what was not taken.
    await hand(positions && { positions })
    return sum
  }
}

function positionIn(context: RequestContext): ReadonlyMap<string, Position> | undefined {
  const { file, offset, first } = shaped(PositionQuery, queryOf(context, PositionQuery.entries))
  if (file === undefined || offset === undefined || first === undefined) return undefined
  return new Map([[file, { offset, first }]])
}

function recordOf(line: string): AuditRecord {
  try {
    const record = readRecord(JSON.parse(line))
    if (record !== undefined) return record
  } catch (error) {
    throw new Refused(400, `a line is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  throw new Refused(400, 'a line is no record')
}

/** What a model said is for people alone: an agent that reads it may be led by it. */
function shownTo({ isPerson }: Caller): (stored: StoredRecord) => StoredRecord {
  return isPerson ? (stored) => stored : ({ machine, record }) => ({ machine, record: withoutJudgesWords(record) })
}

/** A store that fails is told as such: nothing else depends on it. */
async function answering<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof Refused) throw error
    if (error instanceof BadCursor) throw new Refused(400, error.message)
    throw new Refused(503, `the store does not answer: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The words after the question mark: numbers and lists as their shapes want them, each at most once. */
export function queryOf(
  context: RequestContext,
  entries: Readonly<Record<string, v.GenericSchema>>,
): Readonly<Record<string, unknown>> {
  const found: [string, unknown][] = []
  for (const [name, values] of Object.entries(context.req.queries())) {
    const [value = '', ...more] = values
    if (more.length > 0) throw new Refused(400, `${name} is given more than once`)
    const shape = Object.hasOwn(entries, name) ? entries[name] : undefined
    const edge = TIMES.get(name)
    const isTime = shape !== undefined && edge !== undefined && !NUMBER.test(value)
    found.push([name, shape === undefined ? value : isTime ? moment(name, value, edge) : typed(shape, value)])
  }
  return Object.fromEntries(found)
}

const NUMBER = /^-?\d{1,16}(?:\.\d{1,6})?$/
/** Milliseconds, or a time as `irongate log` takes it. */
const TIMES: ReadonlyMap<string, 'start' | 'end'> = new Map([
  ['since', 'start'],
  ['until', 'end'],
])

function moment(name: string, value: string, edge: 'start' | 'end'): number {
  try {
    return timeFrom(value, edge)
  } catch (error) {
    if (error instanceof UsageError) throw new Refused(400, `${name}: ${error.message}, or milliseconds since 1970`)
    throw error
  }
}

function typed(shape: v.GenericSchema, value: string): unknown {
  if (v.safeParse(shape, value).success) return value
  if (NUMBER.test(value)) return Number(value)
  return v.safeParse(shape, []).success ? value.split(',') : value
}
