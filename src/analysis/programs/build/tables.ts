import { isCompiled } from '../../code/compiled.ts'
import { FOUND, readQuietly } from '../../code/written-sources.ts'
import type { CodeLanguage } from '../../effects.ts'
import type { FormCall, Spec } from '../form/form.ts'
import { stateInstall } from '../packages/specs.ts'
import type { Standing } from '../program.ts'
import { runsInstead, stateUnseen } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import { BUILDERS } from './build-systems.ts'
import { DATABASE, HOUSEKEEPING } from './release-tools.ts'
import { type BuildReader, building, optionValues } from './tool.ts'

/** Options that make a library: nobody starts it by its name, and whoever loads it runs it. */
const LIBRARY =
  /^(?:-shared|-dynamiclib|-bundle|-buildmode=(?:c-shared|plugin)|(?:--crate-type=?)?(?:c?dylib|proc-macro))$/
/** What a program runs before its first line, and a library as soon as it is loaded. */
const AT_LOADING = /\bconstructor\b|\.init_array|\b_init\s{0,4}\(|#\[(?:ctor|link_section)\b/

const DEFINES = /^-D([A-Za-z_]\w*(?:\([^)]*\))?)=(.*)$/s
const TELLING = /"[^"]*[\s$;|&<>`][^"]*"|^\w+$/

/** A source that this session wrote and compiles: what its calls would do once it runs, where that run cannot be seen. */
export function readCompiledSources({
  command: { args, stdin },
  scribe,
}: Pick<FormCall, 'command' | 'scribe'>): Standing {
  const defines = args.flatMap(({ known }) => {
    const [, name, value = ''] = DEFINES.exec(known) ?? []
    return name !== undefined && TELLING.test(value) ? [`#define ${name} ${value}\n`] : []
  })
  const named = args.some(({ known }) => /^-x./.test(known) || known === '-x')
  const unseen = defines.length > 0 || named || args.some(({ known }) => LIBRARY.test(known))
  for (const word of args) {
    if (word.text === undefined || word.text.startsWith('-') || !(named || isCompiled(word.text))) continue
    const { real, zone, sessionMade, text } = scribe.path(word)
    const own = real !== undefined && (sessionMade || scribe.provenance(real).kind === 'session')
    const source = own ? scribe.readText(real) : undefined
    if (source !== undefined && (zone !== 'project' || unseen || AT_LOADING.test(source)))
      readQuietly(isCompiled(text) ? text : `${text}.c`, defines.join('') + source, scribe)
  }
  const given = stdin.kind === 'value' ? stdin.value.text : undefined
  if (named && given !== undefined) readQuietly('input.c', defines.join('') + given, scribe)
  return 'proven'
}

/** `--host` without an address means every address. */
const bareHost: BuildReader = ({ command: { args }, scribe, name }) => {
  const at = args.findIndex((word) => word.known === '--host')
  const next = args[at + 1]?.known
  if (at >= 0 && (next === undefined || next.startsWith('-')))
    scribe.effect({ kind: 'listen', reach: 'network', executes: false, certainty: 'likely', by: `${name} --host` })
  return 'expected'
}

function runsOptionCode(language: CodeLanguage, option: string): BuildReader {
  return ({ args, scribe, name }) =>
    weakest(
      'expected',
      ...optionValues(args, [option]).map((word) => scribe.runsCode(language, word, `${name} ${option}`)),
    )
}

/** gcc: a plug-in is loaded, and a wrapper is given as words that are parted by commas. */
const compilesWith: BuildReader = ({ args, scribe, name }) =>
  weakest(
    'expected',
    ...optionValues(args, ['-fplugin']).map((word) => runsInstead(word, name, scribe)),
    ...optionValues(args, ['-wrapper']).map((word) =>
      word.text === undefined
        ? stateUnseen('other', `${name} -wrapper`, scribe)
        : scribe.runs(
            word.text.split(',').map((each) => ({ ...word, text: each, known: each, quoted: true })),
            `${name} -wrapper`,
          ),
    ),
  )

const CODE: readonly Spec[] = [
  {
    names: 'tcc swiftc kotlinc zig nim crystal',
    rules: [['*', readCompiledSources, 'local']],
    examples: { match: [`tcc -x c - <<< 'void go(void) { system("rm -rf /home/dev/notes"); }'`], pass: ['zig build'] },
  },
  building({
    names:
      'isort mypy pyright golangci-lint gofmt gofumpt goimports fieldalignment modernize shfmt vale markdownlint-cli2 clang-tidy bandit phpstan psalm taplo stylua prettier biome black',
    handles: true,
    rules: [['**', 'read']],
    examples: { match: [], pass: ['prettier --write src', 'golangci-lint run', 'mypy src'] },
  }),
  building({
    names: 'eslint ruff',
    handles: true,
    options: '-o: --output-file:',
    rules: [
      ['**/--print-config|--env-info', 'shows'],
      ['**', 'read', 'writes $-o|--output-file'],
    ],
    examples: { match: ['eslint -o ~/.bashrc src'], pass: ['eslint src', 'ruff check .'] },
  }),
  building({
    names: 'pylint',
    handles: true,
    rules: [['**', runsOptionCode('python', '--init-hook')]],
    examples: { match: [`pylint --init-hook 'import os; os.system("rm -rf ~/shop")' src`], pass: ['pylint src'] },
  }),
  building({
    names: 'tsc',
    handles: true,
    options: '--outDir: --outFile: --declarationDir:',
    rules: [
      ['**/--showConfig|--listFilesOnly|--all', 'shows'],
      ['**', 'read', 'writes $--outDir|--outFile|--declarationDir'],
    ],
    examples: { match: ['tsc --outDir ~/.ssh'], pass: ['tsc --noEmit', 'tsc --showConfig'] },
  }),
  building({
    names: 'gcc g++ cc c++ clang clang++ rustc javac',
    handles: true,
    options: '-o: -d: --out-dir:',
    rules: [['**', compilesWith, readCompiledSources, 'writes $-o|-d|--out-dir']],
    examples: { match: ['gcc -o ~/.bashrc app.c', 'gcc -wrapper rm,-rf,src app.c'], pass: ['gcc -Wall app.c'] },
  }),
  building({
    names: 'ghc',
    handles: true,
    options: '-o:',
    rules: [['**', runsOptionCode('other', '-e'), 'writes $-o']],
    examples: { match: [`ghc -e 'main'`], pass: ['ghc --make Main.hs'] },
  }),
]

const installsBrowsers: BuildReader = ({ scribe, verb }) => {
  stateInstall('playwright', ['browsers'], 'registry', 'user', scribe, { by: `playwright ${verb}` })
  return 'expected'
}

/** What they build, test and bundle stands in files that they run: what this session wrote of it is read. */
const RUNNERS: readonly Spec[] = [
  building({
    names: 'ninja meson sphinx-build ld as',
    rules: [['**', 'read']],
    examples: { match: [], pass: ['ninja -C build', 'meson setup build'] },
  }),
  building({
    names:
      'jest pytest py.test vitest mocha ava tap jasmine karma cypress rspec phpunit gotestsum webpack rollup parcel esbuild babel swc tsup postcss tailwindcss sass next nuxt astro storybook typedoc stylelint commitlint patch-package',
    loads: FOUND,
    rules: [
      ['**/--listTests|--showConfig|--fixtures|--markers', 'shows'],
      ['**', 'read'],
    ],
    examples: { match: [], pass: ['jest --listTests', 'pytest -q', 'webpack --mode production'] },
  }),
  building({
    names: 'bats prove ctest',
    hands: '*',
    loads: FOUND,
    given: true,
    rules: [['**', 'read']],
    examples: { match: [], pass: ['ctest -V', 'prove -r t'] },
  }),
  building({
    names: 'playwright',
    loads: FOUND,
    rules: [
      ['install', installsBrowsers],
      ['**', 'read'],
    ],
    examples: { match: ['playwright install'], pass: ['playwright test'] },
  }),
  building({
    names: 'vite',
    loads: FOUND,
    options: '--host',
    rules: [['**', bareHost]],
    examples: { match: ['vite --host'], pass: ['vite build'] },
  }),
  building({
    names: 'mkdocs',
    rules: [
      ['gh-deploy **/--push|-p', 'likely deploy production'],
      ['**', 'read'],
    ],
    examples: { match: ['mkdocs gh-deploy'], pass: ['mkdocs build'] },
  }),
]

export const TOOLS: readonly Spec[] = [...CODE, ...RUNNERS, ...BUILDERS, ...HOUSEKEEPING, ...DATABASE]
