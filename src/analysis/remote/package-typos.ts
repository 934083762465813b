/** Packages that people name without having them: what is one slip away from such a name is most likely not what was meant. */
const POPULAR_PACKAGES = {
  node: (
    'react react-dom react-native preact next nest vue vite vitest svelte angular webpack rollup parcel esbuild babel eslint tslint jshint jslint prettier prettierd stylelint xo ' +
    'standard biome jest vest mocha chai ava karma cypress playwright puppeteer nodemon typescript ts-node tsx lodash underscore express koa hapi fastify axios request ' +
    'moment dayjs rimraf mkdirp cross-env cross-spawn chalk commander yargs inquirer webdriver storybook serve http-server live-server json-server concurrently ' +
    'create-react-app create-next-app create-vite create-vue create-svelte create-astro create-remix create-expo-app degit husky lint-staged commitizen semantic-release ' +
    'release-it changesets lerna turbo nx pm2 npm-check-updates depcheck knip madge typedoc jsdoc mermaid-cli markdownlint-cli markdownlint prisma drizzle-kit knex sequelize typeorm ' +
    'sequelize-cli supabase firebase firebase-tools vercel netlify netlify-cli wrangler serverless expo eas-cli electron electron-builder tailwindcss postcss autoprefixer sass ' +
    'cowsay figlet svgo imagemin sharp terser uglify-js browserify gulp grunt bower yeoman'
  ).split(' '),
  python: (
    'black ruff flake8 pylint mypy pyright isort pytest tox nox poetry pipenv pdm hatch cookiecutter copier httpie ansible requests numpy scipy pandas django flask fastapi ' +
    'uvicorn gunicorn celery jupyter jupyterlab notebook mkdocs sphinx bandit safety pip-audit yamllint codespell pre-commit twine build wheel setuptools youtube-dl yt-dlp ' +
    'openai anthropic langchain streamlit gradio marimo sqlfluff sqlmesh dbt pyinstaller cython maturin ipython'
  ).split(' '),
  rust: 'serde serde_json tokio anyhow thiserror clap reqwest hyper axum actix-web rayon regex tracing chrono futures itertools rand diesel sqlx bindgen ripgrep'.split(
    ' ',
  ),
  ruby: 'rails rack rake rspec sinatra puma sidekiq devise nokogiri rubocop bundler activerecord faraday capybara pry httparty jekyll fastlane cocoapods'.split(
    ' ',
  ),
} as const satisfies Record<string, readonly string[]>

type Ecosystem = keyof typeof POPULAR_PACKAGES

/** Packages of their own, one letter away from another one. */
const REAL: ReadonlySet<string> = new Set('parsel unicorn tester copper typeform rocket reacts'.split(' '))
/** What parts of names are called after, beside packages. */
const LANGUAGES = 'python javascript typescript kubernetes postgres mongodb'.split(' ')

const ECOSYSTEMS: ReadonlyMap<string, Ecosystem> = new Map([
  ...'npm pnpm yarn bun deno'.split(' ').map((name) => [name, 'node'] as const),
  ...'pip pip3 uv poetry pdm pipenv pipx hatch conda mamba'.split(' ').map((name) => [name, 'python'] as const),
  ...'cargo'.split(' ').map((name) => [name, 'rust'] as const),
  ...'gem bundle'.split(' ').map((name) => [name, 'ruby'] as const),
])

/** Whose names a manager installs by; a manager of the system has names of its own. */
export function ecosystemOf(manager: string): Ecosystem | undefined {
  return ECOSYSTEMS.get(manager)
}

const MIN_NAME_LENGTH = 4
/** Below this, names of other packages are one letter away from each other as a rule. */
const LONG_NAME_LENGTH = 6

/** The known package that a name misses by one slip; undefined for that package itself and for names of their own. */
export function findNearMiss(given: string, ecosystem: Ecosystem): string | undefined {
  const name = given.toLowerCase()
  const known: readonly string[] = POPULAR_PACKAGES[ecosystem]
  if (known.includes(name) || REAL.has(name) || name.length < MIN_NAME_LENGTH || name.length > 60) return undefined
  if (!/^[a-z][\w.-]*$/.test(name)) return undefined
  return known.find((each) => isNear(name, each) && isTypo(name, each)) ?? nearPart(name, known)
}

function isNear(name: string, known: string): boolean {
  return Math.abs(known.length - name.length) <= 1 && known.length >= MIN_NAME_LENGTH
}

const SHORTEST_PART = 5

/** `raect.forms`: two letters the wrong way round in the part that a package is called after. */
function nearPart(name: string, known: readonly string[]): string | undefined {
  const parts = name.split(/[._-]/)
  if (parts.length < 2) return undefined
  const meant = [...known, ...LANGUAGES].filter((each) => each.length >= SHORTEST_PART)
  return meant.find((each) => parts.some((part) => part.length === each.length && isSwapped(part, each)))
}

function isSwapped(name: string, known: string): boolean {
  let at = 0
  while (at < name.length && name[at] === known[at]) at++
  const [rest, meant] = [name.slice(at), known.slice(at)]
  return rest.length > 1 && rest[0] === meant[1] && rest[1] === meant[0] && rest.slice(2) === meant.slice(2)
}

function isTypo(name: string, known: string): boolean {
  let at = 0
  while (at < name.length && name[at] === known[at]) at++
  const [rest, meant] = [name.slice(at), known.slice(at)]
  // Two letters the wrong way round, or one doubled or halved.
  if (isSwapped(name, known)) return true
  const before = name[at - 1]
  if (rest.slice(1) === meant && rest[0] === before) return true
  if (meant.slice(1) === rest && meant[0] === before) return true
  if (known.length < LONG_NAME_LENGTH || at === 0) return false
  // One letter left out, put in or mistaken, and not at the end, where other packages are told apart: `jsdoc2`.
  if (rest.length === 0 || meant.length === 0) return false
  return rest.slice(1) === meant || meant.slice(1) === rest || (rest.length > 1 && rest.slice(1) === meant.slice(1))
}
