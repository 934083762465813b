import { dirname, join } from 'node:path/posix'
import { remoteShape } from '../../remote-shape.ts'
import type { Command, Word } from '../../words.ts'
import { mayBeOption } from '../git/made-words.ts'
import { originOf, type PackageOrigin, worstOrigin } from '../packages/specs.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { justRecipe } from './justfile.ts'
import { standingByName } from './names.ts'
import { alreadyRead, recipeLabel, recipeLayer, textMark } from './nesting.ts'
import { isTooLong } from './recipe-lines.ts'
import { taskfileTask } from './taskfile.ts'
import { miseTask } from './toml-tasks.ts'

/** Finds a file from the working directory up to the project's root and reads it. */
export function readUpwards(command: Command, scribe: Scribe, names: readonly string[]): FoundFile | undefined {
  let directory = command.cwd
  for (let steps = 0; directory !== undefined && steps < 32; steps++) {
    for (const name of names) {
      const path = join(directory, name)
      const text = scribe.readText(path)
      if (text !== undefined) return { text, directory, mark: textMark(text, path, scribe.facts) }
    }
    if (directory === scribe.facts.projectRoot || directory === '/') return undefined
    directory = dirname(directory)
  }
  return undefined
}

interface FoundFile {
  readonly text: string
  readonly directory: string
  readonly mark: string
}

/** What a runner may take its tasks from: the files and folders that its options point to come before what it finds by itself. */
export function taskFiles(command: Command, scribe: Scribe, names: readonly string[]): readonly FoundFile[] {
  const pointed = command.args.flatMap((word, at) => {
    const attached = /^(--?[\w-]+)=(.+)$/s.exec(word.known)
    const [option, text] = attached ? [attached[1], attached[2]] : [command.args[at - 1]?.known, word.known]
    // An option for many files is for those that the tasks are done to.
    if (text === undefined || word.dynamic || !/^-(?:\w|-?[\w-]+[^\W_s])$/.test(option ?? '')) return []
    const { real } = scribe.pathOf(text)
    return real === undefined ? [] : [real]
  })
  const found = pointed
    .flatMap((path) => [path, ...names.map((name) => join(path, name))])
    .flatMap((path) => {
      const text = scribe.readText(path)
      return text === undefined ? [] : [{ text, directory: dirname(path), mark: textMark(text, path, scribe.facts) }]
    })
  const usual = readUpwards(command, scribe, names)
  return usual ? [...found, usual] : found
}

export interface TaskRunner {
  readonly name: string
  readonly files: readonly string[]
  /** The lines of a task; undefined when the file has no such task. */
  readonly lines: (text: string, task: string) => readonly string[] | undefined
}

/** Runs a task: its lines where they can be read, else by its name. */
export function runTask(task: string, runner: TaskRunner, command: Command, scribe: Scribe): Standing {
  const by = `${runner.name} ${task}`
  const files = taskFiles(command, scribe, runner.files)
  if (files.some(({ text }) => isTooLong(text))) return 'unknown'
  const found = files.find(({ text }) => runner.lines(text, task) !== undefined)
  const lines = found && runner.lines(found.text, task)
  if (!found || lines === undefined) return standingByName(task, by, scribe)
  const label = recipeLabel(by, found.directory, scribe.facts) + found.mark
  const read = alreadyRead(label, command, scribe)
  if (read) return read
  const standings = lines.map((line) =>
    scribe.runsShell({ text: line, sources: [] }, label, { cwd: found.directory, ...recipeLayer(label) }),
  )
  return weakest('expected', ...standings)
}

const JUST: TaskRunner = { name: 'just', files: ['justfile', 'Justfile', '.justfile'], lines: justRecipe }
const TASK: TaskRunner = {
  name: 'task',
  files: ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'taskfile.yaml', 'Taskfile.dist.yml'],
  lines: taskfileTask,
}
const MISE: TaskRunner = {
  name: 'mise run',
  files: ['mise.toml', '.mise.toml', '.config/mise.toml', 'mise/config.toml'],
  lines: miseTask,
}

const LOOKS = new Set([
  '--list',
  '-l',
  '--list-all',
  '-a',
  '--summary',
  '--show',
  '-s',
  '--dry-run',
  '-n',
  '--dry',
  '--evaluate',
  '--dump',
  '--variables',
  '--choose',
  '--version',
  '--help',
  '-h',
  '-V',
  '--fmt',
  '--status',
])

function taskRunner(names: readonly string[], runner: TaskRunner, values: ReadonlySet<string>): Program {
  return {
    names,
    read: (command, scribe) => {
      const { args } = command
      if (args.some((word) => LOOKS.has(word.known))) return 'proven'
      if (args.some((word) => mayBeOption(word) && !word.quoted)) return 'unknown'
      const tasks = operands(args, values)
      if (tasks.some((word) => word.text === undefined)) return 'unknown'
      const chosen = runner.name === 'just' ? tasks.slice(0, 1) : tasks
      return weakest(
        'expected',
        ...(chosen.length === 0 ? ['default'] : chosen.map((word) => word.text ?? '')).map((task) =>
          runTask(task, runner, command, scribe),
        ),
      )
    },
  }
}

function operands(args: readonly Word[], values: ReadonlySet<string>): Word[] {
  const found: Word[] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    if (!word || word.known === '--') break
    if (values.has(word.known)) at++
    else if (!word.known.startsWith('-') && !/^\w+=/.test(word.known)) found.push(word)
  }
  return found
}

/** A tool of the registry, or somebody's repository behind one of the ways to get it. */
function toolOrigin(name: string): PackageOrigin {
  return originOf(name) === 'git' && remoteShape(name) ? 'git' : 'registry'
}

/** `mise run a ::: b`, `mise x tool -- command`, and the tool's own housekeeping. */
const MISE_PROGRAM: Program = {
  names: ['mise'],
  read: (command, scribe) => {
    const [verb, ...args] = stripOptions(command.args)
    switch (verb?.text) {
      case 'run':
      case 'r':
        return miseRun(args, command, scribe)
      case 'tasks':
      case 't':
        return args[0]?.text === 'run'
          ? miseRun(args.slice(1), command, scribe)
          : args[0]?.text === 'edit' || args[0]?.text === 'add'
            ? 'plain'
            : 'proven'
      case 'x':
      case 'exec':
        return miseExec(args, scribe)
      case 'ls':
      case 'list':
      case 'current':
      case 'which':
      case 'where':
      case 'env':
      case 'version':
      case 'doctor':
      case 'ls-remote':
      case 'outdated':
      case 'registry':
      case undefined:
        return verb && verb.text === undefined ? 'unknown' : 'proven'
      case 'install':
      case 'i':
      case 'use':
      case 'u':
      case 'upgrade':
        scribe.effect({
          kind: 'install',
          manager: 'mise',
          packages: names(args),
          origin: worstOrigin(names(args).map(toolOrigin)),
          scope: 'user',
          by: `mise ${verb?.text}`,
        })
        return 'expected'
      case 'trust':
        return 'plain'
      default:
        return verb?.text !== undefined ? runTask(verb.text, MISE, command, scribe) : 'unknown'
    }
  },
}

function stripOptions(args: readonly Word[]): readonly Word[] {
  let at = 0
  while (at < args.length && args[at]?.known.startsWith('-') && args[at]?.known !== '--')
    at += /^-(?:C|E|j)$|^--(?:cd|env|jobs)$/.test(args[at]?.known ?? '') ? 2 : 1
  return args.slice(at)
}

const names = (words: readonly Word[]): string[] =>
  words.filter((word) => !word.known.startsWith('-')).map((word) => word.text ?? word.known)

function miseRun(args: readonly Word[], command: Command, scribe: Scribe): Standing {
  if (args.some((word) => word.known === '--dry-run' || word.known === '-n' || word.known === '--help')) return 'proven'
  const tasks: Word[] = []
  let fresh = true
  for (const word of stripOptions(args)) {
    if (word.known === ':::') fresh = true
    else if (fresh && !word.known.startsWith('-')) {
      tasks.push(word)
      fresh = false
    }
  }
  if (tasks.some((word) => word.text === undefined)) return 'unknown'
  return weakest('expected', ...tasks.map((word) => runMiseTask(word.text ?? '', command, scribe)))
}

/** A task is a table of mise.toml or a file of its own. */
function runMiseTask(task: string, command: Command, scribe: Scribe): Standing {
  const file = readUpwards(
    command,
    scribe,
    ['mise-tasks', '.mise-tasks', 'mise/tasks', '.mise/tasks', '.config/mise/tasks'].map(
      (folder) => `${folder}/${task.replaceAll(':', '/')}`,
    ),
  )
  if (file) {
    const label = recipeLabel(`mise run ${task}`, file.directory, scribe.facts) + file.mark
    const read = alreadyRead(label, command, scribe)
    return (
      read ??
      weakest(
        'expected',
        scribe.runsShell({ text: file.text, sources: [] }, label, { cwd: file.directory, ...recipeLayer(label) }),
      )
    )
  }
  return runTask(task, MISE, command, scribe)
}

function miseExec(args: readonly Word[], scribe: Scribe): Standing {
  const shell = args.findIndex((word) => word.known === '-c' || word.known === '--command')
  const text = shell < 0 ? undefined : args[shell + 1]
  if (text) return weakest('expected', scribe.runsShell(text, 'mise exec'))
  const at = args.findIndex((word) => word.known === '--')
  return at < 0 ? 'plain' : weakest('expected', scribe.runs(args.slice(at + 1), 'mise exec'))
}

export const TASKS: readonly Program[] = [
  taskRunner(
    ['just'],
    JUST,
    new Set(['-f', '--justfile', '-d', '--working-directory', '--set', '--shell', '--dotenv-path']),
  ),
  taskRunner(['task'], TASK, new Set(['-t', '--taskfile', '-d', '--dir', '-C', '--concurrency', '-o', '--output'])),
  MISE_PROGRAM,
]
