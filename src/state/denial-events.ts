import { join } from 'node:path'
import { type DenialEvent, type Denials, denialCounter } from '../denials.ts'
import { appendLine, readLines } from './event-lines.ts'
import { BrokenStateError, fileNameFor, privateFolder } from './private-folder.ts'

/** Counts in a file: this process's event is appended first, then all are counted, so parallel hooks agree on who reached the limit. */
export function appendDenialEvent(folder: string, sessionId: string, event: DenialEvent): Denials {
  const file = join(privateFolder(join(folder, 'denials')), `${fileNameFor(sessionId)}.jsonl`)
  if (event.effect !== 'neutral' && !isAlreadyCounted(file, event)) appendLine(file, event)
  const count = denialCounter()
  for (const known of readLines(file).events) count(parseDenialEvent(known))
  return count({ ...event, effect: 'neutral' })
}

/** A call that is judged twice counts once; the second time may make a block of an allow, and nothing else. */
function isAlreadyCounted(file: string, { callId, effect }: DenialEvent): boolean {
  if (callId === undefined) return false
  const before = readLines(file).events.map(parseDenialEvent)
  return before.some((event) => event.callId === callId && (event.effect === 'block' || event.effect === effect))
}

/** A person said yes to what the gate asked: an allow, which ends a row of blocks. */
export function recordPersonApproval(folder: string, sessionId: string, agentId: string | undefined): void {
  appendDenialEvent(folder, sessionId, { effect: 'allow', ...(agentId !== undefined && { agentId }) })
}

/** Has this session blocks in a row that an allow would end? */
export function hasDenialStreak(folder: string, sessionId: string, agentId: string | undefined): boolean {
  const event = { effect: 'neutral', ...(agentId !== undefined && { agentId }) } as const
  return appendDenialEvent(folder, sessionId, event).consecutive > 0
}

function parseDenialEvent(value: unknown): DenialEvent {
  const record = value as Partial<DenialEvent> | null
  const effect = record?.effect
  if (effect !== 'block' && effect !== 'allow' && effect !== 'neutral')
    throw new BrokenStateError('a denial event of an unknown shape')
  return {
    effect,
    ...(typeof record?.agentId === 'string' && { agentId: record.agentId }),
    ...(typeof record?.callId === 'string' && { callId: record.callId }),
  }
}
