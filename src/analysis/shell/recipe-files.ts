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

/** Is this the name of a recipe of which a reader takes what is asked for? */
export function isTakenApart(base: string): boolean {
  return TAKEN_APART.has(base)
}
