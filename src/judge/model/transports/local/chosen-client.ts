import type { NotReady } from '../../failure.ts'
import type { ClientSettings } from '../../settings.ts'
import { type ReadyProgram, readyProgram } from './pinned-program.ts'

/** What a transport of a person's own client needs of the edge. */
export interface ClientEdge {
  /** Where the client keeps its login. */
  readonly home?: string | undefined
  readonly stateFolder?: string | undefined
}

export interface LocalClient extends ReadyProgram {
  readonly home: string
  readonly stateFolder: string
}

/** The client that a person chose, if it still is the same. */
export async function chosenClient(
  name: string,
  pinned: ClientSettings | undefined,
  { home, stateFolder }: ClientEdge,
): Promise<LocalClient | NotReady> {
  if (pinned === undefined)
    return { cause: 'misconfigured', reason: `no program is chosen for ${name}; run \`irongate judge setup\`` }
  if (home === undefined || stateFolder === undefined)
    return { cause: 'misconfigured', reason: `${name} needs the home of a person` }
  const ready = await readyProgram(name, pinned, stateFolder)
  return 'cause' in ready ? ready : { ...ready, home, stateFolder }
}
