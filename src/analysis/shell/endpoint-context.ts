import { createdByCommand } from '../flow/created-by-command.ts'
import { isForwarded } from '../remote/forwarded-ports.ts'
import type { CommandEnvironment, EndpointContext } from '../remote/local-places.ts'
import { isSessionPort } from '../remote/session-servers.ts'
import type { Frame } from './frame.ts'
import { environmentVariables } from './scope.ts'

/** What a command that runs here finds around it. */
export function endpointContext(frame: Frame): EndpointContext {
  const { facts, analysis } = frame
  return {
    environment: environmentOf(frame),
    isForwarded: (port) => isForwarded(port, facts.session, analysis.settings),
    isSessionPort: (port) => isSessionPort(port, { started: facts.session.started, before: analysis.log.commands }),
  }
}

/** Commands of a text that are asked what they left for those after them. */
const MAX_PRIOR_COMMANDS = 64

export function marksBefore(begins: string, { facts, analysis }: Frame): readonly string[] {
  const here = analysis.log.commands.slice(0, MAX_PRIOR_COMMANDS).flatMap((command) => {
    const { started, made } = createdByCommand(command)
    return [...started, ...made]
  })
  return [...facts.session.started, ...here].flatMap((key) =>
    key.startsWith(begins) ? [key.slice(begins.length)] : [],
  )
}

const NAMES_OF_READING = new Set(['.', 'source', 'eval'])

/** What a file or a text that is read in may have set anew, and what an earlier call left in a shell that some hosts keep, is not known. */
function environmentOf({ scope, facts, analysis }: Frame): CommandEnvironment {
  const { variables = new Map<string, string>() } = facts.session.shell ?? {}
  return (begins) => {
    const readsIn = analysis.log.commands.some(({ name = '' }) => NAMES_OF_READING.has(name))
    const found = new Map(environmentVariables(scope, begins, readsIn ? 'given' : 'all'))
    for (const name of variables.keys()) if (name.startsWith(begins) && !found.has(name)) found.set(name, undefined)
    return found
  }
}
