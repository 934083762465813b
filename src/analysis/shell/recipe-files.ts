import { basename, resolve } from 'node:path/posix'
import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import { actorOf, hasActorRole } from '../actor.ts'
import { detectSyntax } from '../files/syntax.ts'
import { commandBaseName } from '../interpret/base-name.ts'
import type { ProgramFamily } from '../interpret/registry.ts'
import type { Command } from '../words.ts'
import type { Slot } from './argument-slots.ts'
import { isChanged } from './changed-files.ts'
import { type Frame, noteEffect } from './frame.ts'
import { fileText, isPendingWrite, isUnpacked } from './overlay.ts'
import type { SessionFiles } from './session-files.ts'

const NODE_FILES = ['package.json', '.npmrc', '.pnpmfile.cjs', '.yarnrc.yml']
const PYTHON_FILES = ['setup.py', 'pyproject.toml', 'setup.cfg', 'conftest.py']
const MAVEN_FILES = ['pom.xml', '.mvn/extensions.xml']
const GRADLE_FILES = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts']
const MAKE_FILES = ['Makefile', 'makefile', 'GNUmakefile']

const RECIPES_BY_RUNNER: ReadonlyMap<string, readonly string[]> = new Map([
  ['make', MAKE_FILES],
  ['gmake', MAKE_FILES],
  ['just', ['justfile', 'Justfile', '.justfile']],
  ['task', ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml']],
  ['rake', ['Rakefile', 'rakefile']],
  ['ninja', ['build.ninja']],
  ['scons', ['SConstruct']],
  ['ant', ['build.xml']],
  ['tox', ['tox.ini', ...PYTHON_FILES]],
  ['nox', ['noxfile.py']],
  ['pytest', ['pytest.ini', 'tox.ini', 'tests/conftest.py', ...PYTHON_FILES]],
  ['mvn', MAVEN_FILES],
  ['mvnw', ['mvnw', ...MAVEN_FILES]],
  ['gradle', GRADLE_FILES],
  ['gradlew', ['gradlew', ...GRADLE_FILES]],
  ['npm', NODE_FILES],
  ['pnpm', NODE_FILES],
  ['yarn', NODE_FILES],
  ['bun', NODE_FILES],
  ['cargo', ['Cargo.toml', 'build.rs', '.cargo/config.toml']],
  ['pip', PYTHON_FILES],
  ['pip3', PYTHON_FILES],
  ['uv', PYTHON_FILES],
  ['poetry', PYTHON_FILES],
  ['pdm', PYTHON_FILES],
])

const PACKAGE_STARTERS = new Set(['npx', 'pnpx', 'bunx'])

export function isPackageStarter(runner: string): boolean {
  return PACKAGE_STARTERS.has(runner)
}

/** Does a runner do nothing where there is no recipe? Those of Python work without. */
function needsRecipe(runner: string): boolean {
  const files = RECIPES_BY_RUNNER.get(runner)
  return files !== undefined && !files.includes('setup.py')
}

export function recipesOf(runner: string, verb: string): readonly string[] {
  return PACKAGE_STARTERS.has(runner) ? [`node_modules/.bin/${verb}`] : (RECIPES_BY_RUNNER.get(runner) ?? [])
}

/** Runners whose recipe no analyzer takes apart: all of it counts. */
const WHOLE_RECIPE_RUNNERS = new Set(['ninja', 'scons', 'ant'])
const PARSED_RECIPES = new Set(
  [...RECIPES_BY_RUNNER].flatMap(([runner, files]) => (WHOLE_RECIPE_RUNNERS.has(runner) ? [] : files)),
)

function isParsedRecipe(base: string): boolean {
  return PARSED_RECIPES.has(base)
}

const PACKAGE_MANAGERS = /^(?:npm|pnpm|yarn|bun)$/
const SCRIPT_VERBS = /^(?:run|run-script|test|tst|t|start|stop|restart|exec|x)$/

/** A runner takes its orders from a file that this very text changed in a way that cannot be followed. */
export function recordChangedRecipe(command: Command, frame: Frame): void {
  const { overlay } = frame.analysis
  const { cwd, args } = command
  const { written } = frame.facts.session
  const changes = overlay.files.size + overlay.changes.length + overlay.unpacked.size + written.size
  if (cwd === undefined || changes === 0) return
  const name = commandBaseName(command)
  const verb = args.find((word) => !word.known.startsWith('-'))?.known ?? ''
  if (isHelpOrDryRun(command) || (PACKAGE_MANAGERS.test(name) && !SCRIPT_VERBS.test(verb))) return
  const recipes = recipesOf(name, verb).map((file) => `${cwd}/${file}`)
  const [first] = recipes
  const unpacked = needsRecipe(name) && first !== undefined && isUnpacked(overlay, first)
  // It does nothing without one, and there was none: the archive brought it.
  const unread =
    unpacked && !recipes.some((path) => isKnownFile(path, frame))
      ? first
      : recipes.find((path) => {
          const here = overlay.files.get(path)
          const other = isChanged(overlay, path) || isUnpacked(overlay, path) || isPendingWrite(frame.facts, path)
          const touched = here ? here.from === undefined : other
          return touched && fileText(overlay, frame.facts, path).text === undefined && isKnownFile(path, frame)
        })
  if (unread === undefined) return
  noteEffect(frame, {
    kind: 'run-code',
    language: 'other',
    origin: 'session-file',
    read: false,
    host: undefined,
    span: command.span,
    wrapperNames: command.wrapperNames,
    wrappers: command.wrappers,
    actor: actorOf(name),
    certainty: 'certain',
    by: `${name} ${unread.slice(unread.lastIndexOf('/') + 1)}`,
  })
}

/** A file that an archive may or may not have brought counts only where one of that name is known. */
function isKnownFile(path: string, { analysis, facts }: Frame): boolean {
  return analysis.overlay.files.has(path) || facts.text(path).kind === 'text'
}

interface SessionRecipe {
  readonly path: string
  readonly how: 'sure' | 'perhaps'
}

const GENERIC_RECIPE_NAME =
  /^(?:build|make|rules?|targets?|project|workspace)(?:[._-]|$)|^(?:BUILD|WORKSPACE|MODULE)(?:\.|$)/

/** Recipes that lie where a build or a test run works, whatever they are called; those that an analyzer takes apart are left to it. */
export function sessionRecipes(
  command: Command,
  family: ProgramFamily | undefined,
  slots: readonly Slot[],
  { here, own }: { readonly here: string; readonly own: SessionFiles },
): readonly SessionRecipe[] {
  if (family !== 'build' && family !== undefined) return []
  const program = commandBaseName(command).toLowerCase()
  const builds = hasActorRole({ actor: actorOf(program) }, 'compiler')
  const named = slots.map(({ word }) => resolve(here, word.known))
  const folders = [here, ...named.filter((folder) => own.inFolder.has(folder))]
  return [...new Set(folders)]
    .flatMap((folder) => recipesAmong(own.inFolder.get(folder) ?? []))
    .flatMap((path): SessionRecipe[] => {
      const base = basename(path)
      if (isNamedAfter(base.toLowerCase(), program) || (builds && GENERIC_RECIPE_NAME.test(base)))
        return [{ path, how: 'sure' }]
      return family === 'build' || GENERIC_RECIPE_NAME.test(base) ? [{ path, how: 'perhaps' }] : []
    })
}

const RECIPE_CACHE = new WeakMap<readonly string[], { readonly size: number; readonly found: readonly string[] }>()

function recipesAmong(paths: readonly string[]): readonly string[] {
  const known = RECIPE_CACHE.get(paths)
  if (known?.size === paths.length) return known.found
  const found = known ? [...known.found, ...paths.slice(known.size).filter(isRecipe)] : paths.filter(isRecipe)
  RECIPE_CACHE.set(paths, { size: paths.length, found })
  return found
}

function isRecipe(path: string): boolean {
  const base = basename(path)
  if (base.startsWith('.') || isParsedRecipe(base)) return false
  // A small name without an ending is a program's or a script's.
  if (/^[a-z\d_-]+$/.test(base) && !GENERIC_RECIPE_NAME.test(base)) return false
  const syntax = detectSyntax(path, '')
  return syntax === 'lines' || syntax === 'markup'
}

/** `build.tool`, `tool.build`, `ToolTestfile.x` and `tool-rules` are for `tool`. */
function isNamedAfter(base: string, program: string): boolean {
  if (program.length < 3) return false
  return base.startsWith(program) || base.split(/[._-]/).includes(program)
}
