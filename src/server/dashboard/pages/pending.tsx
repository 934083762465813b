import { dropAnswered, equalsOf, asks as shownAsks, waitingOf } from '../core/asks.ts'
import { useCell } from '../core/cell.ts'
import { whoami } from '../core/connection.ts'
import { counted } from '../core/format.ts'
import { notifying, switchNotifying } from '../core/notify.ts'
import { AskCard } from '../parts/ask-card.tsx'
import { Empty, Notice, PageHead } from '../parts/text.tsx'

/** Calls that wait for a person. */
export function Pending() {
  const shown = useCell(shownAsks)
  const me = useCell(whoami)
  const waiting = waitingOf(shown)
  const mayAnswer = me?.rights.includes('answer') === true
  return (
    <>
      <PageHead title="Pending" about="Calls of agents that wait for a person. Without an answer they are denied.">
        <Notifications />
        {shown.length > waiting.length && (
          <button type="button" onClick={dropAnswered}>
            Clear answered ones
          </button>
        )}
      </PageHead>
      {me && !mayAnswer && (
        <Notice kind="info">
          <p>
            This browser may look but not answer. Answer on a terminal with <code>irongate answer ID yes</code>, or pair
            the browser with <code>irongate pair</code>.
          </p>
        </Notice>
      )}
      {shown.length === 0 ? (
        <Empty>Nothing waits. Asks show up here by themselves; this page can stay open.</Empty>
      ) : (
        <section aria-label={`${counted(waiting.length, 'call')} waiting`} class="asks">
          {shown.map((each) => (
            <AskCard key={each.ask.id} shown={each} others={equalsOf(each.ask, shown)} mayAnswer={mayAnswer} />
          ))}
        </section>
      )}
    </>
  )
}

function Notifications() {
  const state = useCell(notifying)
  if (state === 'unsupported') return null
  if (state === 'refused') return <span class="quiet">Notifications are blocked in this browser.</span>
  return (
    <button type="button" aria-pressed={state === 'on'} onClick={() => void switchNotifying()}>
      {state === 'on' ? 'Notifications on' : 'Notify me'}
    </button>
  )
}
