import { PLACES } from './path-tag-places.ts'
import { type FoldedTree, type Forest, fold, plant } from './path-tag-tree.ts'

export function forest(): Forest<FoldedTree> {
  return fold(plant(PLACES))
}
