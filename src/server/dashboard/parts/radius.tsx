import type { PendingAsk } from '../../api/shapes.ts'
import { shownBytes, shownCount } from '../core/format.ts'
import { Columns } from './card.tsx'
import { Inline, Scroll, Time } from './text.tsx'

const WHAT = { delete: 'deletes', change: 'changes', create: 'creates', send: 'sends', run: 'runs' } as const
const TRACKED = {
  all: 'all of it in git',
  some: 'only part of it in git',
  none: 'not in git',
  unknown: 'unknown',
} as const

/** What a call would delete or change: how much, how old, and whether it is recoverable. */
export function RadiusTable({ radius }: { readonly radius: PendingAsk['radius'] }) {
  if (radius.length === 0) return null
  return (
    <section>
      <h3>What it would touch</h3>
      <Scroll label="What it would touch">
        <table class="radius">
          <Columns names={['Does', 'To', 'Files', 'Size', 'Recoverable', 'Last changed']} numbers={['Files', 'Size']} />
          <tbody>
            {radius.map(({ what, target, files, bytes, tracked, changed, more }) => (
              <tr>
                <td>
                  <span class="does" data-what={what}>
                    {WHAT[what] ?? what}
                  </span>
                </td>
                <td>
                  <Inline text={target} />
                </td>
                <Figure name="files" value={files} more={more} shown={shownCount} />
                <Figure value={bytes} more={more} shown={shownBytes} />
                <td data-none={tracked === undefined}>{tracked === undefined ? '–' : (TRACKED[tracked] ?? tracked)}</td>
                <td data-name="changed" data-none={changed === undefined}>
                  {changed === undefined ? '–' : <Time at={changed} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  )
}

interface FigureProps {
  readonly name?: string
  readonly value: number | undefined
  readonly more: boolean | undefined
  readonly shown: (value: number) => string
}

function Figure({ name, value, more, shown }: FigureProps) {
  return (
    <td class="number" data-name={name} data-none={value === undefined}>
      {value === undefined ? '–' : `${more ? 'over ' : ''}${shown(value)}`}
    </td>
  )
}
