import type { TraceEntry } from '../../../decision.ts'
import { counted } from '../core/format.ts'
import { OutcomeBadge, Shown } from './text.tsx'

type Entry = { readonly step: string; readonly says: TraceEntry['says'] | (string & {}); readonly note: string }

/** The steps in their order: those that spoke stand out, runs of those that passed it on are folded. */
export function Trace({ trace }: { readonly trace: readonly Entry[] }) {
  return (
    <ol class="trace">
      {runsOf(trace).map((run) =>
        run.passed ? (
          <li class="trace-passed">
            <details>
              <summary>{counted(run.entries.length, 'step')} passed it on</summary>
              <ol>
                {run.entries.map((entry) => (
                  <Step entry={entry} />
                ))}
              </ol>
            </details>
          </li>
        ) : (
          run.entries.map((entry) => <Step entry={entry} />)
        ),
      )}
    </ol>
  )
}

function Step({ entry }: { readonly entry: Entry }) {
  return (
    <li class="trace-step" data-says={entry.says}>
      <OutcomeBadge outcome={entry.says} />
      <div>
        <span class="trace-name">
          <Shown text={entry.step} />
        </span>
        {entry.note !== '' && (
          <span class="quiet wrap">
            <Shown text={entry.note} />
          </span>
        )}
      </div>
    </li>
  )
}

interface Run {
  readonly passed: boolean
  readonly entries: Entry[]
}

function runsOf(trace: readonly Entry[]): readonly Run[] {
  const runs: Run[] = []
  for (const entry of trace) {
    const passed = entry.says === 'pass'
    const last = runs.at(-1)
    if (last?.passed === passed) last.entries.push(entry)
    else runs.push({ passed, entries: [entry] })
  }
  return runs
}
