import { dataOf, entriesOf, itemsOf, memberOf, textsOf } from '../../data/data.ts'
import { linesOf, UNREAD } from './recipe-lines.ts'

/** The entries of a pre-commit configuration that stand in this repository itself. */
export function preCommitEntries(text: string): readonly string[] {
  const data = dataOf('yaml', text)
  if (data === undefined) return [UNREAD]
  return itemsOf(memberOf(data, 'repos'))
    .filter((repo) => memberOf(repo, 'repo') === 'local')
    .flatMap((repo) => itemsOf(memberOf(repo, 'hooks')))
    .flatMap((hook) => textsOf(memberOf(hook, 'entry')))
}

const MAX_DEPTH = 12

/** The commands of a lefthook file, of one hook when it is named. */
export function lefthookCommands(text: string, hook: string | undefined): readonly string[] {
  const data = dataOf('yaml', text)
  if (data === undefined) return [UNREAD]
  return runsIn(hook === undefined ? data : memberOf(data, hook), 0).map((run) =>
    run.replaceAll(/\{[\w-]+\}/g, '"$$FILES"'),
  )
}

/** Every `run` of a hook: of its commands, its jobs and the groups of jobs. */
function runsIn(data: unknown, depth: number): string[] {
  if (depth > MAX_DEPTH) return [UNREAD]
  if (Array.isArray(data)) return data.flatMap((each) => runsIn(each, depth + 1))
  return entriesOf(data).flatMap(([key, value]) => (key === 'run' ? textsOf(value) : runsIn(value, depth + 1)))
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
