import { useLoad } from '../core/load.ts'

interface MachinePickerProps {
  /** Empty for all of them. */
  readonly machine: string
  readonly set: (machine: string) => void
}

/** Whose calls are shown; nothing to choose where there is one machine. */
export function MachinePicker({ machine, set }: MachinePickerProps) {
  const { value } = useLoad<{ readonly machines: readonly string[] }>('/machines')
  const known = value?.machines ?? []
  // One that is in the address is shown, whether or not it is known.
  const names = machine === '' || known.includes(machine) ? known : [machine, ...known]
  if (names.length < 2 && machine === '') return null
  return (
    <label class="inline-field">
      <span>Machine</span>
      <select value={machine} onChange={(event) => set(event.currentTarget.value)}>
        <option value="">all</option>
        {names.map((name) => (
          <option value={name}>{name}</option>
        ))}
      </select>
    </label>
  )
}
