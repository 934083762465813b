import { readCompiled } from '../../../analysis/code/compiled.ts'
import {
  analyzeVersionPush,
  type BuildAnalyzer,
  type BuildCall,
  collectOptionValues,
  defineBuildTool,
  makeGoalAnalyzer,
  makePublishAnalyzer,
  makeSessionSourceAnalyzer,
  recordOutputWrite,
  wordsBeforeDashes,
} from '../../../analysis/interpret/build-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { runSubstituteCommand } from '../../../analysis/interpret/injection-variables.ts'
import { sliceWord } from '../../../analysis/interpret/options.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec } from '../../../analysis/interpret/spec.ts'
import { makeSyntheticWord } from '../../../analysis/interpret/synthetic-words.ts'
import type { Command, Word } from '../../../analysis/words.ts'
import { readLernaRun, readNxTargets, readTurboTasks } from '../../recipes/node-scripts.ts'
import { runScriptFile } from '../../recipes/script-runs.ts'
import { analyzeDatabaseAlter, analyzeDatabaseDrop } from './release-tools.ts'

const analyzeMavenPublish = makePublishAnalyzer('maven')

const JVM_TEST_FILE = /(?:^|\/)src\/test\/.*\.(?:java|kt)$|\.gradle\.kts$/

const analyzeMavenExec: BuildAnalyzer = ({ command, recorder }) => {
  const given = (name: string) =>
    command.args.find((word) => word.known.startsWith(`-Dexec.${name}=`))?.text?.slice(`-Dexec.${name}=`.length)
  const program = given('executable')
  if (program === undefined) return 'expected'
  const text = `${program} ${given('args') ?? ''}`.trim()
  return recorder.runsShell({ text, sources: [] }, 'mvn exec:exec')
}

const analyzeImageBuild: BuildAnalyzer = (call) =>
  call.command.args.some((word) => /build-image\.publish=true$/.test(word.known))
    ? makePublishAnalyzer('registry')(call)
    : 'expected'

const analyzeBazelRunUnder: BuildAnalyzer = ({ args, recorder, name }) =>
  weakestGrade(
    'expected',
    ...collectOptionValues(args, ['--run_under']).map((word) => runSubstituteCommand(word, name, recorder)),
  )

const ELIXIR_CODE_OPTIONS = ['-e', '--eval']
const ELIXIR_FILE_OPTIONS = ['-r', '--require', '-pr', '--parallel-require']

/** `mix run -e code`, `mix run file`, `mix eval code`: the first word is what is run, whatever it is called. */
const analyzeElixirRun: BuildAnalyzer = ({ args, verb, recorder }) => {
  const valued = new Set([...ELIXIR_CODE_OPTIONS, ...ELIXIR_FILE_OPTIONS])
  const first = args.find(({ known }, at) => !known.startsWith('-') && !valued.has(args[at - 1]?.known ?? ''))
  const given = collectOptionValues(args, ELIXIR_CODE_OPTIONS)
  const operand = first ? [first] : []
  const code = verb === 'eval' ? [...given, ...operand] : given
  const files = [
    ...collectOptionValues(args, ELIXIR_FILE_OPTIONS),
    ...(verb === 'eval' || given.length > 0 ? [] : operand),
  ]
  const by = `mix ${verb}`
  return weakestGrade(
    'expected',
    ...code.map((word) => recorder.runsCode('other', word, by)),
    ...files.map((word) => recorder.runsFile(recorder.path(word), 'other', by)),
  )
}

/** cmake's own file commands that are called otherwise than the programs that do the same. */
const CMAKE_FILE_COMMANDS: ReadonlyMap<string, string> = new Map([
  ...'rm touch cat tar env time'.split(' ').map((name) => [name, name] as const),
  ['remove', 'rm'],
  ['remove_directory', 'rm -r'],
  ['copy', 'cp'],
  ['copy_if_different', 'cp'],
  ['copy_directory', 'cp -r'],
  ['rename', 'mv'],
  ['create_symlink', 'ln -s'],
  ['create_hardlink', 'ln'],
  ['make_directory', 'mkdir -p'],
])

function analyzeCmakeCommand({ command, recorder }: BuildCall): CommandGrade {
  const [verb, ...rest] = wordsAfterOption(command, '-E')
  const words = CMAKE_FILE_COMMANDS.get(verb?.text ?? '')?.split(' ')
  if (!verb || !words) return 'plain'
  return weakestGrade(
    'expected',
    recorder.runs([...words.map((text) => makeSyntheticWord(text, verb.span)), ...rest], 'cmake -E'),
  )
}

function wordsAfterOption({ args }: Command, option: string): readonly Word[] {
  return args.slice(args.findIndex((word) => word.known === option) + 1)
}

function analyzeCmakeScript({ command, recorder }: BuildCall): CommandGrade {
  const [file] = wordsAfterOption(command, '-P')
  return file ? weakestGrade('plain', recorder.runsFile(recorder.path(file), 'other', 'cmake -P')) : 'unknown'
}

/** `-DCMAKE_C_COMPILER=…`, launchers and linkers: programs that the build starts. */
const TOOL_CHOOSING_DEFINE =
  /^-D(CMAKE_\w*(?:COMPILER|LAUNCHER|LINKER|MAKE_PROGRAM|TOOLCHAIN_FILE|AR|EMULATOR))(?::\w+)?=/

function analyzeCmakeConfigure({ command, recorder }: BuildCall): CommandGrade {
  const chosen = command.args.flatMap((word): CommandGrade[] => {
    const name = TOOL_CHOOSING_DEFINE.exec(word.known)
    const value = name ? sliceWord(word, name[0].length) : undefined
    return value && /^(?:\/tmp|\.)\//.test(value.known)
      ? [runSubstituteCommand(value, `cmake ${name?.[1]}`, recorder)]
      : []
  })
  return weakestGrade('expected', ...chosen)
}

function analyzeCmakeInstall(call: BuildCall): CommandGrade {
  const [folder] = collectOptionValues(call.command.args, ['--prefix'])
  return folder ? recordOutputWrite(folder, { ...call, name: 'cmake --install' }, 'create') : 'expected'
}

const CMAKE_SPEC: ProgramSpec = defineBuildTool({
  names: 'cmake',
  hands: '**/-P **/-E',
  rules: [
    ['**/-P', analyzeCmakeScript],
    ['**/-E', analyzeCmakeCommand],
    ['**/--install', analyzeCmakeInstall],
    ['**', analyzeCmakeConfigure],
  ],
  examples: { match: ['cmake -E rm -rf ~/shop', 'cmake --install build --prefix /usr'], pass: ['cmake -S . -B build'] },
})

function analyzeSwiftRun(call: BuildCall): CommandGrade {
  const texts = collectOptionValues(call.args, ['-e'])
  if (texts.length > 0) return weakestGrade(...texts.map((word) => runInlineSwift(word, call)))
  const file = wordsBeforeDashes(call.args).find((word) => /\.swift$/.test(word.known))
  return file ? runScriptFile(file, { language: 'other', wrapper: 'swift' }, call.recorder) : 'expected'
}

function runInlineSwift(word: Word, { recorder }: BuildCall): CommandGrade {
  const { text } = word
  const reading = text === undefined ? undefined : readCompiled(text, recorder, 'inline.swift')
  recorder.effect({
    kind: 'run-code',
    language: 'other',
    origin: text === undefined ? 'dynamic' : 'inline',
    read: reading?.read ?? false,
    host: undefined,
    by: 'swift -e',
  })
  return reading?.grade ?? 'unknown'
}

const SWIFT_SPEC: ProgramSpec = defineBuildTool({
  names: 'swift',
  hands: 'run/* *.swift',
  rules: [
    ['build|package|format', 'read'],
    ['test', makeSessionSourceAnalyzer(/(?:^|\/)Tests\/.*\.swift$|(?:^|\/)Package\.swift$/)],
    ['run', makeSessionSourceAnalyzer(/(?:^|\/)Sources\/.*\.swift$|(?:^|\/)Package\.swift$/)],
    ['**', analyzeSwiftRun],
  ],
  examples: { match: ["swift -e 'print(1)'"], pass: ['swift build', 'swift test'] },
})

export const BUILDER_SPECS: readonly ProgramSpec[] = [
  CMAKE_SPEC,
  SWIFT_SPEC,
  defineBuildTool({
    names: 'nx',
    rules: [
      ['graph', 'read'],
      ['show|list', 'shows'],
      ['release', makePublishAnalyzer('npm')],
      ['**', ({ command, recorder }) => readNxTargets(command, recorder)],
    ],
    examples: { match: ['nx release'], pass: ['nx show projects', 'nx test web'] },
  }),
  defineBuildTool({
    names: 'turbo',
    rules: [
      ['ls', 'shows'],
      ['login|link', 'local'],
      ['prune|gen', 'read'],
      ['**', ({ command, recorder }) => readTurboTasks(command, recorder)],
    ],
    examples: { match: [], pass: ['turbo ls', 'turbo run build'] },
  }),
  defineBuildTool({
    names: 'lerna',
    rules: [
      ['publish', makePublishAnalyzer('npm')],
      ['version', analyzeVersionPush],
      ['exec|run', ({ command, recorder }) => readLernaRun(command, recorder)],
      ['**', 'read'],
    ],
    examples: { match: ['lerna publish', 'lerna version patch'], pass: ['lerna bootstrap', 'lerna version --no-push'] },
  }),
  defineBuildTool({
    names: 'bazel',
    rules: [
      ['query|cquery|info', 'shows'],
      ['**', analyzeBazelRunUnder],
    ],
    examples: { match: ['bazel run --run_under="rm -rf src" //app'], pass: ['bazel query //...', 'bazel build //...'] },
  }),
  defineBuildTool({
    names: 'sbt lein gulp grunt ant moon',
    loads: /(?:^|\/)(?:gulpfile|gruntfile|jakefile)\.[cm]?[jt]s$/i,
    rules: [
      [
        '**',
        makeGoalAnalyzer(
          { deploy: makePublishAnalyzer(''), publish: makePublishAnalyzer(''), publishSigned: makePublishAnalyzer('') },
          'expected',
        ),
      ],
    ],
    examples: { match: ['sbt publishSigned', 'gulp deploy'], pass: ['sbt test'] },
  }),
  defineBuildTool({
    names: 'mvn mvnw',
    loads: JVM_TEST_FILE,
    rules: [
      [
        '**',
        makeGoalAnalyzer(
          {
            deploy: analyzeMavenPublish,
            'release:perform': analyzeMavenPublish,
            'release:prepare': 'plain',
            'spring-boot:build-image': analyzeImageBuild,
            'jib:build': makePublishAnalyzer('registry'),
            exec: analyzeMavenExec,
          },
          'expected',
        ),
      ],
    ],
    examples: {
      match: ['mvn deploy', 'mvn exec:exec -Dexec.executable=rm -Dexec.args=/etc/hosts'],
      pass: ['mvn -q test'],
    },
  }),
  defineBuildTool({
    names: 'gradle gradlew',
    loads: JVM_TEST_FILE,
    rules: [
      [
        '**',
        makeGoalAnalyzer(
          {
            publish: analyzeMavenPublish,
            publishPlugins: makePublishAnalyzer('gradle'),
            publishToMavenLocal: 'expected',
            uploadArchives: analyzeMavenPublish,
            bintrayUpload: analyzeMavenPublish,
            jib: makePublishAnalyzer('registry'),
          },
          'expected',
        ),
      ],
    ],
    examples: { match: ['gradle publish', './gradlew publishToSonatype'], pass: ['./gradlew test'] },
  }),
  defineBuildTool({
    names: 'flutter dart',
    rules: [
      ['pub/publish', makePublishAnalyzer('pub.dev')],
      ['**', 'read'],
    ],
    examples: { match: ['dart pub publish'], pass: ['flutter test', 'dart pub get'] },
  }),
  defineBuildTool({
    names: 'cabal stack',
    rules: [
      ['upload', makePublishAnalyzer('hackage')],
      ['exec|script|runghc', 'local'],
      ['**', 'read'],
    ],
    examples: { match: ['cabal upload dist/app.tar.gz'], pass: ['stack build'] },
  }),
  defineBuildTool({
    names: 'mix',
    rules: [
      ['hex.publish', makePublishAnalyzer('hex.pm')],
      ['hex.retire', makePublishAnalyzer('hex.pm', true)],
      ['ecto.drop|ecto.reset ecto.rollback/--all', analyzeDatabaseDrop],
      ['ecto.migrate|ecto.rollback', analyzeDatabaseAlter],
      ['run|eval', analyzeElixirRun],
      ['**', 'read'],
    ],
    examples: {
      match: [
        'mix hex.publish',
        'mix ecto.rollback --all',
        `mix run -e 'System.cmd("rm", ["-rf", "/"])'`,
        `mix eval 'System.cmd("rm", ["-rf", "/"])'`,
      ],
      pass: ['mix test'],
    },
  }),
  defineBuildTool({
    names: 'expo eas',
    rules: [
      ['**/--auto-submit|--auto-submit-with-profile', 'deploy production'],
      ['**/--tunnel', 'listen tunnel'],
      ['publish|update', makePublishAnalyzer('expo')],
      ['submit', makePublishAnalyzer('app store')],
      ['build', 'local'],
      ['**', 'read'],
    ],
    examples: { match: ['eas submit', 'expo start --tunnel', 'eas build --auto-submit'], pass: ['expo export'] },
  }),
  defineBuildTool({
    names: 'fastlane',
    rules: [
      [
        '**',
        makeGoalAnalyzer(
          {
            deliver: makePublishAnalyzer('app store'),
            pilot: makePublishAnalyzer('testflight'),
            supply: makePublishAnalyzer('play store'),
            release: makePublishAnalyzer('app store'),
          },
          'plain',
        ),
      ],
    ],
    examples: { match: ['fastlane deliver', 'fastlane ios release'], pass: ['fastlane lanes'] },
  }),
]
