import type { ComponentChildren } from 'preact'

interface CardProps {
  readonly id: string
  readonly title: ComponentChildren
  readonly children: ComponentChildren
}

/** A part of a page under a heading that names it. */
export function Card({ id, title, children }: CardProps) {
  return (
    <section class="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

interface ColumnsProps {
  readonly names: readonly string[]
  /** Those of them that hold numbers. */
  readonly numbers?: readonly string[]
}

/** The first row of a table. */
export function Columns({ names, numbers = [] }: ColumnsProps) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th scope="col" class={numbers.includes(name) ? 'number' : ''}>
            {name}
          </th>
        ))}
      </tr>
    </thead>
  )
}
