import { linesOf } from './recipe-lines.ts'

/** The entries of a pre-commit configuration that stand in this repository itself. */
export function preCommitEntries(text: string): readonly string[] {
  const entries: string[] = []
  let local = false
  for (const line of linesOf(text)) {
    const repo = /^\s*(?:-\s+)?repo\s*:\s*["']?([^\s"']+)/.exec(line)?.[1]
    if (repo !== undefined) local = repo === 'local'
    const entry = /^\s*(?:-\s+)?entry\s*:\s*(.+)$/.exec(line)?.[1]
    if (local && entry !== undefined) entries.push(unquoted(entry))
  }
  return entries
}

/** The commands of a lefthook file, of one hook when it is named. */
export function lefthookCommands(text: string, hook: string | undefined): readonly string[] {
  const commands: string[] = []
  let inside = hook === undefined
  for (const line of linesOf(text)) {
    const top = /^([\w-]+)\s*:/.exec(line)?.[1]
    if (top !== undefined && hook !== undefined) inside = top === hook
    const run = /^\s+(?:-\s+)?run\s*:\s*(.+)$/.exec(line)?.[1]
    if (inside && run !== undefined) commands.push(unquoted(run).replaceAll(/\{[\w-]+\}/g, '"$$FILES"'))
  }
  return commands
}

/** A YAML scalar without its quotes. */
function unquoted(value: string): string {
  const text = value.trim()
  if (/^'.*'$/.test(text)) return text.slice(1, -1).replaceAll("''", "'")
  return /^"(?:[^"\\]|\\.)*"$/.test(text) ? text.slice(1, -1).replaceAll('\\"', '"').replaceAll('\\\\', '\\') : text
}

/** The body of a Rake task and of the tasks it needs, as Ruby; undefined when there is no such task. */
export function rakeTask(text: string, task: string, seen: Set<string> = new Set()): string | undefined {
  const name = task.replace(/\[.*$/, '').split(':').at(-1) ?? task
  if (seen.has(name) || seen.size > 40) return ''
  const lines = linesOf(text)
  const start = lines.findIndex((line) => /^\s*(?:multi)?task\b/.test(line) && taskName(line) === name)
  if (start < 0) return undefined
  seen.add(name)
  const header = lines[start] ?? ''
  const indent = header.length - header.trimStart().length
  const end = lines.findIndex(
    (line, at) => at > start && line.trim() === 'end' && line.length - line.trimStart().length === indent,
  )
  const body = /\bdo\b/.test(header)
    ? lines.slice(start + 1, end < 0 ? undefined : end).join('\n')
    : (/\{(.*)\}\s*$/.exec(header)?.[1] ?? '')
  const needs = [
    ...header
      .slice(Math.max(header.indexOf('=>'), header.indexOf(':', header.indexOf(name))))
      .matchAll(/[:"']([\w:-]{1,80})/g),
  ]
    .map((match) => match[1] ?? '')
    .filter((need) => need !== name)
  return [...needs.map((need) => rakeTask(text, need, seen) ?? ''), body].join('\n')
}

function taskName(line: string): string | undefined {
  return /\btask\s*\(?\s*(?::["']?([\w-]+)|["']([\w:-]+)["']|([\w-]+):)/
    .exec(line)
    ?.slice(1)
    .find((each) => each !== undefined)
}
