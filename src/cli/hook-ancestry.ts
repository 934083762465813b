import { PROCESSES } from '../facts/processes.ts'
import { type Ancestry, ancestryOf, ancestryOfProgram } from '../integrations/hook-runtime/ancestry.ts'
import type { Host } from '../integrations/integration.ts'
import { agentMarks } from '../integrations/registry.ts'

/** Who started this very process, which was handed an event of the host. */
export function hookAncestry({ id, marks, installer }: Host): Ancestry {
  const agents = agentMarks()
  return installer
    ? ancestryOf(process.pid, { id, marks, agents }, PROCESSES)
    : ancestryOfProgram(process.pid, agents, PROCESSES)
}
