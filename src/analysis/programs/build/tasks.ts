import { dirname, join } from 'node:path/posix'
import type { Facts } from '../../facts.ts'
import { remoteShape } from '../../remote-shape.ts'
import type { Command, Word } from '../../words.ts'
import { shown } from '../form/words.ts'
import { mayBeOption } from '../git/made-words.ts'
import { originOf, worstOrigin } from '../packages/specs.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { standingByName } from './names.ts'
import { isTooLong, justRecipe, miseTask, type TaskReader, taskfileTask } from './recipes.ts'

export interface RecipeRun {
  readonly command: Command
  readonly scribe: Scribe
  readonly directory: string | undefined
  /** Tells their text from the one on the disk; empty when they are the same. */
  readonly mark: string
}

const MAX_NESTED = 6

/** Runs the lines of a recipe. One that calls itself was read; one that nests too deep was not. */
export function runRecipe(by: string, lines: readonly string[], place: RecipeRun): Standing {
  const { command, scribe, directory, mark } = place
  // The same name in another directory is another recipe.
  const here = directory === undefined || directory === scribe.facts.projectRoot
  const label = (here ? by : `${by} (${directory})`) + mark
  const recipes = command.through.filter(({ kind }) => kind === 'recipe')
  if (recipes.some(({ key }) => key === label)) return 'expected'
  if (recipes.length >= MAX_NESTED) {
    scribe.effect({ kind: 'run-code', language: 'shell', origin: 'inline', read: false, host: undefined, by: label })
    return 'unknown'
  }
  const options = { ...(directory !== undefined && { cwd: directory }), layer: { kind: 'recipe', key: label } as const }
  return weakest('expected', ...lines.map((text) => scribe.runsShell({ text, sources: [] }, label, options)))
}

/** Marks recipes that do not lie on the disk as they were read: piped in, or written by the very text that runs them. */
export function textMark(text: string, path: string | undefined, facts: Facts): string {
  const found = path === undefined ? undefined : facts.text(path)
  return found?.kind === 'text' && found.text === text ? '' : ` #${digest(text)}`
}

function digest(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${text.length.toString(36)}-${(hash >>> 0).toString(36)}`
}

interface FoundFile {
  readonly text: string
  readonly directory: string
  readonly mark: string
}

function fileAt(path: string, directory: string, scribe: Scribe): FoundFile[] {
  const text = scribe.readText(path)
  return text === undefined ? [] : [{ text, directory, mark: textMark(text, path, scribe.facts) }]
}

export function readUpwards(
  { cwd }: Pick<Command, 'cwd'>,
  scribe: Scribe,
  names: readonly string[],
): FoundFile | undefined {
  let directory = cwd
  for (let steps = 0; directory !== undefined && steps < 32; steps++) {
    for (const name of names) {
      const [found] = fileAt(join(directory, name), directory, scribe)
      if (found) return found
    }
    if (directory === scribe.facts.projectRoot || directory === '/') return undefined
    directory = dirname(directory)
  }
  return undefined
}

/** What a runner may take its tasks from: the files and folders that its options point to come before what it finds by itself. */
export function taskFiles(command: Command, scribe: Scribe, names: readonly string[]): readonly FoundFile[] {
  const pointed = command.args.flatMap((word, at) => {
    const attached = /^(--?[\w-]+)=(.+)$/s.exec(word.known)
    const [option = '', text = ''] = attached ? attached.slice(1) : [command.args[at - 1]?.known, word.known]
    // An option for many files is for those that the tasks are done to.
    if (word.dynamic || !/^-(?:\w|-?[\w-]+[^\W_s])$/.test(option)) return []
    const { real } = scribe.pathOf(text)
    return real === undefined ? [] : [real, ...names.map((name) => join(real, name))]
  })
  const usual = readUpwards(command, scribe, names)
  return [...pointed.flatMap((path) => fileAt(path, dirname(path), scribe)), ...(usual ? [usual] : [])]
}

export interface TaskRunner {
  readonly name: string
  readonly files: readonly string[]
  readonly lines: TaskReader
}

export function runTask(task: string, { name, files, lines }: TaskRunner, command: Command, scribe: Scribe): Standing {
  const by = `${name} ${task}`
  const all = taskFiles(command, scribe, files)
  if (all.some(({ text }) => isTooLong(text))) return 'unknown'
  for (const found of all) {
    const read = lines(found.text, task)
    if (read !== undefined) return runRecipe(by, read, { ...found, command, scribe })
  }
  return standingByName(task, by, scribe)
}

const LOOKS =
  /^(?:-[lasnhV]|--(?:list|list-all|summary|show|dry-run|dry|evaluate|dump|variables|choose|version|help|fmt|status))$/

export function tasksAmong(args: readonly Word[], values: RegExp): Word[] {
  const found: Word[] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    if (!word || word.known === '--') break
    if (values.test(word.known)) at++
    else if (!word.known.startsWith('-')) found.push(word)
  }
  return found
}

function taskRunner(runner: TaskRunner, values: RegExp): Program {
  return {
    names: [runner.name],
    read: (command, scribe) => {
      const { args } = command
      if (args.some((word) => LOOKS.test(word.known))) return 'proven'
      const tasks = tasksAmong(args, values).filter((word) => !/^\w+=/.test(word.known))
      if (
        [...tasks, ...args.filter((word) => mayBeOption(word) && !word.quoted)].some(({ text }) => text === undefined)
      )
        return 'unknown'
      const chosen = runner.name === 'just' ? tasks.slice(0, 1) : tasks
      const names = chosen.length === 0 ? ['default'] : chosen.map(({ known }) => known)
      return weakest('expected', ...names.map((task) => runTask(task, runner, command, scribe)))
    },
  }
}

const MISE: TaskRunner = {
  name: 'mise run',
  files: ['mise.toml', '.mise.toml', '.config/mise.toml', 'mise/config.toml'],
  lines: miseTask,
}

/** `mise run a ::: b`, `mise x tool -- command`, and the tool's own housekeeping. */
function readMise(command: Command, scribe: Scribe): Standing {
  const [verb, ...args] = stripOptions(command.args)
  if (!verb) return 'proven'
  if (verb.text === undefined) return 'unknown'
  if (/^(?:ls|list|current|which|where|env|version|doctor|ls-remote|outdated|registry)$/.test(verb.text))
    return 'proven'
  if (verb.text === 'trust') return 'plain'
  if (verb.text === 'run' || verb.text === 'r') return miseRun(args, command, scribe)
  if (verb.text === 'x' || verb.text === 'exec') return miseExec(args, scribe)
  if (verb.text === 'tasks' || verb.text === 't') {
    const action = args[0]?.text ?? ''
    return action === 'run'
      ? miseRun(args.slice(1), command, scribe)
      : /^(?:edit|add)$/.test(action)
        ? 'plain'
        : 'proven'
  }
  if (!/^(?:install|i|use|u|upgrade)$/.test(verb.text)) return runTask(verb.text, MISE, command, scribe)
  const packages = args.map(shown).filter((word) => !word.startsWith('-'))
  // A tool of the registry, or somebody's repository behind one of the ways to get it.
  const origin = worstOrigin(
    packages.map((name) => (originOf(name) === 'git' && remoteShape(name) ? 'git' : 'registry')),
  )
  scribe.effect({ kind: 'install', manager: 'mise', packages, origin, scope: 'user', by: `mise ${verb.text}` })
  return 'expected'
}

function stripOptions(args: readonly Word[]): readonly Word[] {
  let at = 0
  while (at < args.length && args[at]?.known.startsWith('-') && args[at]?.known !== '--')
    at += /^-(?:C|E|j)$|^--(?:cd|env|jobs)$/.test(args[at]?.known ?? '') ? 2 : 1
  return args.slice(at)
}

function miseRun(args: readonly Word[], command: Command, scribe: Scribe): Standing {
  if (args.some((word) => /^(?:--dry-run|-n|--help)$/.test(word.known))) return 'proven'
  const tasks: Word[] = []
  let fresh = true
  for (const word of stripOptions(args)) {
    if (fresh && !/^(?:-|:::$)/.test(word.known)) tasks.push(word)
    fresh = word.known === ':::' || (fresh && word.known.startsWith('-'))
  }
  if (tasks.some((word) => word.text === undefined)) return 'unknown'
  return weakest('expected', ...tasks.map(({ known }) => runMiseTask(known, command, scribe)))
}

function runMiseTask(task: string, command: Command, scribe: Scribe): Standing {
  const folders = ['mise-tasks', '.mise-tasks', 'mise/tasks', '.mise/tasks', '.config/mise/tasks']
  const name = task.replaceAll(':', '/')
  const file = readUpwards(
    command,
    scribe,
    folders.map((folder) => `${folder}/${name}`),
  )
  return file
    ? runRecipe(`mise run ${task}`, [file.text], { ...file, command, scribe })
    : runTask(task, MISE, command, scribe)
}

function miseExec(args: readonly Word[], scribe: Scribe): Standing {
  const text = args[args.findIndex((word) => /^(?:-c|--command)$/.test(word.known)) + 1]
  if (text && text !== args[0]) return weakest('expected', scribe.runsShell(text, 'mise exec'))
  const at = args.findIndex((word) => word.known === '--')
  return at < 0 ? 'plain' : weakest('expected', scribe.runs(args.slice(at + 1), 'mise exec'))
}

export const TASKS: readonly Program[] = [
  taskRunner(
    { name: 'just', files: ['justfile', 'Justfile', '.justfile'], lines: justRecipe },
    /^(?:-[fd]|--(?:justfile|working-directory|set|shell|dotenv-path))$/,
  ),
  taskRunner(
    {
      name: 'task',
      files: ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'taskfile.yaml', 'Taskfile.dist.yml'],
      lines: taskfileTask,
    },
    /^(?:-[tdCo]|--(?:taskfile|dir|concurrency|output))$/,
  ),
  { names: ['mise'], read: readMise },
]
