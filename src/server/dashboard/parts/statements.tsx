import { useState } from 'preact/hooks'
import type { AuditRecord } from '../../../audit/record.ts'
import type { SessionStatement, StatementsResponse } from '../../api/shapes.ts'
import { ask, pathOf, type ServerRefusal } from '../core/api.ts'
import { useCell } from '../core/cell.ts'
import { whoami } from '../core/connection.ts'
import { callLine, counted } from '../core/format.ts'
import { refusalOf, useLoad } from '../core/load.ts'
import { linkTo } from '../core/router.ts'
import { LoadedView, ProblemNotice } from './problem.tsx'
import { Inline, Shown, Time } from './text.tsx'

interface StatementsProps {
  readonly machine: string
  readonly session: string
  readonly records: readonly AuditRecord[]
}

/** What the person said in a session: how it was read, what it stopped, and when it ended. */
export function Statements({ machine, session, records }: StatementsProps) {
  const path = `/sessions${pathOf(machine, session)}/statements`
  const loaded = useLoad<StatementsResponse>(path)
  const me = useCell(whoami)
  const mayRemove = me?.rights.includes('answer') === true
  return (
    <section class="card statements" aria-labelledby="statements">
      <h2 id="statements">Limits and grants</h2>
      <LoadedView loaded={loaded}>
        {({ statements, removable }) =>
          statements.length === 0 ? (
            <p class="quiet">
              {removable
                ? 'Nothing you said in this session was read as a limit or a grant.'
                : 'No limit or grant decided a call of this session. Its machine keeps the rest.'}
            </p>
          ) : (
            <ol>
              {statements.map((statement) => (
                <StatementRow
                  key={statement.id}
                  path={path}
                  machine={machine}
                  statement={statement}
                  decided={records.filter((record) => isDecidedBy(record, statement))}
                  mayRemove={mayRemove && removable}
                  removed={loaded.reload}
                />
              ))}
            </ol>
          )
        }
      </LoadedView>
    </section>
  )
}

/** A call that waited is recorded twice: the call itself shows what became of it. */
function isDecidedBy({ statement, shadow, after }: AuditRecord, { id }: SessionStatement): boolean {
  return statement?.id === id && !shadow && after === undefined
}

interface RowProps {
  readonly path: string
  readonly machine: string
  readonly statement: SessionStatement
  readonly decided: readonly AuditRecord[]
  readonly mayRemove: boolean
  readonly removed: () => void
}

function StatementRow({ path, machine, statement, decided, mayRemove, removed }: RowProps) {
  const { id, kind, reading, sentence, ended } = statement
  return (
    <li class="statement" data-over={ended !== undefined}>
      <div class="statement-head">
        <span class="quiet">{id}</span>
        <span class="statement-kind" data-kind={kind}>
          {kind}
        </span>
        <strong class="wrap">
          <Shown text={reading ?? sentence} />
        </strong>
      </div>
      {reading !== undefined && (
        <p class="wrap">
          “<Shown text={sentence} />”
        </p>
      )}
      <p class="quiet">
        <Times statement={statement} />
        {statement.unverified && <>, {UNVERIFIED[kind]}</>}
      </p>
      <Decided machine={machine} statement={statement} decided={decided} />
      {mayRemove && ended === undefined && <Remove path={path} statement={statement} removed={removed} />}
    </li>
  )
}

const UNVERIFIED = {
  limit: 'left to the judge: not clear from your words',
  grant: 'still asks: not clear from your words',
} as const

const ENDS = {
  lifted: 'lifted',
  removed: 'removed',
  'task-over': 'ended with its task',
  expired: 'ended with its day',
  reread: 'read again by the model',
} as const

function Times({ statement: { saidAt, ended } }: { readonly statement: SessionStatement }) {
  if (saidAt === undefined) return <>known from its records alone</>
  return (
    <>
      said <Time at={saidAt} />
      {ended && (
        <>
          , {ENDS[ended.how]} {ended.at !== undefined && <Time at={ended.at} />}
        </>
      )}
    </>
  )
}

const MOST_SHOWN = 5

function Decided({ machine, statement, decided }: Pick<RowProps, 'machine' | 'statement' | 'decided'>) {
  const { kind, stopped, allowed } = statement
  const count = kind === 'limit' ? stopped : allowed
  const did = kind === 'limit' ? 'Stopped' : 'Allowed'
  if (count === 0) return <p class="quiet">{did} nothing so far.</p>
  return (
    <details>
      <summary>
        {did} {counted(count, 'call')}
      </summary>
      <ul class="wrap">
        {decided.slice(-MOST_SHOWN).map((record) => (
          <li key={record.id}>
            <Time at={record.at} />{' '}
            <a href={linkTo('decision', machine, record.id)}>
              <Inline text={callLine(record.input, 120)} />
            </a>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Remove({ path, statement, removed }: Pick<RowProps, 'path' | 'statement' | 'removed'>) {
  const [asked, setAsked] = useState(false)
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<ServerRefusal | undefined>()
  const { id, kind, sentence, reading = sentence } = statement
  const send = async () => {
    setSending(true)
    setProblem(undefined)
    try {
      await ask(`${path}${pathOf(String(id))}/remove`, { body: { sentence } })
      removed()
    } catch (error) {
      setProblem(refusalOf(error))
      setSending(false)
    }
  }
  return (
    <div class="statement-remove">
      {asked ? (
        <>
          <p id={`remove-${id}`}>It then no longer holds in this session.</p>
          <div class="answer-buttons">
            <button
              type="button"
              class="deny"
              disabled={sending}
              aria-describedby={`remove-${id}`}
              onClick={() => void send()}
            >
              Remove this {kind}
            </button>
            <button type="button" disabled={sending} onClick={() => setAsked(false)}>
              Keep it
            </button>
          </div>
        </>
      ) : (
        <button
          type="button"
          class="small"
          aria-label={`Remove ${kind} ${id}: ${reading}`}
          onClick={() => setAsked(true)}
        >
          Remove
        </button>
      )}
      {problem && <ProblemNotice problem={problem} again={removed} />}
    </div>
  )
}
