import { asText } from '../core/format.ts'
import { Code, Shown } from './text.tsx'

interface CallProps {
  readonly input: Readonly<Record<string, unknown>>
  /** Nothing folded. */
  readonly whole?: boolean
}

/** What a call would do, field by field and in full. */
export function CallInput({ input, whole = false }: CallProps) {
  const fields = Object.entries(input)
  if (fields.length === 0) return <p class="quiet">The call has no input.</p>
  const [first] = fields
  if (fields.length === 1 && first?.[0] === 'command') {
    return <Code text={asText(first[1])} label="command" whole={whole} />
  }
  return (
    <dl class="fields">
      {fields.map(([name, value]) => (
        <div>
          <dt>
            <Shown text={name} />
          </dt>
          <dd>
            <Code text={asText(value)} label={name} whole={whole} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
