import { createBatchWriter } from '../../audit/batch-writer.ts'
import type { AuditRecord } from '../../audit/record.ts'

/** Writes Records of decisions that were made here. INVARIANT: what goes wrong with it changes no decision. */
export interface RecordQueue {
  /** The id of the Record once it is written; undefined when it could not be. Never throws. */
  write(record: AuditRecord): Promise<string | undefined>
  close(): void
}

export interface RecordQueueOptions {
  readonly folder: string
  readonly now: () => number
  readonly onWritten: (count: number) => void
  readonly onLost: (count: number, why: string) => void
}

interface QueuedRecord {
  readonly record: AuditRecord
  readonly done: (id: string | undefined) => void
}

/** Where chains stand is noted so much later, for some at once: no answer waits for it, and the next calls not for many of them. */
const HEAD_SAVE_MS = 5

/** What is decided in one turn is written with one write at its end: answers wait for it. */
export function createRecordQueue({ folder, now, onWritten, onLost }: RecordQueueOptions): RecordQueue {
  const writer = createBatchWriter(folder, now)
  let waiting: QueuedRecord[] = []
  let isNoting = false
  const noteLater = () => {
    if (isNoting) return
    isNoting = true
    setTimeout(() => {
      isNoting = false
      kept(() => writer.note())
    }, HEAD_SAVE_MS).unref()
  }
  /** Of what went wrong beside the Records themselves none is lost. */
  const kept = (work: () => void) => {
    try {
      work()
    } catch (error) {
      onLost(0, error instanceof Error ? error.message : String(error))
    }
  }
  const write = () => {
    const batch = waiting
    waiting = []
    try {
      writer.write(batch.map(({ record }) => record))
      onWritten(batch.length)
      for (const { record, done } of batch) done(record.id)
      noteLater()
    } catch (error) {
      onLost(batch.length, error instanceof Error ? error.message : String(error))
      for (const { done } of batch) done(undefined)
    }
  }
  return {
    write: (record) =>
      new Promise((done) => {
        waiting.push({ record, done })
        if (waiting.length === 1) process.nextTick(write)
      }),
    close: () => {
      if (waiting.length > 0) write()
      kept(() => writer.close())
    },
  }
}
