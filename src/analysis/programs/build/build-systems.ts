import { readCompiled } from '../../code/compiled.ts'
import type { Command, Word } from '../../words.ts'
import type { Spec } from '../form/form.ts'
import { wordOf } from '../git/made-words.ts'
import { runScript } from '../interpreters/scripts.ts'
import { part } from '../options.ts'
import { readLernaRun, readNxTargets, readTurboTasks } from '../packages/node-scripts.ts'
import type { Standing } from '../program.ts'
import { runsInstead } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import {
  type BuildCall,
  type BuildReader,
  building,
  changesDatabase,
  goals,
  optionValues,
  publishes,
  pushesVersion,
  runsWritten,
  separated,
  stateWrite,
} from './tool.ts'

const DROPS = changesDatabase('drop', true)
const ALTERS = changesDatabase('alter', false)
const MAVEN = publishes('maven')

const JVM_TESTS = /(?:^|\/)src\/test\/.*\.(?:java|kt)$|\.gradle\.kts$/

const runsExecutable: BuildReader = ({ command, scribe }) => {
  const given = (name: string) =>
    command.args.find((word) => word.known.startsWith(`-Dexec.${name}=`))?.text?.slice(`-Dexec.${name}=`.length)
  const program = given('executable')
  if (program === undefined) return 'expected'
  const text = `${program} ${given('args') ?? ''}`.trim()
  return scribe.runsShell({ text, sources: [] }, 'mvn exec:exec')
}

const buildsImage: BuildReader = (call) =>
  call.command.args.some((word) => /build-image\.publish=true$/.test(word.known))
    ? publishes('registry')(call)
    : 'expected'

const runsUnder: BuildReader = ({ args, scribe, name }) =>
  weakest('expected', ...optionValues(args, ['--run_under']).map((word) => runsInstead(word, name, scribe)))

const ELIXIR_CODE = ['-e', '--eval']
const ELIXIR_FILES = ['-r', '--require', '-pr', '--parallel-require']

/** `mix run -e code`, `mix run file`, `mix eval code`: the first word is what is run, whatever it is called. */
const runsElixir: BuildReader = ({ args, verb, scribe }) => {
  const valued = new Set([...ELIXIR_CODE, ...ELIXIR_FILES])
  const first = args.find(({ known }, at) => !known.startsWith('-') && !valued.has(args[at - 1]?.known ?? ''))
  const given = optionValues(args, ELIXIR_CODE)
  const operand = first ? [first] : []
  const code = verb === 'eval' ? [...given, ...operand] : given
  const files = [...optionValues(args, ELIXIR_FILES), ...(verb === 'eval' || given.length > 0 ? [] : operand)]
  const by = `mix ${verb}`
  return weakest(
    'expected',
    ...code.map((word) => scribe.runsCode('other', word, by)),
    ...files.map((word) => scribe.runsFile(scribe.path(word), 'other', by)),
  )
}

/** cmake's own file commands that are called otherwise than the programs that do the same. */
const FILE_COMMANDS: ReadonlyMap<string, string> = new Map([
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

function runsOwnCommand({ command, scribe }: BuildCall): Standing {
  const [verb, ...rest] = after(command, '-E')
  const words = FILE_COMMANDS.get(verb?.text ?? '')?.split(' ')
  if (!verb || !words) return 'plain'
  return weakest('expected', scribe.runs([...words.map((text) => wordOf(text, verb.span)), ...rest], 'cmake -E'))
}

function after({ args }: Command, option: string): readonly Word[] {
  return args.slice(args.findIndex((word) => word.known === option) + 1)
}

function runsScript({ command, scribe }: BuildCall): Standing {
  const [file] = after(command, '-P')
  return file ? weakest('plain', scribe.runsFile(scribe.path(file), 'other', 'cmake -P')) : 'unknown'
}

/** `-DCMAKE_C_COMPILER=…`, launchers and linkers: programs that the build starts. */
const CHOOSES = /^-D(CMAKE_\w*(?:COMPILER|LAUNCHER|LINKER|MAKE_PROGRAM|TOOLCHAIN_FILE|AR|EMULATOR))(?::\w+)?=/

function configure({ command, scribe }: BuildCall): Standing {
  const chosen = command.args.flatMap((word): Standing[] => {
    const name = CHOOSES.exec(word.known)
    const value = name ? part(word, name[0].length) : undefined
    return value && /^(?:\/tmp|\.)\//.test(value.known) ? [runsInstead(value, `cmake ${name?.[1]}`, scribe)] : []
  })
  return weakest('expected', ...chosen)
}

function install(call: BuildCall): Standing {
  const [folder] = optionValues(call.command.args, ['--prefix'])
  return folder ? stateWrite(folder, { ...call, name: 'cmake --install' }, 'create') : 'expected'
}

const CMAKE: Spec = building({
  names: 'cmake',
  hands: '**/-P **/-E',
  rules: [
    ['**/-P', runsScript],
    ['**/-E', runsOwnCommand],
    ['**/--install', install],
    ['**', configure],
  ],
  examples: { match: ['cmake -E rm -rf ~/shop', 'cmake --install build --prefix /usr'], pass: ['cmake -S . -B build'] },
})

function run(call: BuildCall): Standing {
  const texts = optionValues(call.args, ['-e'])
  if (texts.length > 0) return weakest(...texts.map((word) => inline(word, call)))
  const file = separated(call.args).find((word) => /\.swift$/.test(word.known))
  return file ? runScript(file, { language: 'other', wrapper: 'swift' }, call.scribe) : 'expected'
}

function inline(word: Word, { scribe }: BuildCall): Standing {
  const { text } = word
  const reading = text === undefined ? undefined : readCompiled(text, scribe, 'inline.swift')
  scribe.effect({
    kind: 'run-code',
    language: 'other',
    origin: text === undefined ? 'dynamic' : 'inline',
    read: reading?.read ?? false,
    host: undefined,
    by: 'swift -e',
  })
  return reading?.standing ?? 'unknown'
}

const SWIFT: Spec = building({
  names: 'swift',
  hands: 'run/* *.swift',
  rules: [
    ['build|package|format', 'read'],
    ['test', runsWritten(/(?:^|\/)Tests\/.*\.swift$|(?:^|\/)Package\.swift$/)],
    ['run', runsWritten(/(?:^|\/)Sources\/.*\.swift$|(?:^|\/)Package\.swift$/)],
    ['**', run],
  ],
  examples: { match: ["swift -e 'print(1)'"], pass: ['swift build', 'swift test'] },
})

export const BUILDERS: readonly Spec[] = [
  CMAKE,
  SWIFT,
  building({
    names: 'nx',
    rules: [
      ['graph', 'read'],
      ['show|list', 'shows'],
      ['release', publishes('npm')],
      ['**', ({ command, scribe }) => readNxTargets(command, scribe)],
    ],
    examples: { match: ['nx release'], pass: ['nx show projects', 'nx test web'] },
  }),
  building({
    names: 'turbo',
    rules: [
      ['ls', 'shows'],
      ['login|link', 'local'],
      ['prune|gen', 'read'],
      ['**', ({ command, scribe }) => readTurboTasks(command, scribe)],
    ],
    examples: { match: [], pass: ['turbo ls', 'turbo run build'] },
  }),
  building({
    names: 'lerna',
    rules: [
      ['publish', publishes('npm')],
      ['version', pushesVersion],
      ['exec|run', ({ command, scribe }) => readLernaRun(command, scribe)],
      ['**', 'read'],
    ],
    examples: { match: ['lerna publish', 'lerna version patch'], pass: ['lerna bootstrap', 'lerna version --no-push'] },
  }),
  building({
    names: 'bazel',
    rules: [
      ['query|cquery|info', 'shows'],
      ['**', runsUnder],
    ],
    examples: { match: ['bazel run --run_under="rm -rf src" //app'], pass: ['bazel query //...', 'bazel build //...'] },
  }),
  building({
    names: 'sbt lein gulp grunt ant moon',
    loads: /(?:^|\/)(?:gulpfile|gruntfile|jakefile)\.[cm]?[jt]s$/i,
    rules: [['**', goals({ deploy: publishes(''), publish: publishes(''), publishSigned: publishes('') }, 'expected')]],
    examples: { match: ['sbt publishSigned', 'gulp deploy'], pass: ['sbt test'] },
  }),
  building({
    names: 'mvn mvnw',
    loads: JVM_TESTS,
    rules: [
      [
        '**',
        goals(
          {
            deploy: MAVEN,
            'release:perform': MAVEN,
            'release:prepare': 'plain',
            'spring-boot:build-image': buildsImage,
            'jib:build': publishes('registry'),
            exec: runsExecutable,
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
  building({
    names: 'gradle gradlew',
    loads: JVM_TESTS,
    rules: [
      [
        '**',
        goals(
          {
            publish: MAVEN,
            publishPlugins: publishes('gradle'),
            publishToMavenLocal: 'expected',
            uploadArchives: MAVEN,
            bintrayUpload: MAVEN,
            jib: publishes('registry'),
          },
          'expected',
        ),
      ],
    ],
    examples: { match: ['gradle publish', './gradlew publishToSonatype'], pass: ['./gradlew test'] },
  }),
  building({
    names: 'flutter dart',
    rules: [
      ['pub/publish', publishes('pub.dev')],
      ['**', 'read'],
    ],
    examples: { match: ['dart pub publish'], pass: ['flutter test', 'dart pub get'] },
  }),
  building({
    names: 'cabal stack',
    rules: [
      ['upload', publishes('hackage')],
      ['exec|script|runghc', 'local'],
      ['**', 'read'],
    ],
    examples: { match: ['cabal upload dist/app.tar.gz'], pass: ['stack build'] },
  }),
  building({
    names: 'mix',
    rules: [
      ['hex.publish', publishes('hex.pm')],
      ['hex.retire', publishes('hex.pm', true)],
      ['ecto.drop|ecto.reset ecto.rollback/--all', DROPS],
      ['ecto.migrate|ecto.rollback', ALTERS],
      ['run|eval', runsElixir],
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
  building({
    names: 'expo eas',
    rules: [
      ['**/--auto-submit|--auto-submit-with-profile', 'deploy production'],
      ['**/--tunnel', 'listen tunnel'],
      ['publish|update', publishes('expo')],
      ['submit', publishes('app store')],
      ['build', 'local'],
      ['**', 'read'],
    ],
    examples: { match: ['eas submit', 'expo start --tunnel', 'eas build --auto-submit'], pass: ['expo export'] },
  }),
  building({
    names: 'fastlane',
    rules: [
      [
        '**',
        goals(
          {
            deliver: publishes('app store'),
            pilot: publishes('testflight'),
            supply: publishes('play store'),
            release: publishes('app store'),
          },
          'plain',
        ),
      ],
    ],
    examples: { match: ['fastlane deliver', 'fastlane ios release'], pass: ['fastlane lanes'] },
  }),
]
