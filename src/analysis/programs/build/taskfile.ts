import { dataOf, entriesOf, itemsOf, memberOf } from '../../data/data.ts'
import { UNREAD } from './recipe-lines.ts'

type Other = (task: unknown) => readonly string[]

/** The commands of a Taskfile task, its dependencies' first; templates become unknown words. */
export function taskfileTask(text: string, task: string): readonly string[] | undefined {
  const data = dataOf('yaml', text)
  return data === undefined ? [UNREAD] : taskOf(memberOf(data, 'tasks'), task, new Set())
}

function taskOf(tasks: unknown, task: string, seen: Set<string>): readonly string[] | undefined {
  const found = memberOf(tasks, task)
  if (found === undefined) return undefined
  if (seen.has(task)) return []
  if (seen.size > 200) return [UNREAD]
  seen.add(task)
  const other: Other = (name) => (typeof name === 'string' ? (taskOf(tasks, name, seen) ?? []) : [UNREAD])
  if (entriesOf(found).length === 0) return itemsOf(found).flatMap((each) => commandsIn(each, other))
  const needs = itemsOf(memberOf(found, 'deps')).flatMap((need) =>
    other(typeof need === 'string' ? need : memberOf(need, 'task')),
  )
  const own = [...itemsOf(memberOf(found, 'cmds')), ...itemsOf(memberOf(found, 'cmd'))]
  return [...needs, ...own.flatMap((each) => commandsIn(each, other))]
}

/** One entry of a list of commands: a text, `cmd:`, `task:`, `defer:`; anything else was not read. */
function commandsIn(entry: unknown, other: Other): readonly string[] {
  if (typeof entry === 'string') return [entry.replaceAll(/\{\{[^}]*\}\}/g, '"$TEMPLATE"')]
  const inner = memberOf(entry, 'cmd') ?? memberOf(entry, 'defer')
  if (inner !== undefined) return commandsIn(inner, other)
  const task = memberOf(entry, 'task')
  return task === undefined ? [UNREAD] : other(task)
}
