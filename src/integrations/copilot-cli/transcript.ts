import { closeSync, constants, openSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RanCall, RanCalls, ReadEntry, TranscriptFiles } from '../integration.ts'
import { addedLines } from '../seat/added-lines.ts'
import { type Fields, isFields, own } from '../seat/fields.ts'
import { lastCalls, pastCall } from '../seat/past-call.ts'
import { callOf, jsonIn } from './calls.ts'
import { recordsIn } from './sessions.ts'

/** What ran, as the host's own record tells, sub-agents' calls too. The text is hostile; what is not of its shape tells nothing. */
export const RAN: RanCalls = {
  callsIn: (text) => {
    const called = new Map<string, RanCall>()
    const ran: RanCall[] = []
    let start = { session: '', cwd: '' }
    for (const line of text.split('\n')) {
      const record = recordIn(line)
      if (record.type === 'session.start') start = startOf(record.data)
      const call = startedIn(record)
      if (call) called.set(call.id, { ...call.told, ...start })
      const done = own(record.data, 'success') === true ? called.get(endedIn(record) ?? '') : undefined
      if (done) ran.push(done)
    }
    return ran
  },
  beside: (file, since) => {
    const project = projectOf(file)
    return recordsIn(dirname(dirname(file)), since).filter((other) => other !== file && projectOf(other) === project)
  },
}

/** The host's record of one conversation; what has an agent's id is a sub-agent's, and comes by the hook alone. */
export const TRANSCRIPT: TranscriptFiles = {
  read: (file, offset) => {
    const ended = new Set<string>()
    const seen: Seen = { ended, model: undefined }
    const { entries, offset: next } = addedLines(file, offset, (line) => entriesOf(recordIn(line), seen))
    const kept = entries.filter(({ pastId, line }) => pastId === undefined || (line !== undefined && ended.has(line)))
    return { entries: lastCalls(kept), offset: next, ...(seen.model !== undefined && { model: seen.model }) }
  },
  lateMs: 1000,
  queuedUntold: true,
  ran: RAN,
}

interface Seen {
  readonly ended: Set<string>
  model: string | undefined
}

function entriesOf(record: Line, seen: Seen): readonly ReadEntry[] {
  if (record.agent) return []
  const done = endedIn(record)
  if (done !== undefined) seen.ended.add(done)
  const model = text(record.data, record.type === 'session.start' ? 'selectedModel' : 'model')
  if (model !== '') seen.model = model
  if (record.type === 'user.message') return turnIn(record)
  const call = startedIn(record)
  const entry = call && pastCall(call.told.tool, call.told.input)
  return call && entry ? [{ entry, origin: 'transcript', pastId: call.told.id, line: call.id }] : []
}

/** What was typed; the host marks what it says itself, and what a skill or an agent says. */
function turnIn({ id, data }: Line): readonly ReadEntry[] {
  const said = text(data, 'content')
  if (said === '' || id === '') return []
  const isOthers = own(data, 'source') !== undefined || own(data, 'isAutopilotContinuation') === true
  const entry = isOthers
    ? ({ kind: 'harness', text: said } as const)
    : ({ kind: 'user', text: said, trusted: true } as const)
  const origin = own(data, 'delivery') === 'steering' ? 'queued' : 'transcript'
  return [{ entry, origin, line: id, turn: { mark: isOthers ? 'other' : 'passed', text: said } }]
}

interface Line {
  readonly type: string
  readonly id: string
  readonly at: number
  /** It is a sub-agent's. */
  readonly agent: boolean
  readonly data: Fields
}

function recordIn(line: string): Line {
  const fields = jsonIn(line) ?? {}
  const data = own(fields, 'data')
  const at = Date.parse(text(fields, 'timestamp'))
  return {
    type: text(fields, 'type'),
    id: text(fields, 'id'),
    at: Number.isNaN(at) ? 0 : at,
    agent: own(fields, 'agentId') !== undefined,
    data: isFields(data) ? data : {},
  }
}

interface Started {
  /** The record's own id of the call, which the hook is not told. */
  readonly id: string
  readonly told: Omit<RanCall, 'session' | 'cwd'>
}

function startedIn({ type, at, data }: Line): Started | undefined {
  const id = text(data, 'toolCallId')
  const call = callOf(own(data, 'toolName'), own(data, 'arguments'))
  if (type !== 'tool.execution_start' || id === '' || !call) return undefined
  const [server, name] = [text(data, 'mcpServerName'), text(data, 'mcpToolName')]
  const tool = server === '' || name === '' ? call.tool : `mcp__${server}__${name}`
  return { id, told: { id: call.callId, tool, input: call.input, at } }
}

function endedIn({ type, data }: Line): string | undefined {
  return type === 'tool.execution_complete' ? text(data, 'toolCallId') : undefined
}

function startOf(data: Fields): Pick<RanCall, 'session' | 'cwd'> {
  const context = own(data, 'context')
  return { session: text(data, 'sessionId'), cwd: isFields(context) ? text(context, 'cwd') : '' }
}

function text(fields: Fields, key: string): string {
  const value = own(fields, key)
  return typeof value === 'string' ? value : ''
}

const MAX_HEAD = 64 * 1024

/** Where a conversation was begun: its record's first line says so. */
function projectOf(file: string): string {
  let handle: number | undefined
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
    const buffer = Buffer.alloc(MAX_HEAD)
    const [line = ''] = buffer.toString('utf8', 0, readSync(handle, buffer, 0, MAX_HEAD, 0)).split('\n')
    return startOf(recordIn(line).data).cwd
  } catch {
    return ''
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

const MAX_FILES = 200

/** The conversations of every project. */
export function allConversations(configDir: string, since: number): readonly string[] {
  return recordsIn(join(configDir, 'session-state'), since).slice(0, MAX_FILES)
}
