import type { Action } from '../../analysis/action.ts'
import type { Transcript } from '../../transcript/entries.ts'
import type { Occasion } from './grant.ts'

/** What this call is to a consent: its command as typed, and whether an earlier call of the session did the same. */
export function occasionOf(action: Action, transcript: Transcript): Occasion {
  const { call } = action
  const now = leadOf(call.tool, call.input)
  const repeats = transcript.some(
    (entry) => entry.kind === 'call' && entry.denied !== true && leadOf(entry.tool, entry.input) === now,
  )
  return { command: commandOf(call.input), cwd: call.cwd, repeats, action, looked: lookedUp(transcript) }
}

/** What the last calls were handed, lower-case. */
export function lookedUp(transcript: Transcript): string {
  return transcript
    .flatMap((entry) => (entry.kind === 'call' && entry.denied !== true ? [entry.input] : []))
    .slice(-8)
    .map((input) => JSON.stringify(input).toLowerCase().slice(0, 2_000))
    .join('\n')
}

function commandOf(input: Readonly<Record<string, unknown>>): string {
  const command = Object.hasOwn(input, 'command') ? input['command'] : undefined
  return typeof command === 'string' ? command : ''
}

/** The tool, or the program and what it is told to do: `npm publish`. */
function leadOf(tool: string, input: Readonly<Record<string, unknown>>): string {
  return [tool, ...commandOf(input).trim().split(/\s+/, 2)].join(' ')
}
