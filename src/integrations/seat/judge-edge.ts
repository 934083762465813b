import type { ClaudeEdge } from '../../judge/claude/assemble.ts'
import { fileLatch } from '../../state/latch-file.ts'
import { fileLedger } from '../../state/spend.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { fileCounts } from '../../state/token-counts.ts'
import type { SeatEdge } from './edge.ts'

/** What the Claude judge gets in a seat: everything on disk, nothing of the environment. Made only when it is asked. */
export function judgeEdge({ home, now }: SeatEdge): () => ClaudeEdge {
  return () => {
    const folder = stateFolder(home)
    return {
      stateFolder: folder,
      ledger: fileLedger(folder, now),
      latch: fileLatch(folder),
      counts: fileCounts(folder),
    }
  }
}
