import { basename, dirname, join } from 'node:path'
import { listFolderSafely } from '../../state/folder-names.ts'
import { type Fields, isFields, ownField } from '../hook-runtime/fields.ts'
import { lastCalls, pastCallEntry } from '../hook-runtime/past-call.ts'
import { parseTranscriptLine } from '../hook-runtime/transcript-line.ts'
import { readAddedLines } from '../hook-runtime/transcript-lines.ts'
import { changedLogsIn } from '../hook-runtime/unchecked-calls.ts'
import type { ExecutedCall, ExecutedCalls, ReadEntry, TranscriptFiles } from '../integration.ts'

/** What ran, as the host's own record tells. The text is hostile; what is not of its shape tells nothing. */
export const QWEN_CODE_EXECUTED_CALLS: ExecutedCalls = {
  callsIn: (text) => {
    const called = new Map<string, ExecutedCall>()
    const ran: ExecutedCall[] = []
    for (const line of text.split('\n')) {
      const record = parseTranscriptLine(line)
      for (const call of callsOf(record)) called.set(call.id, call)
      const done = called.get(executedCallId(record) ?? '')
      if (done) ran.push(done)
    }
    return ran
  },
  beside: (file, since) => conversationsIn(dirname(dirname(file)), since).filter((other) => other !== file),
}

const PLAIN_NAME = /^[\w-]{1,100}$/

/** The host's record: one file for a conversation, one below a folder beside it for each sub-agent. */
export const QWEN_CODE_TRANSCRIPT: TranscriptFiles = {
  read: (file, offset) => {
    const ended = new Set<string>()
    const { entries, offset: next } = readAddedLines(file, offset, (line) => entriesOf(line, ended))
    const kept = entries.filter(({ pastId }) => pastId === undefined || ended.has(pastId))
    return { entries: lastCalls(kept), offset: next }
  },
  subAgent: ({ transcript, sessionId, agentId }) =>
    PLAIN_NAME.test(agentId) && PLAIN_NAME.test(sessionId)
      ? join(dirname(dirname(transcript)), 'subagents', sessionId, `agent-${agentId}.jsonl`)
      : undefined,
  lateMs: 1000,
  ran: QWEN_CODE_EXECUTED_CALLS,
}

function entriesOf(line: string, ended: Set<string>): readonly ReadEntry[] {
  const record = parseTranscriptLine(line)
  const done = readToolResult(record)
  if (done !== undefined) ended.add(done.id)
  const id = ownField(record, 'uuid')
  if (ownField(record, 'type') === 'user' && typeof id === 'string') {
    const texts = partsOf(record).map((part) => ownField(part, 'text'))
    const text = texts.filter((one) => typeof one === 'string').join('\n')
    if (text === '') return []
    const isTyped = ownField(record, 'provenance') === 'real_user'
    const entry = isTyped ? ({ kind: 'user', text, trusted: true } as const) : ({ kind: 'harness', text } as const)
    return [{ entry, origin: 'transcript', line: id }]
  }
  return callsOf(record).flatMap((call): readonly ReadEntry[] => {
    const entry = pastCallEntry(call.tool, call.input)
    return entry === undefined ? [] : [{ entry, origin: 'transcript', pastId: call.id, line: call.id }]
  })
}

function partsOf(record: Fields): readonly Fields[] {
  const message = ownField(record, 'message')
  const parts = isFields(message) ? ownField(message, 'parts') : undefined
  return Array.isArray(parts) ? parts.filter(isFields) : []
}

function callsOf(record: Fields): readonly ExecutedCall[] {
  if (ownField(record, 'type') !== 'assistant') return []
  const at = Date.parse(String(ownField(record, 'timestamp')))
  const told = { at: Number.isNaN(at) ? 0 : at, session: text(record, 'sessionId'), cwd: text(record, 'cwd') }
  return partsOf(record).flatMap((part): readonly ExecutedCall[] => {
    const call = ownField(part, 'functionCall')
    const input = isFields(call) ? ownField(call, 'args') : undefined
    if (!isFields(call) || text(call, 'id') === '' || text(call, 'name') === '') return []
    return [{ id: text(call, 'id'), tool: text(call, 'name'), input: isFields(input) ? input : {}, ...told }]
  })
}

/** The call whose result a record brings, and how it ended. */
function readToolResult(record: Fields): { readonly id: string; readonly status: string } | undefined {
  const result = ownField(record, 'type') === 'tool_result' ? ownField(record, 'toolCallResult') : undefined
  if (!isFields(result)) return undefined
  return { id: text(result, 'callId'), status: text(result, 'executionStatus') || text(result, 'status') }
}

function executedCallId(record: Fields): string | undefined {
  const done = readToolResult(record)
  return done?.status === 'success' ? done.id : undefined
}

function text(fields: Fields, key: string): string {
  const value = ownField(fields, key)
  return typeof value === 'string' ? value : ''
}

/** The conversations of one project, and those of their sub-agents. */
function conversationsIn(project: string, since: number): readonly string[] {
  const own = changedLogsIn(join(project, 'chats'), since)
  return own.flatMap((file) => [file, ...changedLogsIn(join(project, 'subagents', basename(file, '.jsonl')), since)])
}

const MAX_FILES = 200

/** The conversations of every project. */
export function allConversations(configDir: string, since: number): readonly string[] {
  const projects = join(configDir, 'projects')
  return listFolderSafely(projects)
    .flatMap((name) => conversationsIn(join(projects, name), since))
    .slice(0, MAX_FILES)
}
