import { UNREAD } from './recipe-lines.ts'

const MAX_NESTED = 40

/** A member of parsed JSON; undefined when it is not there. */
export function memberOf(data: unknown, ...path: readonly string[]): unknown {
  let at: unknown = data
  for (const key of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = Reflect.get(at, key)
  }
  return at
}

/** JSON with line comments and trailing commas; undefined when it is neither. */
export function jsonOf(text: string): unknown {
  for (const candidate of [
    text,
    text
      .replace(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*/g, (each) => (each.startsWith('"') ? each : ''))
      .replaceAll(/,(\s*[}\]])/g, '$1'),
  ]) {
    try {
      return JSON.parse(candidate)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  }
  return undefined
}

export function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/** A composer script: `@name` is another script, `@php` and `@composer` are programs, `Class::method` is PHP. */
export function composerScript(
  text: string,
  task: string,
  seen: Set<string> = new Set(),
): readonly string[] | undefined {
  const lines = memberOf(jsonOf(text), 'scripts', task)
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
  const data = jsonOf(text)
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
  const data = jsonOf(text)
  const table = memberOf(data, 'lint-staged') ?? (memberOf(data, 'name') === undefined ? data : undefined)
  if (typeof table !== 'object' || table === null) return undefined
  return Object.values(table).flatMap(textsOf)
}
