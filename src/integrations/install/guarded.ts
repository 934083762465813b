import { quoted, starterIn } from './shim.ts'

/** Events at which a dead starter must stop the host, and events at which the person is only told of it. */
export interface Guarded {
  readonly blocks: readonly string[]
  readonly tells: readonly string[]
}

const DEAD =
  'irongate: the gate gave no answer, so tool calls are blocked. Run irongate init in a terminal, or delete these hooks from the settings and start the agent anew.'

/** 2 is the starter's own no, and it said why. Whatever else is not 0 is a starter that is gone, was killed or fell. */
const BLOCKS = `"$@" && exit; [ $? = 2 ] || echo "${DEAD}" >&2; exit 2`

/** Without a starter every call is blocked: a prompt may pass, and the person reads why. One that fell may have missed their word. */
const TELLS = `"$@" && exit; case $? in 126 | 127) printf %s "{\\"systemMessage\\":\\"${DEAD}\\"}"; exit 0 ;; 2) ;; *) echo "irongate: the gate gave no answer to this." >&2 ;; esac; exit 2`

/**
 * The command of an entry in a host that runs the call when a hook fails: nobody but the entry is left to say no then. It is one plain
 * command with quoted words, because hosts start it with the person's own shell, which need not be a POSIX one, and nothing of the
 * environment reaches its script. INVARIANT: it names no variable; some hosts put variables into their settings, and a project sets those.
 */
export function guardedCommand(command: string, event: string, { blocks, tells }: Guarded): string {
  const script = blocks.includes(event) ? BLOCKS : tells.includes(event) ? TELLS : undefined
  const plain = `${command} ${event}`
  if (script === undefined || starterIn(command) === undefined) return plain
  return `/usr/bin/env -i /bin/sh -c ${quoted(script)} sh ${plain}`
}

/** What an entry starts, without its guard. */
export function unguarded(command: string): string {
  return command.replace(/^\/usr\/bin\/env -i \/bin\/sh -c '[^']*' sh (?=')/, '')
}
