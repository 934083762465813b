import { join } from 'node:path'
import { gateFolder } from '../../state/gate-folder.ts'
import { privateFolder } from '../../state/private-folder.ts'
import { stateFolder } from '../../state/state-folder.ts'

/** What a server needs between its runs, and what others find it by. It lies in the gate's own folder: no agent may touch it. */
export function serverFolder(home: string): string {
  privateFolder(gateFolder(home))
  privateFolder(stateFolder(home))
  return privateFolder(join(stateFolder(home), 'server'))
}
