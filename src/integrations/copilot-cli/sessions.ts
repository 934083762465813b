import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { listFolderSafely } from '../../state/folder-names.ts'
import { ownField } from '../hook-runtime/fields.ts'
import { newestFirst, readTail } from '../hook-runtime/unchecked-calls.ts'
import { InvalidPayloadError, type ReadContext } from '../integration.ts'
import { parseJsonObject } from './calls.ts'

/** The folder of the host's settings and records. */
export function configDirOf({ home, signs }: ReadContext): string {
  return signs['copilot-home'] || join(home, '.copilot')
}

const PLAIN_NAME = /^[\w-]{1,100}$/

/** The record of one conversation, those of its sub-agents among it; undefined for ids that are not plain names. */
export function transcriptFileOf(session: string, configDir: string): string | undefined {
  return PLAIN_NAME.test(session) ? join(configDir, 'session-state', session, 'events.jsonl') : undefined
}

/** The records of all conversations that were written to since, newest first. */
export function transcriptFilesIn(sessions: string, since: number): readonly string[] {
  const files = listFolderSafely(sessions).map((name) => join(sessions, name, 'events.jsonl'))
  return newestFirst(files, Math.max(since, 1))
}

export interface CopilotCaller {
  /** As the event has it: a sub-agent's events have its own id here. */
  readonly sessionId: string
  readonly agentId: string | undefined
  readonly parentId: string | undefined
}

const MOST_SEARCHED = 16
/** A conversation whose agent asks was written to just now. */
const ACTIVE_MS = 10 * 60_000
const RECORD_DELAY_MS = 2000
const STEP_MS = 50

/**
 * The conversation that a call belongs to. A sub-agent tells its parent, which may be one as well: then the record that speaks of the
 * parent is sought. A person's limits there must be known, so a call of nobody's conversation can't be judged.
 */
export function findSession({ sessionId, agentId, parentId }: CopilotCaller, configDir: string): string {
  if (agentId === undefined) return sessionId
  const parent = parentId ?? (sessionId === agentId ? undefined : sessionId)
  if (parent === undefined || !PLAIN_NAME.test(parent)) throw new InvalidPayloadError('a sub-agent without a parent')
  const sessions = join(configDir, 'session-state')
  if (!existsSync(sessions)) return parent
  const found = findTranscriptWith(parent, sessions)
  if (found === undefined) throw new InvalidPayloadError('a sub-agent of a conversation that is not known')
  return basename(dirname(found))
}

/** The record of an agent, or the one that speaks of it. The host writes it a little later than it asks. */
function findTranscriptWith(agent: string, sessions: string): string | undefined {
  // The file counts, not its folder: that no agent writes.
  const record = join(sessions, agent, 'events.jsonl')
  const nap = new Int32Array(new SharedArrayBuffer(4))
  for (let waited = 0; waited <= RECORD_DELAY_MS; waited += STEP_MS) {
    if (existsSync(record)) return record
    const newest = transcriptFilesIn(sessions, Date.now() - ACTIVE_MS).slice(0, MOST_SEARCHED)
    const found = newest.find((file) => hasAgent(readTail(file), agent))
    if (found !== undefined) return found
    Atomics.wait(nap, 0, 0, STEP_MS)
  }
  return undefined
}

/** Does a record speak of this agent? What stands inside of its lines is said by anybody. */
function hasAgent(text: string, agent: string): boolean {
  const mark = `"agentId":"${agent}"`
  return text
    .split('\n')
    .some((line) => line.includes(mark) && ownField(parseJsonObject(line) ?? {}, 'agentId') === agent)
}
