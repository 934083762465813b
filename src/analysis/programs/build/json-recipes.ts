import { dataOf, memberOf, textsOf } from '../../data/data.ts'
import { UNREAD } from './recipe-lines.ts'

const MAX_NESTED = 40

/** A composer script: `@name` is another script, `@php` and `@composer` are programs, `Class::method` is PHP. */
export function composerScript(
  text: string,
  task: string,
  seen: Set<string> = new Set(),
): readonly string[] | undefined {
  const lines = memberOf(dataOf('json', text), 'scripts', task)
  if (lines === undefined) return undefined
  if (seen.has(task)) return []
  if (seen.size > MAX_NESTED) return [UNREAD]
  seen.add(task)
  return textsOf(lines).flatMap((line) => {
    if (/^@(?:php|composer)\s/.test(line)) return [line.slice(1)]
    if (/^@putenv\s/.test(line)) return [`export ${line.slice(8)}`]
    if (line.startsWith('@')) return composerScript(text, line.slice(1).split(/\s/, 1)[0] ?? '', seen) ?? []
    return /^[A-Z][\w\\]*::\w+$/.test(line) ? [] : [line]
  })
}

/** A deno task: a text, or a table with its command and what it needs. */
export function denoTask(text: string, task: string, seen: Set<string> = new Set()): readonly string[] | undefined {
  const data = dataOf('json', text)
  const found = memberOf(data, 'tasks', task) ?? memberOf(data, 'scripts', task)
  if (found === undefined) return undefined
  if (seen.has(task)) return []
  if (seen.size > MAX_NESTED) return [UNREAD]
  seen.add(task)
  if (typeof found === 'string') return [found]
  const needs = textsOf(memberOf(found, 'dependencies')).flatMap((need) => denoTask(text, need, seen) ?? [])
  return [...needs, ...textsOf(memberOf(found, 'command'))]
}

/** What lint-staged runs, whatever is staged. */
export function stagedCommands(text: string): readonly string[] | undefined {
  const data = dataOf('json', text)
  const table = memberOf(data, 'lint-staged') ?? (memberOf(data, 'name') === undefined ? data : undefined)
  if (typeof table !== 'object' || table === null) return undefined
  return Object.values(table).flatMap(textsOf)
}
