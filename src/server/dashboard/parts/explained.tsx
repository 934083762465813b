import type { ExplainResponse } from '../../api/shapes.ts'
import { Inline, Shown } from './text.tsx'
import { CommandTree, MarkedCommand } from './tree.tsx'

interface ExplainedProps {
  readonly command: unknown
  readonly explained: Pick<ExplainResponse, 'tree' | 'effects'>
}

/** How long a command may be to be shown with its marks. */
const MOST_MARKED = 20_000

/** The command as a tree, and what it would do. */
export function Explained({ command, explained: { tree, effects } }: ExplainedProps) {
  return (
    <>
      {tree && (
        <section class="card" aria-labelledby="the-tree">
          <h2 id="the-tree">As the gate reads it</h2>
          {typeof command === 'string' && command.length <= MOST_MARKED && tree.children.length > 0 && (
            <MarkedCommand command={command} tree={tree} />
          )}
          <CommandTree tree={tree} />
        </section>
      )}
      <section class="card" aria-labelledby="the-effects">
        <h2 id="the-effects">Effects</h2>
        {effects.length === 0 ? (
          <p class="empty">None that the gate looks at.</p>
        ) : (
          <table class="effects">
            <thead>
              <tr>
                <th scope="col">Kind</th>
                <th scope="col">What</th>
                <th scope="col">To</th>
              </tr>
            </thead>
            <tbody>
              {effects.slice(0, 100).map(({ kind, words, target }) => (
                <tr>
                  <td class="mono">{kind}</td>
                  <td class="wrap">
                    <Shown text={words} />
                  </td>
                  <td>{target !== '' && <Inline text={target} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </>
  )
}
