import { isUserCommand } from '../../../audit/effective-outcome.ts'
import type { AuditRecord } from '../../../audit/record.ts'
import type { CheckRequest, ExplainResponse } from '../../api/shapes.ts'
import type { StoredRecord } from '../../store/store.ts'
import { pathOf } from '../core/api.ts'
import { useCell } from '../core/cell.ts'
import { whoami } from '../core/connection.ts'
import { useLoad } from '../core/load.ts'
import { linkTo } from '../core/router.ts'
import { pathWords, reasonDetail } from '../core/words.ts'
import { CallInput } from '../parts/call.tsx'
import { Card } from '../parts/card.tsx'
import { EvidenceCard } from '../parts/evidence.tsx'
import { Explained } from '../parts/explained.tsx'
import { GoOn } from '../parts/go-on.tsx'
import { JudgedCard } from '../parts/judged.tsx'
import { LoadedView } from '../parts/problem.tsx'
import { Notice, OutcomeBadge, PageHead, Shown, Time } from '../parts/text.tsx'
import { Trace } from '../parts/trace.tsx'

/** All about one decision. */
export function DecisionPage({ machine, id }: { readonly machine: string; readonly id: string }) {
  const loaded = useLoad<StoredRecord>(`/records${pathOf(machine, id)}`)
  return <LoadedView loaded={loaded}>{({ record }) => <Decision machine={machine} record={record} />}</LoadedView>
}

function Decision({ machine, record }: { readonly machine: string; readonly record: AuditRecord }) {
  const typed = isUserCommand(record)
  return (
    <>
      <PageHead
        title={
          <>
            <OutcomeBadge outcome={typed ? 'person' : record.outcome} shadow={record.shadow} />{' '}
            <Shown text={record.tool} />
          </>
        }
        about={
          <>
            <Time at={record.at} /> · <Shown text={record.host} /> · <span class="mono">{record.id}</span>
          </>
        }
      >
        <a class="button" href={linkTo('session', machine, record.sessionId)}>
          Session
        </a>
        {!typed && (
          <a class="button" href={linkTo('playground', machine, record.id)}>
            Try it in the playground
          </a>
        )}
      </PageHead>
      {record.shadow && (
        <Notice kind="info">
          <p>
            The gate only looked on (shadow mode): this is what it would have said, and the agent’s own rules decided.
          </p>
        </Notice>
      )}
      <section class="card verdict" data-outcome={record.outcome} aria-label="The answer">
        <p class="message wrap">
          <Shown text={record.message} />
        </p>
        <dl class="facts">
          <div>
            <dt>Decided by</dt>
            <dd class="wrap">
              {pathWords(record.reason.type)}: <Shown text={reasonDetail(record.reason)} />
            </dd>
          </div>
          {record.category !== undefined && (
            <div>
              <dt>Category</dt>
              <dd>
                <Shown text={record.category} />
              </dd>
            </div>
          )}
          {record.grade !== undefined && (
            <div>
              <dt>Graded</dt>
              <dd>
                <Shown text={record.grade} />
              </dd>
            </div>
          )}
        </dl>
      </section>
      <div class="columns">
        <div>
          <Card id="the-call" title={typed ? 'What a person typed' : 'The call'}>
            <CallInput input={record.input} />
            <p class="quiet wrap">
              in <Shown text={record.cwd} />
            </p>
          </Card>
          {!typed && <AsRead record={record} />}
        </div>
        <div>
          {record.outcome !== 'allow' && <GoOn record={record} />}
          <Card id="the-trace" title="How the answer came about">
            <Trace trace={record.trace} />
          </Card>
          <JudgedCard record={record} />
          <EvidenceCard machine={machine} record={record} />
        </div>
      </div>
    </>
  )
}

/** The call read once more, for the tree and the effects; a Record holds neither. */
function AsRead({ record }: { readonly record: AuditRecord }) {
  const me = useCell(whoami)
  const may = me?.rights.includes('submit') === true
  const call: CheckRequest = {
    tool: record.tool,
    input: record.input,
    cwd: record.cwd,
    // Looking at a decision costs no call of a model.
    judge: 'embedded',
    ...(record.mode !== '' && { mode: record.mode }),
  }
  const loaded = useLoad<ExplainResponse>(may ? '/explain' : undefined, call)
  if (!may) return null
  return (
    <LoadedView loaded={loaded}>
      {(explained) => (
        <>
          {explained.outcome !== record.outcome && (
            <Notice kind="info">
              <p>
                Alone and under the policy of now the same call gets <OutcomeBadge outcome={explained.outcome} />. The
                session, the policy or the files were others then.
              </p>
            </Notice>
          )}
          <Explained command={record.input['command']} explained={explained} />
        </>
      )}
    </LoadedView>
  )
}
