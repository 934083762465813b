import * as v from 'valibot'
import { type AuditRecord, readRecord } from '../../../audit/record.ts'
import { withoutJudgeText } from '../../../audit/record-explanation.ts'
import { UsageError } from '../../../cli/io.ts'
import { timeFrom } from '../../../cli/time-arguments.ts'
import type { Caller } from '../../access/rights.ts'
import type { Position, StoredRecord } from '../../store/store.ts'
import type { RequestContext, Routes } from '../app.ts'
import { readBodyLines, requireContentType, validateShape } from '../body.ts'
import { RequestRefusedError } from '../problem.ts'
import { OverviewQuery, PositionQuery, RecordsQuery, SessionsQuery } from '../shapes.ts'
import { withStoreErrors } from './store-errors.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const PAGE = 100
/** Of one session at once; more are to be had by pages of `/records`. */
const MOST_OF_SESSION = 5000
const BODY_LIMITS = { line: 4 * 1024 * 1024, whole: 64 * 1024 * 1024 }
/** Lines that are taken at once, all or none. */
const MOST_LINES = 500

/** What was decided, and the figures of it. */
export function recordRoutes({ app, service, need }: Routes): void {
  const { store } = service
  app.get('/records', need('read'), async (context) => {
    const query = validateShape(RecordsQuery, queryOf(context, RecordsQuery.entries))
    const { records, next } = await withStoreErrors(() => store.page({ ...query, limit: query.limit ?? PAGE }))
    return context.json({ records: records.map(visibleTo(context.get('caller'))), ...(next !== undefined && { next }) })
  })
  app.get('/records/:machine/:id', need('read'), async (context) => {
    const { machine, id } = context.req.param()
    const { records } = await withStoreErrors(() => store.page({ machine, id, limit: 1, probes: true }))
    const [found] = records
    if (found === undefined) throw new RequestRefusedError(404, 'there is no such record')
    return context.json(visibleTo(context.get('caller'))(found))
  })
  app.post('/records', need('machine'), async (context) => {
    const { machine } = context.get('caller')
    if (machine === undefined) throw new RequestRefusedError(403, 'only a machine that was enrolled hands over records')
    return context.json(await taken(context, machine))
  })
  app.get('/sessions', need('read'), async (context) => {
    const query = validateShape(SessionsQuery, queryOf(context, SessionsQuery.entries))
    return context.json({ sessions: await withStoreErrors(() => store.sessions(query)) })
  })
  app.get('/sessions/:machine/:id', need('read'), async (context) => {
    const { machine = '', id = '' } = context.req.param()
    const shown = visibleTo(context.get('caller'))
    const records = await withStoreErrors(async () => {
      const found: StoredRecord[] = []
      for await (const record of store.chain(machine, id)) {
        found.push(shown({ machine, record }))
        if (found.length >= MOST_OF_SESSION) break
      }
      return found
    })
    if (records.length === 0) throw new RequestRefusedError(404, 'there is no such session')
    return context.json({ records })
  })
  app.get('/machines', need('read'), async (context) =>
    context.json({ machines: await withStoreErrors(() => store.machines()) }),
  )
  app.get('/overview', need('read'), async (context) => {
    const {
      until = service.now(),
      since = until - DAY_MS,
      machine,
    } = validateShape(OverviewQuery, queryOf(context, OverviewQuery.entries))
    if (since > until) throw new RequestRefusedError(400, 'since comes after until')
    return context.json(await withStoreErrors(() => store.overview({ since, until, machine })))
  })

  /** Lines of a machine, in the order they came; what was taken stays taken when a later line is wrong. */
  async function taken(context: RequestContext, machine: string) {
    requireContentType(context.env.incoming, 'application/x-ndjson')
    const positions = positionIn(context)
    const sum = { taken: 0, known: 0 }
    let batch: AuditRecord[] = []
    const hand = async (more: { readonly positions?: ReadonlyMap<string, Position> } = {}) => {
      if (batch.length === 0 && more.positions === undefined) return
      const records = batch
      batch = []
      const result = await withStoreErrors(() => store.append({ machine, records, ...more }))
      sum.taken += result.taken
      sum.known += result.known
      if (result.taken > 0) service.taken(machine, result.taken, records)
    }
    for await (const line of readBodyLines(context.env.incoming, BODY_LIMITS)) {
      batch.push(recordOf(line))
      if (batch.length >= MOST_LINES) await hand()
    }
    // With the last of them: before that the machine would begin behind what was not taken.
    await hand(positions && { positions })
    return sum
  }
}

function positionIn(context: RequestContext): ReadonlyMap<string, Position> | undefined {
  const { file, offset, first } = validateShape(PositionQuery, queryOf(context, PositionQuery.entries))
  if (file === undefined || offset === undefined || first === undefined) return undefined
  return new Map([[file, { offset, first }]])
}

function recordOf(line: string): AuditRecord {
  try {
    const record = readRecord(JSON.parse(line))
    if (record !== undefined) return record
  } catch (error) {
    throw new RequestRefusedError(400, `a line is no JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  throw new RequestRefusedError(400, 'a line is no record')
}

/** What a model said is for people alone: an agent that reads it may be led by it. */
function visibleTo({ isPerson }: Caller): (stored: StoredRecord) => StoredRecord {
  return isPerson ? (stored) => stored : ({ machine, record }) => ({ machine, record: withoutJudgeText(record) })
}

/** The words after the question mark: numbers and lists as their shapes want them, each at most once. */
export function queryOf(
  context: RequestContext,
  entries: Readonly<Record<string, v.GenericSchema>>,
): Readonly<Record<string, unknown>> {
  const found: [string, unknown][] = []
  for (const [name, values] of Object.entries(context.req.queries())) {
    const [value = '', ...more] = values
    if (more.length > 0) throw new RequestRefusedError(400, `${name} is given more than once`)
    const shape = Object.hasOwn(entries, name) ? entries[name] : undefined
    const edge = TIME_EDGES.get(name)
    const isTime = shape !== undefined && edge !== undefined && !NUMBER.test(value)
    found.push([name, shape === undefined ? value : isTime ? parseMoment(name, value, edge) : parseTyped(shape, value)])
  }
  return Object.fromEntries(found)
}

const NUMBER = /^-?\d{1,16}(?:\.\d{1,6})?$/
/** Milliseconds, or a time as `irongate log` takes it. */
const TIME_EDGES: ReadonlyMap<string, 'start' | 'end'> = new Map([
  ['since', 'start'],
  ['until', 'end'],
])

function parseMoment(name: string, value: string, edge: 'start' | 'end'): number {
  try {
    return timeFrom(value, edge)
  } catch (error) {
    if (error instanceof UsageError)
      throw new RequestRefusedError(400, `${name}: ${error.message}, or milliseconds since 1970`)
    throw error
  }
}

function parseTyped(shape: v.GenericSchema, value: string): unknown {
  if (v.safeParse(shape, value).success) return value
  if (NUMBER.test(value)) return Number(value)
  return v.safeParse(shape, []).success ? value.split(',') : value
}
