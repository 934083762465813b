import { useState } from 'preact/hooks'
import { effectiveOutcome, isUserCommand } from '../../../audit/effective-outcome.ts'
import type { AuditRecord } from '../../../audit/record.ts'
import { OUTCOMES } from '../../../decision.ts'
import type { StoredRecord } from '../../store/store.ts'
import { pathOf } from '../core/api.ts'
import { callLine, counted, shownDuration } from '../core/format.ts'
import { useLoad } from '../core/load.ts'
import { linkTo } from '../core/router.ts'
import { pathWords, reasonDetail } from '../core/words.ts'
import { OutcomeBar } from '../parts/outcome-bar.tsx'
import { LoadedView } from '../parts/problem.tsx'
import { Statements } from '../parts/statements.tsx'
import { Empty, Inline, OutcomeBadge, PageHead, Shown, Time } from '../parts/text.tsx'

/** A pause that is worth a word. */
const PAUSE = 5 * 60 * 1000
/** What is drawn at once. */
const PAGE = 300

/** The timeline of one session. */
export function SessionPage({ machine, id }: { readonly machine: string; readonly id: string }) {
  const loaded = useLoad<{ readonly records: readonly (StoredRecord | AuditRecord)[] }>(
    `/sessions${pathOf(machine, id)}`,
  )
  return (
    <>
      <PageHead
        title="Session"
        about={
          <span class="mono wrap">
            <Shown text={id} />
          </span>
        }
      >
        <a class="button" href={linkTo('sessions')}>
          All sessions
        </a>
      </PageHead>
      <LoadedView loaded={loaded}>
        {({ records }) => (
          <Timeline
            machine={machine}
            session={id}
            records={records.map((each) => ('record' in each ? each.record : each))}
          />
        )}
      </LoadedView>
    </>
  )
}

interface TimelineProps {
  readonly machine: string
  readonly session: string
  readonly records: readonly AuditRecord[]
}

function Timeline({ machine, session, records }: TimelineProps) {
  const [stoppedOnly, setStoppedOnly] = useState(false)
  const [most, setMost] = useState(PAGE)
  const [first] = records
  const last = records.at(-1)
  if (first === undefined || last === undefined) return <Empty>Nothing of this session is in the store.</Empty>
  const shown = stoppedOnly ? records.filter(({ outcome }) => outcome !== 'allow') : records
  return (
    <>
      <section class="card session-head" aria-label="The session at a glance">
        <dl class="facts">
          <Fact name="Agent" text={`${first.host}${first.mode === '' ? '' : ` (${first.mode})`} on ${machine}`} />
          <Fact name="Folder" text={first.cwd} />
          <div>
            <dt>From</dt>
            <dd>
              <Time at={first.at} /> to <Time at={last.at} /> ({shownDuration(last.at - first.at)})
            </dd>
          </div>
        </dl>
        <OutcomeBar outcomes={countsOf(records)} />
      </section>
      <Statements machine={machine} session={session} records={records} />
      <div class="bar-above">
        <h2>{counted(shown.length, 'call')}</h2>
        <button type="button" aria-pressed={stoppedOnly} onClick={() => setStoppedOnly(!stoppedOnly)}>
          Only what was stopped
        </button>
      </div>
      <ol class="timeline">
        {shown.slice(0, most).map((record, index) => (
          <Moment key={`${record.id}/${record.at}`} machine={machine} record={record} before={shown[index - 1]} />
        ))}
      </ol>
      {shown.length > most && (
        <button type="button" onClick={() => setMost(most + PAGE)}>
          Show {counted(Math.min(PAGE, shown.length - most), 'more call')}
        </button>
      )}
    </>
  )
}

function Fact({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="wrap">
        <Shown text={text} />
      </dd>
    </div>
  )
}

interface MomentProps {
  readonly machine: string
  readonly record: AuditRecord
  readonly before: AuditRecord | undefined
}

function Moment({ machine, record, before }: MomentProps) {
  const gap = before === undefined ? 0 : record.at - before.at
  return (
    <li data-outcome={record.outcome}>
      {gap > PAUSE && <p class="timeline-gap">{shownDuration(gap)} later</p>}
      <div class="moment">
        <div class="moment-head">
          <Time at={record.at} />
          <OutcomeBadge outcome={isUserCommand(record) ? 'person' : record.outcome} shadow={record.shadow} />
          <span class="tool">
            <Shown text={record.tool} />
          </span>
          {record.agentId !== undefined && (
            <span class="quiet">
              sub-agent <Shown text={record.agentId.slice(0, 24)} />
            </span>
          )}
          {record.ms !== undefined && <span class="quiet moment-ms">{shownDuration(record.ms)}</span>}
        </div>
        <a class="moment-call" href={linkTo('decision', machine, record.id)}>
          <Inline text={callLine(record.input)} />
        </a>
        <p class="quiet wrap">
          {pathWords(record.reason.type)}
          {': '}
          <Shown text={record.category ?? reasonDetail(record.reason)} />
        </p>
        {record.outcome !== 'allow' && (
          <p class="wrap">
            <Shown text={record.message} />
          </p>
        )}
        {record.statement !== undefined && <Said outcome={record.outcome} statement={record.statement} />}
      </div>
    </li>
  )
}

/** What the person said that decided. The message of a stopped call quotes it already. */
function Said({ outcome, statement }: Required<Pick<AuditRecord, 'outcome' | 'statement'>>) {
  if (outcome !== 'allow') return <p class="quiet">Stopped by limit {statement.id}</p>
  return (
    <p class="quiet wrap">
      Allowed by grant {statement.id}: “<Shown text={statement.sentence} />”
    </p>
  )
}

function countsOf(records: readonly AuditRecord[]) {
  const counts = { allow: 0, ask: 0, deny: 0, abort: 0 }
  const calls = records.filter((record) => !isUserCommand(record))
  for (const outcome of OUTCOMES)
    counts[outcome] = calls.filter((record) => effectiveOutcome(record) === outcome).length
  return counts
}
