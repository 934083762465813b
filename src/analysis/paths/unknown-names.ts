import { branchesOf, matchesGlob, type StoredTagNode, type TagBranches } from './path-tag-tree.ts'
import type { PathTag } from './paths.ts'

const TAGS: readonly PathTag[] = ['transcript', 'agent-settings']

/** Folders of a home that everybody keeps settings in: a name there that is not known is hardly an agent's. */
const SHARED_FOLDERS = /^(?:\.config|\.local|\.cache|library)$/

/** A name that is not known, in a folder of an agent's, may be that of its settings or of a conversation. */
export function tagsOfUnknownName(
  trees: readonly TagBranches[],
  names: readonly string[],
  home: number,
): readonly PathTag[] {
  const folder = names[home]
  if (folder === undefined || !names.some(isUnknownName)) return []
  if (isUnknownName(folder) || SHARED_FOLDERS.test(folder)) return []
  return [...new Set(trees.flatMap((tree) => tagsBelow(tree, names, home)))]
}

function tagsBelow(from: TagBranches, names: readonly string[], at: number): readonly PathTag[] {
  const name = names[at]
  if (name === undefined) return []
  const isLast = at === names.length - 1
  return nodesMeeting(from, name).flatMap((node) => {
    const own = [...(node.beneath ?? []), ...(isLast ? (node.here ?? []) : [])].filter((tag) => TAGS.includes(tag))
    const isFolder = !isLast && (node.children !== undefined || node.patterns !== undefined)
    return isFolder ? [...own, ...tagsBelow(branchesOf(node), names, at + 1)] : own
  })
}

function nodesMeeting(from: TagBranches, name: string): readonly StoredTagNode[] {
  const patterned = from.patterns.filter(({ pattern }) => isUnknownName(name) || matchesGlob(name, pattern))
  const keys = isUnknownName(name) ? from.names().filter((key) => matchesGlob(key, name)) : [name]
  return [...keys.flatMap((key) => from.child(key) ?? []), ...patterned.map(({ node }) => node)]
}

function isUnknownName(name: string): boolean {
  return name.includes('\0')
}
