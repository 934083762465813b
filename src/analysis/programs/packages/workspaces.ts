import { join } from 'node:path/posix'
import { dataOf, memberOf, textsOf } from '../../data/data.ts'
import type { Command, Word } from '../../words.ts'
import { standingByName } from '../build/names.ts'
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

/** The commands of a target in the project.json files of Nx. */
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

const LOOKS = new Set(['--dry', '--dry-run', '--graph', '--help', '-h', '--version', '-V', '--list'])

/** The words that are not options, up to `--`. */
function tasksOf(args: readonly Word[], values: ReadonlySet<string>): Word[] {
  const tasks: Word[] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    if (!word || word.known === '--') break
    if (values.has(word.known)) at++
    else if (!word.known.startsWith('-')) tasks.push(word)
  }
  return tasks
}

function runTasks(manager: string, tasks: readonly Word[], command: Command, scribe: Scribe): Standing {
  if (command.args.some((word) => LOOKS.has(word.known.replace(/=.*$/, '')))) return 'proven'
  if (tasks.some((word) => word.text === undefined)) return 'unknown'
  const at = command.args.findIndex((word) => word.known === '--')
  const args = at < 0 ? [] : command.args.slice(at + 1)
  return weakest(
    'expected',
    ...tasks.map((word) => runInWorkspaces({ manager, name: nameOf(word.text ?? ''), args }, command, scribe)),
  )
}

/** `web#build` of turbo names a package and its task. */
const nameOf = (task: string): string => task.slice(task.indexOf('#') + 1)

const TURBO_VALUES = new Set([
  '--filter',
  '-F',
  '--concurrency',
  '--cwd',
  '--cache-dir',
  '--output-logs',
  '--env-mode',
  '--log-order',
  '--token',
  '--team',
  '--api',
  '--color',
  '--ui',
  '--profile',
  '--cache',
])

/** `turbo run a b`, `turbo a b`. */
export function readTurboTasks(command: Command, scribe: Scribe): Standing {
  const tasks = tasksOf(command.args, TURBO_VALUES).filter(
    (word, at) => at > 0 || (word.text !== 'run' && word.text !== 'watch'),
  )
  return runTasks('turbo', tasks, command, scribe)
}

const LERNA_VALUES = new Set(['--scope', '--ignore', '--concurrency', '--since', '--loglevel', '--npm-client'])

/** `lerna run a,b`, `lerna exec -- command`. */
export function readLernaRun(command: Command, scribe: Scribe): Standing {
  const [verb, name, ...more] = tasksOf(command.args, LERNA_VALUES)
  if (verb?.text === 'exec') {
    const at = command.args.findIndex((word) => word.known === '--')
    const words = at < 0 ? [name, ...more].filter((word) => word !== undefined) : command.args.slice(at + 1)
    return words.length === 1 && words[0] ? scribe.runsShell(words[0], 'lerna exec') : scribe.runs(words, 'lerna exec')
  }
  if (!name) return 'expected'
  const names = (name.text ?? '')
    .split(',')
    .map((each): Word => ({ ...name, known: each, text: name.text === undefined ? undefined : each }))
  return runTasks('lerna', names, command, scribe)
}

const NX_VALUES = new Set([
  '-p',
  '--projects',
  '--project',
  '--exclude',
  '--parallel',
  '--base',
  '--head',
  '-c',
  '--configuration',
  '--runner',
  '--files',
])
const NX_OWN = new Set([
  'run',
  'run-many',
  'affected',
  'exec',
  'watch',
  'g',
  'generate',
  'format',
  'format:write',
  'format:check',
  'reset',
  'sync',
  'daemon',
  'repair',
  'add',
  'init',
  'import',
  'init',
  'dep-graph',
  'affected:test',
  'affected:build',
  'affected:lint',
])

/** `nx run app:target`, `nx run-many -t a b`, `nx affected -t a`, `nx target app`. */
export function readNxTargets(command: Command, scribe: Scribe): Standing {
  const { args } = command
  const [verb, ...operands] = tasksOf(args, NX_VALUES)
  const listed = targetOptions(args)
  if (verb?.text === 'exec')
    return scribe.runs(args.slice(args.findIndex((word) => word.known === '--') + 1), 'nx exec')
  if (verb?.text === 'run' && operands[0]) {
    const target = (operands[0].text ?? '').split(':')[1] ?? ''
    return runTasks('nx', [{ ...operands[0], known: target, text: target }], command, scribe)
  }
  if (listed.length > 0) return runTasks('nx', listed, command, scribe)
  return verb && !NX_OWN.has(verb.known) ? runTasks('nx', [verb], command, scribe) : 'expected'
}

/** The words of `-t a b` and `--target=a,b`. */
function targetOptions(args: readonly Word[]): Word[] {
  const found: Word[] = []
  let inside = false
  for (const word of args) {
    const attached = /^(?:--targets?|-t)=(.+)$/s.exec(word.known)?.[1]
    if (attached !== undefined)
      found.push(...attached.split(',').map((each): Word => ({ ...word, known: each, text: each })))
    inside = /^(?:--targets?|-t)$/.test(word.known) || (inside && !word.known.startsWith('-'))
    if (inside && !word.known.startsWith('-'))
      found.push(
        ...word.known
          .split(',')
          .map((each): Word => ({ ...word, known: each, text: word.text === undefined ? undefined : each })),
      )
  }
  return found
}
