import type { AuditRecord } from '../../audit/record.ts'
import { writeRecord } from '../../audit/store.ts'

/** Writes Records of decisions that were made here. INVARIANT: what goes wrong with it changes no decision. */
export interface Recorder {
  /** The id of the Record once it is written; undefined when it could not be. Never throws. */
  write(record: AuditRecord): Promise<string | undefined>
}

export function createRecorder(folder: string, onLost: (why: string) => void, onWritten: () => void): Recorder {
  return {
    write: async (record) => {
      try {
        writeRecord(folder, record)
        onWritten()
        return record.id
      } catch (error) {
        onLost(error instanceof Error ? error.message : String(error))
        return undefined
      }
    },
  }
}
