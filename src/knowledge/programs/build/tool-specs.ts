import { isCompiled } from '../../../analysis/code/compiled.ts'
import { DISCOVERED_FILES, readWithoutRecording } from '../../../analysis/code/session-sources.ts'
import type { CodeLanguage } from '../../../analysis/effects.ts'
import { type BuildAnalyzer, collectOptionValues, defineBuildTool } from '../../../analysis/interpret/build-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { recordUnreadCode, runSubstituteCommand } from '../../../analysis/interpret/injection-variables.ts'
import { recordInstall } from '../../../analysis/interpret/package-specs.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec, SpecCall } from '../../../analysis/interpret/spec.ts'
import { BUILDER_SPECS } from './build-systems.ts'
import { MIGRATION_TOOL_SPECS, RELEASE_TOOL_SPECS } from './release-tools.ts'

/** Options that make a library: nobody starts it by its name, and whoever loads it runs it. */
const LIBRARY_OUTPUT_OPTION =
  /^(?:-shared|-dynamiclib|-bundle|-buildmode=(?:c-shared|plugin)|(?:--crate-type=?)?(?:c?dylib|proc-macro))$/
/** What a program runs before its first line, and a library as soon as it is loaded. */
const LOAD_TIME_CODE = /\bconstructor\b|\.init_array|\b_init\s{0,4}\(|#\[(?:ctor|link_section)\b/

const MACRO_DEFINITION = /^-D([A-Za-z_]\w*(?:\([^)]*\))?)=(.*)$/s
const COMMAND_LIKE_MACRO = /"[^"]*[\s$;|&<>`][^"]*"|^\w+$/

/** A source that this session wrote and compiles: what its calls would do once it runs, where that run cannot be seen. */
function readCompiledSources({
  command: { args, stdin },
  recorder,
}: Pick<SpecCall, 'command' | 'recorder'>): CommandGrade {
  const defines = args.flatMap(({ known }) => {
    const [, name, value = ''] = MACRO_DEFINITION.exec(known) ?? []
    return name !== undefined && COMMAND_LIKE_MACRO.test(value) ? [`#define ${name} ${value}\n`] : []
  })
  const named = args.some(({ known }) => /^-x./.test(known) || known === '-x')
  const unseen = defines.length > 0 || named || args.some(({ known }) => LIBRARY_OUTPUT_OPTION.test(known))
  for (const word of args) {
    if (word.text === undefined || word.text.startsWith('-') || !(named || isCompiled(word.text))) continue
    const { real, zone, sessionMade, text } = recorder.path(word)
    const own = real !== undefined && (sessionMade || recorder.provenance(real).kind === 'session')
    const source = own ? recorder.readText(real) : undefined
    if (source !== undefined && (zone !== 'project' || unseen || LOAD_TIME_CODE.test(source)))
      readWithoutRecording(isCompiled(text) ? text : `${text}.c`, defines.join('') + source, recorder)
  }
  const given = stdin.kind === 'value' ? stdin.value.text : undefined
  if (named && given !== undefined) readWithoutRecording('input.c', defines.join('') + given, recorder)
  return 'proven'
}

/** `--host` without an address means every address. */
const analyzeBareHostOption: BuildAnalyzer = ({ command: { args }, recorder, name }) => {
  const at = args.findIndex((word) => word.known === '--host')
  const next = args[at + 1]?.known
  if (at >= 0 && (next === undefined || next.startsWith('-')))
    recorder.effect({ kind: 'listen', reach: 'network', executes: false, certainty: 'likely', by: `${name} --host` })
  return 'expected'
}

function makeOptionCodeAnalyzer(language: CodeLanguage, option: string): BuildAnalyzer {
  return ({ args, recorder, name }) =>
    weakestGrade(
      'expected',
      ...collectOptionValues(args, [option]).map((word) => recorder.runsCode(language, word, `${name} ${option}`)),
    )
}

/** gcc: a plug-in is loaded, and a wrapper is given as words that are parted by commas. */
const analyzeCompilerPlugins: BuildAnalyzer = ({ args, recorder, name }) =>
  weakestGrade(
    'expected',
    ...collectOptionValues(args, ['-fplugin']).map((word) => runSubstituteCommand(word, name, recorder)),
    ...collectOptionValues(args, ['-wrapper']).map((word) =>
      word.text === undefined
        ? recordUnreadCode('other', `${name} -wrapper`, recorder)
        : recorder.runs(
            word.text.split(',').map((each) => ({ ...word, text: each, known: each, quoted: true })),
            `${name} -wrapper`,
          ),
    ),
  )

const COMPILER_SPECS: readonly ProgramSpec[] = [
  {
    names: 'tcc swiftc kotlinc zig nim crystal',
    rules: [['*', readCompiledSources, 'local']],
    examples: { match: [`tcc -x c - <<< 'void go(void) { system("rm -rf /home/dev/notes"); }'`], pass: ['zig build'] },
  },
  defineBuildTool({
    names:
      'isort mypy pyright golangci-lint gofmt gofumpt goimports fieldalignment modernize shfmt vale markdownlint-cli2 clang-tidy bandit phpstan psalm taplo stylua prettier biome black',
    handles: true,
    rules: [['**', 'read']],
    examples: { match: [], pass: ['prettier --write src', 'golangci-lint run', 'mypy src'] },
  }),
  defineBuildTool({
    names: 'eslint ruff',
    handles: true,
    options: '-o: --output-file:',
    rules: [
      ['**/--print-config|--env-info', 'shows'],
      ['**', 'read', 'writes $-o|--output-file'],
    ],
    examples: { match: ['eslint -o ~/.bashrc src'], pass: ['eslint src', 'ruff check .'] },
  }),
  defineBuildTool({
    names: 'pylint',
    handles: true,
    rules: [['**', makeOptionCodeAnalyzer('python', '--init-hook')]],
    examples: { match: [`pylint --init-hook 'import os; os.system("rm -rf ~/shop")' src`], pass: ['pylint src'] },
  }),
  defineBuildTool({
    names: 'tsc',
    handles: true,
    options: '--outDir: --outFile: --declarationDir:',
    rules: [
      ['**/--showConfig|--listFilesOnly|--all', 'shows'],
      ['**', 'read', 'writes $--outDir|--outFile|--declarationDir'],
    ],
    examples: { match: ['tsc --outDir ~/.ssh'], pass: ['tsc --noEmit', 'tsc --showConfig'] },
  }),
  defineBuildTool({
    names: 'gcc g++ cc c++ clang clang++ rustc javac',
    handles: true,
    options: '-o: -d: --out-dir:',
    rules: [['**', analyzeCompilerPlugins, readCompiledSources, 'writes $-o|-d|--out-dir']],
    examples: { match: ['gcc -o ~/.bashrc app.c', 'gcc -wrapper rm,-rf,src app.c'], pass: ['gcc -Wall app.c'] },
  }),
  defineBuildTool({
    names: 'ghc',
    handles: true,
    options: '-o:',
    rules: [['**', makeOptionCodeAnalyzer('other', '-e'), 'writes $-o']],
    examples: { match: [`ghc -e 'main'`], pass: ['ghc --make Main.hs'] },
  }),
]

const analyzeBrowserInstall: BuildAnalyzer = ({ recorder, verb }) => {
  recordInstall('playwright', ['browsers'], 'registry', 'user', recorder, { by: `playwright ${verb}` })
  return 'expected'
}

/** What they build, test and bundle stands in files that they run: what this session wrote of it is read. */
const PROJECT_TOOL_SPECS: readonly ProgramSpec[] = [
  defineBuildTool({
    names: 'ninja meson sphinx-build ld as',
    rules: [['**', 'read']],
    examples: { match: [], pass: ['ninja -C build', 'meson setup build'] },
  }),
  defineBuildTool({
    names:
      'jest pytest py.test vitest mocha ava tap jasmine karma cypress rspec phpunit gotestsum webpack rollup parcel esbuild babel swc tsup postcss tailwindcss sass next nuxt astro storybook typedoc stylelint commitlint patch-package',
    loads: DISCOVERED_FILES,
    rules: [
      ['**/--listTests|--showConfig|--fixtures|--markers', 'shows'],
      ['**', 'read'],
    ],
    examples: { match: [], pass: ['jest --listTests', 'pytest -q', 'webpack --mode production'] },
  }),
  defineBuildTool({
    names: 'bats prove ctest',
    hands: '*',
    loads: DISCOVERED_FILES,
    given: true,
    rules: [['**', 'read']],
    examples: { match: [], pass: ['ctest -V', 'prove -r t'] },
  }),
  defineBuildTool({
    names: 'playwright',
    loads: DISCOVERED_FILES,
    rules: [
      ['install', analyzeBrowserInstall],
      ['**', 'read'],
    ],
    examples: { match: ['playwright install'], pass: ['playwright test'] },
  }),
  defineBuildTool({
    names: 'vite',
    loads: DISCOVERED_FILES,
    options: '--host',
    rules: [['**', analyzeBareHostOption]],
    examples: { match: ['vite --host'], pass: ['vite build'] },
  }),
  defineBuildTool({
    names: 'mkdocs',
    rules: [
      ['gh-deploy **/--push|-p', 'likely deploy production'],
      ['**', 'read'],
    ],
    examples: { match: ['mkdocs gh-deploy'], pass: ['mkdocs build'] },
  }),
]

export const BUILD_TOOL_SPECS: readonly ProgramSpec[] = [
  ...COMPILER_SPECS,
  ...PROJECT_TOOL_SPECS,
  ...BUILDER_SPECS,
  ...RELEASE_TOOL_SPECS,
  ...MIGRATION_TOOL_SPECS,
]
