import { join } from 'node:path/posix'
import { readWrittenSources } from '../../code/written-sources.ts'
import { addressOf, hostOf } from '../../hosts.ts'
import type { Command, Word } from '../../words.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import {
  isTooLong,
  lefthookCommands,
  noxCommands,
  preCommitEntries,
  pythonScript,
  rakeTask,
  stagedCommands,
  toxCommands,
} from './recipes.ts'
import { readUpwards, runRecipe, runTask, taskFiles, textMark } from './tasks.ts'

const HELP = /^(?:--help|-h|--version|-V|version|help)$/

interface FileRunner {
  readonly name: string
  readonly files: readonly string[]
  readonly idle: RegExp
  readonly lines: (text: string, args: readonly Word[]) => readonly string[]
  /** Files of this session that it loads as code. */
  readonly loads?: RegExp
}

function fileRunner({ name, files, idle, lines, loads }: FileRunner): Program {
  return {
    names: [name],
    read: (command, scribe) => {
      const { args } = command
      if (args.length > 0 && args.every((word) => HELP.test(word.known))) return 'proven'
      if (args.some((word) => idle.test(word.known))) return 'expected'
      const found = taskFiles(command, scribe, files)
      const loaded = loads && readWrittenSources({ under: [], files: loads }, scribe)
      if (found.some(({ text }) => isTooLong(text))) return 'unknown'
      return weakest(
        'expected',
        loaded,
        ...found.map((file) => runRecipe(name, lines(file.text, args), { ...file, command, scribe })),
      )
    },
  }
}

/** The names after `-e`, `-s` and the like, comma-separated or one after another. */
export function namedBy(args: readonly Word[], option: RegExp): string[] {
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

export function runPythonScript(tool: string, task: string, command: Command, scribe: Scribe): Standing | undefined {
  const files = ['pyproject.toml', 'poe_tasks.toml', 'pixi.toml', 'hatch.toml', 'Pipfile']
  const lines = pythonScript(tool)
  const found = readUpwards(command, scribe, files)
  if (!found || lines(found.text, task) === undefined) return undefined
  return runTask(task, { name: `${tool} run`, files, lines }, command, scribe)
}

const POE: Program = {
  names: ['poe'],
  read: (command, scribe) => {
    const task = command.args.find((word) => !word.known.startsWith('-'))
    if (!task || command.args.some((word) => HELP.test(word.known) || /^(?:-d|--dry-run)$/.test(word.known)))
      return 'proven'
    const files = ['pyproject.toml', 'poe_tasks.toml']
    const runner = { name: 'poe run', files, lines: pythonScript('poe') }
    return task.text === undefined ? 'unknown' : runTask(task.text, runner, command, scribe)
  },
}

/** `coverage run -m pytest`, `coverage run file.py`: a Python of its own. */
const COVERAGE: Program = {
  names: ['coverage'],
  read: ({ args: [verb, ...rest] }, scribe) => {
    const valued = /^--(?:rcfile|source|include|omit|context|concurrency|data-file)$/
    const at = rest.findIndex(
      ({ known }, at) => /^(?:-m$|--module$|[^-])/.test(known) && !valued.test(rest[at - 1]?.known ?? ''),
    )
    if (verb?.text !== 'run' || at < 0) return 'expected'
    const words = rest
      .slice(at)
      .map((word) => (word.known === '--module' ? { ...word, known: '-m', text: '-m' } : word))
    return weakest('expected', scribe.runs([{ ...verb, known: 'python', text: 'python' }, ...words], 'coverage run'))
  },
}

const LINT_STAGED: Program = {
  names: ['lint-staged'],
  read: (command, scribe) => {
    const { cwd: directory } = command
    for (const name of directory === undefined ? [] : ['.lintstagedrc.json', '.lintstagedrc', 'package.json']) {
      const path = join(directory ?? '', name)
      const text = scribe.readText(path)
      const lines = text === undefined ? undefined : stagedCommands(text)
      if (text !== undefined && lines)
        return runRecipe('lint-staged', lines, { command, scribe, directory, mark: textMark(text, path, scribe.facts) })
    }
    const files = /(?:^|\/)(?:lint-staged\.config|\.lintstagedrc)\.[cm]?js$/
    return weakest('expected', readWrittenSources({ under: [], files }, scribe))
  },
}

export function readRakefile(command: Command, scribe: Scribe): Standing {
  if (command.args.some((word) => /^(?:-n|--dry-run|-T|--tasks|-P)$/.test(word.known))) return 'proven'
  const found = readUpwards(command, scribe, ['Rakefile', 'rakefile', 'Rakefile.rb'])
  const goals = command.args.flatMap(({ text = '-' }) => (/^-|^\w+=/.test(text) ? [] : [text]))
  // Files of tasks that this session wrote; a Rakefile of a framework takes all of them in.
  const written = [...scribe.facts.session.written].flatMap(([path, text]) => (path.endsWith('.rake') && text) || [])
  const bodies = [...(found ? [found.text] : []), ...written]
    .flatMap((text) => (goals.length === 0 ? ['default'] : goals).map((name) => rakeTask(text, name) ?? ''))
    .filter((body) => body.trim() !== '')
  return weakest(...bodies.map((text) => scribe.runsCode('ruby', { text, sources: [] }, 'rake')))
}

export const RUNNERS: readonly Program[] = [
  POE,
  COVERAGE,
  LINT_STAGED,
  fileRunner({
    name: 'tox',
    files: ['tox.ini', 'tox.toml', 'setup.cfg', 'pyproject.toml'],
    idle: /^(?:list|l|config|c|--listenvs|-l|--showconfig|--notest|-n|quickstart)$/,
    lines: (text, args) => toxCommands(text, namedBy(args, /^(?:-e|--env)$/)),
  }),
  fileRunner({
    name: 'nox',
    files: ['noxfile.py'],
    idle: /^(?:-l|--list|--list-sessions|--install-only)$/,
    lines: (text, args) => noxCommands(text, namedBy(args, /^(?:-[se]|--sessions?)$/)),
    loads: /(?:^|\/)noxfile\.py$/,
  }),
  fileRunner({
    name: 'pre-commit',
    files: ['.pre-commit-config.yaml', '.pre-commit-config.yml'],
    idle: /^(?:install|uninstall|autoupdate|validate-config|validate-manifest|clean|gc|sample-config|install-hooks|migrate-config|list)$/,
    lines: preCommitEntries,
  }),
  fileRunner({
    name: 'lefthook',
    files: ['lefthook.yml', 'lefthook.yaml', '.lefthook.yml', '.lefthook.yaml'],
    idle: /^(?:install|uninstall|add|dump|validate|check-install|self-update)$/,
    lines: (text, args) =>
      lefthookCommands(text, args.find((word) => word.known !== 'run' && !word.known.startsWith('-'))?.text),
  }),
]

/** Load testers: harmless against this machine, a flood against somebody else's. */
export const LOAD: Program = {
  names: 'k6 wrk wrk2 ab hey siege vegeta autocannon bombardier oha artillery locust'.split(' '),
  read: (command, scribe) => {
    if (command.args.every((word) => /^(?:--help|-h|--version|-V|version|help)$/.test(word.known))) return 'proven'
    const url = command.args.find((word) => /^https?:\/\//.test(word.known))
    if (!url) return 'plain'
    const host = hostOf(url.known)
    const address = addressOf(host)
    scribe.effect({ kind: 'connect', host, url: url.text ?? url.known, address })
    if (address === 'loopback') return 'expected'
    // Thousands of requests, or minutes of them, are no measurement of somebody else's machine.
    const many = command.args.some(({ known }) => /^(?:-{0,2}[a-z-]+=?)?(?:[1-9]\d{3,}|[1-9]\dm|\d+h)$/i.test(known))
    scribe.effect({ kind: 'exhaust', what: 'network', certainty: many && address === 'public' ? 'likely' : 'possible' })
    return 'plain'
  },
}
