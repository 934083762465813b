import type { SessionSummary } from '../../store/store.ts'
import { counted, lastPart, shownCount, shownDuration } from '../core/format.ts'
import { useLoad } from '../core/load.ts'
import { linkTo } from '../core/router.ts'
import { Columns } from '../parts/card.tsx'
import { OutcomeBar } from '../parts/outcome-bar.tsx'
import { LoadedView } from '../parts/problem.tsx'
import { Empty, PageHead, Shown, Time } from '../parts/text.tsx'

/** Sessions, the one that was last active first. */
export function SessionsPage() {
  const loaded = useLoad<{ readonly sessions: readonly SessionSummary[] }>('/sessions')
  return (
    <>
      <PageHead title="Sessions" about="What agents worked on, the last active first." />
      <LoadedView loaded={loaded}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <Empty>No session has been recorded yet.</Empty>
          ) : (
            <table class="sessions" aria-label="Sessions">
              <Columns names={['Session', 'Agent', 'Last active', 'Lasted', 'Calls', 'Answers']} numbers={['Calls']} />
              <tbody>
                {sessions.map((session) => (
                  <Row key={`${session.machine}/${session.sessionId}`} session={session} />
                ))}
              </tbody>
            </table>
          )
        }
      </LoadedView>
    </>
  )
}

function Row({ session }: { readonly session: SessionSummary }) {
  const { machine, sessionId, host, cwd, first, last, outcomes } = session
  const calls = Object.values(outcomes).reduce((sum, count) => sum + count, 0)
  return (
    <tr>
      <td class="cell-session">
        <a href={linkTo('session', machine, sessionId)}>
          <strong>
            <Shown text={lastPart(cwd)} />
          </strong>{' '}
          <span class="mono quiet">
            <Shown text={sessionId.slice(0, 12)} />
          </span>
        </a>
        <span class="quiet detail wrap">
          <Shown text={cwd} />
        </span>
      </td>
      <td>
        <Shown text={host} />
        <span class="quiet detail">
          <Shown text={machine} />
        </span>
      </td>
      <td>
        <Time at={last} />
      </td>
      <td>{shownDuration(last - first)}</td>
      <td class="number">
        {shownCount(calls)}
        <span class="phone-only"> {calls === 1 ? 'call' : 'calls'}</span>
      </td>
      <td class="cell-outcomes">
        <OutcomeBar outcomes={outcomes} />
        <span class="away">{counted(calls, 'call')}</span>
      </td>
    </tr>
  )
}
