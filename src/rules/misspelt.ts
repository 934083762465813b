import { isOwnTool, ruleNames } from '../tools/registry.ts'
import { plain, slipsBetween } from './nearest.ts'

/** A shorter name of another agent is a plain word, and so is one beside it: `list`, `lint`. */
const LEAST_LETTERS = 8

/**
 * The tools that a rule's name was most likely meant for. None where rules see calls under that name, nor where it is near no
 * known one: agents and people have tools of any name. `usable`: the rest of the rule could be about such a tool.
 */
export function meantTools(name: string, usable: boolean): readonly string[] {
  if (name.startsWith('mcp__') || name.includes('*') || isOwnTool(name)) return []
  if (/^mcp__/i.test(name)) return [`mcp__${name.slice(5)}`]
  const known = [...ruleNames()]
  const exact = ruleNames().get(name)
  if (exact !== undefined) return exact === name ? [] : [exact]
  const alike = known.filter(([other]) => plain(other) === plain(name))
  const near = alike.length > 0 ? alike : known.filter(([other]) => isSlip(name, other, usable))
  return [...new Set(near.map(([, tool]) => tool))]
}

/** One slip of the hand; its case may differ too where the rule is of no use as it stands. */
function isSlip(name: string, other: string, usable: boolean): boolean {
  if (Math.abs(name.length - other.length) > 1 || other.length < 4) return false
  if (!isOwnTool(other) && other.length < LEAST_LETTERS) return false
  if (usable) return name[0] === other[0] && slipsBetween(name, other) === 1
  return slipsBetween(plain(name), plain(other)) === 1
}

export function misspelt(name: string, meant: readonly string[]): string {
  return `rules have no tool ${name} (did you mean ${meant.join(' or ')}?)`
}
