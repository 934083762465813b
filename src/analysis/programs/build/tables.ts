import { FOUND } from '../../code/written-sources.ts'
import type { CodeLanguage } from '../../effects.ts'
import { stateUnseen } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import { BUILDERS } from './build-systems.ts'
import { DATABASE, HOUSEKEEPING } from './release-tools.ts'
import { type BuildTool, optionValues, states, type ToolDeed } from './tool.ts'

/** `--host` without an address means every address. */
const bareHost: ToolDeed = ({ command, scribe, name }) => {
  const { args } = command
  const at = args.findIndex((word) => word.known === '--host')
  const next = args[at + 1]?.known
  if (at >= 0 && (next === undefined || next.startsWith('-')))
    scribe.effect({ kind: 'listen', reach: 'network', executes: false, certainty: 'likely', by: `${name} --host` })
  return 'expected'
}

const split = (text: string): string[] => text.trim().split(/\s+/)

/** Every name is its own program: known work inside the project. */
const each = (names: string, more: Omit<BuildTool, 'names'>): BuildTool[] =>
  split(names).map((name) => ({ names: [name], ...more }))

/** A deed whose option holds code. */
function runsOptionCode(language: CodeLanguage, option: string): ToolDeed {
  return ({ args, scribe, name }) =>
    weakest(
      'expected',
      ...optionValues(args, [option]).map((word) => scribe.runsCode(language, word, `${name} ${option}`)),
    )
}

/** A deed whose option holds the words of a command, parted by commas. */
function runsCommaWords(option: string): ToolDeed {
  return ({ args, scribe, name }) =>
    weakest(
      'expected',
      ...optionValues(args, [option]).map((word) =>
        word.text === undefined
          ? stateUnseen('other', `${name} ${option}`, scribe)
          : scribe.runs(
              word.text.split(',').map((each) => ({ ...word, text: each, known: each, quoted: true })),
              `${name} ${option}`,
            ),
      ),
    )
}

/** They look at sources or tidy them up, and their names do not say so. */
const LINTERS: readonly BuildTool[] = each(
  `isort mypy pyright golangci-lint gofmt gofumpt goimports fieldalignment modernize shfmt vale markdownlint-cli2 clang-tidy
   bandit phpstan psalm taplo stylua prettier biome black`,
  { otherwise: 'expected', handles: true },
)

const RUN_CODE_TOOLS: readonly BuildTool[] = [
  {
    names: ['eslint'],
    otherwise: 'expected',
    writes: ['-o', '--output-file'],
    looks: ['--print-config', '--env-info'],
  },
  { names: ['ruff'], otherwise: 'expected', writes: ['-o', '--output-file'] },
  { names: ['pylint'], otherwise: 'expected', unless: { '--init-hook': runsOptionCode('python', '--init-hook') } },
]

/** Compilers: they read sources and write outputs. */
const COMPILERS: readonly BuildTool[] = [
  {
    names: ['tsc'],
    otherwise: 'expected',
    writes: ['--outDir', '--outFile', '--declarationDir'],
    looks: ['--showConfig', '--listFilesOnly', '--all'],
  },
  {
    names: ['gcc', 'g++', 'cc', 'c++', 'clang', 'clang++'],
    otherwise: 'expected',
    writes: ['-o'],
    runs: ['-fplugin'],
    unless: { '-wrapper': runsCommaWords('-wrapper') },
  },
  { names: ['rustc'], otherwise: 'expected', writes: ['-o', '--out-dir'] },
  { names: ['javac'], otherwise: 'expected', writes: ['-d'] },
  {
    names: ['ghc'],
    otherwise: 'expected',
    writes: ['-o'],
    unless: { '-e': runsOptionCode('other', '-e') },
  },
]

/** What they build, and how, stands in files that they run. */
const BUILT_BY_RECIPE: readonly BuildTool[] = each('ninja meson sphinx-build ld as', { otherwise: 'expected' })

/** Runners that everybody uses: their work is known, and what this session wrote of it is read. */
const TESTERS: readonly BuildTool[] = [
  { names: ['jest'], otherwise: 'expected', looks: ['--listTests', '--showConfig'], loads: FOUND },
  {
    names: ['playwright'],
    otherwise: 'expected',
    loads: FOUND,
    verbs: {
      install: states(
        { kind: 'install', manager: 'playwright', packages: ['browsers'], origin: 'registry', scope: 'user' },
        'expected',
      ),
    },
  },
  { names: ['pytest', 'py.test'], otherwise: 'expected', looks: ['--fixtures', '--markers'], loads: FOUND },
  { names: ['vite'], otherwise: 'expected', loads: FOUND, unless: { '--host': bareHost } },
  // Most recipes of projects name one of these.
  ...each(
    `vitest mocha ava tap jasmine karma cypress rspec phpunit gotestsum webpack rollup parcel esbuild babel swc tsup postcss tailwindcss
     sass next nuxt astro storybook typedoc stylelint commitlint patch-package`,
    { otherwise: 'expected', loads: FOUND },
  ),
  ...each('bats prove ctest', { otherwise: 'expected', runsGiven: true, loads: FOUND }),
]

const PUT_ONLINE: ToolDeed = states({ kind: 'deploy', service: 'pages', stage: 'production', certainty: 'likely' })

/** Site builders that can also put the site online. */
const SITES: readonly BuildTool[] = [
  {
    names: ['mkdocs'],
    otherwise: 'expected',
    verbs: { 'gh-deploy': PUT_ONLINE },
    unless: { '--push': PUT_ONLINE, '-p': PUT_ONLINE },
  },
]

export const TOOLS: readonly BuildTool[] = [
  ...SITES,
  ...LINTERS,
  ...[...RUN_CODE_TOOLS, ...COMPILERS].map((tool): BuildTool => ({ ...tool, handles: true })),
  ...BUILT_BY_RECIPE,
  ...TESTERS,
  ...BUILDERS,
  ...HOUSEKEEPING,
  ...DATABASE,
]
