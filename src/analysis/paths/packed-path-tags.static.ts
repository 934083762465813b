import { TAGGED_PLACES } from './path-tag-places.ts'
import { buildTagTrees, type PackedTree, packTrees, type TagTrees } from './path-tag-tree.ts'

export function packedTagTrees(): TagTrees<PackedTree> {
  return packTrees(buildTagTrees(TAGGED_PLACES))
}
