import type { CommandNode } from '../../api/shapes.ts'

export interface Marked {
  readonly text: string
  readonly offends: boolean
}

/** A command cut at the ends of the innermost spans that offend. */
export function marksOf(command: string, tree: CommandNode): readonly Marked[] {
  const spans = innermost(tree)
    .filter(({ start, end }) => start >= 0 && end > start && end <= command.length)
    .sort((left, right) => left.start - right.start)
  const parts: Marked[] = []
  let from = 0
  for (const { start, end } of spans) {
    if (start < from) continue
    if (start > from) parts.push({ text: command.slice(from, start), offends: false })
    parts.push({ text: command.slice(start, end), offends: true })
    from = end
  }
  if (from < command.length) parts.push({ text: command.slice(from), offends: false })
  return parts
}

function innermost(node: CommandNode): readonly CommandNode[] {
  const within = node.children.flatMap(innermost)
  if (within.length > 0) return within
  return node.offends ? [node] : []
}

/** The first parts of a tree, and how many were left out. */
export function pruned(tree: CommandNode, most: number): { readonly tree: CommandNode; readonly left: number } {
  let room = most
  let left = 0
  const take = (node: CommandNode): CommandNode => {
    room -= 1
    const children: CommandNode[] = []
    for (const child of node.children) {
      if (room > 0) children.push(take(child))
      else left += sizeOf(child)
    }
    return { ...node, children }
  }
  return { tree: take(tree), left }
}

function sizeOf(node: CommandNode): number {
  return node.children.reduce((sum, child) => sum + sizeOf(child), 1)
}
