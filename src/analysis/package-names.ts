/** Packages that people start by name without having them: what is one slip away from such a name is most likely not what was meant. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    'react react-dom react-native preact next nest vue vite vitest svelte angular webpack rollup parcel esbuild babel eslint tslint jshint jslint prettier prettierd stylelint xo ' +
    'standard biome jest vest mocha chai ava karma cypress playwright puppeteer nodemon typescript ts-node tsx lodash underscore express koa hapi fastify axios request ' +
    'moment dayjs rimraf mkdirp cross-env cross-spawn chalk commander yargs inquirer webdriver storybook serve http-server live-server json-server concurrently ' +
    'create-react-app create-next-app create-vite create-vue create-svelte create-astro create-remix create-expo-app degit husky lint-staged commitizen semantic-release ' +
    'release-it changesets lerna turbo nx pm2 npm-check-updates depcheck knip madge typedoc jsdoc mermaid-cli markdownlint-cli markdownlint prisma drizzle-kit knex sequelize typeorm ' +
    'sequelize-cli supabase firebase firebase-tools vercel netlify netlify-cli wrangler serverless expo eas-cli electron electron-builder tailwindcss postcss autoprefixer sass ' +
    'cowsay figlet svgo imagemin sharp terser uglify-js browserify gulp grunt bower yeoman ' +
    'black ruff flake8 pylint mypy pyright isort pytest tox nox poetry pipenv pdm hatch cookiecutter copier httpie ansible requests numpy scipy pandas django flask fastapi ' +
    'uvicorn gunicorn celery jupyter jupyterlab notebook mkdocs sphinx bandit safety pip-audit yamllint codespell pre-commit twine build wheel setuptools youtube-dl yt-dlp ' +
    'openai anthropic langchain streamlit gradio marimo sqlfluff sqlmesh dbt pyinstaller cython maturin ipython'
  ).split(' '),
)

const SHORTEST = 4
/** Below this, names of other packages are one letter away from each other as a rule. */
const LONG = 6

/** The known package that a name misses by one slip; undefined for that package itself and for names of their own. */
export function isNearMiss(given: string): string | undefined {
  const name = given.toLowerCase()
  if (KNOWN.has(name) || name.length < SHORTEST || name.length > 40 || !/^[a-z][a-z\d.-]*$/.test(name)) return undefined
  for (const known of KNOWN) {
    if (Math.abs(known.length - name.length) > 1 || known.length < SHORTEST) continue
    if (isSlip(name, known)) return known
  }
  return undefined
}

function isSlip(name: string, known: string): boolean {
  let at = 0
  while (at < name.length && name[at] === known[at]) at++
  const [rest, meant] = [name.slice(at), known.slice(at)]
  // Two letters the wrong way round, or one doubled or halved.
  if (rest.length > 1 && rest[0] === meant[1] && rest[1] === meant[0] && rest.slice(2) === meant.slice(2)) return true
  const before = name[at - 1]
  if (rest.slice(1) === meant && rest[0] === before) return true
  if (meant.slice(1) === rest && meant[0] === before) return true
  if (known.length < LONG || at === 0) return false
  // One letter left out, put in or mistaken, and not at the end, where other packages are told apart: `jsdoc2`.
  if (rest.length === 0 || meant.length === 0) return false
  return rest.slice(1) === meant || meant.slice(1) === rest || (rest.length > 1 && rest.slice(1) === meant.slice(1))
}
