import type { ModelEdge } from '../judge/model/assemble.ts'
import { stateFolder } from '../state/state-folder.ts'

/** What the Claude judge gets where calls belong to no session on disk: a place for what went wrong, and nothing else. */
export function sessionlessJudgeEdge(home: string): () => ModelEdge {
  const known = EDGES_BY_HOME.get(home)
  if (known) return known
  const edge = () => ({ home, stateFolder: stateFolder(home) })
  EDGES_BY_HOME.set(home, edge)
  return edge
}

/** The same home gives the same edge, and so the same gate. */
const EDGES_BY_HOME = new Map<string, () => ModelEdge>()
