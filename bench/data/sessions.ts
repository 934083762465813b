import { basename, dirname, join } from 'node:path'
import { filesBelow, linesOf } from './read.ts'

/** One real session: what people said and what the agent called, in order. */
export interface RealSession {
  readonly id: string
  readonly source: string
  /** The folder that its file lies in. */
  readonly set: string
  readonly cwd: string
  readonly events: readonly SessionEvent[]
}

export type SessionEvent =
  | { readonly kind: 'user'; readonly text: string }
  | {
      readonly kind: 'call'
      readonly tool: string
      readonly input: Readonly<Record<string, unknown>>
      readonly cwd: string | undefined
      /** A person refused it: it never ran. */
      readonly refused: boolean
      /** A part of the input was left out of the data. */
      readonly clipped: boolean
    }

interface RawEvent {
  readonly role?: string
  readonly text?: string
  readonly tool?: string
  readonly input?: Readonly<Record<string, unknown>>
  readonly cwd?: string
  readonly refused?: boolean
  readonly clipped?: boolean
}

interface RawSession {
  readonly id: string
  readonly source: string
  readonly cwd: string
  readonly events: readonly RawEvent[]
}

export function readSessions(directories: readonly string[]): RealSession[] {
  const files = directories.flatMap(filesBelow).filter((file) => file.endsWith(join('/', 'sessions.jsonl')))
  return files.flatMap((file) => (linesOf(file) as RawSession[]).map((raw) => sessionOf(raw, basename(dirname(file)))))
}

function sessionOf({ id, source, cwd, events }: RawSession, set: string): RealSession {
  return { id, source, set, cwd, events: events.map(eventOf) }
}

function eventOf({ role, text, tool, input, cwd, refused, clipped: marked = false }: RawEvent): SessionEvent {
  if (role === 'user') return { kind: 'user', text: text ?? '' }
  if (tool === undefined || input === undefined) throw new Error('a session event is neither a turn nor a call')
  const clipped = marked || Object.values(input).some((value) => typeof value === 'string' && value.endsWith('…'))
  return { kind: 'call', tool, input, cwd, refused: refused === true, clipped }
}
