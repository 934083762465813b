import type { DoctorResponse } from '../../api/shapes.ts'
import { useCell } from '../core/cell.ts'
import { whoami } from '../core/connection.ts'
import { counted } from '../core/format.ts'
import { useLoad } from '../core/load.ts'
import { Card } from '../parts/card.tsx'
import { LoadedView } from '../parts/problem.tsx'
import { PageHead, Shown } from '../parts/text.tsx'

const LEVELS = { fault: 'fault', warning: 'warning', ok: 'fine' } as const
const ORDER = ['fault', 'warning', 'ok'] as const

/** What the doctor finds, and what this server is. */
export function Health() {
  const loaded = useLoad<DoctorResponse>('/doctor')
  const me = useCell(whoami)
  return (
    <>
      <PageHead title="Health" about="What irongate doctor finds on the machine of the server.">
        <button type="button" onClick={loaded.reload} disabled={loaded.loading}>
          {loaded.loading ? 'Looking …' : 'Look again'}
        </button>
      </PageHead>
      {me && (
        <Card id="the-server" title="This server">
          <dl class="facts">
            <Fact name="Version" text={me.version} />
            <Fact name="Store" text={me.store === 'postgres' ? 'PostgreSQL' : 'SQLite'} />
            <Fact name="You are" text={me.name} />
            <Fact name="You may" text={me.rights.join(', ')} />
          </dl>
        </Card>
      )}
      <LoadedView loaded={loaded}>{({ findings }) => <Findings findings={findings} />}</LoadedView>
    </>
  )
}

function Findings({ findings }: DoctorResponse) {
  const sorted = findings.toSorted((left, right) => ORDER.indexOf(left.level) - ORDER.indexOf(right.level))
  const faults = findings.filter(({ level }) => level === 'fault').length
  const warnings = findings.filter(({ level }) => level === 'warning').length
  return (
    <Card
      id="the-findings"
      title={faults + warnings === 0 ? 'All is well' : `${counted(faults, 'fault')}, ${counted(warnings, 'warning')}`}
    >
      <ul class="findings">
        {sorted.map(({ level, text, hint }) => (
          <li data-level={level}>
            <span class="level">{LEVELS[level] ?? level}</span>
            <div class="wrap">
              <Shown text={text} />
              {hint !== undefined && (
                <p class="quiet">
                  <Shown text={hint} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
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
