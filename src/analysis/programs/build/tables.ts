import type { CodeLanguage } from '../../effects.ts'
import { worst } from '../git/standing.ts'
import { stateUnseen } from '../shell/injecting.ts'
import { BUILDERS } from './build-systems.ts'
import { DATABASE, HOUSEKEEPING } from './release-tools.ts'
import { type Deed, optionValues, states, type Tool } from './tool.ts'

/** `--host` without an address means every address. */
const bareHost: Deed = ({ command, scribe, name }) => {
  const { args } = command
  const at = args.findIndex((word) => word.known === '--host')
  const next = args[at + 1]?.known
  if (at >= 0 && (next === undefined || next.startsWith('-')))
    scribe.effect({ kind: 'listen', reach: 'network', executes: false, certainty: 'likely', by: `${name} --host` })
  return 'expected'
}

const split = (text: string): string[] => text.trim().split(/\s+/)

/** Every name is its own program: known work inside the project. */
const each = (names: string, more: Omit<Tool, 'names'>): Tool[] =>
  split(names).map((name) => ({ names: [name], ...more }))

/** A deed whose option holds code. */
function runsOptionCode(language: CodeLanguage, option: string): Deed {
  return ({ args, scribe, name }) =>
    worst(
      'expected',
      ...optionValues(args, [option]).map((word) => scribe.runsCode(language, word, `${name} ${option}`)),
    )
}

/** A deed whose option holds the words of a command, parted by commas. */
function runsCommaWords(option: string): Deed {
  return ({ args, scribe, name }) =>
    worst(
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

/** Looks at code, prints; some can fix files in place. */
const LINTERS: readonly Tool[] = each(
  `eslint_d oxlint stylelint htmlhint jshint standard xo tslint dprint oxfmt knip depcheck madge publint attw syncpack sort-package-json commitlint cspell
   isort flake8 mypy pyright basedpyright pyflakes pycodestyle pydocstyle autopep8 yapf bandit vulture pyupgrade pydoclint djlint ty autoflake
   golangci-lint gofmt gofumpt goimports golines staticcheck revive errcheck gosec govulncheck fieldalignment modernize gotests benchstat gci deadcode
   shfmt bashate hadolint actionlint zizmor yamllint yamlfmt checkmake editorconfig-checker ec vale proselint write-good markdownlint markdownlint-cli2 mdl remark textlint alex lychee
   rubocop standardrb reek brakeman erb_lint haml-lint erblint sorbet srb steep clang-format clang-tidy cppcheck cpplint include-what-you-use cmake-format cmake-lint
   swiftlint swiftformat swift-format ktlint ktfmt detekt checkstyle spotbugs pmd google-java-format scalafmt scalafix rustfmt taplo typos selene stylua luacheck luac
   phpstan psalm phpcs phpcbf php-cs-fixer pint phpmd rector buildifier tflint sqlfluff sqlfmt squawk protolint spectral redocly swagger-cli ajv jsonlint nixfmt alejandra statix deadnix ormolu fourmolu hlint stylish-haskell
   credo dialyzer elm-format elm-review purs-tidy zprint clj-kondo cljfmt ameba fantomas prettierd codespell dotenv-linter gitlint`,
  { otherwise: 'expected', handles: true },
)

const RUN_CODE_TOOLS: readonly Tool[] = [
  {
    names: ['eslint'],
    otherwise: 'expected',
    writes: ['-o', '--output-file'],
    looks: ['--print-config', '--env-info'],
  },
  { names: ['prettier'], otherwise: 'expected', looks: ['--support-info', '--find-config-path', '--file-info'] },
  {
    names: ['biome'],
    otherwise: 'expected',
    verbs: {
      check: 'expected',
      lint: 'expected',
      format: 'expected',
      ci: 'expected',
      explain: 'proven',
      rage: 'proven',
    },
  },
  {
    names: ['ruff'],
    otherwise: 'expected',
    writes: ['-o', '--output-file'],
    verbs: {
      check: 'expected',
      format: 'expected',
      rule: 'proven',
      linter: 'proven',
      config: 'proven',
      clean: 'expected',
    },
  },
  { names: ['black'], otherwise: 'expected' },
  { names: ['pylint'], otherwise: 'expected', unless: { '--init-hook': runsOptionCode('python', '--init-hook') } },
]

/** Configuration that a bundler runs as code. */
const CONFIGURATION = /(?:^|\/)[\w-]+\.config\.[cm]?[jt]s$/

/** Compilers and bundlers: they read sources and write outputs. */
const COMPILERS: readonly Tool[] = [
  {
    names: ['tsc', 'tsgo', 'vue-tsc'],
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
  { names: ['javac', 'kotlinc', 'scalac', 'groovyc'], otherwise: 'expected', writes: ['-d'] },
  {
    names: ['ghc'],
    otherwise: 'expected',
    writes: ['-o'],
    unless: { '-e': runsOptionCode('other', '-e') },
  },
  { names: ['esbuild'], otherwise: 'expected', writes: ['--outfile', '--outdir'] },
  ...each(
    `swc babel rollup webpack webpack-cli parcel rspack rsbuild rolldown tsup tsdown unbuild postcss tailwindcss tailwind svelte-kit vue-cli-service react-scripts craco
     nuxt nuxi astro remix gatsby eleventy vitepress docusaurus`,
    { otherwise: 'expected', loads: CONFIGURATION },
  ),
  ...each(
    `ncc sass lessc svelte-check vite-node ng sphinx-build sphinx-apidoc jekyll mdbook typedoc jsdoc storybook start-storybook build-storybook api-extractor size-limit bundlesize source-map-explorer
     protoc grpc_tools_node_protoc flatc thrift capnp openapi-generator openapi-generator-cli orval graphql-codegen swagger-codegen sqlc mockgen mockery wire stringer templ swag ent goctl quicktype ts-json-schema-generator json2ts
     ld nasm yasm as ranlib windres cython f2py swig bison flex yacc lex ocamlopt ocamlc nim crystal odin vala fpc gfortran solc wasm-pack wasm-opt wat2wasm emcc em++ tinygo
     javadoc dokka doxygen pdflatex xelatex lualatex bibtex asciidoctor`,
    { otherwise: 'expected' },
  ),
]

/** What they build, and how, stands in files that they run. */
const BUILT_BY_RECIPE: readonly Tool[] = each('ninja meson dune xcodebuild latexmk', { otherwise: 'expected' })

/** Files of a session that a test runner loads. */
const PYTHON_TESTS = /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$/
const SCRIPT_TESTS =
  /\.(?:test|spec|cy|e2e)\.[cm]?[jt]sx?$|(?:^|\/)(?:__tests__|tests?|e2e|cypress)\/.*\.[cm]?[jt]sx?$|(?:^|\/)[\w-]+\.config\.[cm]?[jt]s$|(?:^|\/)\.mocharc\.[cm]?js$/

/** What a test runner of whatever language finds by itself. */
const ANY_TESTS = /(?:^|\/)(?:t|tests?|specs?)\/[^/]+$|[._-](?:test|spec)s?\.\w+$|\.(?:t|bats)$/

/** Test runners. */
const TESTERS: readonly Tool[] = [
  { names: ['jest'], otherwise: 'expected', looks: ['--listTests', '--showConfig'], loads: SCRIPT_TESTS },
  {
    names: ['playwright'],
    otherwise: 'expected',
    loads: SCRIPT_TESTS,
    verbs: {
      test: 'expected',
      'show-report': 'expected',
      install: states(
        { kind: 'install', manager: 'playwright', packages: ['browsers'], origin: 'registry', scope: 'user' },
        'expected',
      ),
    },
  },
  {
    names: ['cypress'],
    otherwise: 'expected',
    loads: SCRIPT_TESTS,
    verbs: { run: 'expected', open: 'expected', info: 'proven', verify: 'expected' },
  },
  {
    names: ['pytest', 'py.test'],
    otherwise: 'expected',
    looks: ['--fixtures', '--markers'],
    loads: PYTHON_TESTS,
  },
  {
    names: ['vite'],
    otherwise: 'expected',
    loads: CONFIGURATION,
    unless: { '--host': bareHost },
  },
  {
    names: ['next'],
    otherwise: 'expected',
    loads: CONFIGURATION,
    verbs: {
      build: 'expected',
      dev: 'expected',
      lint: 'expected',
      start: 'expected',
      info: 'proven',
      telemetry: 'expected',
    },
  },
  ...each(
    'vitest mocha ava tap tape node-tap uvu jasmine karma wdio testcafe nightwatch web-test-runner wtr stryker cucumber-js',
    { otherwise: 'expected', loads: SCRIPT_TESTS },
  ),
  ...each('nosetests nose2 behave', { otherwise: 'expected', loads: PYTHON_TESTS }),
  ...each('rspec minitest cucumber', { otherwise: 'expected', loads: /(?:^|\/)(?:spec|test|features)\/.*\.rb$/ }),
  ...each('phpunit pest behat codecept paratest', { otherwise: 'expected', loads: /(?:^|\/)tests?\/.*\.php$/i }),
  ...each('gotestsum ginkgo', { otherwise: 'expected', loads: /_test\.go$/ }),
  ...each(
    `newman robot hypothesis mutmut asv
     spinach infection ctest gtest richgo tparse bats shellspec shunit2 kcov busted lust prove hspec-discover`,
    { otherwise: 'expected', runsGiven: true, loads: ANY_TESTS },
  ),
]

const PUT_ONLINE: Deed = states({ kind: 'deploy', service: 'pages', stage: 'production', certainty: 'likely' })

/** Site builders that can also put the site online. */
const SITES: readonly Tool[] = [
  {
    names: ['mkdocs', 'mike'],
    otherwise: 'expected',
    verbs: { 'gh-deploy': PUT_ONLINE },
    unless: { '--push': PUT_ONLINE, '-p': PUT_ONLINE },
  },
  { names: ['hugo'], otherwise: 'expected', verbs: { deploy: PUT_ONLINE } },
]

export const TOOLS: readonly Tool[] = [
  ...SITES,
  ...LINTERS,
  ...[...RUN_CODE_TOOLS, ...COMPILERS].map((tool): Tool => ({ ...tool, handles: true })),
  ...BUILT_BY_RECIPE,
  ...TESTERS,
  ...BUILDERS,
  ...HOUSEKEEPING,
  ...DATABASE,
]
