import { readLernaRun, readNxTargets, readTurboTasks } from '../packages/workspaces.ts'
import { CMAKE } from './cmake.ts'
import { SWIFT } from './swift.ts'
import { changesDatabase, type Deed, perform, publishes, states, type Tool } from './tool.ts'

/** `cap production deploy` of Capistrano shares its name with the tool for mobile apps. */
const DEPLOYS_LIVE = states({ kind: 'deploy', service: 'capistrano', stage: 'production' })

const DROPS = changesDatabase('drop', true)
const ALTERS = changesDatabase('alter', false)

/** Workspace runners run scripts of the packages: those are read. */
const turbo: Deed = ({ command, scribe }) => readTurboTasks(command, scribe)
const lerna: Deed = ({ command, scribe }) => readLernaRun(command, scribe)
const nx: Deed = ({ command, scribe }) => readNxTargets(command, scribe)

/** Tests and build logic that a JVM build compiles and runs. */
const JVM_TESTS = /(?:^|\/)src\/test\/.*\.(?:java|kt)$|\.gradle\.kts$/

/** `mvn exec:exec -Dexec.executable=program -Dexec.args='…'`. */
const runsExecutable: Deed = ({ command, scribe }) => {
  const given = (name: string) =>
    command.args.find((word) => word.known.startsWith(`-Dexec.${name}=`))?.text?.slice(`-Dexec.${name}=`.length)
  const program = given('executable')
  if (program === undefined) return 'expected'
  const text = `${program} ${given('args') ?? ''}`.trim()
  return scribe.runsShell({ text, sources: [] }, 'mvn exec:exec')
}

/** Build systems with sub-commands. */
export const BUILDERS: readonly Tool[] = [
  CMAKE,
  {
    names: ['nx'],
    otherwise: nx,
    verbs: {
      graph: 'expected',
      show: 'proven',
      list: 'proven',
      report: 'proven',
      migrate: 'plain',
      release: publishes('npm'),
      'affected:graph': 'proven',
      connect: 'plain',
    },
  },
  {
    names: ['turbo'],
    otherwise: turbo,
    verbs: { run: turbo, ls: 'proven', login: 'plain', link: 'plain', prune: 'expected', gen: 'expected' },
  },
  {
    names: ['lerna'],
    otherwise: 'expected',
    verbs: {
      publish: publishes('npm'),
      version: 'plain',
      ls: 'proven',
      list: 'proven',
      changed: 'proven',
      diff: 'proven',
      exec: lerna,
      run: lerna,
    },
  },
  { names: ['rush'], otherwise: 'expected', verbs: { publish: publishes('npm') } },
  {
    names: ['bazel', 'bazelisk'],
    otherwise: 'expected',
    runs: ['--run_under'],
    verbs: {
      query: 'proven',
      cquery: 'proven',
      aquery: 'proven',
      info: 'proven',
      build: 'expected',
      test: 'expected',
      run: 'expected',
      clean: 'expected',
      coverage: 'expected',
      shutdown: 'expected',
    },
  },
  { names: ['buck2', 'buck', 'pants', 'please', 'plz'], otherwise: 'expected' },
  {
    goals: true,
    names: [
      'ant',
      'sbt',
      'lein',
      'mill',
      'boot',
      'scons',
      'waf',
      'xmake',
      'premake',
      'premake5',
      'qmake',
      'tup',
      'redo',
      'gulp',
      'grunt',
      'jake',
      'wireit',
      'moon',
    ],
    otherwise: 'expected',
    loads: /(?:^|\/)(?:gulpfile|gruntfile|jakefile)\.[cm]?[jt]s$/i,
    verbs: { deploy: publishes(''), publish: publishes(''), publishSigned: publishes('') },
  },
  {
    names: ['mvn', 'mvnw', 'mvnd'],
    goals: true,
    otherwise: 'expected',
    loads: JVM_TESTS,
    verbs: {
      deploy: publishes('maven'),
      'deploy:deploy': publishes('maven'),
      'release:perform': publishes('maven'),
      'release:prepare': 'plain',
      'exec:exec': runsExecutable,
      'spring-boot:build-image': (call) =>
        call.command.args.some((word) => /build-image\.publish=true$/.test(word.known))
          ? perform(publishes('registry'), call)
          : 'expected',
      'jib:build': publishes('registry'),
      exec: runsExecutable,
    },
  },
  {
    names: ['gradle', 'gradlew'],
    goals: true,
    otherwise: 'expected',
    loads: JVM_TESTS,
    verbs: {
      publish: publishes('maven'),
      publishPlugins: publishes('gradle'),
      publishToMavenLocal: 'expected',
      publishToMavenCentral: publishes('maven'),
      publishAndReleaseToMavenCentral: publishes('maven'),
      publishToSonatype: publishes('maven'),
      publishAllPublicationsToMavenRepository: publishes('maven'),
      uploadArchives: publishes('maven'),
      bintrayUpload: publishes('maven'),
      jib: publishes('registry'),
      tasks: 'proven',
      dependencies: 'proven',
      properties: 'proven',
      projects: 'proven',
      help: 'proven',
    },
  },
  SWIFT,
  {
    names: ['flutter', 'dart'],
    otherwise: 'expected',
    verbs: {
      'pub publish': publishes('pub.dev'),
      'pub get': 'expected',
      doctor: 'proven',
      devices: 'proven',
      analyze: 'expected',
      test: 'expected',
      build: 'expected',
      run: 'expected',
      upgrade: 'plain',
      config: 'plain',
    },
  },
  { names: ['zig'], otherwise: 'expected' },
  {
    names: ['cabal', 'stack'],
    otherwise: 'expected',
    verbs: { upload: publishes('hackage'), exec: 'plain', script: 'plain', runghc: 'plain' },
  },
  {
    names: ['mix'],
    otherwise: 'expected',
    verbs: {
      'hex.publish': publishes('hex.pm'),
      'hex.retire': publishes('hex.pm', true),
      'ecto.drop': changesDatabase('drop', true),
      'ecto.reset': changesDatabase('drop', true),
      'ecto.migrate': changesDatabase('alter', false),
      'ecto.rollback': (call) => perform(call.args.some((word) => word.text === '--all') ? DROPS : ALTERS, call),
      run: 'plain',
      'hex.user': 'plain',
      'phx.routes': 'proven',
    },
  },
  { names: ['rebar3'], otherwise: 'expected', verbs: { hex: publishes('hex') } },
  {
    names: ['expo', 'eas'],
    otherwise: 'expected',
    verbs: { publish: publishes('expo'), submit: publishes('app store'), update: publishes('expo'), build: 'plain' },
    unless: {
      '--auto-submit': states({ kind: 'deploy', service: 'app store', stage: 'production' }),
      '--auto-submit-with-profile': states({ kind: 'deploy', service: 'app store', stage: 'production' }),
      '--tunnel': states({ kind: 'listen', reach: 'tunnel', executes: false }),
    },
  },
  {
    names: ['react-native', 'tauri', 'electron-builder', 'electron-forge', 'capacitor', 'cap', 'ionic', 'wails'],
    otherwise: 'expected',
    verbs: {
      publish: publishes(''),
      'production deploy': DEPLOYS_LIVE,
      'live deploy': DEPLOYS_LIVE,
      'production deploy:rollback': DEPLOYS_LIVE,
    },
    unless: { '--publish': publishes(''), '-p': publishes('') },
  },
  {
    names: ['fastlane'],
    otherwise: 'plain',
    goals: true,
    verbs: {
      ios: 'expected',
      android: 'expected',
      mac: 'expected',
      run: 'expected',
      deliver: publishes('app store'),
      pilot: publishes('testflight'),
      supply: publishes('play store'),
      release: publishes('app store'),
      lanes: 'proven',
      test: 'expected',
      scan: 'expected',
    },
  },
]
