import { programName } from './base-name.ts'
import type { Facts } from './facts.ts'
import { families, familyFor } from './programs/registry.ts'
import type { Command } from './words.ts'

/** Programs that do nothing but run something anew whenever a file changes. */
const RERUNNERS: ReadonlySet<string> = new Set(
  (
    'nodemon node-dev ts-node-dev tsnd supervisor onchange chokidar watchexec entr reflex modd air fresh gow CompileDaemon realize ' +
    'cargo-watch bacon ptw pytest-watch pytest-watcher watchmedo watchman-make watchfiles guard rerun shotgun ghcid inotifywait inotifywatch ' +
    'fswatch when-changed hupper jurigged live-server browser-sync elm-live tilt skaffold watch-run watchrun'
  ).split(' '),
)

/** Programs that stay and load the project's code as it is at every request or change, without an option that says so. */
const SERVERS: ReadonlySet<string> = new Set(
  'vite vitest storybook start-storybook parcel vue-cli-service react-scripts webpack-dev-server ng karma'.split(' '),
)

/** Those that do once they are told to run an application. */
const APPS: ReadonlySet<string> = new Set(['flask', 'streamlit', 'marimo', 'fastapi', 'chainlit', 'gradio', 'dagster'])

/** Those run once when told to. */
const ONCE: ReadonlySet<string> = new Set(['build', 'test', 'list', 'related', 'bench', '--run', '--single-run'])

/** `--watch`, `--watchAll`, `--reload`, `--hot`, `--continuous`, `--use-reloader`. */
const STAYS = /^--?(?:watch|live-?|auto-?|use-?)?(?:watch|reload(?:er)?|hot|continuous)(?:all|-?[a-z]+)?$/i

/** What sub-commands and package scripts are called that serve or watch: `dev`, `start:dev`, `watch-css`, `runserver`. */
const SERVES =
  /^(?:dev|watch|serve|server|runserver(?:_plus)?|develop|start|hot|phx\.server|quarkus:dev|spring-boot:run|s)$/

/** Programs that run or build a project's code; `dev` behind another one is a branch or a context. */
const RUNS_PROJECTS = families('build', 'packages', 'interpreters', undefined)

const MOST_WORDS = 24
const MOST_OPERANDS = 3

/** Under which name a folder whose changes are run by themselves is remembered. */
const MARK = 'live runner in '

/** The folder in which a command stays and runs each later change of the project's code, as a mark for the session. */
export function runnersStarted(command: Command): readonly string[] {
  return command.cwd !== undefined && isLiveRunner(command) ? [`${MARK}${command.cwd}`] : []
}

function isLiveRunner({ name = '', args }: Command): boolean {
  const program = programName(name)
  const words = args.slice(0, MOST_WORDS).map(({ known }) => known)
  if (words.some((word) => /^--?(?:help|version|no-watch|no-reload|noreload)$/.test(word))) return false
  if (RERUNNERS.has(program)) return true
  if (SERVERS.has(program)) return !words.some((word) => ONCE.has(word) || (word === 'run' && program === 'vitest'))
  if (APPS.has(program)) return words.includes('run') || words.includes('dev') || words.includes('edit')
  if (program === 'php' && words.includes('-S')) return true
  if (program === 'docker' || program === 'podman') return words.includes('compose') && words.includes('watch')
  if (!RUNS_PROJECTS.has(familyFor(program))) return false
  if (words.some((word) => STAYS.test(word.replace(/=.*$/s, '')))) return true
  if (program === 'gradle' || program === 'gradlew') return words.includes('-t')
  if (program === 'sbt') return words.some((word) => word.startsWith('~'))
  const operands = words.filter((word) => !word.startsWith('-')).slice(0, MOST_OPERANDS)
  return operands.some(
    (word) => SERVES.test(word) || word.split(/[:.-]/).some((part) => part === 'watch' || part === 'dev'),
  )
}

/** Does something that this session started run what is written to this path, without another call? */
export function isRunLive(path: string | undefined, { session: { started }, projectRoot }: Facts): boolean {
  if (path === undefined || started.size === 0) return false
  for (const mark of started) {
    if (!mark.startsWith(MARK)) continue
    const folder = mark.slice(MARK.length)
    // A runner in a part of the project loads from all of it.
    const tree = isBelow(folder, projectRoot) ? projectRoot : folder
    if (isBelow(path, tree)) return true
  }
  return false
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)
}
