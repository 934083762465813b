import {
  entriesOf,
  itemsOf,
  joinShellWords,
  memberOf,
  parseFirstDocument,
  textItemsOf,
} from '../../analysis/data/structured-data.ts'

const MAX_LINES = 20_000
const MAX_LINE = 8192
const MAX_TASKS = 40

/** Stands for recipe lines that were not read: a command nobody knows. */
export const UNREAD_RECIPE = '"$UNREAD_RECIPE"'

/** Longer files are not read in part: what is hidden at their end would be missed. */
export function isRecipeTooLong(text: string): boolean {
  const lines = text.split('\n')
  return lines.length > MAX_LINES || lines.some((line) => line.length > MAX_LINE)
}

type Lines = readonly string[]
/** The lines of a task in the text of a file; undefined where that has none of this name. */
export type TaskAnalyzer = (text: string, task: string) => Lines | undefined

/** A task and those that it names: each is read once, and their number has an end. */
function collectTaskLines<Task>(
  task: string,
  find: (name: string) => Task | undefined,
  linesIn: (found: Task, other: (name: string) => Lines | undefined, name: string) => Lines,
  most = MAX_TASKS,
): Lines | undefined {
  const seen = new Set<string>()
  const visit = (name: string): Lines | undefined => {
    const found = find(name)
    if (found === undefined || seen.has(name)) return found === undefined ? undefined : []
    if (seen.size > most) return [UNREAD_RECIPE]
    seen.add(name)
    return linesIn(found, visit, name)
  }
  return visit(task)
}

const firstWord = (text: string): string => text.trim().split(/\s/, 1)[0] ?? ''

export const readJustRecipe: TaskAnalyzer = (text, task) => {
  const lines = text.split('\n')
  const names = lines.map((line) => /^@?([A-Za-z_][\w-]*)(?:\s[^:=]*)?:(?!=)/.exec(line)?.[1])
  const first = names.find((name) => name !== undefined) ?? task
  const indexOf = (name: string) => (names.includes(name) ? names.indexOf(name) : undefined)
  return collectTaskLines(
    task === 'default' && !names.includes(task) ? first : task,
    indexOf,
    (start, other) => {
      const header = lines[start] ?? ''
      const needs = header.slice(header.lastIndexOf(':') + 1).split(/\s+/)
      const end = lines.findIndex((line, at) => at > start && /^\S/.test(line))
      const body = lines
        .slice(start + 1, end < 0 ? undefined : end)
        .map((line) => line.trim())
        .filter((line) => line !== '')
      const own = body[0]?.startsWith('#!') ? [body.join('\n')] : body
      return [
        ...needs.filter((need) => /^[A-Za-z_][\w-]*$/.test(need)).flatMap((need) => other(need) ?? []),
        ...own.map((line) => line.replace(/^[@-]+/, '').replaceAll(/\{\{[^}]*\}\}/g, '"$ARGUMENT"')),
      ]
    },
    200,
  )
}

export const readTaskfileTask: TaskAnalyzer = (text, task) => {
  const data = parseFirstDocument('yaml', text)
  if (data === undefined) return [UNREAD_RECIPE]
  const find = (name: string) => memberOf(data, 'tasks', name)
  return collectTaskLines(
    task,
    find,
    (found, visit) => {
      const other = (name: unknown) => (typeof name === 'string' ? (visit(name) ?? []) : [UNREAD_RECIPE])
      // A text, `cmd:`, `task:`, `defer:`; anything else was not read.
      const commandsIn = (entry: unknown): Lines => {
        if (typeof entry === 'string') return [entry.replaceAll(/\{\{[^}]*\}\}/g, '"$TEMPLATE"')]
        const inner = memberOf(entry, 'cmd') ?? memberOf(entry, 'defer')
        if (inner !== undefined) return commandsIn(inner)
        const named = memberOf(entry, 'task')
        return named === undefined ? [UNREAD_RECIPE] : other(named)
      }
      if (entriesOf(found).length === 0) return itemsOf(found).flatMap(commandsIn)
      const needs = itemsOf(memberOf(found, 'deps')).map((need) =>
        typeof need === 'string' ? need : memberOf(need, 'task'),
      )
      const own = [...itemsOf(memberOf(found, 'cmds')), ...itemsOf(memberOf(found, 'cmd'))]
      return [...needs.flatMap(other), ...own.flatMap(commandsIn)]
    },
    200,
  )
}

export const readMiseTask: TaskAnalyzer = (text, task) => {
  const data = parseFirstDocument('toml', text)
  if (data === undefined) return [UNREAD_RECIPE]
  const find = (name: string) => memberOf(data, 'tasks', name)
  return collectTaskLines(task, find, (found, visit) => {
    if (entriesOf(found).length === 0) return textItemsOf(found)
    const other = (name: string) => visit(name) ?? []
    return [
      ...['depends', 'depends_post', 'wait_for']
        .flatMap((key) => textItemsOf(memberOf(found, key)))
        .flatMap((need) => other(firstWord(need))),
      ...itemsOf(memberOf(found, 'run')).flatMap((each) =>
        typeof each === 'string' ? [each] : textItemsOf(memberOf(each, 'task')).flatMap(other),
      ),
    ]
  })
}

/** A composer script: `@name` is another script, `@php` and `@composer` are programs, `Class::method` is PHP. */
export const readComposerScript: TaskAnalyzer = (text, task) => {
  const scripts = memberOf(parseFirstDocument('json', text), 'scripts')
  const find = (name: string) => memberOf(scripts, name)
  return collectTaskLines(task, find, (found, other) =>
    textItemsOf(found).flatMap((line) => {
      if (/^@(?:php|composer)\s/.test(line)) return [line.slice(1)]
      if (/^@putenv\s/.test(line)) return [`export ${line.slice(8)}`]
      if (line.startsWith('@')) return other(firstWord(line.slice(1))) ?? []
      return /^[A-Z][\w\\]*::\w+$/.test(line) ? [] : [line]
    }),
  )
}

export const readDenoTask: TaskAnalyzer = (text, task) => {
  const data = parseFirstDocument('json', text)
  const find = (name: string) => memberOf(data, 'tasks', name) ?? memberOf(data, 'scripts', name)
  return collectTaskLines(task, find, (found, other) =>
    typeof found === 'string'
      ? [found]
      : [
          ...textItemsOf(memberOf(found, 'dependencies')).flatMap((need) => other(need) ?? []),
          ...textItemsOf(memberOf(found, 'command')),
        ],
  )
}

/** Where each tool keeps its scripts in pyproject.toml or its own file; a star stands for any name. */
const SCRIPT_TABLE_PATHS = new Map<string, Lines>([
  ['poe', ['tool.poe.tasks']],
  ['pdm', ['tool.pdm.scripts']],
  ['rye', ['tool.rye.scripts']],
  ['pixi', ['tasks', 'tool.pixi.tasks', 'feature.*.tasks', 'tool.pixi.feature.*.tasks']],
  ['hatch', ['tool.hatch.envs.*.scripts', 'envs.*.scripts']],
  ['pipenv', ['scripts']],
])

/** Keys of a script that is a table: what it runs, itself or by the names of other scripts. */
const COMMAND_KEYS = 'cmd shell run script command composite sequence parallel args depends-on depends_on deps pre post'

/** The lines of a script; a line that begins with the name of another script is that script. */
export function makePythonScriptReader(tool: string): TaskAnalyzer {
  return (text, task) => {
    const data = parseFirstDocument('toml', text)
    if (data === undefined) return [UNREAD_RECIPE]
    const tables = (SCRIPT_TABLE_PATHS.get(tool) ?? []).flatMap((place) => findTablesAt(data, place.split('.')))
    const find = (name: string) => {
      const own = name.slice(name.lastIndexOf(':') + 1)
      return tables.map((table) => memberOf(table, own)).find((each) => each !== undefined)
    }
    return collectTaskLines(task, find, (found, other) =>
      collectCommands(found).flatMap((line) => other(firstWord(line)) ?? [line.replaceAll(/\{args[^}]*\}/g, '')]),
    )
  }
}

function findTablesAt(data: unknown, [first, ...rest]: Lines): readonly unknown[] {
  if (first === undefined) return [data]
  if (first === '*') return entriesOf(data).flatMap(([, each]) => findTablesAt(each, rest))
  const inner = memberOf(data, first)
  return inner === undefined ? [] : findTablesAt(inner, rest)
}

function collectCommands(found: unknown): string[] {
  if (entriesOf(found).length > 0)
    return COMMAND_KEYS.split(' ').flatMap((key) => collectCommands(memberOf(found, key)))
  return itemsOf(found).flatMap((each) => (entriesOf(each).length > 0 ? collectCommands(each) : textItemsOf(each)))
}

export function readToxCommands(text: string, names: Lines): Lines {
  const data = parseFirstDocument('toml', text)
  const own = memberOf(data, 'tool', 'tox') ?? data
  const legacy = memberOf(own, 'legacy_tox_ini')
  if (typeof legacy === 'string') return readIniCommands(legacy, names)
  const base = memberOf(own, 'env_run_base')
  const environments = entriesOf(memberOf(own, 'env'))
  if (base === undefined && environments.length === 0) return readIniCommands(text, names)
  const chosen = environments.filter(([name]) => names.length === 0 || names.includes(name)).map(([, each]) => each)
  const all = names.length === 0 || chosen.length === 0 ? [...chosen, base] : chosen
  return all.flatMap((environment) =>
    ['commands_pre', 'commands', 'commands_post']
      .flatMap((key) => itemsOf(memberOf(environment, key)))
      .map((words) => fillToxPlaceholders(joinShellWords(textItemsOf(words)))),
  )
}

function readIniCommands(text: string, names: Lines): Lines {
  const sections = parseIniSections(text)
  const wanted = names.flatMap((name) => sections.get(`testenv:${name}`) ?? [])
  const otherwise = names.length > 0 ? (sections.get('testenv') ?? []) : [...sections.values()].flat()
  return (wanted.length > 0 ? wanted : otherwise).map(fillToxPlaceholders)
}

function parseIniSections(text: string): ReadonlyMap<string, string[]> {
  const sections = new Map<string, string[]>()
  let current: string[] | undefined
  let inCommands = false
  for (const line of text.replaceAll(/\\\n\s*/g, ' ').split('\n')) {
    if (line.startsWith('[')) {
      const name = /^\[(testenv(?::[^\]]{1,100})?)\]/.exec(line)?.[1]
      current = name === undefined ? undefined : []
      if (name !== undefined && current) sections.set(name, current)
      inCommands = false
      continue
    }
    const key = /^(\w[\w-]*)\s*=\s*(.*)$/.exec(line)
    if (key) inCommands = /^commands(?:_pre|_post)?$/.test(key[1] ?? '')
    const command = key ? key[2] : /^\s+(\S.*)$/.exec(line)?.[1]
    if (inCommands && command) current?.push(command.trim())
  }
  return sections
}

/** tox fills in `{posargs}`, `{toxinidir}` and the like; `-` before a command ignores its failure. */
function fillToxPlaceholders(line: string): string {
  return line
    .replace(/^[-!]\s*/, '')
    .replaceAll(/\{posargs:?([^{}]*)\}/g, '$1')
    .replaceAll(/\{toxinidir\}/g, '.')
    .replaceAll(/\{[^{}]*\}/g, '"$$TOX_VALUE"')
}

export function readNoxCommands(text: string, names: Lines): Lines {
  const sessions = text.matchAll(
    /@nox\.session([^\n]{0,400})\n(?:@[^\n]{0,400}\n){0,8}def\s+(\w{1,80})\(\w{1,40}[^)]{0,200}\)[^\n]{0,80}\n((?:[ \t][^\n]{0,4000}\n|\n)*)/g,
  )
  return [...sessions]
    .filter(([, decorator = '', name = '']) => {
      const called = /name\s{0,4}=\s{0,4}["']([\w.-]{1,80})/.exec(decorator)?.[1] ?? name
      return names.length === 0 || names.some((each) => each.replace(/-[\d.]+$|\(.*$/, '') === called)
    })
    .flatMap(([, , , body = '']) => [...body.matchAll(/\.run(?:_always|_install)?\(([^()]{0,4000})\)/g)])
    .map(([, args = '']) => toShellWords(args))
}

/** Python's string arguments as words of a shell text; others are not known. */
function toShellWords(args: string): string {
  return [...args.matchAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[^,"']+/g)]
    .map(([each]) => each.trim())
    .filter((each) => each !== '' && !/^\w+\s*=/.test(each))
    .map((each) => (/^(["']).*\1$/s.test(each) ? `'${each.slice(1, -1).replaceAll("'", `'\\''`)}'` : '"$ARGUMENT"'))
    .join(' ')
}

export function readLintStagedCommands(text: string): Lines | undefined {
  const data = parseFirstDocument('json', text)
  const table = memberOf(data, 'lint-staged') ?? (memberOf(data, 'name') === undefined ? data : undefined)
  return typeof table === 'object' && table !== null ? Object.values(table).flatMap(textItemsOf) : undefined
}

export function readPreCommitEntries(text: string): Lines {
  const data = parseFirstDocument('yaml', text)
  if (data === undefined) return [UNREAD_RECIPE]
  return itemsOf(memberOf(data, 'repos'))
    .filter((repo) => memberOf(repo, 'repo') === 'local')
    .flatMap((repo) => itemsOf(memberOf(repo, 'hooks')))
    .flatMap((hook) => textItemsOf(memberOf(hook, 'entry')))
}

export function readLefthookCommands(text: string, hook: string | undefined): Lines {
  const data = parseFirstDocument('yaml', text)
  if (data === undefined) return [UNREAD_RECIPE]
  const runs = collectRunTexts(hook === undefined ? data : memberOf(data, hook), 0)
  return runs.map((run) => run.replaceAll(/\{[\w-]+\}/g, '"$$FILES"'))
}

function collectRunTexts(data: unknown, depth: number): string[] {
  if (depth > 12) return [UNREAD_RECIPE]
  if (Array.isArray(data)) return data.flatMap((each) => collectRunTexts(each, depth + 1))
  return entriesOf(data).flatMap(([key, value]) =>
    key === 'run' ? textItemsOf(value) : collectRunTexts(value, depth + 1),
  )
}

export function readRakeTask(text: string, task: string): string | undefined {
  const lines = text.split('\n')
  const find = (name: string) => {
    const start = lines.findIndex((line) => RAKE_TASK.exec(line)?.slice(1).includes(name))
    return start < 0 ? undefined : start
  }
  const bodies = collectTaskLines(task.replace(/\[.*$/, '').split(':').at(-1) ?? task, find, (start, other, name) => {
    const header = lines[start] ?? ''
    const close = `${/^\s*/.exec(header)?.[0]}end`
    const end = lines.findIndex((line, at) => at > start && line.trimEnd() === close)
    const body = /\bdo\b/.test(header)
      ? lines.slice(start + 1, end < 0 ? undefined : end).join('\n')
      : (/\{(.*)\}\s*$/.exec(header)?.[1] ?? '')
    const needs = header.slice(Math.max(header.indexOf('=>'), header.indexOf(':', header.indexOf(name))))
    const others = [...needs.matchAll(/[:"']([\w:-]{1,80})/g)].map(([, need = '']) => need.split(':').at(-1) ?? need)
    return [...others.filter((need) => need !== name).flatMap((need) => other(need) ?? []), body]
  })
  return bodies?.join('\n')
}

const RAKE_TASK = /^\s*(?:multi)?task\b\s*\(?\s*(?::["']?([\w-]+)|["']([\w:-]+)["']|([\w-]+):)/
