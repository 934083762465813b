import { OUTCOMES } from '../../../decision.ts'
import { EMPTY_FILTER, type Filter, filterText } from '../core/filter.ts'

interface FilterBarProps {
  readonly filter: Filter
  readonly set: (filter: Filter) => void
}

const TEXTS = [
  ['text', 'Text', 'part of a call or its answer'],
  ['category', 'Category', 'git-destructive'],
  ['host', 'Agent', 'claude-code'],
  ['project', 'Project', '/home/you/project'],
] as const

export function FilterBar({ filter, set }: FilterBarProps) {
  const further = TEXTS.slice(1).filter(([name]) => filter[name] !== '').length
  return (
    <search class="filters">
      <fieldset class="chips">
        <legend class="away">Answers</legend>
        {OUTCOMES.map((outcome) => {
          const on = filter.decisions.includes(outcome)
          const decisions = on ? filter.decisions.filter((each) => each !== outcome) : [...filter.decisions, outcome]
          return (
            <button type="button" class="chip" aria-pressed={on} onClick={() => set({ ...filter, decisions })}>
              <span class="dot" data-outcome={outcome} aria-hidden="true" />
              {outcome}
            </button>
          )
        })}
      </fieldset>
      <Field filter={filter} set={set} field={TEXTS[0]} />
      <details class="further" open={further > 0}>
        <summary>More filters</summary>
        <div>
          {TEXTS.slice(1).map((field) => (
            <Field filter={filter} set={set} field={field} />
          ))}
        </div>
      </details>
      {Object.keys(filterText(filter)).length > 0 && (
        <button type="button" class="link" onClick={() => set(EMPTY_FILTER)}>
          Clear filters
        </button>
      )}
    </search>
  )
}

function Field({
  filter,
  set,
  field: [name, label, example],
}: FilterBarProps & { readonly field: (typeof TEXTS)[number] }) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="search"
        value={filter[name]}
        placeholder={example}
        maxLength={400}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => set({ ...filter, [name]: event.currentTarget.value })}
      />
    </label>
  )
}
