import { isOwnTool, ruleNamesByAlias } from '../tools/registry.ts'
import { editDistance, foldName } from './nearest-name.ts'

/** A shorter name of another agent is a plain word, and so is one beside it: `list`, `lint`. */
const LEAST_LETTERS = 8

/**
 * The tools that a rule's name was most likely meant for. None where rules see calls under that name, nor where it is near no
 * known one: agents and people have tools of any name. `usable`: the rest of the rule could be about such a tool.
 */
export function likelyTools(name: string, usable: boolean): readonly string[] {
  if (name.startsWith('mcp__') || name.includes('*') || isOwnTool(name)) return []
  if (/^mcp__/i.test(name)) return [`mcp__${name.slice(5)}`]
  const known = [...ruleNamesByAlias()]
  const exact = ruleNamesByAlias().get(name)
  if (exact !== undefined) return exact === name ? [] : [exact]
  const alike = known.filter(([other]) => foldName(other) === foldName(name))
  const near = alike.length > 0 ? alike : known.filter(([other]) => isTypo(name, other, usable))
  return [...new Set(near.map(([, tool]) => tool))]
}

/** One slip of the hand; its case may differ too where the rule is of no use as it stands. */
function isTypo(name: string, other: string, usable: boolean): boolean {
  if (Math.abs(name.length - other.length) > 1 || other.length < 4) return false
  if (!isOwnTool(other) && other.length < LEAST_LETTERS) return false
  if (usable) return name[0] === other[0] && editDistance(name, other) === 1
  return editDistance(foldName(name), foldName(other)) === 1
}

export function misspelledText(name: string, meant: readonly string[]): string {
  return `rules have no tool ${name} (did you mean ${meant.join(' or ')}?)`
}
