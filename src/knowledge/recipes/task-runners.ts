import { dirname, join } from 'node:path/posix'
import type { Facts } from '../../analysis/facts.ts'
import { weakestGrade } from '../../analysis/interpret/grade.ts'
import { displayText } from '../../analysis/interpret/loose-words.ts'
import { classifySpecOrigin, worstOrigin } from '../../analysis/interpret/package-specs.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../analysis/interpret/program.ts'
import { mayBeOption } from '../../analysis/interpret/synthetic-words.ts'
import { gradeByTaskName } from '../../analysis/interpret/task-names.ts'
import { parseRemoteAddress } from '../../analysis/remote/remote-addresses.ts'
import type { Command, Word } from '../../analysis/words.ts'
import { isDryRunOption } from '../lexicon/dry-run-options.ts'
import { isRecipeTooLong, readJustRecipe, readMiseTask, readTaskfileTask, type TaskAnalyzer } from './task-recipes.ts'

export interface RecipeRun {
  readonly command: Command
  readonly recorder: EffectRecorder
  readonly directory: string | undefined
  /** Tells their text from the one on the disk; empty when they are the same. */
  readonly mark: string
}

const MAX_NESTED = 6

/** Runs the lines of a recipe. One that calls itself was read; one that nests too deep was not. */
export function runRecipe(by: string, lines: readonly string[], place: RecipeRun): CommandGrade {
  const { command, recorder, directory, mark } = place
  // The same name in another directory is another recipe.
  const here = directory === undefined || directory === recorder.facts.projectRoot
  const label = (here ? by : `${by} (${directory})`) + mark
  const recipes = command.wrappers.filter(({ kind }) => kind === 'recipe')
  if (recipes.some(({ key }) => key === label)) return 'expected'
  if (recipes.length >= MAX_NESTED) {
    recorder.effect({ kind: 'run-code', language: 'shell', origin: 'inline', read: false, host: undefined, by: label })
    return 'unknown'
  }
  const options = {
    ...(directory !== undefined && { cwd: directory }),
    wrappedBy: { kind: 'recipe', key: label } as const,
  }
  return weakestGrade('expected', ...lines.map((text) => recorder.runsShell({ text, sources: [] }, label, options)))
}

/** Marks recipes that do not lie on the disk as they were read: piped in, or written by the very text that runs them. */
export function makeTextMark(text: string, path: string | undefined, facts: Facts): string {
  const found = path === undefined ? undefined : facts.text(path)
  return found?.kind === 'text' && found.text === text ? '' : ` #${hashText(text)}`
}

function hashText(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${text.length.toString(36)}-${(hash >>> 0).toString(36)}`
}

interface FoundTaskFile {
  readonly text: string
  readonly directory: string
  readonly mark: string
}

function readTaskFileAt(path: string, directory: string, recorder: EffectRecorder): FoundTaskFile[] {
  const text = recorder.readText(path)
  return text === undefined ? [] : [{ text, directory, mark: makeTextMark(text, path, recorder.facts) }]
}

export function findFileUpwards(
  { cwd }: Pick<Command, 'cwd'>,
  recorder: EffectRecorder,
  names: readonly string[],
): FoundTaskFile | undefined {
  let directory = cwd
  for (let steps = 0; directory !== undefined && steps < 32; steps++) {
    for (const name of names) {
      const [found] = readTaskFileAt(join(directory, name), directory, recorder)
      if (found) return found
    }
    if (directory === recorder.facts.projectRoot || directory === '/') return undefined
    directory = dirname(directory)
  }
  return undefined
}

/** What a runner may take its tasks from: the files and folders that its options point to come before what it finds by itself. */
export function listTaskFiles(
  command: Command,
  recorder: EffectRecorder,
  names: readonly string[],
): readonly FoundTaskFile[] {
  const pointed = command.args.flatMap((word, at) => {
    const attached = /^(--?[\w-]+)=(.+)$/s.exec(word.known)
    const [option = '', text = ''] = attached ? attached.slice(1) : [command.args[at - 1]?.known, word.known]
    // An option for many files is for those that the tasks are done to.
    if (word.dynamic || !/^-(?:\w|-?[\w-]+[^\W_s])$/.test(option)) return []
    const { real } = recorder.pathOf(text)
    return real === undefined ? [] : [real, ...names.map((name) => join(real, name))]
  })
  const usual = findFileUpwards(command, recorder, names)
  return [...pointed.flatMap((path) => readTaskFileAt(path, dirname(path), recorder)), ...(usual ? [usual] : [])]
}

export interface TaskRunner {
  readonly name: string
  readonly files: readonly string[]
  readonly lines: TaskAnalyzer
}

export function runTask(
  task: string,
  { name, files, lines }: TaskRunner,
  command: Command,
  recorder: EffectRecorder,
): CommandGrade {
  const by = `${name} ${task}`
  const all = listTaskFiles(command, recorder, files)
  if (all.some(({ text }) => isRecipeTooLong(text))) return 'unknown'
  for (const found of all) {
    const read = lines(found.text, task)
    if (read !== undefined) return runRecipe(by, read, { ...found, command, recorder })
  }
  return gradeByTaskName(task, by, recorder)
}

const LISTING_OPTION =
  /^(?:-[lasnhV]|--(?:dry|list|list-all|summary|show|evaluate|dump|variables|choose|version|help|fmt|status))$/

export function listTaskOperands(args: readonly Word[], values: RegExp): Word[] {
  const found: Word[] = []
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    if (!word || word.known === '--') break
    if (values.test(word.known)) at++
    else if (!word.known.startsWith('-')) found.push(word)
  }
  return found
}

function makeTaskRunner(runner: TaskRunner, values: RegExp): Program {
  return {
    names: [runner.name],
    read: (command, recorder) => {
      const { args } = command
      if (args.some((word) => LISTING_OPTION.test(word.known) || isDryRunOption(word.known))) return 'proven'
      const tasks = listTaskOperands(args, values).filter((word) => !/^\w+=/.test(word.known))
      if (
        [...tasks, ...args.filter((word) => mayBeOption(word) && !word.quoted)].some(({ text }) => text === undefined)
      )
        return 'unknown'
      const chosen = runner.name === 'just' ? tasks.slice(0, 1) : tasks
      const names = chosen.length === 0 ? ['default'] : chosen.map(({ known }) => known)
      return weakestGrade('expected', ...names.map((task) => runTask(task, runner, command, recorder)))
    },
  }
}

const MISE_TASK_RUNNER: TaskRunner = {
  name: 'mise run',
  files: ['mise.toml', '.mise.toml', '.config/mise.toml', 'mise/config.toml'],
  lines: readMiseTask,
}

/** `mise run a ::: b`, `mise x tool -- command`, and the tool's own housekeeping. */
function readMise(command: Command, recorder: EffectRecorder): CommandGrade {
  const [verb, ...args] = skipLeadingOptions(command.args)
  if (!verb) return 'proven'
  if (verb.text === undefined) return 'unknown'
  if (/^(?:ls|list|current|which|where|env|version|doctor|ls-remote|outdated|registry)$/.test(verb.text))
    return 'proven'
  if (verb.text === 'trust') return 'plain'
  if (verb.text === 'run' || verb.text === 'r') return analyzeMiseRun(args, command, recorder)
  if (verb.text === 'x' || verb.text === 'exec') return analyzeMiseExec(args, recorder)
  if (verb.text === 'tasks' || verb.text === 't') {
    const action = args[0]?.text ?? ''
    return action === 'run'
      ? analyzeMiseRun(args.slice(1), command, recorder)
      : /^(?:edit|add)$/.test(action)
        ? 'plain'
        : 'proven'
  }
  if (!/^(?:install|i|use|u|upgrade)$/.test(verb.text)) return runTask(verb.text, MISE_TASK_RUNNER, command, recorder)
  const packages = args.map(displayText).filter((word) => !word.startsWith('-'))
  // A tool of the registry, or somebody's repository behind one of the ways to get it.
  const origin = worstOrigin(
    packages.map((name) => (classifySpecOrigin(name) === 'git' && parseRemoteAddress(name) ? 'git' : 'registry')),
  )
  recorder.effect({ kind: 'install', manager: 'mise', packages, origin, scope: 'user', by: `mise ${verb.text}` })
  return 'expected'
}

function skipLeadingOptions(args: readonly Word[]): readonly Word[] {
  let at = 0
  while (at < args.length && args[at]?.known.startsWith('-') && args[at]?.known !== '--')
    at += /^-(?:C|E|j)$|^--(?:cd|env|jobs)$/.test(args[at]?.known ?? '') ? 2 : 1
  return args.slice(at)
}

function analyzeMiseRun(args: readonly Word[], command: Command, recorder: EffectRecorder): CommandGrade {
  if (args.some(({ known }) => isDryRunOption(known) || known === '-n' || known === '--help')) return 'proven'
  const tasks: Word[] = []
  let fresh = true
  for (const word of skipLeadingOptions(args)) {
    if (fresh && !/^(?:-|:::$)/.test(word.known)) tasks.push(word)
    fresh = word.known === ':::' || (fresh && word.known.startsWith('-'))
  }
  if (tasks.some((word) => word.text === undefined)) return 'unknown'
  return weakestGrade('expected', ...tasks.map(({ known }) => runMiseTask(known, command, recorder)))
}

function runMiseTask(task: string, command: Command, recorder: EffectRecorder): CommandGrade {
  const folders = ['mise-tasks', '.mise-tasks', 'mise/tasks', '.mise/tasks', '.config/mise/tasks']
  const name = task.replaceAll(':', '/')
  const file = findFileUpwards(
    command,
    recorder,
    folders.map((folder) => `${folder}/${name}`),
  )
  return file
    ? runRecipe(`mise run ${task}`, [file.text], { ...file, command, recorder })
    : runTask(task, MISE_TASK_RUNNER, command, recorder)
}

function analyzeMiseExec(args: readonly Word[], recorder: EffectRecorder): CommandGrade {
  const text = args[args.findIndex((word) => /^(?:-c|--command)$/.test(word.known)) + 1]
  if (text && text !== args[0]) return weakestGrade('expected', recorder.runsShell(text, 'mise exec'))
  const at = args.findIndex((word) => word.known === '--')
  return at < 0 ? 'plain' : weakestGrade('expected', recorder.runs(args.slice(at + 1), 'mise exec'))
}

export const TASK_RUNNER_PROGRAMS: readonly Program[] = [
  makeTaskRunner(
    { name: 'just', files: ['justfile', 'Justfile', '.justfile'], lines: readJustRecipe },
    /^(?:-[fd]|--(?:justfile|working-directory|set|shell|dotenv-path))$/,
  ),
  makeTaskRunner(
    {
      name: 'task',
      files: ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'taskfile.yaml', 'Taskfile.dist.yml'],
      lines: readTaskfileTask,
    },
    /^(?:-[tdCo]|--(?:taskfile|dir|concurrency|output))$/,
  ),
  { names: ['mise'], read: readMise },
]
