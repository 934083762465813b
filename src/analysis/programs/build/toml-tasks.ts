import { dataOf, entriesOf, itemsOf, joinedWords, memberOf, textsOf } from '../../data/data.ts'
import { UNREAD } from './recipe-lines.ts'

const MAX_NESTED = 40

/** Where each tool keeps its scripts in pyproject.toml or its own file; a star stands for any name. */
const PLACES = new Map<string, readonly string[]>([
  ['poe', ['tool.poe.tasks']],
  ['pdm', ['tool.pdm.scripts']],
  ['rye', ['tool.rye.scripts']],
  ['pixi', ['tasks', 'tool.pixi.tasks', 'feature.*.tasks', 'tool.pixi.feature.*.tasks']],
  ['hatch', ['tool.hatch.envs.*.scripts', 'envs.*.scripts']],
  ['pipenv', ['scripts']],
])

/** Keys of a script that is a table: what it runs, itself or by the names of other scripts. */
const RUNS = 'cmd shell run script command composite sequence parallel args depends-on depends_on deps pre post'.split(
  ' ',
)

/** The lines of a script; a line that begins with the name of another script is that script. */
export function pythonScript(tool: string, text: string, task: string): readonly string[] | undefined {
  const data = dataOf('toml', text)
  if (data === undefined) return [UNREAD]
  const tables = (PLACES.get(tool) ?? []).flatMap((place) => tablesAt(data, place.split('.')))
  return scriptOf(tables, task, new Set())
}

function tablesAt(data: unknown, [first, ...rest]: readonly string[]): readonly unknown[] {
  if (first === undefined) return [data]
  if (first === '*') return entriesOf(data).flatMap(([, each]) => tablesAt(each, rest))
  const inner = memberOf(data, first)
  return inner === undefined ? [] : tablesAt(inner, rest)
}

function scriptOf(tables: readonly unknown[], task: string, seen: Set<string>): readonly string[] | undefined {
  const name = task.slice(task.lastIndexOf(':') + 1)
  if (seen.has(name)) return []
  if (seen.size > MAX_NESTED) return [UNREAD]
  const found = tables.map((table) => memberOf(table, name)).find((each) => each !== undefined)
  if (found === undefined) return undefined
  seen.add(name)
  return runsOf(found).flatMap((line) => {
    const [first = ''] = line.trim().split(/\s+/, 1)
    return scriptOf(tables, first, seen) ?? [line.replaceAll(/\{args[^}]*\}/g, '')]
  })
}

function runsOf(found: unknown): string[] {
  if (entriesOf(found).length > 0) return RUNS.flatMap((key) => runsOf(memberOf(found, key)))
  return itemsOf(found).flatMap((each) => (entriesOf(each).length > 0 ? runsOf(each) : textsOf(each)))
}

/** The commands of tox environments; all of them when none is named. */
export function toxCommands(text: string, names: readonly string[]): readonly string[] {
  const data = dataOf('toml', text)
  const own = memberOf(data, 'tool', 'tox') ?? data
  const legacy = memberOf(own, 'legacy_tox_ini')
  if (typeof legacy === 'string') return iniCommands(legacy, names)
  const base = memberOf(own, 'env_run_base')
  const environments = entriesOf(memberOf(own, 'env'))
  if (base === undefined && environments.length === 0) return iniCommands(text, names)
  const chosen = environments.filter(([name]) => names.length === 0 || names.includes(name)).map(([, each]) => each)
  const all = names.length === 0 || chosen.length === 0 ? [...chosen, base] : chosen
  return all.flatMap((environment) =>
    ['commands_pre', 'commands', 'commands_post']
      .flatMap((key) => itemsOf(memberOf(environment, key)))
      .map((words) => filled(joinedWords(textsOf(words)))),
  )
}

function iniCommands(text: string, names: readonly string[]): readonly string[] {
  const sections = iniSections(text)
  const wanted = names.flatMap((name) => sections.get(`testenv:${name}`) ?? [])
  if (wanted.length > 0) return wanted.map(filled)
  if (names.length > 0) return (sections.get('testenv') ?? []).map(filled)
  return [...sections.values()].flat().map(filled)
}
/** `[testenv:x]` → the lines of its `commands` keys. */
function iniSections(text: string): ReadonlyMap<string, string[]> {
  const sections = new Map<string, string[]>()
  let current: string[] | undefined
  let inCommands = false
  for (const line of text.replaceAll(/\\\n\s*/g, ' ').split('\n')) {
    const header = /^\[(testenv(?::[^\]]{1,100})?)\]/.exec(line)
    if (/^\[/.test(line)) {
      current = header ? [] : undefined
      if (header && current) sections.set(header[1] ?? '', current)
      inCommands = false
      continue
    }
    const key = /^(\w[\w-]*)\s*=\s*(.*)$/.exec(line)
    if (key) {
      inCommands = /^commands(?:_pre|_post)?$/.test(key[1] ?? '')
      if (inCommands && key[2]) current?.push(key[2])
    } else if (inCommands && /^\s+\S/.test(line)) current?.push(line.trim())
  }
  return sections
}

/** tox fills in `{posargs}`, `{toxinidir}` and the like; `-` before a command ignores its failure. */
function filled(line: string): string {
  return line
    .replace(/^[-!]\s*/, '')
    .replaceAll(/\{posargs:?([^{}]*)\}/g, '$1')
    .replaceAll(/\{toxinidir\}/g, '.')
    .replaceAll(/\{[^{}]*\}/g, '"$$TOX_VALUE"')
}

/** What a mise task runs, after the tasks it needs: a text, a list, or a table with `run`. */
export function miseTask(text: string, task: string, seen: Set<string> = new Set()): readonly string[] | undefined {
  const data = dataOf('toml', text)
  if (data === undefined) return [UNREAD]
  const found = memberOf(data, 'tasks', task)
  if (found === undefined) return undefined
  if (seen.has(task)) return []
  if (seen.size > MAX_NESTED) return [UNREAD]
  seen.add(task)
  if (entriesOf(found).length === 0) return textsOf(found)
  const needs = ['depends', 'depends_post', 'wait_for'].flatMap((key) => textsOf(memberOf(found, key)))
  return [
    ...needs.flatMap((need) => miseTask(text, need.split(/\s/, 1)[0] ?? '', seen) ?? []),
    ...itemsOf(memberOf(found, 'run')).flatMap((each) =>
      typeof each === 'string'
        ? [each]
        : textsOf(memberOf(each, 'task')).flatMap((name) => miseTask(text, name, seen) ?? []),
    ),
  ]
}
