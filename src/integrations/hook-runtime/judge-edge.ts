import type { ModelEdge } from '../../judge/model/assemble.ts'
import { createFileLatch } from '../../state/refused-key-file.ts'
import { createFileLedger } from '../../state/spend-ledger.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { createFileTokenCounts } from '../../state/token-counts.ts'
import type { HookContext } from './hook-context.ts'

/** What the model judge gets in a hook: everything on disk, nothing of the environment. Made only when it is asked. */
export function hookJudgeEdge({ home, now }: HookContext): () => ModelEdge {
  return () => {
    const folder = stateFolder(home)
    return {
      home,
      stateFolder: folder,
      ledger: createFileLedger(folder, now),
      latch: createFileLatch(folder),
      counts: createFileTokenCounts(folder),
    }
  }
}
