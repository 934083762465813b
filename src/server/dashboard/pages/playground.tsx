import { useEffect, useMemo, useState } from 'preact/hooks'
import type { CheckRequest, ExplainResponse } from '../../api/shapes.ts'
import type { StoredRecord } from '../../store/store.ts'
import { pathOf } from '../core/api.ts'
import { type CallDraft, draftOf, EMPTY_DRAFT, loadDraft } from '../core/draft.ts'
import { shownDuration } from '../core/format.ts'
import { useLoad, useSettled } from '../core/load.ts'
import { pathWords } from '../core/words.ts'
import { CallForm } from '../parts/call-form.tsx'
import { Card } from '../parts/card.tsx'
import { Explained } from '../parts/explained.tsx'
import { LoadedView, ProblemNotice } from '../parts/problem.tsx'
import { Empty, Notice, OutcomeBadge, PageHead, Shown } from '../parts/text.tsx'
import { Trace } from '../parts/trace.tsx'

const PLACE = 'irongate-playground'

interface PlaygroundProps {
  /** A decision to begin with. */
  readonly from?: { readonly machine: string; readonly id: string }
}

/** Any call, and what the gate would say to it. Nothing is run or recorded. */
export function Playground({ from }: PlaygroundProps) {
  const [draft, setDraft] = useState<CallDraft>(() => (from ? EMPTY_DRAFT : kept()))
  const given = useLoad<StoredRecord>(from && `/records${pathOf(from.machine, from.id)}`)
  useEffect(() => {
    if (given.value) setDraft(draftOf(given.value.record))
  }, [given.value])
  useEffect(() => sessionStorage.setItem(PLACE, JSON.stringify(draft)), [draft])
  return (
    <>
      <PageHead
        title="Playground"
        about="Type a call and see what the gate says. Nothing is run, and nothing recorded."
      />
      {given.problem && <ProblemNotice problem={given.problem} />}
      <div class="columns">
        <CallForm draft={draft} set={setDraft} />
        <Answer draft={draft} />
      </div>
    </>
  )
}

function Answer({ draft }: { readonly draft: CallDraft }) {
  const settled = useSettled(draft, 250)
  const read = useMemo(() => loadDraft(settled), [settled])
  if (read === 'empty') return <Empty>The answer shows up here as you type.</Empty>
  if ('problem' in read)
    return (
      <Notice kind="warning">
        <p>{read.problem}</p>
      </Notice>
    )
  return <Asked call={read} current={settled === draft} />
}

function Asked({ call, current }: { readonly call: CheckRequest; readonly current: boolean }) {
  const loaded = useLoad<ExplainResponse>('/explain', call)
  return (
    <div aria-live="polite" aria-busy={loaded.loading} data-stale={loaded.loading || !current} class="answer">
      <LoadedView loaded={loaded}>
        {(explained) => (
          <>
            <section class="card verdict" data-outcome={explained.outcome} aria-label="The answer">
              <p class="verdict-head">
                <OutcomeBadge outcome={explained.outcome} />
                <span class="quiet">
                  {pathWords(explained.reason.type)}
                  {explained.category !== undefined && (
                    <>
                      {' · '}
                      <Shown text={explained.category} />
                    </>
                  )}
                  {' · '}
                  {shownDuration(explained.ms)}
                </span>
              </p>
              <p class="message wrap">
                <Shown text={explained.message} />
              </p>
            </section>
            <Explained command={call.input['command']} explained={explained} />
            <Card id="the-trace" title="How the answer came about">
              <Trace trace={explained.trace} />
            </Card>
          </>
        )}
      </LoadedView>
    </div>
  )
}

function kept(): CallDraft {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(PLACE) ?? 'null')
    return typeof value === 'object' && value !== null ? { ...EMPTY_DRAFT, ...value } : EMPTY_DRAFT
  } catch {
    return EMPTY_DRAFT
  }
}
