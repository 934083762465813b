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

/** The `run` of a mise task: `[tasks.x]` tables, `[tasks]` lines, strings and lists. */
export function miseTask(text: string, task: string, seen: Set<string> = new Set()): readonly string[] | undefined {
  const lines = linesOf(text)
  const names = [`[tasks.${task}]`, `[tasks."${task}"]`, `[tasks.'${task}']`]
  const table = lines.findIndex((line) => names.includes(line.trim()))
  if (seen.has(task)) return []
  if (seen.size > 200) return [UNREAD]
  seen.add(task)
  if (table < 0) return simpleTask(lines, task)
  const end = lines.findIndex((line, at) => at > table && /^\[[^\]]+\]\s*$/.test(line))
  const body = lines.slice(table + 1, end < 0 ? undefined : end)
  const needs = valuesOf(body, 'depends').flatMap((need) => miseTask(text, need, seen) ?? [])
  return [...needs, ...valuesOf(body, 'run')]
}

/** `name = "command"` or `name = { run = "command" }` on one line. */
function simpleTask(lines: readonly string[], task: string): readonly string[] | undefined {
  const names = [task, `"${task}"`, `'${task}'`, `tasks.${task}`]
  for (const line of lines) {
    const at = line.indexOf('=')
    if (at < 0 || !names.includes(line.slice(0, at).trim())) continue
    const value = line.slice(at + 1).trim()
    if (!value.startsWith('{')) return strings(value)
    const run = value.indexOf('run')
    return run < 0 ? [] : strings(value.slice(run)).slice(0, 1)
  }
  return undefined
}

/** The strings of a key: one, a list, or a block in triple quotes. */
function valuesOf(body: readonly string[], key: string): string[] {
  const start = body.findIndex((line) => line.slice(0, line.indexOf('=')).trim() === key && line.includes('='))
  if (start < 0) return []
  const first = body[start] ?? ''
  const value = [first.slice(first.indexOf('=') + 1).trimStart(), ...body.slice(start + 1)].join('\n')
  const fence = value.slice(0, 3)
  if (fence === '"""' || fence === "'''") {
    const end = value.indexOf(fence, 3)
    return [value.slice(3, end < 0 ? undefined : end)]
  }
  if (value.startsWith('[')) {
    const end = value.search(/\]\s*(?:\n|$)/)
    return strings(value.slice(0, end < 0 ? undefined : end))
  }
  return strings(value.slice(0, value.includes('\n') ? value.indexOf('\n') : undefined)).slice(0, 1)
}

function strings(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g)].map(
    (match) => match[2] ?? (match[1] ?? '').replaceAll('\\"', '"').replaceAll('\\\\', '\\'),
  )
}
