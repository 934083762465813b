import { basename, resolve } from 'node:path/posix'
import { baseOf } from '../base-name.ts'
import { doerOf, hasRole } from '../doer.ts'
import { syntaxOf } from '../files/syntax.ts'
import type { ProgramFamily } from '../programs/registry.ts'
import { asksOnly } from '../verbs.ts'
import type { Command } from '../words.ts'
import { isChanged } from './changed-files.ts'
import { type Frame, noteEffect } from './frame.ts'
import { fileText, isPending, isUnpacked } from './overlay.ts'
import type { OwnFiles } from './own-files.ts'
import type { Slot } from './slots.ts'

const NODE = ['package.json', '.npmrc', '.pnpmfile.cjs', '.yarnrc.yml']
const PYTHON = ['setup.py', 'pyproject.toml', 'setup.cfg', 'conftest.py']
const MAVEN = ['pom.xml', '.mvn/extensions.xml']
const GRADLE = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts']
const MAKE = ['Makefile', 'makefile', 'GNUmakefile']

const RECIPES: ReadonlyMap<string, readonly string[]> = new Map([
  ['make', MAKE],
  ['gmake', MAKE],
  ['just', ['justfile', 'Justfile', '.justfile']],
  ['task', ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml']],
  ['rake', ['Rakefile', 'rakefile']],
  ['ninja', ['build.ninja']],
  ['scons', ['SConstruct']],
  ['ant', ['build.xml']],
  ['tox', ['tox.ini', ...PYTHON]],
  ['nox', ['noxfile.py']],
  ['pytest', ['pytest.ini', 'tox.ini', 'tests/conftest.py', ...PYTHON]],
  ['mvn', MAVEN],
  ['mvnw', ['mvnw', ...MAVEN]],
  ['gradle', GRADLE],
  ['gradlew', ['gradlew', ...GRADLE]],
  ['npm', NODE],
  ['pnpm', NODE],
  ['yarn', NODE],
  ['bun', NODE],
  ['cargo', ['Cargo.toml', 'build.rs', '.cargo/config.toml']],
  ['pip', PYTHON],
  ['pip3', PYTHON],
  ['uv', PYTHON],
  ['poetry', PYTHON],
  ['pdm', PYTHON],
])

const STARTERS = new Set(['npx', 'pnpx', 'bunx'])

export function isStarter(runner: string): boolean {
  return STARTERS.has(runner)
}

/** Does a runner do nothing where there is no recipe? Those of Python work without. */
export function needsRecipe(runner: string): boolean {
  const files = RECIPES.get(runner)
  return files !== undefined && !files.includes('setup.py')
}

export function recipesOf(runner: string, verb: string): readonly string[] {
  return STARTERS.has(runner) ? [`node_modules/.bin/${verb}`] : (RECIPES.get(runner) ?? [])
}

/** Runners whose recipe no reader takes apart: all of it counts. */
const WHOLE = new Set(['ninja', 'scons', 'ant'])
const TAKEN_APART = new Set([...RECIPES].flatMap(([runner, files]) => (WHOLE.has(runner) ? [] : files)))

export function isTakenApart(base: string): boolean {
  return TAKEN_APART.has(base)
}

const MANAGERS = /^(?:npm|pnpm|yarn|bun)$/
const RUNS_SCRIPTS = /^(?:run|run-script|test|tst|t|start|stop|restart|exec|x)$/

/** A runner takes its orders from a file that this very text changed in a way that cannot be followed. */
export function stateChangedRecipe(command: Command, frame: Frame): void {
  const { overlay } = frame.analysis
  const { cwd, args } = command
  const { written } = frame.facts.session
  const changes = overlay.files.size + overlay.changes.length + overlay.unpacked.size + written.size
  if (cwd === undefined || changes === 0) return
  const name = baseOf(command)
  const verb = args.find((word) => !word.known.startsWith('-'))?.known ?? ''
  if (asksOnly(command) || (MANAGERS.test(name) && !RUNS_SCRIPTS.test(verb))) return
  const recipes = recipesOf(name, verb).map((file) => `${cwd}/${file}`)
  const [first] = recipes
  const unpacked = needsRecipe(name) && first !== undefined && isUnpacked(overlay, first)
  // It does nothing without one, and there was none: the archive brought it.
  const unread =
    unpacked && !recipes.some((path) => lies(path, frame))
      ? first
      : recipes.find((path) => {
          const here = overlay.files.get(path)
          const other = isChanged(overlay, path) || isUnpacked(overlay, path) || isPending(frame.facts, path)
          const touched = here ? here.from === undefined : other
          return touched && fileText(overlay, frame.facts, path).text === undefined && lies(path, frame)
        })
  if (unread === undefined) return
  noteEffect(frame, {
    kind: 'run-code',
    language: 'other',
    origin: 'session-file',
    read: false,
    host: undefined,
    span: command.span,
    via: command.via,
    through: command.through,
    doer: doerOf(name),
    certainty: 'certain',
    by: `${name} ${unread.slice(unread.lastIndexOf('/') + 1)}`,
  })
}

/** A file that an archive may or may not have brought counts only where one of that name is known. */
function lies(path: string, { analysis, facts }: Frame): boolean {
  return analysis.overlay.files.has(path) || facts.text(path).kind === 'text'
}

interface OwnRecipe {
  readonly path: string
  readonly how: 'sure' | 'perhaps'
}

const GENERIC = /^(?:build|make|rules?|targets?|project|workspace)(?:[._-]|$)|^(?:BUILD|WORKSPACE|MODULE)(?:\.|$)/

/** Recipes that lie where a build or a test run works, whatever they are called; those that a reader takes apart are left to it. */
export function ownRecipes(
  command: Command,
  family: ProgramFamily | undefined,
  slots: readonly Slot[],
  { here, own }: { readonly here: string; readonly own: OwnFiles },
): readonly OwnRecipe[] {
  if (family !== 'build' && family !== undefined) return []
  const program = baseOf(command).toLowerCase()
  const builds = hasRole({ doer: doerOf(program) }, 'compiler')
  const named = slots.map(({ word }) => resolve(here, word.known))
  const folders = [here, ...named.filter((folder) => own.inFolder.has(folder))]
  return [...new Set(folders)]
    .flatMap((folder) => recipesAmong(own.inFolder.get(folder) ?? []))
    .flatMap((path): OwnRecipe[] => {
      const base = basename(path)
      if (isCalledAfter(base.toLowerCase(), program) || (builds && GENERIC.test(base))) return [{ path, how: 'sure' }]
      return family === 'build' || GENERIC.test(base) ? [{ path, how: 'perhaps' }] : []
    })
}

const AMONG = new WeakMap<readonly string[], { readonly size: number; readonly found: readonly string[] }>()

function recipesAmong(paths: readonly string[]): readonly string[] {
  const known = AMONG.get(paths)
  if (known?.size === paths.length) return known.found
  const found = known ? [...known.found, ...paths.slice(known.size).filter(isRecipe)] : paths.filter(isRecipe)
  AMONG.set(paths, { size: paths.length, found })
  return found
}

function isRecipe(path: string): boolean {
  const base = basename(path)
  if (base.startsWith('.') || isTakenApart(base)) return false
  // A small name without an ending is a program's or a script's.
  if (/^[a-z\d_-]+$/.test(base) && !GENERIC.test(base)) return false
  const syntax = syntaxOf(path, '')
  return syntax === 'lines' || syntax === 'markup'
}

/** `build.tool`, `tool.build`, `ToolTestfile.x` and `tool-rules` are for `tool`. */
function isCalledAfter(base: string, program: string): boolean {
  if (program.length < 3) return false
  return base.startsWith(program) || base.split(/[._-]/).includes(program)
}
