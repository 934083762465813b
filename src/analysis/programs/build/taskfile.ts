import { blockAfter, indentOf, linesOf, UNREAD } from './recipe-lines.ts'

function nameOf(line: string): string | undefined {
  return /^ +['"]?([\w:.*-]+)['"]?:(?:\s|$)/.exec(line)?.[1]
}

type Other = (task: string) => readonly string[]

/** The commands of a Taskfile task, its dependencies' first; templates become unknown words. */
export function taskfileTask(text: string, task: string, seen: Set<string> = new Set()): readonly string[] | undefined {
  const lines = linesOf(text)
  const tasks = lines.findIndex((line) => /^tasks:\s*$/.test(line))
  const start = tasks < 0 ? -1 : lines.findIndex((line, at) => at > tasks && nameOf(line) === task)
  if (start < 0) return undefined
  if (seen.has(task)) return []
  if (seen.size > 200) return [UNREAD]
  seen.add(task)
  const header = lines[start] ?? ''
  const inline = header.slice(header.indexOf(':', indentOf(header) + task.length) + 1).trim()
  if (inline !== '') return /^[[{|>&*!]/.test(inline) ? [UNREAD] : [plain(inline)]
  return commandsOf(blockAfter(lines, start, indentOf(header)), (name) => taskfileTask(text, name, seen) ?? [])
}

function commandsOf(block: readonly string[], other: Other): readonly string[] {
  const first = block.find((line) => line.trim() !== '') ?? ''
  if (first.trimStart().startsWith('- ')) return items(block, other)
  const needed = section(block, 'deps').flatMap((lines) => items(asList(lines), other, 'names'))
  const own = ['cmds', 'cmd'].flatMap((key) => section(block, key)).flatMap((lines) => items(asList(lines), other))
  return [...needed, ...own]
}

/** The lines of one key of the task: what stands after the colon, then its block. */
function section(block: readonly string[], key: string): string[][] {
  return block.flatMap((line, at) => {
    if (nameOf(line) !== key) return []
    const value = line.slice(line.indexOf(':') + 1).trim()
    return [[...(value === '' ? [] : [value]), ...blockAfter(block, at, indentOf(line))]]
  })
}

/** `[a, b]` and a single value as list items. */
function asList(lines: readonly string[]): readonly string[] {
  const [first = ''] = lines
  if (first.startsWith('[')) {
    const whole = lines.length === 1 && first.endsWith(']')
    return whole
      ? first
          .slice(1, -1)
          .split(',')
          .map((item) => `- ${item.trim()}`)
      : [`- ${UNREAD}`]
  }
  if (/^\s*-/.test(first) || first.trim() === '') return lines
  return [`- ${first}`, ...lines.slice(1).map((line) => `    ${line}`)]
}

/** The commands of a list: plain items, `cmd:`, `task:`, and blocks after `|`. */
function items(lines: readonly string[], other: Other, kind: 'commands' | 'names' = 'commands'): string[] {
  return lines.flatMap((line, at) => {
    const item = /^\s*-\s+(?:cmd:\s*)?(.+)$/.exec(line)?.[1]?.trim()
    if (item === undefined) return []
    const named = /^task:\s*(\S+)/.exec(item)?.[1]
    if (named !== undefined || kind === 'names') return [...other(plain(named ?? item))]
    if (/^[|>][+-]?\d?$/.test(item)) return [blockAfter(lines, at, indentOf(line)).map(template).join('\n')]
    if (/^(?:for|defer):/.test(item) || /^[{&*!]/.test(item)) return [UNREAD]
    return /^(?:silent|ignore_error|platforms|vars|set|shopt):/.test(item) ? [UNREAD] : [plain(item)]
  })
}

function plain(text: string): string {
  return template(/^(['"])([\s\S]*)\1$/.exec(text)?.[2] ?? text)
}

function template(text: string): string {
  return text.replaceAll(/\{\{[^}]*\}\}/g, '"$TEMPLATE"')
}
