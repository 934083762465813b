import { UNREAD } from './recipe-lines.ts'
import { tomlCommandLists, tomlScript, tomlStrings, tomlTables } from './toml-recipes.ts'

const MAX_NESTED = 40

/** Where each tool keeps its scripts in pyproject.toml or its own file. */
const PLACES = new Map<string, readonly string[]>([
  ['poe', ['tool.poe.tasks']],
  ['pdm', ['tool.pdm.scripts']],
  ['rye', ['tool.rye.scripts']],
  ['pixi', ['tasks', 'tool.pixi.tasks', 'feature.*.tasks', 'tool.pixi.feature.*.tasks']],
  ['hatch', ['tool.hatch.envs.*.scripts', 'envs.*.scripts']],
  ['pipenv', ['scripts']],
])

/** The lines of a script; a line that begins with the name of another script is that script. */
export function pythonScript(
  tool: string,
  text: string,
  task: string,
  seen: Set<string> = new Set(),
): readonly string[] | undefined {
  const name = task.slice(task.lastIndexOf(':') + 1)
  if (seen.has(name)) return []
  if (seen.size > MAX_NESTED) return [UNREAD]
  const lines = tomlScript(tomlTables(text), PLACES.get(tool) ?? [], name)
  if (lines === undefined) return undefined
  seen.add(name)
  return lines.flatMap((line) => {
    const [first = ''] = line.trim().split(/\s+/, 1)
    return pythonScript(tool, text, first, seen) ?? [line.replaceAll(/\{args[^}]*\}/g, '')]
  })
}

/** The commands of tox environments; all of them when none is named. */
export function toxCommands(text: string, names: readonly string[]): readonly string[] {
  const tables = tomlTables(text)
  const legacy = tables.get('tool.tox')?.get('legacy_tox_ini')
  if (legacy !== undefined) return iniCommands(tomlStrings(legacy)[0] ?? '', names)
  const own = [...tables].filter(([table]) => /^(?:tool\.tox\.)?(?:env_run_base|env\..+)$/.test(table))
  if (own.length === 0) return iniCommands(text, names)
  const chosen = own.filter(([table]) => names.length === 0 || names.some((name) => table.endsWith(`.${name}`)))
  const base = own.filter(([table]) => table.endsWith('env_run_base'))
  return (chosen.length > 0 ? chosen : base).flatMap(([, entries]) =>
    ['commands_pre', 'commands', 'commands_post']
      .flatMap((key) => tomlCommandLists(entries.get(key) ?? ''))
      .map(filled),
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

/** The commands that sessions of a noxfile run; all sessions when none is named. */
export function noxCommands(text: string, names: readonly string[]): readonly string[] {
  const bodies = [
    ...text.matchAll(
      /@nox\.session([^\n]{0,400})\n(?:@[^\n]{0,400}\n){0,8}def\s+(\w{1,80})\(\w{1,40}[^)]{0,200}\)[^\n]{0,80}\n((?:[ \t][^\n]{0,4000}\n|\n)*)/g,
    ),
  ]
  return bodies
    .filter(([, decorator = '', name = '']) => {
      const called = /name\s{0,4}=\s{0,4}["']([\w.-]{1,80})/.exec(decorator)?.[1] ?? name
      return names.length === 0 || names.some((each) => each.replace(/-[\d.]+$|\(.*$/, '') === called)
    })
    .flatMap(([, , , body = '']) => [...body.matchAll(/\.run(?:_always|_install)?\(([^()]{0,4000})\)/g)])
    .map((match) => words(match[1] ?? ''))
}

/** Python's string arguments as words of a shell text; others are not known. */
function words(args: string): string {
  return [...args.matchAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[^,"']+/g)]
    .map(([each]) => each.trim())
    .filter((each) => each !== '' && !/^\w+\s*=/.test(each))
    .map((each) => (/^(["']).*\1$/s.test(each) ? `'${each.slice(1, -1).replaceAll("'", `'\\''`)}'` : '"$ARGUMENT"'))
    .join(' ')
}
