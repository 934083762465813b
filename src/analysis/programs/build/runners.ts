import { join } from 'node:path/posix'
import { readWrittenSources } from '../../code/written-sources.ts'
import type { Command, Word } from '../../words.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { lefthookCommands, preCommitEntries } from './hook-recipes.ts'
import { stagedCommands } from './json-recipes.ts'
import { alreadyRead, recipeLabel, recipeLayer, textMark } from './nesting.ts'
import { noxCommands } from './nox.ts'
import { isTooLong } from './recipe-lines.ts'
import { readUpwards, runTask, taskFiles } from './tasks.ts'
import { pythonScript, toxCommands } from './toml-tasks.ts'

const HELP = /^(?:--help|-h|--version|-V|version|help)$/

/** Runs the lines that a file holds for a runner. */
export function runLines(
  by: string,
  lines: readonly string[],
  from: { command: Command; scribe: Scribe; directory: string; mark?: string },
): Standing {
  const label = recipeLabel(by, from.directory, from.scribe.facts) + (from.mark ?? '')
  const read = alreadyRead(label, from.command, from.scribe)
  if (read) return read
  return weakest(
    'expected',
    ...lines.map((text) =>
      from.scribe.runsShell({ text, sources: [] }, label, { cwd: from.directory, ...recipeLayer(label) }),
    ),
  )
}

interface FileRunner {
  readonly names: readonly string[]
  readonly files: readonly string[]
  /** Sub-commands and options that run nothing of the file. */
  readonly idle: RegExp
  readonly lines: (text: string, command: Command) => readonly string[]
  /** Files of this session that it loads as code. */
  readonly loads?: RegExp
}

function fileRunner(runner: FileRunner): Program {
  return {
    names: runner.names,
    read: (command, scribe) => {
      const { args } = command
      if (args.length > 0 && args.every((word) => HELP.test(word.known))) return 'proven'
      if (args.some((word) => runner.idle.test(word.known))) return 'expected'
      const files = taskFiles(command, scribe, runner.files)
      const loaded = runner.loads ? readWrittenSources({ under: [], files: runner.loads }, scribe) : 'proven'
      if (files.some(({ text }) => isTooLong(text))) return 'unknown'
      const standings = files.map(({ text, directory, mark }) =>
        runLines(runner.names[0] ?? '', runner.lines(text, command), { command, scribe, directory, mark }),
      )
      return weakest('expected', loaded, ...standings)
    },
  }
}

/** The names after `-e`, `-s` and the like, comma-separated or one after another. */
function named(args: readonly Word[], options: readonly string[]): string[] {
  const found: string[] = []
  let inside = false
  for (const word of args) {
    const option = options.find((each) => word.known === each || word.known.startsWith(`${each}=`))
    if (option !== undefined) {
      inside = word.known === option
      if (!inside) found.push(...word.known.slice(option.length + 1).split(','))
    } else if (word.known.startsWith('-')) inside = false
    else if (inside) found.push(...word.known.split(','))
  }
  return found.filter((name) => name !== '')
}

/** `poe task`, and scripts of other tools that `tool run task` reaches. */
export function runPythonScript(tool: string, task: string, command: Command, scribe: Scribe): Standing | undefined {
  const files = ['pyproject.toml', 'poe_tasks.toml', 'pixi.toml', 'hatch.toml', 'Pipfile']
  const found = readUpwards(command, scribe, files)
  if (!found || pythonScript(tool, found.text, task) === undefined) return undefined
  return runTask(
    task,
    { name: `${tool} run`, files, lines: (text, name) => pythonScript(tool, text, name) },
    command,
    scribe,
  )
}

const POE: Program = {
  names: ['poe'],
  read: (command, scribe) => {
    const task = command.args.find((word) => !word.known.startsWith('-'))
    if (
      !task ||
      command.args.some((word) => HELP.test(word.known) || word.known === '-d' || word.known === '--dry-run')
    )
      return 'proven'
    if (task.text === undefined) return 'unknown'
    const runner = {
      name: 'poe run',
      files: ['pyproject.toml', 'poe_tasks.toml'],
      lines: (text: string, name: string) => pythonScript('poe', text, name),
    }
    return runTask(task.text, runner, command, scribe)
  },
}

/** `coverage run -m pytest`, `coverage run file.py`: a Python of its own. */
const COVERAGE: Program = {
  names: ['coverage'],
  read: (command, scribe) => {
    const [verb, ...rest] = command.args
    if (verb?.text !== 'run') return 'expected'
    const values = new Set(['--rcfile', '--source', '--include', '--omit', '--context', '--concurrency', '--data-file'])
    let at = 0
    for (; at < rest.length; at++) {
      const text = rest[at]?.known ?? ''
      if (values.has(text)) at++
      else if (text === '-m' || text === '--module' || !text.startsWith('-')) break
    }
    const words = rest
      .slice(at)
      .map((word) => (word.known === '--module' ? { ...word, known: '-m', text: '-m' } : word))
    return words.length === 0
      ? 'expected'
      : weakest('expected', scribe.runs([{ ...verb, known: 'python', text: 'python' }, ...words], 'coverage run'))
  },
}

/** What lint-staged runs stands in package.json or a file of its own. */
const LINT_STAGED: Program = {
  names: ['lint-staged'],
  read: (command, scribe) => {
    for (const name of ['.lintstagedrc.json', '.lintstagedrc', 'package.json']) {
      const directory = command.cwd ?? scribe.facts.projectRoot
      const path = join(directory, name)
      const text = command.cwd === undefined ? undefined : scribe.readText(path)
      const lines = text === undefined ? undefined : stagedCommands(text)
      if (text !== undefined && lines) {
        const mark = textMark(text, path, scribe.facts)
        return runLines('lint-staged', lines, { command, scribe, directory, mark })
      }
    }
    return weakest(
      'expected',
      readWrittenSources({ under: [], files: /(?:^|\/)(?:lint-staged\.config|\.lintstagedrc)\.[cm]?js$/ }, scribe),
    )
  },
}

export const RUNNERS: readonly Program[] = [
  POE,
  COVERAGE,
  LINT_STAGED,
  fileRunner({
    names: ['tox'],
    files: ['tox.ini', 'tox.toml', 'setup.cfg', 'pyproject.toml'],
    idle: /^(?:list|l|config|c|--listenvs|-l|--showconfig|--notest|-n|quickstart)$/,
    lines: (text, { args }) => toxCommands(text, named(args, ['-e', '--env'])),
  }),
  fileRunner({
    names: ['nox'],
    files: ['noxfile.py'],
    idle: /^(?:-l|--list|--list-sessions|--install-only)$/,
    lines: (text, { args }) => noxCommands(text, named(args, ['-s', '-e', '--session', '--sessions'])),
    loads: /(?:^|\/)noxfile\.py$/,
  }),
  fileRunner({
    names: ['pre-commit'],
    files: ['.pre-commit-config.yaml', '.pre-commit-config.yml'],
    idle: /^(?:install|uninstall|autoupdate|validate-config|validate-manifest|clean|gc|sample-config|install-hooks|migrate-config|list)$/,
    lines: preCommitEntries,
  }),
  fileRunner({
    names: ['lefthook'],
    files: ['lefthook.yml', 'lefthook.yaml', '.lefthook.yml', '.lefthook.yaml'],
    idle: /^(?:install|uninstall|add|dump|validate|check-install|self-update)$/,
    lines: (text, { args }) =>
      lefthookCommands(text, args.find((word) => word.known !== 'run' && !word.known.startsWith('-'))?.text),
  }),
]
