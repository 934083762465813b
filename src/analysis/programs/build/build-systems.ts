import { readLernaRun, readNxTargets, readTurboTasks } from '../packages/workspaces.ts'
import { CMAKE } from './cmake.ts'
import { SWIFT } from './swift.ts'
import { type BuildTool, changesDatabase, perform, publishes, states, type ToolDeed } from './tool.ts'

const DROPS = changesDatabase('drop', true)
const ALTERS = changesDatabase('alter', false)

/** Workspace runners run scripts of the packages: those are read. */
const turbo: ToolDeed = ({ command, scribe }) => readTurboTasks(command, scribe)
const lerna: ToolDeed = ({ command, scribe }) => readLernaRun(command, scribe)
const nx: ToolDeed = ({ command, scribe }) => readNxTargets(command, scribe)

/** Tests and build logic that a JVM build compiles and runs. */
const JVM_TESTS = /(?:^|\/)src\/test\/.*\.(?:java|kt)$|\.gradle\.kts$/

/** `mvn exec:exec -Dexec.executable=program -Dexec.args='…'`. */
const runsExecutable: ToolDeed = ({ command, scribe }) => {
  const given = (name: string) =>
    command.args.find((word) => word.known.startsWith(`-Dexec.${name}=`))?.text?.slice(`-Dexec.${name}=`.length)
  const program = given('executable')
  if (program === undefined) return 'expected'
  const text = `${program} ${given('args') ?? ''}`.trim()
  return scribe.runsShell({ text, sources: [] }, 'mvn exec:exec')
}

/** Build systems with sub-commands. */
export const BUILDERS: readonly BuildTool[] = [
  CMAKE,
  {
    names: ['nx'],
    otherwise: nx,
    verbs: {
      graph: 'expected',
      show: 'proven',
      list: 'proven',
      release: publishes('npm'),
    },
  },
  {
    names: ['turbo'],
    otherwise: turbo,
    verbs: { ls: 'proven', login: 'plain', link: 'plain', prune: 'expected', gen: 'expected' },
  },
  {
    names: ['lerna'],
    otherwise: 'expected',
    verbs: {
      publish: publishes('npm'),
      exec: lerna,
      run: lerna,
    },
  },
  {
    names: ['bazel'],
    otherwise: 'expected',
    runs: ['--run_under'],
    verbs: { query: 'proven', cquery: 'proven', info: 'proven' },
  },
  {
    goals: true,
    names: ['sbt', 'lein', 'gulp', 'grunt', 'ant', 'moon'],
    otherwise: 'expected',
    loads: /(?:^|\/)(?:gulpfile|gruntfile|jakefile)\.[cm]?[jt]s$/i,
    verbs: { deploy: publishes(''), publish: publishes(''), publishSigned: publishes('') },
  },
  {
    names: ['mvn', 'mvnw'],
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
    },
  },
  SWIFT,
  {
    names: ['flutter', 'dart'],
    otherwise: 'expected',
    verbs: {
      'pub publish': publishes('pub.dev'),
    },
  },
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
    },
  },
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
    names: ['fastlane'],
    otherwise: 'plain',
    goals: true,
    verbs: {
      deliver: publishes('app store'),
      pilot: publishes('testflight'),
      supply: publishes('play store'),
      release: publishes('app store'),
    },
  },
]
