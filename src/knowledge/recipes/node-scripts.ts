import { join } from 'node:path/posix'
import { entriesOf, memberOf, parseFirstDocument, textItemsOf } from '../../analysis/data/structured-data.ts'
import { collectOptionValues } from '../../analysis/interpret/build-tool.ts'
import { weakestGrade } from '../../analysis/interpret/grade.ts'
import { skipOptions } from '../../analysis/interpret/package-command.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../analysis/interpret/program.ts'
import { makeSyntheticWord, quoteForShell } from '../../analysis/interpret/synthetic-words.ts'
import { gradeByTaskName } from '../../analysis/interpret/task-names.ts'
import type { Command, Word } from '../../analysis/words.ts'
import { isDryRunOption } from '../lexicon/dry-run-options.ts'
import { isHelpOption } from '../lexicon/help-options.ts'
import { listOptionNames } from './script-runners.ts'
import { findFileUpwards, listTaskOperands, makeTextMark, runRecipe } from './task-runners.ts'

export interface Manifest {
  readonly directory: string
  /** Tells its text from the one on the disk. */
  readonly mark: string
  readonly data: unknown
  readonly scripts: ReadonlyMap<string, string>
  readonly dependencies: ReadonlySet<string>
}

export function findManifestUpwards(cwd: string | undefined, recorder: EffectRecorder): Manifest | undefined {
  const found = findFileUpwards({ cwd }, recorder, ['package.json'])
  return found && parseManifest(found.text, found.directory, recorder)
}

function readManifestAt(directory: string, recorder: EffectRecorder): Manifest | undefined {
  const text = recorder.readText(join(directory, 'package.json'))
  return text === undefined ? undefined : parseManifest(text, directory, recorder)
}

function parseManifest(text: string, directory: string, { facts }: EffectRecorder): Manifest | undefined {
  try {
    const data: unknown = JSON.parse(text)
    const scripts = entriesOf(memberOf(data, 'scripts')).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    const dependencies = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].flatMap(
      (key) => entriesOf(memberOf(data, key)).map(([name]) => name),
    )
    const mark = makeTextMark(text, join(directory, 'package.json'), facts)
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

export function runManifestScript(run: NodeScriptRun, command: Command, recorder: EffectRecorder): CommandGrade {
  const { manager, name, manifest } = run
  const by = `${manager} run ${name}`
  const text = manifest?.scripts.get(name)
  if (!manifest || text === undefined) return gradeByTaskName(name, by, recorder, run.args)
  const tail = run.args.map((word) => (word.text === undefined ? '"$ARGUMENT"' : quoteForShell(word.text))).join(' ')
  const own = text.trim() === 'wireit' ? listWireitCommands(manifest, name) : [text]
  const texts = [
    manifest.scripts.get(`pre${name}`),
    ...own.map((each) => `${each} ${tail}`.trim()),
    manifest.scripts.get(`post${name}`),
  ].filter((each) => each !== undefined)
  return runRecipe(by, texts, { ...manifest, command, recorder })
}

/** `"x": "wireit"` stands for the command, and what it needs, in the manifest's `wireit` table. */
function listWireitCommands(manifest: Manifest, name: string, seen: Set<string> = new Set()): readonly string[] {
  if (seen.has(name) || seen.size > 40) return []
  seen.add(name)
  const entry = memberOf(manifest.data, 'wireit', name)
  const needs = textItemsOf(memberOf(entry, 'dependencies')).flatMap((need) => listWireitCommands(manifest, need, seen))
  return [...needs, ...textItemsOf(memberOf(entry, 'command'))]
}

const LIFECYCLE_SCRIPTS = new Map([
  ['install', 'preinstall install postinstall preprepare prepare postprepare'],
  ['version', 'preversion version postversion'],
  ['publish', 'prepublishOnly prepack prepare postpack publish postpublish'],
  ['pack', 'prepack prepare postpack'],
])

/** What the project's own manifest runs around a verb of its package manager. */
export function runLifecycleScripts(
  verb: string,
  manager: string,
  from: { command: Command; recorder: EffectRecorder },
): CommandGrade {
  const manifest = findManifestUpwards(from.command.cwd, from.recorder)
  if (!manifest) return 'proven'
  const names = (LIFECYCLE_SCRIPTS.get(verb) ?? '').split(' ')
  const runs = names.flatMap((name) => {
    const text = manifest.scripts.get(name)
    return text === undefined ? [] : runRecipe(`${manager} run ${name}`, [text], { ...manifest, ...from })
  })
  return weakestGrade(...runs)
}

function listWorkspaceDirectories(recorder: EffectRecorder): readonly string[] {
  const root = recorder.facts.projectRoot
  const found = new Set<string>([root])
  for (const pattern of listWorkspacePatterns(root, recorder)) {
    const base = pattern.replace(/^\.\//, '').replace(/\/?\*.*$/, '')
    if (!pattern.includes('*')) found.add(join(root, base))
    else for (const name of recorder.facts.list(join(root, base)) ?? []) found.add(join(root, base, name))
  }
  for (const path of recorder.facts.session.written.keys()) {
    if (/\/(?:package|project)\.json$/.test(path) && path.startsWith(`${root}/`) && !path.includes('/node_modules/'))
      found.add(path.slice(0, path.lastIndexOf('/')))
  }
  return [...found]
}

function listWorkspacePatterns(root: string, recorder: EffectRecorder): readonly string[] {
  const manifest = readManifestAt(root, recorder)?.data
  const workspaces = memberOf(manifest, 'workspaces')
  const lerna = recorder.readText(join(root, 'lerna.json'))
  const pnpm = recorder.readText(join(root, 'pnpm-workspace.yaml')) ?? ''
  return [
    ...textItemsOf(workspaces),
    ...textItemsOf(memberOf(workspaces, 'packages')),
    ...textItemsOf(lerna === undefined ? undefined : memberOf(parseFirstDocument('json', lerna), 'packages')),
    ...[...pnpm.matchAll(/^\s*-\s+["']?([\w@./*-]{1,200})["']?\s*$/gm)].map((match) => match[1] ?? ''),
  ].filter((pattern) => !pattern.startsWith('!') && !pattern.startsWith('/') && !pattern.includes('..'))
}

export interface WorkspaceRun {
  readonly manager: string
  readonly name: string
  readonly args: readonly Word[]
}

/** Runs a script in every workspace that has it; where none can be read it is taken by its name. */
export function runInWorkspaces(run: WorkspaceRun, command: Command, recorder: EffectRecorder): CommandGrade {
  const manifests = listWorkspaceDirectories(recorder)
    .map((directory) => readManifestAt(directory, recorder))
    .filter((manifest): manifest is Manifest => manifest?.scripts.has(run.name) === true)
  const targets = listNxCommands(run.name, recorder)
  if (manifests.length === 0 && targets.length === 0)
    return gradeByTaskName(run.name, `${run.manager} run ${run.name}`, recorder)
  return weakestGrade(
    'expected',
    ...manifests.map((manifest) => runManifestScript({ ...run, manifest }, command, recorder)),
    ...targets.map((text) => recorder.runsShell({ text, sources: [] }, `${run.manager} run ${run.name}`)),
  )
}

function listNxCommands(target: string, recorder: EffectRecorder): readonly string[] {
  return listWorkspaceDirectories(recorder).flatMap((directory) => {
    const text = recorder.readText(join(directory, 'project.json'))
    const entry = text === undefined ? undefined : memberOf(parseFirstDocument('json', text), 'targets', target)
    return [
      ...textItemsOf(memberOf(entry, 'command')),
      ...textItemsOf(memberOf(entry, 'options', 'command')),
      ...textItemsOf(memberOf(entry, 'options', 'commands')),
    ]
  })
}

const LISTING_OPTION = /^--(?:dry|graph|list)(?:=|$)/s

function wordsAfterDashes({ args }: Command): readonly Word[] {
  const at = args.findIndex((word) => word.known === '--')
  return at < 0 ? [] : args.slice(at + 1)
}

function runTaskScripts(
  manager: string,
  tasks: readonly (string | undefined)[],
  command: Command,
  recorder: EffectRecorder,
): CommandGrade {
  if (
    command.args.some(
      (word) => isDryRunOption(word.known) || isHelpOption(word.known) || LISTING_OPTION.test(word.known),
    )
  )
    return 'proven'
  const args = wordsAfterDashes(command)
  return weakestGrade(
    'expected',
    ...tasks.map((task) =>
      // `web#build` of turbo names a package and its task.
      task === undefined
        ? 'unknown'
        : runInWorkspaces({ manager, name: task.replace(/^.*?#/s, ''), args }, command, recorder),
    ),
  )
}

const TURBO_VALUE_OPTION =
  /^(?:-F|--(?:filter|concurrency|cwd|cache-dir|output-logs|env-mode|log-order|token|team|api|color|ui|profile|cache))$/

export function readTurboTasks(command: Command, recorder: EffectRecorder): CommandGrade {
  const tasks = listTaskOperands(command.args, TURBO_VALUE_OPTION).map(({ text }) => text)
  return runTaskScripts('turbo', /^(?:run|watch)$/.test(tasks[0] ?? '') ? tasks.slice(1) : tasks, command, recorder)
}

const LERNA_VALUE_OPTION = /^--(?:scope|ignore|concurrency|since|loglevel|npm-client)$/

export function readLernaRun(command: Command, recorder: EffectRecorder): CommandGrade {
  const [verb, ...rest] = listTaskOperands(command.args, LERNA_VALUE_OPTION)
  if (verb?.text === 'exec') {
    const words = command.args.some((word) => word.known === '--') ? wordsAfterDashes(command) : rest
    return words.length === 1 && words[0]
      ? recorder.runsShell(words[0], 'lerna exec')
      : recorder.runs(words, 'lerna exec')
  }
  const [name] = rest
  return name ? runTaskScripts('lerna', name.text?.split(',') ?? [undefined], command, recorder) : 'expected'
}

const NX_VALUE_OPTION = /^(?:-[pc]|--(?:projects?|exclude|parallel|base|head|configuration|runner|files))$/
const NX_BUILT_IN_VERB =
  /^(?:run|run-many|affected|exec|watch|g|generate|format|format:write|format:check|reset|sync|daemon|repair|add|init|import|dep-graph|affected:(?:test|build|lint))$/

export function readNxTargets(command: Command, recorder: EffectRecorder): CommandGrade {
  const [verb, target] = listTaskOperands(command.args, NX_VALUE_OPTION)
  if (verb?.text === 'exec')
    return recorder.runs(command.args.slice(command.args.findIndex((word) => word.known === '--') + 1), 'nx exec')
  if (verb?.text === 'run' && target) return runTaskScripts('nx', [target.text?.split(':')[1] ?? ''], command, recorder)
  const listed = listOptionNames(command.args, /^(?:--targets?|-t)$/).map((name) =>
    name.includes('\0') ? undefined : name,
  )
  if (listed.length > 0) return runTaskScripts('nx', listed, command, recorder)
  return verb && !NX_BUILT_IN_VERB.test(verb.known) ? runTaskScripts('nx', [verb.text], command, recorder) : 'expected'
}

const asksForHelp = ({ known }: Word) => known === '-v' || isHelpOption(known)

function expandScriptPattern(pattern: string, manifest: Manifest | undefined): readonly string[] {
  if (!pattern.includes('*') || !manifest) return [pattern]
  const start = pattern.slice(0, pattern.indexOf('*'))
  return [...manifest.scripts.keys()].filter((name) => name.startsWith(start))
}

function runNamedScripts(by: string, words: readonly Word[], command: Command, recorder: EffectRecorder): CommandGrade {
  const manifest = findManifestUpwards(command.cwd, recorder)
  return weakestGrade(
    'expected',
    ...words.flatMap((word): CommandGrade[] => {
      if (word.text === undefined) return ['unknown']
      const [name = '', ...rest] = word.text.trim().split(/\s+/)
      const args = rest.filter((each) => each !== '--').map((each) => makeSyntheticWord(each, word.span))
      return expandScriptPattern(name, manifest).map((script) =>
        runManifestScript({ manager: by, name: script, args, manifest }, command, recorder),
      )
    }),
  )
}

const CONCURRENTLY_VALUE_OPTION =
  /^(?:-[ncplmstP]|--(?:names|prefix\S*|max-processes|restart-\S+|success|timestamp-format|default-input-target|teardown|name-separator|kill-signal|hide))$/

function readConcurrently(command: Command, recorder: EffectRecorder): CommandGrade {
  const texts = command.args.filter(
    (word, at) => !word.known.startsWith('-') && !CONCURRENTLY_VALUE_OPTION.test(command.args[at - 1]?.known ?? ''),
  )
  const teardown = command.args.filter((_, at) => command.args[at - 1]?.known === '--teardown')
  return weakestGrade(
    'expected',
    ...[...texts, ...teardown].map((word) => {
      const script = /^(?:npm|pnpm|yarn|bun|node):(.+)$/s.exec(word.text ?? '')?.[1]
      return script === undefined
        ? recorder.runsShell(word, 'concurrently')
        : runNamedScripts('npm', [{ ...word, known: script, text: script }], command, recorder)
    }),
  )
}

const RUN_ALL_VALUE_OPTIONS = new Set(['--max-parallel', '--npm-path', '-n', '--config'])

function readRunAll(command: Command, recorder: EffectRecorder): CommandGrade {
  const names = command.args.filter(
    (word, at) => !word.known.startsWith('-') && !RUN_ALL_VALUE_OPTIONS.has(command.args[at - 1]?.known ?? ''),
  )
  return runNamedScripts('npm', names, command, recorder)
}

/** Options of programs that only prepare the environment of the command after them. */
const WRAPPER_VALUE_OPTIONS = new Set(
  '-f --file -e --environments -r --rc-file -x --reporter --include -n --exclude --report-dir --temp-directory --require'.split(
    ' ',
  ),
)

function readCommandWrapper(command: Command, recorder: EffectRecorder): CommandGrade {
  if (command.args.length > 0 && command.args.every(asksForHelp)) return 'proven'
  const words = skipOptions(command.args, WRAPPER_VALUE_OPTIONS)
  const by = command.name ?? ''
  return words.length === 0 ? 'expected' : weakestGrade('expected', recorder.runs(words, by))
}

const NODEMON_VALUE_OPTIONS = new Set(
  '-w --watch -e --ext -i --ignore --delay -d --signal -s --config -x --exec --cwd'.split(' '),
)

function readWatcher(command: Command, recorder: EffectRecorder): CommandGrade {
  const { args } = command
  if (args.every(asksForHelp)) return 'proven'
  const texts = collectOptionValues(args, ['--exec', '-x'])
  const rest = skipOptions(args, NODEMON_VALUE_OPTIONS)
  const [only] = texts
  // `nodemon --exec tsx src/server.ts`: the file belongs to the program.
  if (only && texts.length === 1 && !/\s/.test(only.known) && rest.length > 0)
    return weakestGrade('expected', recorder.runs([only, ...rest], 'nodemon'))
  if (texts.length > 0) return weakestGrade('expected', ...texts.map((word) => recorder.runsShell(word, 'nodemon')))
  const [first] = rest
  return first && /\.[cm]?[jt]sx?$/.test(first.known)
    ? weakestGrade('expected', recorder.runs([makeSyntheticWord('node', first.span), ...rest], 'nodemon'))
    : 'expected'
}

function readServerTest(command: Command, recorder: EffectRecorder): CommandGrade {
  const names = command.args.filter((word) => !/^-|^\d+$|^https?[:-]|^tcp:|^:\d/.test(word.known))
  return weakestGrade(
    'expected',
    ...names.map((word) =>
      /\s/.test(word.known)
        ? recorder.runsShell(word, 'start-server-and-test')
        : runNamedScripts('npm', [word], command, recorder),
    ),
  )
}

export const SCRIPT_WRAPPERS: readonly Program[] = [
  { names: ['concurrently'], read: readConcurrently },
  { names: ['npm-run-all', 'run-s', 'run-p'], read: readRunAll },
  { names: ['cross-env', 'env-cmd', 'c8', 'nyc'], read: readCommandWrapper },
  { names: ['start-server-and-test', 'start-test'], read: readServerTest },
  { names: ['nodemon'], read: readWatcher },
]
