import { join } from 'node:path/posix'
import { readSessionSources } from '../../analysis/code/session-sources.ts'
import { weakestGrade } from '../../analysis/interpret/grade.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../analysis/interpret/program.ts'
import { classifyHost, hostOf } from '../../analysis/remote/hosts.ts'
import type { Command, Word } from '../../analysis/words.ts'
import { isDryRunOption } from '../lexicon/dry-run-options.ts'
import { isHelpWord } from '../lexicon/help-options.ts'
import {
  isRecipeTooLong,
  makePythonScriptReader,
  readLefthookCommands,
  readLintStagedCommands,
  readNoxCommands,
  readPreCommitEntries,
  readRakeTask,
  readToxCommands,
} from './task-recipes.ts'
import { findFileUpwards, listTaskFiles, makeTextMark, runRecipe, runTask } from './task-runners.ts'

interface FileRunner {
  readonly name: string
  readonly files: readonly string[]
  readonly idle: RegExp
  readonly lines: (text: string, args: readonly Word[]) => readonly string[]
  /** Files of this session that it loads as code. */
  readonly loads?: RegExp
}

function makeFileRunner({ name, files, idle, lines, loads }: FileRunner): Program {
  return {
    names: [name],
    read: (command, recorder) => {
      const { args } = command
      if (args.length > 0 && args.every((word) => isHelpWord(word.known))) return 'proven'
      if (args.some((word) => idle.test(word.known))) return 'expected'
      const found = listTaskFiles(command, recorder, files)
      const loaded = loads && readSessionSources({ under: [], files: loads }, recorder)
      if (found.some(({ text }) => isRecipeTooLong(text))) return 'unknown'
      return weakestGrade(
        'expected',
        loaded,
        ...found.map((file) => runRecipe(name, lines(file.text, args), { ...file, command, recorder })),
      )
    },
  }
}

/** The names after `-e`, `-s` and the like, comma-separated or one after another. */
export function listOptionNames(args: readonly Word[], option: RegExp): string[] {
  let inside = false
  return args
    .flatMap(({ known }) => {
      const [, name = known, attached] = /^(-[^=]*)=(.*)$/s.exec(known) ?? []
      const asked = option.test(name)
      inside = asked ? attached === undefined : inside && !known.startsWith('-')
      return (asked ? (attached ?? '') : inside ? known : '').split(',')
    })
    .filter((name) => name !== '')
}

export function runPythonScript(
  tool: string,
  task: string,
  command: Command,
  recorder: EffectRecorder,
): CommandGrade | undefined {
  const files = ['pyproject.toml', 'poe_tasks.toml', 'pixi.toml', 'hatch.toml', 'Pipfile']
  const lines = makePythonScriptReader(tool)
  const found = findFileUpwards(command, recorder, files)
  if (!found || lines(found.text, task) === undefined) return undefined
  return runTask(task, { name: `${tool} run`, files, lines }, command, recorder)
}

const POE_PROGRAM: Program = {
  names: ['poe'],
  read: (command, recorder) => {
    const task = command.args.find((word) => !word.known.startsWith('-'))
    if (
      !task ||
      command.args.some((word) => isHelpWord(word.known) || isDryRunOption(word.known) || word.known === '-d')
    )
      return 'proven'
    const files = ['pyproject.toml', 'poe_tasks.toml']
    const runner = { name: 'poe run', files, lines: makePythonScriptReader('poe') }
    return task.text === undefined ? 'unknown' : runTask(task.text, runner, command, recorder)
  },
}

/** `coverage run -m pytest`, `coverage run file.py`: a Python of its own. */
const COVERAGE_PROGRAM: Program = {
  names: ['coverage'],
  read: ({ args: [verb, ...rest] }, recorder) => {
    const valued = /^--(?:rcfile|source|include|omit|context|concurrency|data-file)$/
    const at = rest.findIndex(
      ({ known }, at) => /^(?:-m$|--module$|[^-])/.test(known) && !valued.test(rest[at - 1]?.known ?? ''),
    )
    if (verb?.text !== 'run' || at < 0) return 'expected'
    const words = rest
      .slice(at)
      .map((word) => (word.known === '--module' ? { ...word, known: '-m', text: '-m' } : word))
    return weakestGrade(
      'expected',
      recorder.runs([{ ...verb, known: 'python', text: 'python' }, ...words], 'coverage run'),
    )
  },
}

const LINT_STAGED_PROGRAM: Program = {
  names: ['lint-staged'],
  read: (command, recorder) => {
    const { cwd: directory } = command
    for (const name of directory === undefined ? [] : ['.lintstagedrc.json', '.lintstagedrc', 'package.json']) {
      const path = join(directory ?? '', name)
      const text = recorder.readText(path)
      const lines = text === undefined ? undefined : readLintStagedCommands(text)
      if (text !== undefined && lines)
        return runRecipe('lint-staged', lines, {
          command,
          recorder,
          directory,
          mark: makeTextMark(text, path, recorder.facts),
        })
    }
    const files = /(?:^|\/)(?:lint-staged\.config|\.lintstagedrc)\.[cm]?js$/
    return weakestGrade('expected', readSessionSources({ under: [], files }, recorder))
  },
}

export function readRakefile(command: Command, recorder: EffectRecorder): CommandGrade {
  if (command.args.some((word) => isDryRunOption(word.known) || /^(?:-n|-T|--tasks|-P)$/.test(word.known)))
    return 'proven'
  const found = findFileUpwards(command, recorder, ['Rakefile', 'rakefile', 'Rakefile.rb'])
  const goals = command.args.flatMap(({ text = '-' }) => (/^-|^\w+=/.test(text) ? [] : [text]))
  // Files of tasks that this session wrote; a Rakefile of a framework takes all of them in.
  const written = [...recorder.facts.session.written].flatMap(([path, text]) => (path.endsWith('.rake') && text) || [])
  const bodies = [...(found ? [found.text] : []), ...written]
    .flatMap((text) => (goals.length === 0 ? ['default'] : goals).map((name) => readRakeTask(text, name) ?? ''))
    .filter((body) => body.trim() !== '')
  return weakestGrade(...bodies.map((text) => recorder.runsCode('ruby', { text, sources: [] }, 'rake')))
}

export const SCRIPT_RUNNER_PROGRAMS: readonly Program[] = [
  POE_PROGRAM,
  COVERAGE_PROGRAM,
  LINT_STAGED_PROGRAM,
  makeFileRunner({
    name: 'tox',
    files: ['tox.ini', 'tox.toml', 'setup.cfg', 'pyproject.toml'],
    idle: /^(?:list|l|config|c|--listenvs|-l|--showconfig|--notest|-n|quickstart)$/,
    lines: (text, args) => readToxCommands(text, listOptionNames(args, /^(?:-e|--env)$/)),
  }),
  makeFileRunner({
    name: 'nox',
    files: ['noxfile.py'],
    idle: /^(?:-l|--list|--list-sessions|--install-only)$/,
    lines: (text, args) => readNoxCommands(text, listOptionNames(args, /^(?:-[se]|--sessions?)$/)),
    loads: /(?:^|\/)noxfile\.py$/,
  }),
  makeFileRunner({
    name: 'pre-commit',
    files: ['.pre-commit-config.yaml', '.pre-commit-config.yml'],
    idle: /^(?:install|uninstall|autoupdate|validate-config|validate-manifest|clean|gc|sample-config|install-hooks|migrate-config|list)$/,
    lines: readPreCommitEntries,
  }),
  makeFileRunner({
    name: 'lefthook',
    files: ['lefthook.yml', 'lefthook.yaml', '.lefthook.yml', '.lefthook.yaml'],
    idle: /^(?:install|uninstall|add|dump|validate|check-install|self-update)$/,
    lines: (text, args) =>
      readLefthookCommands(text, args.find((word) => word.known !== 'run' && !word.known.startsWith('-'))?.text),
  }),
]

/** Load testers: harmless against this machine, a flood against somebody else's. */
export const LOAD_TESTERS: Program = {
  names: 'k6 wrk wrk2 ab hey siege vegeta autocannon bombardier oha artillery locust'.split(' '),
  read: (command, recorder) => {
    if (command.args.every((word) => isHelpWord(word.known))) return 'proven'
    const url = command.args.find((word) => /^https?:\/\//.test(word.known))
    if (!url) return 'plain'
    const host = hostOf(url.known)
    const address = classifyHost(host)
    recorder.effect({ kind: 'connect', host, url: url.text ?? url.known, address })
    if (address === 'loopback') return 'expected'
    // Thousands of requests, or minutes of them, are no measurement of somebody else's machine.
    const many = command.args.some(({ known }) => /^(?:-{0,2}[a-z-]+=?)?(?:[1-9]\d{3,}|[1-9]\dm|\d+h)$/i.test(known))
    recorder.effect({
      kind: 'exhaust',
      what: 'network',
      certainty: many && address === 'public' ? 'likely' : 'possible',
    })
    return 'plain'
  },
}
