import type { AuditRecord } from '../../audit/record.ts'
import { readPolicy } from '../../integrations/policy.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { createCheckInputsRecorder } from '../api/check-inputs.ts'
import { createDecider, type Decider } from '../api/decider.ts'
import { createRecordQueue } from '../api/record-queue.ts'
import { followFiles } from '../ingest/follow-files.ts'
import { runRetention } from '../retention.ts'
import { openStore } from '../serve/open-store.ts'
import type { Store } from '../store/store.ts'
import type { DecideRole, RecordCount, StoreRole } from './roles.ts'

export interface ClosingDecider extends Decider {
  close(): Promise<void>
}

/** Decides calls in this thread. */
export function localDecider({ home, run, record }: DecideRole, onCount: (count: RecordCount) => void): ClosingDecider {
  const recorder = createRecordQueue({
    folder: stateFolder(home),
    now: Date.now,
    onWritten: (written) => onCount({ written }),
    onLost: (lost, why) => onCount({ lost, why }),
  })
  const notes = createCheckInputsRecorder(stateFolder(home))
  const decider = createDecider({ home, run, record, recorder, notes, now: Date.now })
  return {
    check: decider.check,
    explain: decider.explain,
    get sessions() {
      return decider.sessions
    },
    close: async () => {
      recorder.close()
      notes.close()
    },
  }
}

export interface StoreEdge {
  readonly say: (line: string) => void
  /** How many were taken into the store, and those of them that somebody is to be told of. */
  readonly onTaken: (taken: number, records: readonly AuditRecord[]) => void
}

const RECENT_MS = 60_000

/** Is somebody told of it who does not look? What this server itself allowed was told when it was decided, and is nobody's alarm. */
function isNotable({ host, outcome, reason }: AuditRecord): boolean {
  return host !== 'api' || outcome !== 'allow' || reason.type === 'judge-unavailable'
}

/** Keeps the store in this thread, and takes in the Records of this machine. */
export async function localStore(role: StoreRole, { say, onTaken }: StoreEdge): Promise<Store> {
  const { home, machine, database, watched } = role
  const store = await openStore({ home, database })
  const stopped = new AbortController()
  const began = Date.now() - RECENT_MS
  const told = new Set<string>()
  const following = followFiles({
    folder: stateFolder(home),
    machine,
    store,
    signal: stopped.signal,
    onTaken: (records) => {
      const isWatched = Atomics.load(watched, 0) > 0
      // Whoever looks wants what happens now, not what was left from before.
      const told = records.filter((record) => record.at > began && (isWatched || isNotable(record)))
      onTaken(records.length, told)
    },
    onFailure: (error) => say(`records could not be taken in: ${String(error)}; it is tried again`),
    onDamage: (file) => {
      if (!told.has(file)) say(`a line of ${file} is not as it was written; \`irongate audit verify\` shows more`)
      told.add(file)
    },
  })
  const retaining = runRetention({
    folder: stateFolder(home),
    store,
    keepDays: () => readPolicy({ home, cwd: home }).keepDays,
    signal: stopped.signal,
    onFailure: (error) => say(`old records could not be taken out: ${String(error)}; it is tried again`),
  })
  const close = async () => {
    stopped.abort()
    await Promise.all([following, retaining])
    await store.close()
  }
  return { ...store, close }
}
