import { describe, expect, it } from 'vitest'
import type { CommandNode } from '../../api/shapes.ts'
import { marksOf, pruned } from './marks.ts'

const COMMAND = 'cd a && rm -rf b && ls'

function node(start: number, end: number, offends: boolean, children: readonly CommandNode[] = []): CommandNode {
  return { text: COMMAND.slice(start, end), start, end, kind: 'command', effects: [], offends, children }
}

function marked(tree: CommandNode): readonly string[] {
  return marksOf(COMMAND, tree).map(({ text, offends }) => (offends ? `[${text}]` : text))
}

describe('marks', () => {
  it('are on the innermost spans that offend', () => {
    const tree = node(0, 22, true, [node(0, 4, false), node(8, 16, true), node(20, 22, false)])
    expect(marked(tree)).toEqual(['cd a && ', '[rm -rf b]', ' && ls'])
  })

  it('are on the whole where nothing within offends', () =>
    expect(marked(node(0, 22, true, [node(0, 4, false)]))).toEqual([`[${COMMAND}]`]))

  it('never lose or double a character, whatever the spans are', () => {
    const wrong = [node(-3, 4, true), node(8, 99, true), node(8, 16, true), node(10, 12, true), node(5, 5, true)]
    const parts = marksOf(COMMAND, node(0, 22, false, wrong))
    expect(parts.map(({ text }) => text).join('')).toBe(COMMAND)
  })
})

describe('a tree that is too large', () => {
  it('is cut, and says by how much', () => {
    const wide = node(
      0,
      22,
      false,
      Array.from({ length: 10 }, () => node(0, 4, false, [node(0, 2, false)])),
    )
    const { tree, left } = pruned(wide, 5)
    expect(tree.children).toHaveLength(2)
    expect(left).toBe(16)
  })

  it('is left alone otherwise', () => expect(pruned(node(0, 22, false, [node(0, 4, true)]), 5).left).toBe(0))
})
