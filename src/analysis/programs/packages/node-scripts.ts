import { join } from 'node:path/posix'
import { dataOf, entriesOf, memberOf, textsOf } from '../../data/data.ts'
import type { Command, Word } from '../../words.ts'
import { standingByName } from '../build/names.ts'
import { namedBy } from '../build/runners.ts'
import { readUpwards, runRecipe, tasksAmong, textMark } from '../build/tasks.ts'
import { optionValues } from '../build/tool.ts'
import { quoted, wordOf } from '../git/made-words.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { afterOptions } from './words.ts'

export interface Manifest {
  readonly directory: string
  /** Tells its text from the one on the disk. */
  readonly mark: string
  readonly data: unknown
  readonly scripts: ReadonlyMap<string, string>
  readonly dependencies: ReadonlySet<string>
}

export function manifestFrom(cwd: string | undefined, scribe: Scribe): Manifest | undefined {
  const found = readUpwards({ cwd }, scribe, ['package.json'])
  return found && parse(found.text, found.directory, scribe)
}

export function manifestAt(directory: string, scribe: Scribe): Manifest | undefined {
  const text = scribe.readText(join(directory, 'package.json'))
  return text === undefined ? undefined : parse(text, directory, scribe)
}

function parse(text: string, directory: string, { facts }: Scribe): Manifest | undefined {
  try {
    const data: unknown = JSON.parse(text)
    const scripts = entriesOf(memberOf(data, 'scripts')).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    const dependencies = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap(
      (key) => entriesOf(memberOf(data, key)).map(([name]) => name),
    )
    const mark = textMark(text, join(directory, 'package.json'), facts)
    return { directory, mark, data, scripts: new Map(scripts), dependencies: new Set(dependencies) }
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

export interface NodeScriptRun {
  readonly manager: string
  readonly name: string
  readonly args: readonly Word[]
  readonly manifest: Manifest | undefined
}

export function runScript(run: NodeScriptRun, command: Command, scribe: Scribe): Standing {
  const { manager, name, manifest } = run
  const by = `${manager} run ${name}`
  const text = manifest?.scripts.get(name)
  if (!manifest || text === undefined) return standingByName(name, by, scribe, run.args)
  const tail = run.args.map((word) => (word.text === undefined ? '"$ARGUMENT"' : quoted(word.text))).join(' ')
  const own = text.trim() === 'wireit' ? wireitCommands(manifest, name) : [text]
  const texts = [
    manifest.scripts.get(`pre${name}`),
    ...own.map((each) => `${each} ${tail}`.trim()),
    manifest.scripts.get(`post${name}`),
  ].filter((each) => each !== undefined)
  return runRecipe(by, texts, { ...manifest, command, scribe })
}

/** `"x": "wireit"` stands for the command, and what it needs, in the manifest's `wireit` table. */
function wireitCommands(manifest: Manifest, name: string, seen: Set<string> = new Set()): readonly string[] {
  if (seen.has(name) || seen.size > 40) return []
  seen.add(name)
  const entry = memberOf(manifest.data, 'wireit', name)
  const needs = textsOf(memberOf(entry, 'dependencies')).flatMap((need) => wireitCommands(manifest, need, seen))
  return [...needs, ...textsOf(memberOf(entry, 'command'))]
}

const LIFECYCLES = new Map([
  ['install', 'preinstall install postinstall preprepare prepare postprepare'],
  ['version', 'preversion version postversion'],
  ['publish', 'prepublishOnly prepack prepare postpack publish postpublish'],
  ['pack', 'prepack prepare postpack'],
])

/** What the project's own manifest runs around a verb of its package manager. */
export function runLifecycle(verb: string, manager: string, from: { command: Command; scribe: Scribe }): Standing {
  const manifest = manifestFrom(from.command.cwd, from.scribe)
  if (!manifest) return 'proven'
  const names = (LIFECYCLES.get(verb) ?? '').split(' ')
  const runs = names.flatMap((name) => {
    const text = manifest.scripts.get(name)
    return text === undefined ? [] : runRecipe(`${manager} run ${name}`, [text], { ...manifest, ...from })
  })
  return weakest(...runs)
}

function workspaceDirectories(scribe: Scribe): readonly string[] {
  const root = scribe.facts.projectRoot
  const found = new Set<string>([root])
  for (const pattern of workspacePatterns(root, scribe)) {
    const base = pattern.replace(/^\.\//, '').replace(/\/?\*.*$/, '')
    if (!pattern.includes('*')) found.add(join(root, base))
    else for (const name of scribe.facts.list(join(root, base)) ?? []) found.add(join(root, base, name))
  }
  for (const path of scribe.facts.session.written.keys()) {
    if (/\/(?:package|project)\.json$/.test(path) && path.startsWith(`${root}/`) && !path.includes('/node_modules/'))
      found.add(path.slice(0, path.lastIndexOf('/')))
  }
  return [...found]
}

function workspacePatterns(root: string, scribe: Scribe): readonly string[] {
  const manifest = manifestAt(root, scribe)?.data
  const workspaces = memberOf(manifest, 'workspaces')
  const lerna = scribe.readText(join(root, 'lerna.json'))
  const pnpm = scribe.readText(join(root, 'pnpm-workspace.yaml')) ?? ''
  return [
    ...textsOf(workspaces),
    ...textsOf(memberOf(workspaces, 'packages')),
    ...textsOf(lerna === undefined ? undefined : memberOf(dataOf('json', lerna), 'packages')),
    ...[...pnpm.matchAll(/^\s*-\s+["']?([\w@./*-]{1,200})["']?\s*$/gm)].map((match) => match[1] ?? ''),
  ].filter((pattern) => !pattern.startsWith('!') && !pattern.startsWith('/') && !pattern.includes('..'))
}

export interface WorkspaceRun {
  readonly manager: string
  readonly name: string
  readonly args: readonly Word[]
}

/** Runs a script in every workspace that has it; where none can be read it is taken by its name. */
export function runInWorkspaces(run: WorkspaceRun, command: Command, scribe: Scribe): Standing {
  const manifests = workspaceDirectories(scribe)
    .map((directory) => manifestAt(directory, scribe))
    .filter((manifest): manifest is Manifest => manifest?.scripts.has(run.name) === true)
  const targets = nxCommands(run.name, scribe)
  if (manifests.length === 0 && targets.length === 0)
    return standingByName(run.name, `${run.manager} run ${run.name}`, scribe)
  return weakest(
    'expected',
    ...manifests.map((manifest) => runScript({ ...run, manifest }, command, scribe)),
    ...targets.map((text) => scribe.runsShell({ text, sources: [] }, `${run.manager} run ${run.name}`)),
  )
}

function nxCommands(target: string, scribe: Scribe): readonly string[] {
  return workspaceDirectories(scribe).flatMap((directory) => {
    const text = scribe.readText(join(directory, 'project.json'))
    const entry = text === undefined ? undefined : memberOf(dataOf('json', text), 'targets', target)
    return [
      ...textsOf(memberOf(entry, 'command')),
      ...textsOf(memberOf(entry, 'options', 'command')),
      ...textsOf(memberOf(entry, 'options', 'commands')),
    ]
  })
}

const LOOKS = /^(?:--(?:dry|dry-run|graph|help|version|list)|-h|-V)(?:=|$)/s

function handed({ args }: Command): readonly Word[] {
  const at = args.findIndex((word) => word.known === '--')
  return at < 0 ? [] : args.slice(at + 1)
}

function runTasks(manager: string, tasks: readonly (string | undefined)[], command: Command, scribe: Scribe): Standing {
  if (command.args.some((word) => LOOKS.test(word.known))) return 'proven'
  const args = handed(command)
  return weakest(
    'expected',
    ...tasks.map((task) =>
      // `web#build` of turbo names a package and its task.
      task === undefined
        ? 'unknown'
        : runInWorkspaces({ manager, name: task.replace(/^.*?#/s, ''), args }, command, scribe),
    ),
  )
}

const TURBO_VALUES =
  /^(?:-F|--(?:filter|concurrency|cwd|cache-dir|output-logs|env-mode|log-order|token|team|api|color|ui|profile|cache))$/

export function readTurboTasks(command: Command, scribe: Scribe): Standing {
  const tasks = tasksAmong(command.args, TURBO_VALUES).map(({ text }) => text)
  return runTasks('turbo', /^(?:run|watch)$/.test(tasks[0] ?? '') ? tasks.slice(1) : tasks, command, scribe)
}

const LERNA_VALUES = /^--(?:scope|ignore|concurrency|since|loglevel|npm-client)$/

export function readLernaRun(command: Command, scribe: Scribe): Standing {
  const [verb, ...rest] = tasksAmong(command.args, LERNA_VALUES)
  if (verb?.text === 'exec') {
    const words = command.args.some((word) => word.known === '--') ? handed(command) : rest
    return words.length === 1 && words[0] ? scribe.runsShell(words[0], 'lerna exec') : scribe.runs(words, 'lerna exec')
  }
  const [name] = rest
  return name ? runTasks('lerna', name.text?.split(',') ?? [undefined], command, scribe) : 'expected'
}

const NX_VALUES = /^(?:-[pc]|--(?:projects?|exclude|parallel|base|head|configuration|runner|files))$/
const NX_OWN =
  /^(?:run|run-many|affected|exec|watch|g|generate|format|format:write|format:check|reset|sync|daemon|repair|add|init|import|dep-graph|affected:(?:test|build|lint))$/

export function readNxTargets(command: Command, scribe: Scribe): Standing {
  const [verb, target] = tasksAmong(command.args, NX_VALUES)
  if (verb?.text === 'exec')
    return scribe.runs(command.args.slice(command.args.findIndex((word) => word.known === '--') + 1), 'nx exec')
  if (verb?.text === 'run' && target) return runTasks('nx', [target.text?.split(':')[1] ?? ''], command, scribe)
  const listed = namedBy(command.args, /^(?:--targets?|-t)$/).map((name) => (name.includes('\0') ? undefined : name))
  if (listed.length > 0) return runTasks('nx', listed, command, scribe)
  return verb && !NX_OWN.test(verb.known) ? runTasks('nx', [verb.text], command, scribe) : 'expected'
}

const HELP = /^(?:--help|-h|--version|-V|-v)$/

function scriptNames(pattern: string, manifest: Manifest | undefined): readonly string[] {
  if (!pattern.includes('*') || !manifest) return [pattern]
  const start = pattern.slice(0, pattern.indexOf('*'))
  return [...manifest.scripts.keys()].filter((name) => name.startsWith(start))
}

function runScripts(by: string, words: readonly Word[], command: Command, scribe: Scribe): Standing {
  const manifest = manifestFrom(command.cwd, scribe)
  return weakest(
    'expected',
    ...words.flatMap((word): Standing[] => {
      if (word.text === undefined) return ['unknown']
      const [name = '', ...rest] = word.text.trim().split(/\s+/)
      const args = rest.filter((each) => each !== '--').map((each) => wordOf(each, word.span))
      return scriptNames(name, manifest).map((script) =>
        runScript({ manager: by, name: script, args, manifest }, command, scribe),
      )
    }),
  )
}

const CONCURRENT_VALUES =
  /^(?:-[ncplmstP]|--(?:names|prefix\S*|max-processes|restart-\S+|success|timestamp-format|default-input-target|teardown|name-separator|kill-signal|hide))$/

function readConcurrently(command: Command, scribe: Scribe): Standing {
  const texts = command.args.filter(
    (word, at) => !word.known.startsWith('-') && !CONCURRENT_VALUES.test(command.args[at - 1]?.known ?? ''),
  )
  const teardown = command.args.filter((_, at) => command.args[at - 1]?.known === '--teardown')
  return weakest(
    'expected',
    ...[...texts, ...teardown].map((word) => {
      const script = /^(?:npm|pnpm|yarn|bun|node):(.+)$/s.exec(word.text ?? '')?.[1]
      return script === undefined
        ? scribe.runsShell(word, 'concurrently')
        : runScripts('npm', [{ ...word, known: script, text: script }], command, scribe)
    }),
  )
}

const RUN_ALL_VALUES = new Set(['--max-parallel', '--npm-path', '-n', '--config'])

function readRunAll(command: Command, scribe: Scribe): Standing {
  const names = command.args.filter(
    (word, at) => !word.known.startsWith('-') && !RUN_ALL_VALUES.has(command.args[at - 1]?.known ?? ''),
  )
  return runScripts('npm', names, command, scribe)
}

/** Options of programs that only prepare the environment of the command after them. */
const PREPARING_VALUES = new Set(
  '-f --file -e --environments -r --rc-file -x --reporter --include -n --exclude --report-dir --temp-directory --require'.split(
    ' ',
  ),
)

function readPreparing(command: Command, scribe: Scribe): Standing {
  if (command.args.length > 0 && command.args.every((word) => HELP.test(word.known))) return 'proven'
  const words = afterOptions(command.args, PREPARING_VALUES)
  const by = command.name ?? ''
  return words.length === 0 ? 'expected' : weakest('expected', scribe.runs(words, by))
}

const NODEMON_VALUES = new Set(
  '-w --watch -e --ext -i --ignore --delay -d --signal -s --config -x --exec --cwd'.split(' '),
)

function readWatcher(command: Command, scribe: Scribe): Standing {
  const { args } = command
  if (args.every((word) => HELP.test(word.known))) return 'proven'
  const texts = optionValues(args, ['--exec', '-x'])
  const rest = afterOptions(args, NODEMON_VALUES)
  const [only] = texts
  // `nodemon --exec tsx src/server.ts`: the file belongs to the program.
  if (only && texts.length === 1 && !/\s/.test(only.known) && rest.length > 0)
    return weakest('expected', scribe.runs([only, ...rest], 'nodemon'))
  if (texts.length > 0) return weakest('expected', ...texts.map((word) => scribe.runsShell(word, 'nodemon')))
  const [first] = rest
  return first && /\.[cm]?[jt]sx?$/.test(first.known)
    ? weakest('expected', scribe.runs([wordOf('node', first.span), ...rest], 'nodemon'))
    : 'expected'
}

function readServerTest(command: Command, scribe: Scribe): Standing {
  const names = command.args.filter((word) => !/^-|^\d+$|^https?[:-]|^tcp:|^:\d/.test(word.known))
  return weakest(
    'expected',
    ...names.map((word) =>
      /\s/.test(word.known)
        ? scribe.runsShell(word, 'start-server-and-test')
        : runScripts('npm', [word], command, scribe),
    ),
  )
}

export const SCRIPT_WRAPPERS: readonly Program[] = [
  { names: ['concurrently'], read: readConcurrently },
  { names: ['npm-run-all', 'run-s', 'run-p'], read: readRunAll },
  { names: ['cross-env', 'env-cmd', 'c8', 'nyc'], read: readPreparing },
  { names: ['start-server-and-test', 'start-test'], read: readServerTest },
  { names: ['nodemon'], read: readWatcher },
]
