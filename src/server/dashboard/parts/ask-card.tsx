import { useEffect, useState } from 'preact/hooks'
import type { AnswerRequest, PendingAsk } from '../../api/shapes.ts'
import { ask as askServer, pathOf, type ServerRefusal } from '../core/api.ts'
import { markAnswered, type ShownAsk } from '../core/asks.ts'
import { countdown, counted } from '../core/format.ts'
import { refusalOf, useNow } from '../core/load.ts'
import { linkTo } from '../core/router.ts'
import { CallInput } from './call.tsx'
import { ProblemNotice } from './problem.tsx'
import { RadiusTable } from './radius.tsx'
import { Inline, Shown, Time } from './text.tsx'

/** A card that has just appeared takes no answer: a press may have been meant for what stood there before. */
const CALM = 600

interface AskCardProps {
  readonly shown: ShownAsk
  /** Ids of equal calls that wait, too. */
  readonly others: readonly string[]
  readonly mayAnswer: boolean
}

export function AskCard({ shown: { ask, appeared, over }, others, mayAnswer }: AskCardProps) {
  const title = `ask-${ask.id}`
  return (
    <article class="card ask" aria-labelledby={title} data-over={over !== undefined}>
      <header>
        <h2 id={title}>
          <Shown text={ask.tool} /> <span class="quiet">asked by</span> <Shown text={ask.host} />
        </h2>
        {over ? <Over over={over} /> : <Left ask={ask} />}
      </header>
      <p class="ask-why wrap">
        <Shown text={ask.message} />
      </p>
      <CallInput input={ask.input} whole />
      <RadiusTable radius={ask.radius} />
      <Where ask={ask} />
      <Covers ask={ask} />
      {!over && mayAnswer && <Answers ask={ask} others={others} appeared={appeared} />}
    </article>
  )
}

function Left({ ask }: { readonly ask: PendingAsk }) {
  const left = ask.until - useNow(1000)
  return (
    <span class="ask-left" data-soon={left < 30_000}>
      {left > 0 ? (
        <>
          denied in <strong>{countdown(left)}</strong>
        </>
      ) : (
        'time is up'
      )}
    </span>
  )
}

const OVER: ReadonlyMap<string, string> = new Map([
  ['yes', 'allowed once'],
  ['session', 'allowed for the session'],
  ['no', 'denied'],
  ['none', 'nobody answered in time'],
  ['gone', 'no longer waits'],
])

function Over({ over }: { readonly over: NonNullable<ShownAsk['over']> }) {
  return (
    <span class="ask-left">
      <Shown text={OVER.get(over.answer) ?? over.answer} />
      {over.by.length > 0 && (
        <>
          {' '}
          by <Shown text={over.by} />
        </>
      )}
    </span>
  )
}

function Where({ ask }: { readonly ask: PendingAsk }) {
  return (
    <dl class="facts">
      <div>
        <dt>Folder</dt>
        <dd>
          <Inline text={ask.cwd} />
        </dd>
      </div>
      <div>
        <dt>Session</dt>
        <dd>
          <a href={linkTo('session', ask.machine, ask.sessionId)}>
            <Shown text={ask.sessionId.slice(0, 40)} />
          </a>
          {ask.agentId !== undefined && (
            <>
              , agent <Shown text={ask.agentId} />
            </>
          )}
        </dd>
      </div>
      <div>
        <dt>Asked</dt>
        <dd>
          <Time at={ask.asked} /> on <Shown text={ask.machine} />
        </dd>
      </div>
      {ask.category !== undefined && (
        <div>
          <dt>Category</dt>
          <dd>
            <Shown text={ask.category} />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** What further answers would cover. */
function Covers({ ask }: { readonly ask: PendingAsk }) {
  const { always } = ask
  return (
    <>
      {ask.unseen && (
        <p class="notice" data-kind="warning">
          The call holds a secret and cannot be shown whole, so only a no is taken.
        </p>
      )}
      {always && (
        <details>
          <summary>What “always” would cover</summary>
          <p>
            <Inline text={always.rule} />: <code>irongate allow {ask.id}</code> writes this rule on a terminal.
          </p>
          {always.covers.length > 0 && (
            <>
              <p class="quiet">It would have covered these calls, too:</p>
              <ul class="wrap">
                {always.covers.map((call) => (
                  <li>
                    <Inline text={call} />
                  </li>
                ))}
              </ul>
            </>
          )}
        </details>
      )}
    </>
  )
}

interface AnswersProps {
  readonly ask: PendingAsk
  readonly others: readonly string[]
  readonly appeared: number
}

function Answers({ ask, others, appeared }: AnswersProps) {
  const [equal, setEqual] = useState(false)
  const [note, setNote] = useState('')
  const [sending, setSending] = useState(false)
  const [problem, setProblem] = useState<ServerRefusal | undefined>()
  const calm = useCalm(appeared)
  const send = async (answer: AnswerRequest['answer']) => {
    setSending(true)
    setProblem(undefined)
    const said = answer === 'no' && note.trim() !== '' ? { note: note.trim() } : {}
    const body: AnswerRequest = { answer, ...(equal && { equal }), ...said }
    try {
      const { by } = await askServer<{ readonly by: string }>(`/pending${pathOf(ask.id)}/answer`, { body })
      for (const id of [ask.id, ...(equal ? others : [])]) markAnswered(id, answer, by)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal.status === 409) markAnswered(ask.id, 'gone', '')
      setProblem(refusal)
      setSending(false)
    }
  }
  const off = sending || !calm
  return (
    <footer class="answers">
      {others.length > 0 && (
        <label class="check">
          <input type="checkbox" checked={equal} onChange={(event) => setEqual(event.currentTarget.checked)} />
          <span>Also for {counted(others.length, 'equal call that waits', 'equal calls that wait')}</span>
        </label>
      )}
      <label class="field">
        <span>If you deny it: what the agent should know (optional)</span>
        <input
          value={note}
          maxLength={1000}
          autocomplete="off"
          onInput={(event) => setNote(event.currentTarget.value)}
        />
      </label>
      <div class="answer-buttons">
        {!ask.unseen && (
          <button type="button" class="primary" disabled={off} onClick={() => void send('yes')}>
            Allow once
          </button>
        )}
        <button type="button" class="deny" disabled={off} onClick={() => void send('no')}>
          Deny
        </button>
        {!ask.unseen && ask.scope !== undefined && (
          <button type="button" disabled={off} onClick={() => void send('session')}>
            Allow for the session
          </button>
        )}
      </div>
      {!ask.unseen && ask.scope !== undefined && (
        <p class="quiet wrap">
          For the session: <Shown text={ask.scope} />
        </p>
      )}
      {problem && <ProblemNotice problem={problem} />}
    </footer>
  )
}

function useCalm(appeared: number): boolean {
  const [calm, setCalm] = useState(Date.now() - appeared > CALM)
  useEffect(() => {
    if (calm) return undefined
    const timer = setTimeout(() => setCalm(true), CALM)
    return () => clearTimeout(timer)
  }, [calm])
  return calm
}
