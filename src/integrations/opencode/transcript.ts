import type { DatabaseSync } from 'node:sqlite'
import { type Fields, isFields, ownField } from '../hook-runtime/fields.ts'
import { lastCalls, pastCallEntry } from '../hook-runtime/past-call.ts'
import type { ExecutedCall, ExecutedCalls, ReadEntry, TranscriptFiles } from '../integration.ts'
import { callIdOf, unquoteArgument } from './argument-quoting.ts'

/** The host keeps all conversations in one database; one of them is named by the file and its session. */
export function conversationPath(database: string, session: string): string {
  return `${database}#${session}`
}

/** What ran, as the host's own record tells. What is in it is hostile; what is not of its shape tells nothing. */
export const OPENCODE_EXECUTED_CALLS: ExecutedCalls = {
  callsIn: () => [],
  callsOf: (database, since) =>
    rowsOf(database, EXECUTED_SQL, [since, since, MOST_ROWS]).flatMap((row) => {
      const part = readPart(row)
      return part?.call?.ran && !isUserCommandRow(row) ? [{ ...part.call.told, cwd: String(row['directory']) }] : []
    }),
  beside: () => [],
}

export const OPENCODE_TRANSCRIPT: TranscriptFiles = {
  read: (file, offset) => {
    const at = file.lastIndexOf('#')
    const rows = rowsOf(file.slice(0, at), PAST_SQL, [file.slice(at + 1), offset, MOST_ROWS])
    const next = rows.reduce((latest, { time_updated: time }) => Math.max(latest, Number(time)), offset)
    return { entries: lastCalls(rows.flatMap(entriesOf)), offset: next }
  },
  subAgent: ({ transcript, agentId }) => conversationPath(transcript.slice(0, transcript.lastIndexOf('#')), agentId),
  // It is written before the plugin is asked.
  lateMs: 0,
  ran: OPENCODE_EXECUTED_CALLS,
}

const MOST_ROWS = 10_000
/** Of one part, with what its tool gave back. */
const MOST_TEXT = 4_000_000

/** The parts of one conversation that were written since, oldest first: of more than a page the newest. */
const PAST_SQL = `select * from (
  select part.id, part.session_id, part.data, part.time_created, part.time_updated, message.data as message
  from part join message on message.id = part.message_id
  where part.session_id = ? and part.time_updated >= ? and length(part.data) < ${MOST_TEXT} and (
    part.data like '%"type":"tool"%' or (part.data like '%"type":"text"%' and message.data like '%"role":"user"%')
  ) order by part.time_created desc, part.id desc limit ?
) order by time_created, id`

/** Calls of all conversations that changed since, with what stands in the message that they answer. */
const EXECUTED_SQL = `select part.id, part.session_id, part.data, part.time_created, session.directory,
  (select group_concat(asked.data, char(10)) from part as asked
    where asked.message_id = iif(json_valid(message.data), json_extract(message.data, '$.parentID'), null)) as asked
  from session join part on part.session_id = session.id join message on message.id = part.message_id
  where session.time_updated >= ? and part.time_updated >= ? and length(part.data) < ${MOST_TEXT}
    and part.data like '%"type":"tool"%'
  order by part.time_created desc limit ?`

type Row = Readonly<Record<string, unknown>>

/** A record that is gone, locked or of another shape tells nothing. */
function rowsOf(file: string, sql: string, values: readonly (string | number)[]): readonly Row[] {
  const sqlite = process.getBuiltinModule?.('node:sqlite')
  let database: DatabaseSync | undefined
  try {
    if (!sqlite) return []
    database = new sqlite.DatabaseSync(file, { readOnly: true })
    return database.prepare(sql).all(...values) as readonly Row[]
  } catch {
    return []
  } finally {
    database?.close()
  }
}

interface Part {
  readonly text?: string
  /** A call that has ended. */
  readonly call?: { readonly ran: boolean; readonly told: Omit<ExecutedCall, 'cwd'> }
}

function readPart(row: Row): Part | undefined {
  const part = parseObject(row['data'])
  const [type, text, call, tool] = [
    ownField(part, 'type'),
    ownField(part, 'text'),
    ownField(part, 'callID'),
    ownField(part, 'tool'),
  ]
  const isSent = ownField(part, 'synthetic') !== true && ownField(part, 'ignored') !== true
  if (type === 'text' && typeof text === 'string' && isSent) return { text }
  const state = ownField(part, 'state')
  if (type !== 'tool' || typeof call !== 'string' || typeof tool !== 'string' || !isFields(state)) return undefined
  const [status, input] = [ownField(state, 'status'), ownField(state, 'input')]
  if ((status !== 'completed' && status !== 'error') || !isFields(input)) return undefined
  const session = String(row['session_id'])
  // A sub-agent that a short form starts is known by the id of its part.
  const id = callIdOf(session, ownField(input, 'command') !== undefined && tool === 'task' ? String(row['id']) : call)
  const at = Number(row['time_created'])
  return { call: { ran: status === 'completed', told: { id, tool, input, at, session } } }
}

/** The host's own words beside a command that a person typed for their shell. */
const USER_COMMAND_NOTE = 'The following tool was executed by the user'

function isUserCommandRow({ asked }: Row): boolean {
  return String(asked)
    .split('\n')
    .some(
      (line) =>
        ownField(parseObject(line), 'synthetic') === true && ownField(parseObject(line), 'text') === USER_COMMAND_NOTE,
    )
}

function entriesOf(row: Row): readonly ReadEntry[] {
  const part = readPart(row)
  const line = String(row['id'])
  if (part?.text !== undefined && ownField(parseObject(row['message']), 'role') === 'user') {
    const text = unquoteArgument(part.text)
    return text === '' ? [] : [{ entry: { kind: 'user', text, trusted: true }, origin: 'transcript', line }]
  }
  if (!part?.call) return []
  const { id, tool, input } = part.call.told
  const entry = pastCallEntry(tool, input)
  return entry === undefined ? [] : [{ entry, origin: 'transcript', pastId: id, line }]
}

function parseObject(text: unknown): Fields {
  try {
    const value: unknown = JSON.parse(String(text))
    return isFields(value) ? value : {}
  } catch {
    return {}
  }
}
