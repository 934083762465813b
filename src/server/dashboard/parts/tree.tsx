import type { CommandNode } from '../../api/shapes.ts'
import { counted, cut } from '../core/format.ts'
import { marksOf, pruned } from '../core/marks.ts'
import { Shown } from './text.tsx'

/** More nodes than anybody reads. */
const MOST_NODES = 200
const MOST_TEXT = 400
/** What only joins its parts: they say all that it says. */
const JOINS: ReadonlySet<CommandNode['kind']> = new Set(['list', 'pipeline'])

/** A command as the gate reads it: what runs within what, what each part does, and where the answer comes from. */
export function CommandTree({ tree }: { readonly tree: CommandNode }) {
  const drawn = pruned(tree, MOST_NODES)
  return (
    <>
      <ul class="tree" aria-label="The command as a tree">
        <Node node={drawn.tree} />
      </ul>
      {drawn.left > 0 && <p class="quiet">{counted(drawn.left, 'more part')} not drawn.</p>}
    </>
  )
}

function Node({ node }: { readonly node: CommandNode }) {
  const stops = node.offends && node.children.every(({ offends }) => !offends)
  return (
    <li>
      <div class="tree-node" data-stops={stops}>
        <span class="tree-kind">{node.kind}</span>
        {(stops || node.children.length === 0 || !JOINS.has(node.kind)) && (
          <code class="tree-text">
            <Shown text={cut(node.text, MOST_TEXT)} />
          </code>
        )}
        {stops && <span class="tree-stop">stopped here</span>}
        {node.effects.length > 0 && (
          <ul class="tree-effects" aria-label="Effects">
            {node.effects.map((effect) => (
              <li>
                <Shown text={cut(effect, MOST_TEXT)} />
              </li>
            ))}
          </ul>
        )}
      </div>
      {node.children.length > 0 && (
        <ul>
          {node.children.map((child) => (
            <Node node={child} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** The command as it was typed, with the spans that the answer comes from. */
export function MarkedCommand({ command, tree }: { readonly command: string; readonly tree: CommandNode }) {
  return (
    <pre class="code marked">
      <code>
        {marksOf(command, tree).map(({ text, offends }) =>
          offends ? (
            <mark>
              <Shown text={text} />
            </mark>
          ) : (
            <Shown text={text} />
          ),
        )}
      </code>
    </pre>
  )
}
