import { blockAfter, linesOf, UNREAD } from './recipe-lines.ts'

/** The lines of a justfile recipe, its dependencies' first. */
export function justRecipe(text: string, task: string, seen: Set<string> = new Set()): readonly string[] | undefined {
  const lines = linesOf(text)
  const start = lines.findIndex((line) => recipeName(line) === task)
  if (start < 0) return task === 'default' ? firstRecipe(lines, text, seen) : undefined
  if (seen.has(task)) return []
  if (seen.size > 200) return [UNREAD]
  seen.add(task)
  const header = lines[start] ?? ''
  const needs = header
    .slice(header.lastIndexOf(':') + 1)
    .split(/\s+/)
    .filter((need) => /^[A-Za-z_][\w-]*$/.test(need))
  const body = blockAfter(lines, start, 0)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const own = body[0]?.startsWith('#!') ? [body.join('\n')] : body
  return [
    ...needs.flatMap((need) => justRecipe(text, need, seen) ?? []),
    ...own.map((line) => line.replace(/^[@-]+/, '').replaceAll(/\{\{[^}]*\}\}/g, '"$ARGUMENT"')),
  ]
}

function recipeName(line: string): string | undefined {
  const match = /^@?([A-Za-z_][\w-]*)(?:\s[^:=]*)?:(?!=)/.exec(line)
  return match?.[1]
}

function firstRecipe(lines: readonly string[], text: string, seen: Set<string>): readonly string[] | undefined {
  const name = lines.map(recipeName).find((found) => found !== undefined)
  return name === undefined || seen.has(name) ? undefined : justRecipe(text, name, seen)
}
