import { resolve } from 'node:path/posix'
import type { Action } from '../action.ts'
import type { CodeLanguage, Effect } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { programName } from '../interpret/base-name.ts'
import { fileLanguage } from '../interpret/language.ts'
import { createFamilySet, familyFor } from '../interpret/registry.ts'
import { matchesGlob } from '../paths/path-tag-tree.ts'
import type { Command } from '../words.ts'

/** Programs that do nothing but run something anew whenever a file changes. */
const RERUN_PROGRAMS: ReadonlySet<string> = new Set(
  (
    'nodemon node-dev ts-node-dev tsnd supervisor onchange chokidar watchexec entr reflex modd air fresh gow CompileDaemon realize ' +
    'cargo-watch bacon ptw pytest-watch pytest-watcher watchmedo watchman-make watchfiles guard rerun shotgun ghcid inotifywait inotifywatch ' +
    'fswatch when-changed hupper jurigged live-server browser-sync elm-live tilt skaffold watch-run watchrun'
  ).split(' '),
)

/** Programs that stay and load the project's code as it is at every request or change, without an option that says so. */
const DEV_SERVERS: ReadonlySet<string> = new Set(
  'vite vitest storybook start-storybook parcel vue-cli-service react-scripts webpack-dev-server ng karma'.split(' '),
)

/** Those that do once they are told to run an application. */
const APP_SERVERS: ReadonlySet<string> = new Set([
  'flask',
  'streamlit',
  'marimo',
  'fastapi',
  'chainlit',
  'gradio',
  'dagster',
])

/** Those run once when told to. */
const ONE_SHOT_WORDS: ReadonlySet<string> = new Set([
  'build',
  'test',
  'list',
  'related',
  'bench',
  '--run',
  '--single-run',
])

/** `--watch`, `--watchAll`, `--reload`, `--hot`, `--continuous`, `--use-reloader`. */
const WATCH_OPTIONS = /^--?(?:watch|live-?|auto-?|use-?)?(?:watch|reload(?:er)?|hot|continuous)(?:all|-?[a-z]+)?$/i

/** What sub-commands and package scripts are called that serve or watch: `dev`, `start:dev`, `watch-css`, `runserver`. */
const SERVE_COMMANDS =
  /^(?:dev|watch|serve|server|runserver(?:_plus)?|develop|start|hot|phx\.server|quarkus:dev|spring-boot:run|s)$/

/** Programs that run or build a project's code; `dev` behind another one is a branch or a context. */
const PROJECT_RUNNERS = createFamilySet('build', 'packages', 'interpreters', undefined)

const MAX_WORDS = 24
const MAX_OPERANDS = 3

/** Under which name a folder whose changes are run by themselves is remembered. */
const LIVE_RUNNER_MARK = 'live runner in '

/** The folder in which a command stays and runs each later change of the project's code, as a mark for the session. */
export function startedLiveRunners(command: Command): readonly string[] {
  return command.cwd !== undefined && isLiveRunner(command)
    ? [`${LIVE_RUNNER_MARK}${command.cwd}`, ...filesRerun(command)]
    : []
}

function isLiveRunner({ name = '', args }: Command): boolean {
  const program = programName(name)
  const words = args.slice(0, MAX_WORDS).map(({ known }) => known)
  if (words.some((word) => /^--?(?:help|version|no-watch|no-reload|noreload)$/.test(word))) return false
  if (RERUN_PROGRAMS.has(program)) return true
  if (DEV_SERVERS.has(program))
    return !words.some((word) => ONE_SHOT_WORDS.has(word) || (word === 'run' && program === 'vitest'))
  if (APP_SERVERS.has(program)) return words.includes('run') || words.includes('dev') || words.includes('edit')
  if (program === 'php' && words.includes('-S')) return true
  if (program === 'docker' || program === 'podman') return words.includes('compose') && words.includes('watch')
  if (!PROJECT_RUNNERS.has(familyFor(program))) return false
  if (words.some((word) => WATCH_OPTIONS.test(word.replace(/=.*$/s, '')))) return true
  if (program === 'gradle' || program === 'gradlew') return words.includes('-t')
  if (program === 'sbt') return words.some((word) => word.startsWith('~'))
  const operands = words.filter((word) => !word.startsWith('-')).slice(0, MAX_OPERANDS)
  return operands.some(
    (word) => SERVE_COMMANDS.test(word) || word.split(/[:.-]/).some((part) => part === 'watch' || part === 'dev'),
  )
}

/** Under which name a file, or a pattern of files, that is run by itself is remembered, with its language. */
const FILE_MARK = 'live file '
const SCRIPT = /\.(?:(?:ba|z|k|fi)?sh|py|rb|p[lm]|php|[cm]?[jt]s|ps1|awk)$/i
const MOST_FILES = 20

/** What a re-runner is told to run, by its words: `entr -n ./check.sh`, `nodemon --exec "bash tools/x.sh"`. */
function filesRerun(command: Command): readonly string[] {
  const { cwd, args, name = '' } = command
  if (cwd === undefined || !RERUN_PROGRAMS.has(programName(name)) || !isLiveRunner(command)) return []
  const words = args.slice(0, MAX_WORDS).flatMap(({ text = '' }) => text.split(/\s+/))
  const files = words.filter((word) => SCRIPT.test(word) || /^(?:\.{0,2}\/)?[\w./-]*\/[\w-]+$/.test(word))
  return files.slice(0, MOST_FILES).map((file) => `${FILE_MARK}${fileLanguage(file, '')} ${resolve(cwd, file)}`)
}

/** What a call leaves running that runs files by pattern, each time one comes: a loop in the background, or one that a watcher wakes. */
export function filesRunLater({ effects, commands }: Action): readonly string[] {
  const place = commands.find((command) => command.background || RERUN_PROGRAMS.has(programName(command.name ?? '')))
  if (place?.cwd === undefined) return []
  const { cwd } = place
  return effects.flatMap((effect) =>
    effect.kind === 'run-code' && effect.file !== undefined && /[*?[]/.test(effect.file)
      ? [`${FILE_MARK}${effect.language} ${resolve(cwd, effect.file)}`]
      : [],
  )
}

/** Is this very file run by what the session started, and as what? */
export function runLiveAs(path: string | undefined, { session: { started } }: Facts): CodeLanguage | undefined {
  if (path === undefined || started.size === 0) return undefined
  for (const mark of started) {
    if (!mark.startsWith(FILE_MARK)) continue
    const [language = '', ...file] = mark.slice(FILE_MARK.length).split(' ')
    if (isMet(path, file.join(' '))) return language as CodeLanguage
  }
  return undefined
}

function isMet(path: string, pattern: string): boolean {
  const names = path.split('/')
  const wanted = pattern.split('/')
  return names.length === wanted.length && names.every((name, at) => matchesGlob(name, wanted[at] ?? ''))
}

/** What comes from elsewhere to a place whose files are run by themselves is run without another call. */
export function runOnArrival(effect: Effect, facts: Facts): Effect | undefined {
  if (effect.kind !== 'download' || effect.local || facts.session.started.size === 0) return undefined
  const file = effect.to?.real
  const language = runLiveAs(file, facts)
  if (file === undefined || language === undefined) return undefined
  const { span, wrapperNames, wrappers, certainty, by, actor, host, url } = effect
  const run = { kind: 'run-code', language, origin: 'download', read: false, file, host, address: url } as const
  return { ...run, span, wrapperNames, wrappers, certainty, by, actor }
}

/** Does something that this session started run what is written to this path, without another call? */
export function isRunByLiveRunner(path: string | undefined, { session: { started }, projectRoot }: Facts): boolean {
  if (path === undefined || started.size === 0) return false
  for (const mark of started) {
    if (!mark.startsWith(LIVE_RUNNER_MARK)) continue
    const folder = mark.slice(LIVE_RUNNER_MARK.length)
    // A runner in a part of the project loads from all of it.
    const tree = isBelow(folder, projectRoot) ? projectRoot : folder
    if (isBelow(path, tree)) return true
  }
  return false
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)
}
