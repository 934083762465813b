import type { DecisionBasis, EarlierCall } from '../../audit/decision-inputs.ts'
import { createDecisionInputsBatch } from '../../audit/decision-inputs-batch.ts'
import type { AuditRecord } from '../../audit/record.ts'
import type { CallCase, LiveSession } from '../../cli/call-case.ts'
import type { Denials } from '../../denials.ts'
import type { HostFacts, RecordedLookups } from '../../facts/host.ts'
import { redact } from '../../redaction/redact.ts'
import type { Session } from '../../session.ts'
import { redactInput } from '../../state/session-events.ts'
import type { CheckRequest } from './shapes.ts'

/**
 * What checks over HTTP were decided on, noted beside their Records, so that they can be decided again. A session of this API has no log: each
 * call that it remembers names the one before, which tells all that it knew.
 */
export interface CheckInputsRecorder {
  /** Before a call is decided. */
  begin(live: LiveSession | undefined): CheckInputsEntry
  close(): void
}

export interface CheckInputsEntry {
  /** The session to decide it in. */
  watched(session: Session): Session
  /** The call as it was decided, and its Record; gives that Record with the name of what was noted. */
  recorded(request: CheckRequest, made: CallCase, record: AuditRecord): AuditRecord
  /** No Record of it was wanted. */
  unrecorded(outcome: AuditRecord['outcome']): void
}

/** Whose tools these are: nobody's own. */
const API_HOST = 'api'

export function createCheckInputsRecorder(folder: string): CheckInputsRecorder {
  const notes = createDecisionInputsBatch(folder)
  const last = new WeakMap<LiveSession, EarlierCall>()
  return {
    begin: (live) => {
      const earlier = live && last.get(live)
      let denials: Denials | undefined
      return {
        watched: (session) => {
          const { state } = session
          return { ...session, state: { ...state, count: (event) => (denials = state.count(event)) } }
        },
        recorded: (request, made, record) => {
          const remembering = record.outcome === 'allow' ? live : undefined
          const behind = remembering && last.get(remembering)
          const basis: DecisionBasis = {
            ...basisOf(request, made, denials),
            called: made.call.input,
            ...(earlier !== undefined && { earlier }),
            ...inputOf(made, record, remembering && { behind }),
          }
          const name = notes.note(record.at, basis, lookupsOf(made) ?? NO_LOOKUPS)
          if (remembering) last.set(remembering, name === undefined ? 'lost' : { name, at: record.at })
          return name === undefined ? record : { ...record, facts: name }
        },
        unrecorded: (outcome) => {
          if (live && outcome === 'allow') last.set(live, 'lost')
        },
      }
    },
    close: notes.close,
  }
}

function basisOf({ said = [], judge }: CheckRequest, made: CallCase, denials: Denials | undefined): DecisionBasis {
  const { id: sessionId, mode, headless, facts } = made.session
  return {
    sessionId,
    host: API_HOST,
    mode,
    headless,
    log: 0,
    denials,
    own: {},
    platform: facts.platform,
    root: facts.projectRoot,
    ...(said.length > 0 && { said: said.map((text) => redact(text)) }),
    ...(judge === 'embedded' && { withoutModel: true }),
    ...(lookupsOf(made) === undefined && { elsewhere: true }),
  }
}

/** What the session remembers of the call; else its whole input, where the Record does not hold that. */
function inputOf(
  { call }: CallCase,
  record: AuditRecord,
  remembered: { readonly behind: EarlierCall | undefined } | undefined,
): Pick<DecisionBasis, 'input' | 'remembered'> {
  const isShort = record.outcome !== 'allow' || JSON.stringify(call.input).length <= LONG
  const input = isShort ? record.input : redactInput(call.input)
  if (remembered === undefined) return isShort ? {} : { input }
  const { behind } = remembered
  return { remembered: { tool: call.tool, input, cwd: call.cwd, ...(behind !== undefined && { behind }) } }
}

/** No text of it is longer than what a Record holds whole. */
const LONG = 16_000

const NO_LOOKUPS: RecordedLookups = {
  file: new Map(),
  realPath: new Map(),
  text: new Map(),
  list: new Map(),
  git: new Map(),
  tracked: new Map(),
  which: new Map(),
}

/** Undefined where the directory is not there, and nothing of it was known. */
function lookupsOf({ session: { facts } }: CallCase): RecordedLookups | undefined {
  return 'looked' in facts ? (facts as HostFacts).looked : undefined
}
