import { join } from 'node:path/posix'
import { dataOf, memberOf, textsOf } from '../../data/data.ts'
import type { Command, Word } from '../../words.ts'
import { standingByName } from '../build/names.ts'
import { namedBy } from '../build/runners.ts'
import { tasksAmong } from '../build/tasks.ts'
import type { Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { type Manifest, manifestAt, runScript } from './node-scripts.ts'

/** The manifests of a project and its workspaces, as far as they are known. */
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
  if (verb?.text === 'exec') return scribe.runs(handed(command), 'nx exec')
  if (verb?.text === 'run' && target) return runTasks('nx', [target.text?.split(':')[1] ?? ''], command, scribe)
  const listed = namedBy(command.args, /^(?:--targets?|-t)$/).map((name) => (name.includes('\0') ? undefined : name))
  if (listed.length > 0) return runTasks('nx', listed, command, scribe)
  return verb && !NX_OWN.test(verb.known) ? runTasks('nx', [verb.text], command, scribe) : 'expected'
}
