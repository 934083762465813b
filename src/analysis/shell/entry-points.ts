import { join } from 'node:path/posix'
import { commandBaseName } from '../interpret/base-name.ts'
import { programFor } from '../interpret/registry.ts'
import type { Command } from '../words.ts'
import type { Frame } from './frame.ts'
import { fileText } from './overlay.ts'

/** Settings in which a project names what its commands load. */
const PROJECT_SETTINGS_FILES = [
  'pyproject.toml',
  'setup.cfg',
  'setup.py',
  'package.json',
  'composer.json',
  'deno.json',
] as const

/** Runners behind whose verb stands a command of the project's own. */
const PROJECT_RUNNERS: ReadonlySet<string> = new Set(
  'poetry uv pdm hatch rye pixi pipenv poe npx pnpm yarn bun npm composer'.split(' '),
)
const RUN_VERBS = /^(?:run|exec|x|tool|dlx|task|--)$/

const MAX_TEXT = 200_000

/** Files of this session that a command of the project starts by a name which the project's settings give them: `fix = "app.cli:main"`. */
export function findEntryPoints(command: Command, frame: Frame): readonly string[] {
  const { cwd } = command
  if (cwd === undefined) return []
  const names = startedNames(command)
  if (names.length === 0) return []
  const { overlay } = frame.analysis
  const { written } = frame.facts.session
  const isOwn = (path: string) => written.has(path) || overlay.files.has(path)
  return PROJECT_SETTINGS_FILES.flatMap((file) => {
    const text = fileText(overlay, frame.facts, join(cwd, file)).text ?? ''
    if (text.length > MAX_TEXT) return []
    return names.filter((name) => text.includes(name)).flatMap((name) => entryFiles(name, text))
  })
    .map((file) => join(cwd, file))
    .filter(isOwn)
}

function startedNames(command: Command): readonly string[] {
  const base = commandBaseName(command)
  const operands = command.args.flatMap(({ text = '' }) => (text.startsWith('-') || text === '' ? [] : [text]))
  const [first = '', second = ''] = operands
  // A name that everybody knows is that program, and nothing need be read for it.
  const own = programFor(base) === undefined ? [base] : []
  const names = PROJECT_RUNNERS.has(base) ? [RUN_VERBS.test(first) ? second : first] : own
  return names.filter((name) => /^[\w.-]{1,60}$/.test(name) && /^[\w./-]*$/.test(command.name ?? ''))
}

const ENTRY_VALUE =
  /["']?\s{0,8}[=:]\s{0,8}(?:\{[^}\n]{0,200}?(?:script|call|cmd|reference)["']?\s{0,4}[=:]\s{0,4})?["']?([\w./-]{1,120}(?::[\w.]{1,80})?)/y

/** What the settings give a name: a module and its function, or a file. */
function entryFiles(name: string, text: string): readonly string[] {
  const found: string[] = []
  for (let at = text.indexOf(name); at >= 0 && found.length < 20; at = text.indexOf(name, at + 1)) {
    if (/[\w-]/.test(text[at - 1] ?? '')) continue
    ENTRY_VALUE.lastIndex = at + name.length
    const value = ENTRY_VALUE.exec(text)?.[1]
    if (value !== undefined) found.push(...moduleFiles(value))
  }
  return found
}

function moduleFiles(value: string): readonly string[] {
  const [module = '', called] = value.split(':', 2)
  if (called === undefined) return [module]
  const path = module.replaceAll('.', '/')
  return ['', 'src/', 'lib/'].flatMap((folder) => [`${folder}${path}.py`, `${folder}${path}/__init__.py`])
}
