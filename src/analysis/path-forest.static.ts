import { PLACES } from './path-tag-places.ts'
import { type FoldedTree, type Forest, fold, plant } from './path-tag-tree.ts'

/** All places that carry tags, ready to be looked up. */
export function forest(): Forest<FoldedTree> {
  return fold(plant(PLACES))
}
