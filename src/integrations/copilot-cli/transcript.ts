import { closeSync, constants, openSync, readSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Fields, isFields, ownField } from '../hook-runtime/fields.ts'
import { lastCalls, pastCallEntry } from '../hook-runtime/past-call.ts'
import { readAddedLines } from '../hook-runtime/transcript-lines.ts'
import type { ExecutedCall, ExecutedCalls, ReadEntry, TranscriptFiles } from '../integration.ts'
import { parseJsonObject, readCopilotCall } from './calls.ts'
import { transcriptFilesIn } from './sessions.ts'

/** What ran, as the host's own record tells, sub-agents' calls too. The text is hostile; what is not of its shape tells nothing. */
export const COPILOT_CLI_EXECUTED_CALLS: ExecutedCalls = {
  callsIn: (text) => {
    const called = new Map<string, ExecutedCall>()
    const ran: ExecutedCall[] = []
    let start = { session: '', cwd: '' }
    for (const line of text.split('\n')) {
      const record = parseLine(line)
      if (record.type === 'session.start') start = startOf(record.data)
      const call = readStartedCall(record)
      if (call) called.set(call.id, { ...call.told, ...start })
      const done = ownField(record.data, 'success') === true ? called.get(readEndedCallId(record) ?? '') : undefined
      if (done) ran.push(done)
    }
    return ran
  },
  beside: (file, since) => {
    const project = projectOf(file)
    return transcriptFilesIn(dirname(dirname(file)), since).filter(
      (other) => other !== file && projectOf(other) === project,
    )
  },
}

/** The host's record of one conversation; what has an agent's id is a sub-agent's, and comes by the hook alone. */
export const COPILOT_CLI_TRANSCRIPT: TranscriptFiles = {
  read: (file, offset) => {
    const ended = new Set<string>()
    const seen: ReadState = { ended, model: undefined }
    const { entries, offset: next } = readAddedLines(file, offset, (line) => entriesOf(parseLine(line), seen))
    const kept = entries.filter(({ pastId, line }) => pastId === undefined || (line !== undefined && ended.has(line)))
    return { entries: lastCalls(kept), offset: next, ...(seen.model !== undefined && { model: seen.model }) }
  },
  lateMs: 1000,
  queuedUntold: true,
  ran: COPILOT_CLI_EXECUTED_CALLS,
}

interface ReadState {
  readonly ended: Set<string>
  model: string | undefined
}

function entriesOf(record: Line, seen: ReadState): readonly ReadEntry[] {
  if (record.agent) return []
  const done = readEndedCallId(record)
  if (done !== undefined) seen.ended.add(done)
  const model = text(record.data, record.type === 'session.start' ? 'selectedModel' : 'model')
  if (model !== '') seen.model = model
  if (record.type === 'user.message') return readTurn(record)
  const call = readStartedCall(record)
  const entry = call && pastCallEntry(call.told.tool, call.told.input)
  return call && entry ? [{ entry, origin: 'transcript', pastId: call.told.id, line: call.id }] : []
}

/** What was typed; the host marks what it says itself, and what a skill or an agent says. */
function readTurn({ id, data }: Line): readonly ReadEntry[] {
  const said = text(data, 'content')
  if (said === '' || id === '') return []
  const isOthers = ownField(data, 'source') !== undefined || ownField(data, 'isAutopilotContinuation') === true
  const entry = isOthers
    ? ({ kind: 'harness', text: said } as const)
    : ({ kind: 'user', text: said, trusted: true } as const)
  const origin = ownField(data, 'delivery') === 'steering' ? 'queued' : 'transcript'
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

function parseLine(line: string): Line {
  const fields = parseJsonObject(line) ?? {}
  const data = ownField(fields, 'data')
  const at = Date.parse(text(fields, 'timestamp'))
  return {
    type: text(fields, 'type'),
    id: text(fields, 'id'),
    at: Number.isNaN(at) ? 0 : at,
    agent: ownField(fields, 'agentId') !== undefined,
    data: isFields(data) ? data : {},
  }
}

interface StartedCall {
  /** The record's own id of the call, which the hook is not told. */
  readonly id: string
  readonly told: Omit<ExecutedCall, 'session' | 'cwd'>
}

function readStartedCall({ type, at, data }: Line): StartedCall | undefined {
  const id = text(data, 'toolCallId')
  const call = readCopilotCall(ownField(data, 'toolName'), ownField(data, 'arguments'))
  if (type !== 'tool.execution_start' || id === '' || !call) return undefined
  const [server, name] = [text(data, 'mcpServerName'), text(data, 'mcpToolName')]
  const tool = server === '' || name === '' ? call.tool : `mcp__${server}__${name}`
  return { id, told: { id: call.callId, tool, input: call.input, at } }
}

function readEndedCallId({ type, data }: Line): string | undefined {
  return type === 'tool.execution_complete' ? text(data, 'toolCallId') : undefined
}

function startOf(data: Fields): Pick<ExecutedCall, 'session' | 'cwd'> {
  const context = ownField(data, 'context')
  return { session: text(data, 'sessionId'), cwd: isFields(context) ? text(context, 'cwd') : '' }
}

function text(fields: Fields, key: string): string {
  const value = ownField(fields, key)
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
    return startOf(parseLine(line).data).cwd
  } catch {
    return ''
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

const MAX_FILES = 200

/** The conversations of every project. */
export function allConversations(configDir: string, since: number): readonly string[] {
  return transcriptFilesIn(join(configDir, 'session-state'), since).slice(0, MAX_FILES)
}
