import { FOUND, readWrittenSources } from '../../code/written-sources.ts'
import { ENVIRONMENT_MARK } from '../../environments.ts'
import type { PathUse } from '../../paths.ts'
import type { Command, Value, Word } from '../../words.ts'
import { readOptions } from '../options.ts'
import type { Scribe, Standing } from '../program.ts'
import { stateUnseen } from '../shell/injecting.ts'
import { textOf } from '../shell/running.ts'
import { weakest } from '../standing.ts'
import { debuggedCode } from './debugged-code.ts'
import { listens, plainWord, runScript, runStdin } from './scripts.ts'

export interface ModuleCall {
  readonly module: string
  readonly args: readonly Word[]
  readonly command: Command
  readonly scribe: Scribe
}

type ModuleReader = (call: ModuleCall) => Standing

/** Modules that are programs of their own, and those of another name. */
const PROGRAMS =
  /^(?:pip|pytest|mypy|black|ruff|pylint|isort|coverage|tox|nox|twine|uv|poetry|virtualenv|pipx|hatch|pdm|flit|ansible|jupyter|alembic|uvicorn|gunicorn|hypercorn|flask|streamlit|fastapi)$/
const RENAMED = new Map([
  ['awscli', 'aws'],
  ['django', 'django-admin'],
  ['httpie', 'http'],
  ['pre_commit', 'pre-commit'],
])

const READERS: readonly (readonly [names: string, read: ModuleReader])[] = [
  ['platform site sysconfig calendar', () => 'proven'],
  ['unittest', ({ scribe }) => weakest('expected', readWrittenSources({ under: [], files: FOUND }, scribe))],
  ['json.tool json', jsonTool],
  ['http.server', httpServer],
  ['SimpleHTTPServer', (call) => listens('0.0.0.0', 'python -m SimpleHTTPServer', call.scribe)],
  ['timeit', timed],
  ['pdb', debugs],
  ['code', (call) => runStdin(call.command, 'python', 'python -m code', call.scribe)],
  ['doctest', (call) => weakest(script(call), examples(call))],
  ['pickle', objects],
  ['cProfile profile bdb memory_profiler kernprof viztracer pyinstrument scalene debugpy trace runpy', script],
  ['tokenize ast dis symtable base64 gzip mimetypes', shows],
  ['zipfile tarfile', unpacks],
  ['venv', makesEnvironment],
  ['build', () => 'expected'],
  [
    'pydoc',
    (call) =>
      call.args.some((word) => /^-[pbn]/.test(word.known)) ? listens(undefined, 'pydoc', call.scribe) : imports(call),
  ],
  ['inspect', imports],
  ['smtpd', (call) => listens('0.0.0.0', 'smtpd', call.scribe)],
  ['webbrowser', () => 'plain'],
]

const readerOf = (module: string) => READERS.find(([names]) => names.split(' ').includes(module))?.[1]

/** Modules that look at another by loading it: one of this session's runs. */
function imports({ args, scribe, module }: ModuleCall): Standing {
  const { written } = scribe.facts.session
  const files = args
    .flatMap(({ text = '-' }) => (text.startsWith('-') ? [] : [text.replace(/:.*$/s, '')]))
    .flatMap((name) => (/[/]|\.py$/.test(name) ? [name] : importedFrom(name)))
    .map((name) => scribe.pathOf(name))
    .filter(({ real }) => real !== undefined && written.has(real))
  return weakest('proven', ...files.map((use) => scribe.runsFile(use, 'python', `python -m ${module}`)))
}

function importedFrom(name: string): readonly string[] {
  const path = name.replaceAll('.', '/')
  return [`${path}.py`, `${path}/__init__.py`]
}

export function readModule(call: ModuleCall): Standing {
  const { module, args, scribe } = call
  const own = shadowed(module, scribe)
  if (own) return weakest('expected', scribe.runsFile(own, 'python', 'python -m', args))
  const program = PROGRAMS.test(module) ? module : RENAMED.get(module)
  if (program) return scribe.runs([plainWord(program), ...args], 'python -m')
  if (args.some((word) => word.text === '--help' || word.text === '-h')) return readerOf(module) ? 'proven' : 'expected'
  const reader = readerOf(module) ?? readerOf(module.split('.')[0] ?? module)
  return reader ? reader(call) : ownModule(call)
}

/** A file of this session that Python takes instead of its own module: the working directory comes first. */
function shadowed(module: string, scribe: Scribe): PathUse | undefined {
  const top = module.split('.')[0] ?? module
  const { written } = scribe.facts.session
  if (written.size === 0) return undefined
  return [`${top}.py`, `${top}/__init__.py`, `${top}/__main__.py`]
    .map((name) => scribe.pathOf(name))
    .find(({ real }) => real !== undefined && written.has(real))
}

/** `python -m pdb -c commands file`: commands are code, or the debugger's own words. */
function debugs(call: ModuleCall): Standing {
  const { args, scribe, command } = call
  const options = readOptions(args, { values: '-cm command', stopAtOperand: true })
  const given = options.values('c', 'command').map((word): Value => word)
  const piped = command.stdin.kind === 'value' ? [command.stdin.value] : []
  const standings = [...given, ...piped].map(({ text, sources }) => {
    const code = text === undefined ? undefined : debuggedCode(text)
    return code === '' ? 'proven' : scribe.runsCode('python', { text: code, sources }, 'pdb')
  })
  return weakest('expected', ...standings, script({ ...call, args: options.operands }))
}

function shows({ args, scribe, module }: ModuleCall): Standing {
  let standing: Standing = module === 'gzip' || module === 'base64' ? 'expected' : 'proven'
  for (const word of args) {
    if (word.known.startsWith('-')) continue
    const path = scribe.path(word)
    scribe.effect({ kind: 'read-path', path, list: false })
    if (!path.tags.includes('secret')) continue
    standing = 'plain'
    const source = { kind: 'file', path: path.real ?? path.text, secret: true } as const
    scribe.effect({ kind: 'expose-secret', source, sink: 'output' })
  }
  return standing
}

/** `python -m zipfile -e archive target`, `-c archive files`: as the programs that unpack and pack. */
function unpacks({ module, args, scribe }: ModuleCall): Standing {
  const packs = args.findIndex((word) => /^(?:-c|--create)$/.test(word.known))
  if (packs >= 0) {
    const [program, flag] = module === 'zipfile' ? ['zip', '-r'] : ['tar', '-cf']
    return scribe.runs([plainWord(program), plainWord(flag), ...args.slice(packs + 1)], `python -m ${module}`)
  }
  const at = args.findIndex((word) => /^(?:-e|--extract)$/.test(word.known))
  if (at < 0) return 'expected'
  const [archive, target] = args.slice(at + 1).filter((word) => !word.known.startsWith('-'))
  if (!archive) return 'unknown'
  const [program, flag, into] = module === 'zipfile' ? ['unzip', '-o', '-d'] : ['tar', '-xf', '-C']
  const to = target ? [plainWord(into), target] : []
  return scribe.runs([plainWord(program), plainWord(flag), archive, ...to], `python -m ${module}`)
}

function ownModule({ module, scribe, args }: ModuleCall): Standing {
  const path = module.replaceAll('.', '/')
  for (const name of [`${path}.py`, `${path}/__main__.py`]) {
    const use = scribe.pathOf(name)
    if (use.real === undefined) continue
    const known =
      use.sessionMade || scribe.provenance(use.real).kind === 'elsewhere' || scribe.readText(use.real) !== undefined
    if (known) return weakest('expected', scribe.runsFile(use, 'python', 'python -m', args))
  }
  scribe.effect({ kind: 'run-code', language: 'python', origin: 'project-file', read: false, host: undefined })
  return 'expected'
}

function jsonTool({ args, scribe }: ModuleCall): Standing {
  const options = readOptions(args, { lenient: true, values: 'indent' })
  const [source, target] = options.operands
  if (source && source.text !== '-') scribe.effect({ kind: 'read-path', path: scribe.path(source), list: false })
  if (options.unknown.length > 0) return 'unknown'
  if (!target) return 'proven'
  const path = scribe.path(target)
  scribe.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined })
  return path.zone === 'project' || path.zone === 'temp' ? 'expected' : 'plain'
}

/** It serves a directory to everyone unless it is bound to this machine. */
function httpServer({ args, scribe }: ModuleCall): Standing {
  const options = readOptions(args, { flags: 'cgi', values: '-bdp bind directory protocol' })
  const directory = options.value('d', 'directory')
  const folder = directory ? scribe.path(directory) : scribe.pathOf('.')
  if (directory) scribe.effect({ kind: 'read-path', path: folder, list: !folder.tags.includes('gate-secret') })
  const bound = options.value('b', 'bind')
  if (bound || options.has('cgi')) return listens(bound?.text ?? '0.0.0.0', 'http.server', scribe)
  // A development server in its default setting, of the project or of temporary files alone.
  const ordinary = /^(?:project|project-root|temp)$/.test(folder.zone)
  const certainty = ordinary ? 'possible' : 'certain'
  scribe.effect({ kind: 'listen', reach: 'network', executes: false, by: 'http.server', certainty })
  return 'plain'
}

function timed({ args, scribe }: ModuleCall): Standing {
  const options = readOptions(args, {
    flags: '-pvc verbose process',
    values: '-nrsu setup number repeat unit',
    stopAtOperand: true,
  })
  return scribe.runsCode('python', textOf([...options.values('s', 'setup'), ...options.operands], '\n'), 'timeit')
}

function script(call: ModuleCall): Standing {
  const { module, args, scribe } = call
  const at = args.findIndex((word) => word.known === '-m' || word.known === '--module')
  const inner = at < 0 ? undefined : args[at + 1]?.text
  if (inner !== undefined && inner !== module) return readModule({ ...call, module: inner, args: args.slice(at + 2) })
  const file = args.find((word) => /\.pyw?$/.test(word.known)) ?? args.find((word) => !word.known.startsWith('-'))
  return file ? runScript(file, { language: 'python', wrapper: `python -m ${module}` }, scribe) : 'plain'
}

function examples({ args, scribe }: ModuleCall): Standing {
  const { written } = scribe.facts.session
  const texts = args.flatMap((word) => written.get(scribe.path(word).real ?? '') ?? [])
  const lines = texts.flatMap((text) => [...text.matchAll(/^[ \t]*(?:>>>|\.\.\.) ?(.*)$/gm)])
  const text = lines.map(([, line = '']) => line).join('\n')
  return text === '' ? 'proven' : scribe.runsCode('python', { text, sources: [] }, 'python -m doctest')
}

/** An object that is read back may run whatever it names: one of this session is code. */
function objects({ args, scribe }: ModuleCall): Standing {
  const { written, created } = scribe.facts.session
  const own = args.some((word) => {
    const { real = '' } = scribe.path(word)
    return written.has(real) || created.has(real)
  })
  return own ? stateUnseen('python', 'python -m pickle', scribe) : 'plain'
}

/** The environment is known by its mark from then on: what lies in it is the tools that were installed there. */
function makesEnvironment({ args, scribe }: ModuleCall): Standing {
  let standing: Standing = 'expected'
  for (const word of args) {
    if (word.known.startsWith('-')) continue
    const path = scribe.path(word)
    scribe.effect({ kind: 'write-path', path, how: 'create', content: undefined })
    const mark = scribe.pathOf(`${path.real ?? path.text}/${ENVIRONMENT_MARK}`)
    scribe.effect({ kind: 'write-path', path: mark, how: 'create', content: undefined })
    if (args.some(({ known }) => known === '--clear') && !/(?:^|\/)\.?v?env[^/]*$/.test(path.text))
      scribe.effect({ kind: 'delete-path', path, recursive: true, wipe: false })
    if (path.zone !== 'project' && path.zone !== 'temp') standing = 'plain'
  }
  return standing
}
