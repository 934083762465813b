import { basename, dirname, join } from 'node:path'
import { filesBelow, linesOf } from './read.ts'

/** One real session: what people said and what the agent called, in order. */
export interface RealSession {
  readonly id: string
  readonly source: string
  /** Which agent made the calls. */
  readonly agent: string
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
      /** What its agent calls the tool, where the data has another name for it. */
      readonly ownTool?: string | undefined
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
  readonly orig_tool?: string
  readonly input?: Readonly<Record<string, unknown>>
  readonly cwd?: string
  readonly refused?: boolean
  readonly clipped?: boolean
}

interface RawSession {
  readonly id: string
  readonly source: string
  readonly agent?: string
  readonly cwd: string
  readonly events: readonly RawEvent[]
}

export function readSessions(directories: readonly string[]): RealSession[] {
  const files = directories.flatMap(filesBelow).filter((file) => file.endsWith(join('/', 'sessions.jsonl')))
  return files.flatMap((file) => (linesOf(file) as RawSession[]).map((raw) => sessionOf(raw, basename(dirname(file)))))
}

function sessionOf({ id, source, agent = 'claude-code', cwd, events }: RawSession, set: string): RealSession {
  return { id, source, agent, set, cwd, events: events.map(eventOf) }
}

function eventOf(event: RawEvent): SessionEvent {
  const { role, text, tool, orig_tool: ownTool, input, cwd, refused, clipped: marked = false } = event
  if (role === 'user') return { kind: 'user', text: text ?? '' }
  if (tool === undefined || input === undefined) throw new Error('a session event is neither a turn nor a call')
  const clipped = marked || Object.values(input).some((value) => typeof value === 'string' && value.endsWith('…'))
  return { kind: 'call', tool, ownTool, input, cwd, refused: refused === true, clipped }
}
