import type { ExplainResponse } from '../../api/shapes.ts'
import { Card, Columns } from './card.tsx'
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
        <Card id="the-tree" title="As the gate reads it">
          {typeof command === 'string' && command.length <= MOST_MARKED && tree.children.length > 0 && (
            <MarkedCommand command={command} tree={tree} />
          )}
          <CommandTree tree={tree} />
        </Card>
      )}
      <Card id="the-effects" title="Effects">
        {effects.length === 0 ? (
          <p class="empty">None that the gate looks at.</p>
        ) : (
          <table class="effects">
            <Columns names={['Kind', 'Effect', 'Target']} />
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
      </Card>
    </>
  )
}
