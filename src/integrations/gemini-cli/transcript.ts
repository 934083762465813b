import { dirname, join } from 'node:path'
import { listFolderSafely } from '../../state/folder-names.ts'
import { derivedCallId } from '../hook-runtime/call-id.ts'
import { type Fields, isFields, ownField } from '../hook-runtime/fields.ts'
import { lastCalls, pastCallEntry } from '../hook-runtime/past-call.ts'
import { parseTranscriptLine } from '../hook-runtime/transcript-line.ts'
import { readAddedLines } from '../hook-runtime/transcript-lines.ts'
import { changedLogsIn } from '../hook-runtime/unchecked-calls.ts'
import type { ExecutedCall, ExecutedCalls, ReadEntry, TranscriptFiles } from '../integration.ts'

/** What ran, as the host's own record tells. The text is hostile; what is not of its shape tells nothing. */
export const GEMINI_CLI_EXECUTED_CALLS: ExecutedCalls = {
  callsIn: (text) => {
    let session = ''
    const calls: ExecutedCall[] = []
    for (const line of text.split('\n')) {
      const record = parseTranscriptLine(line)
      const id = ownField(record, 'sessionId')
      if (typeof id === 'string') session = id
      for (const call of callsOf(record)) if (call.ran) calls.push({ ...call.told, session, cwd: '' })
    }
    return calls
  },
  beside: (file, since) => changedLogsIn(dirname(file), since).filter((other) => other !== file),
}

/** The host's record of one conversation: a record per message, written again when its calls have ended. */
export const GEMINI_CLI_TRANSCRIPT: TranscriptFiles = {
  read: (file, offset) => {
    const { entries, offset: next } = readAddedLines(file, offset, entriesOf)
    return { entries: lastCalls(entries), offset: next }
  },
  lateMs: 1000,
  ran: GEMINI_CLI_EXECUTED_CALLS,
}

function entriesOf(line: string): readonly ReadEntry[] {
  const record = parseTranscriptLine(line)
  const id = ownField(record, 'id')
  if (ownField(record, 'type') === 'user' && typeof id === 'string') {
    const text = textOf(ownField(record, 'content'))
    return text === '' ? [] : [{ entry: { kind: 'user', text, trusted: true }, origin: 'transcript', line: id }]
  }
  return callsOf(record).flatMap(({ id: own, told }): readonly ReadEntry[] => {
    const entry = pastCallEntry(told.tool, told.input)
    return entry === undefined ? [] : [{ entry, origin: 'transcript', pastId: told.id, line: own }]
  })
}

/** What was said; a message that brings a tool's result is nobody's. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  const parts = Array.isArray(content) ? content.filter(isFields) : []
  if (parts.some((part) => ownField(part, 'functionResponse') !== undefined)) return ''
  const texts = parts.map((part) => ownField(part, 'text')).filter((text) => typeof text === 'string')
  return texts.join('\n')
}

interface EndedCall {
  /** The record's own id of the call. */
  readonly id: string
  readonly ran: boolean
  readonly told: Omit<ExecutedCall, 'session' | 'cwd'>
}

/** The calls of a record that have ended; of those that failed or were blocked nothing ran. */
function callsOf(record: Fields): readonly EndedCall[] {
  const calls = ownField(record, 'toolCalls')
  if (ownField(record, 'type') !== 'gemini' || !Array.isArray(calls)) return []
  return calls.filter(isFields).flatMap((call): readonly EndedCall[] => {
    const [id, tool, input] = [ownField(call, 'id'), ownField(call, 'name'), ownField(call, 'args')]
    if (typeof id !== 'string' || typeof tool !== 'string' || !isFields(input)) return []
    const at = Date.parse(String(ownField(call, 'timestamp') ?? ownField(record, 'timestamp')))
    const told = { id: derivedCallId(tool, input), tool, input, at: Number.isNaN(at) ? 0 : at }
    return [{ id, ran: ownField(call, 'status') === 'success', told }]
  })
}

const MAX_FILES = 200

/** The conversations of every project, and those of their sub-agents. */
export function allConversations(configDir: string, since: number): readonly string[] {
  const projects = join(configDir, 'tmp')
  return listFolderSafely(projects)
    .map((name) => join(projects, name, 'chats'))
    .flatMap((chats) => [chats, ...listFolderSafely(chats).map((name) => join(chats, name))])
    .flatMap((folder) => changedLogsIn(folder, since))
    .slice(-MAX_FILES)
}
