import { writesOf } from '../../programs/network/ssh.ts'
import { isCommand, isProgram } from './is-command.ts'
import type { Run } from './run.ts'
import type { Call } from './table.ts'
import { exact } from './value.ts'

/** Methods that hand a line to a shell on the other side, and those that hand it to the shell of Windows. */
const TYPES =
  /^(?:run|sudo|exec|system|cmd|capture|shell|execute)!?$|(?:^|_)(?:exec|run|send|execute|invoke|sudo)_?(?:cmd|command|shell|script|remote)/i
const TYPES_POWERSHELL = /^(?:run|exec|execute|invoke)_?(?:ps|powershell)\d?$/i
/** Cmdlets that only look. */
const GETS =
  /^\s{0,20}(?:\$\w{1,40}\s{0,4}=\s{0,4})?(?:get|test|select|measure|show|find|resolve|where|sort|format|convertto|out|write)-\w/i

/** The line that a call types on the machine that its object stands for. */
export interface TypedLine {
  readonly text: string
  readonly shell: 'shell' | 'powershell'
}

export function typedLine({ name, args }: Call): TypedLine | undefined {
  const method = name.slice(name.lastIndexOf('.') + 1)
  if (!name.includes('().')) return undefined
  const texts = args.flatMap((value) => (value.items ?? [value]).slice(0, 20)).flatMap((value) => exact(value) ?? [])
  if (TYPES_POWERSHELL.test(method)) return texts[0] === undefined ? undefined : { text: texts[0], shell: 'powershell' }
  if (!TYPES.test(method)) return undefined
  const text = texts.find((each) => isCommand(each) || isProgram(each.trim()))
  return text === undefined ? undefined : { text, shell: 'shell' }
}

/** States what is done there, as if it had been typed after `ssh`. */
export function stateTyped({ text, shell }: TypedLine, by: string, host: string, run: Run): void {
  run.lower('plain')
  const looks = text.split(/[;|\n]/, 40).every((part) => part.trim() === '' || GETS.test(part))
  const writes =
    shell === 'powershell'
      ? looks
        ? 'no'
        : 'yes'
      : writesOf(run.scribe.runsShell({ text, sources: [] }, by, { place: { kind: 'remote', name: host } }))
  run.state({ kind: 'remote-exec', host, writes, by, certainty: 'likely' })
}
