import { dirname, join } from 'node:path'
import type { RanCall, RanCalls, ReadEntry, TranscriptFiles } from '../integration.ts'
import { addedLines } from '../seat/added-lines.ts'
import { callIdOf } from '../seat/call-id.ts'
import { type Fields, isFields, own } from '../seat/fields.ts'
import { lastCalls, pastCall } from '../seat/past-call.ts'
import { changedIn, namesIn } from '../seat/ungated.ts'

/** What ran, as the host's own record tells. The text is hostile; what is not of its shape tells nothing. */
export const RAN: RanCalls = {
  callsIn: (text) => {
    let session = ''
    const calls: RanCall[] = []
    for (const line of text.split('\n')) {
      const record = parsed(line)
      const id = own(record, 'sessionId')
      if (typeof id === 'string') session = id
      for (const call of callsOf(record)) if (call.ran) calls.push({ ...call.told, session, cwd: '' })
    }
    return calls
  },
  beside: (file, since) => changedIn(dirname(file), since).filter((other) => other !== file),
}

/** The host's record of one conversation: a record per message, written anew when its calls have ended. */
export const TRANSCRIPT: TranscriptFiles = {
  read: (file, offset) => {
    const { entries, offset: next } = addedLines(file, offset, entriesOf)
    return { entries: lastCalls(entries), offset: next }
  },
  lateMs: 1000,
  ran: RAN,
}

function entriesOf(line: string): readonly ReadEntry[] {
  const record = parsed(line)
  const id = own(record, 'id')
  if (own(record, 'type') === 'user' && typeof id === 'string') {
    const text = textOf(own(record, 'content'))
    return text === '' ? [] : [{ entry: { kind: 'user', text, trusted: true }, origin: 'transcript', line: id }]
  }
  return callsOf(record).flatMap(({ id: own, told }): readonly ReadEntry[] => {
    const entry = pastCall(told.tool, told.input)
    return entry === undefined ? [] : [{ entry, origin: 'transcript', pastId: told.id, line: own }]
  })
}

/** What was said; a message that brings a tool's result is nobody's. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  const parts = Array.isArray(content) ? content.filter(isFields) : []
  if (parts.some((part) => own(part, 'functionResponse') !== undefined)) return ''
  const texts = parts.map((part) => own(part, 'text')).filter((text) => typeof text === 'string')
  return texts.join('\n')
}

interface Told {
  /** The record's own id of the call. */
  readonly id: string
  readonly ran: boolean
  readonly told: Omit<RanCall, 'session' | 'cwd'>
}

/** The calls of a record that have ended; of those that failed or were blocked nothing ran. */
function callsOf(record: Fields): readonly Told[] {
  const calls = own(record, 'toolCalls')
  if (own(record, 'type') !== 'gemini' || !Array.isArray(calls)) return []
  return calls.filter(isFields).flatMap((call): readonly Told[] => {
    const [id, tool, input] = [own(call, 'id'), own(call, 'name'), own(call, 'args')]
    if (typeof id !== 'string' || typeof tool !== 'string' || !isFields(input)) return []
    const at = Date.parse(String(own(call, 'timestamp') ?? own(record, 'timestamp')))
    const told = { id: callIdOf(tool, input), tool, input, at: Number.isNaN(at) ? 0 : at }
    return [{ id, ran: own(call, 'status') === 'success', told }]
  })
}

function parsed(line: string): Fields {
  try {
    const value: unknown = JSON.parse(line)
    return isFields(value) ? value : {}
  } catch {
    return {}
  }
}

const MAX_FILES = 200

/** The conversations of every project, and those of their sub-agents. */
export function allConversations(configDir: string, since: number): readonly string[] {
  const projects = join(configDir, 'tmp')
  return namesIn(projects)
    .map((name) => join(projects, name, 'chats'))
    .flatMap((chats) => [chats, ...namesIn(chats).map((name) => join(chats, name))])
    .flatMap((folder) => changedIn(folder, since))
    .slice(-MAX_FILES)
}
