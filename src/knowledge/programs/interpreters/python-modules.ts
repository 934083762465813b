import { DISCOVERED_FILES, readSessionSources } from '../../../analysis/code/session-sources.ts'
import { VENV_MARKER } from '../../../analysis/generic/virtual-environments.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { recordUnreadCode } from '../../../analysis/interpret/injection-variables.ts'
import { joinWordTexts } from '../../../analysis/interpret/joined-words.ts'
import { readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder } from '../../../analysis/interpret/program.ts'
import type { PathUse } from '../../../analysis/paths/paths.ts'
import type { Command, Value, Word } from '../../../analysis/words.ts'
import { makePlainWord, recordServerListening, runScriptFile, runStdin } from '../../recipes/script-runs.ts'
import { debuggedCode } from './debugged-code.ts'

export interface ModuleCall {
  readonly module: string
  readonly args: readonly Word[]
  readonly command: Command
  readonly recorder: EffectRecorder
}

type ModuleAnalyzer = (call: ModuleCall) => CommandGrade

/** Modules that are programs of their own, and those of another name. */
const PROGRAM_MODULE =
  /^(?:pip|pytest|mypy|black|ruff|pylint|isort|coverage|tox|nox|twine|uv|poetry|virtualenv|pipx|hatch|pdm|flit|ansible|jupyter|alembic|uvicorn|gunicorn|hypercorn|flask|streamlit|fastapi)$/
const RENAMED_MODULES = new Map([
  ['awscli', 'aws'],
  ['django', 'django-admin'],
  ['httpie', 'http'],
  ['pre_commit', 'pre-commit'],
])

const MODULE_ANALYZERS: readonly (readonly [names: string, read: ModuleAnalyzer])[] = [
  ['platform site sysconfig calendar', () => 'proven'],
  [
    'unittest',
    ({ recorder }) => weakestGrade('expected', readSessionSources({ under: [], files: DISCOVERED_FILES }, recorder)),
  ],
  ['json.tool json', analyzeJsonTool],
  ['http.server', analyzeHttpServer],
  ['SimpleHTTPServer', (call) => recordServerListening('0.0.0.0', 'python -m SimpleHTTPServer', call.recorder)],
  ['timeit', analyzeTimeit],
  ['pdb', analyzePdb],
  ['code', (call) => runStdin(call.command, 'python', 'python -m code', call.recorder)],
  ['doctest', (call) => weakestGrade(analyzeScriptModule(call), analyzeDoctest(call))],
  ['pickle', analyzePickle],
  [
    'cProfile profile bdb memory_profiler kernprof viztracer pyinstrument scalene debugpy trace runpy',
    analyzeScriptModule,
  ],
  ['tokenize ast dis symtable base64 gzip mimetypes', analyzeFilePrinting],
  ['zipfile tarfile', analyzeArchiveModule],
  ['venv', analyzeVenv],
  ['build', () => 'expected'],
  [
    'pydoc',
    (call) =>
      call.args.some((word) => /^-[pbn]/.test(word.known))
        ? recordServerListening(undefined, 'pydoc', call.recorder)
        : runImportedFiles(call),
  ],
  ['inspect', runImportedFiles],
  ['smtpd', (call) => recordServerListening('0.0.0.0', 'smtpd', call.recorder)],
  ['webbrowser', () => 'plain'],
]

const findModuleAnalyzer = (module: string) =>
  MODULE_ANALYZERS.find(([names]) => names.split(' ').includes(module))?.[1]

/** Modules that look at another by loading it: one of this session's runs. */
function runImportedFiles({ args, recorder, module }: ModuleCall): CommandGrade {
  const { written } = recorder.facts.session
  const files = args
    .flatMap(({ text = '-' }) => (text.startsWith('-') ? [] : [text.replace(/:.*$/s, '')]))
    .flatMap((name) => (/[/]|\.py$/.test(name) ? [name] : listModuleFiles(name)))
    .map((name) => recorder.pathOf(name))
    .filter(({ real }) => real !== undefined && written.has(real))
  return weakestGrade('proven', ...files.map((use) => recorder.runsFile(use, 'python', `python -m ${module}`)))
}

function listModuleFiles(name: string): readonly string[] {
  const path = name.replaceAll('.', '/')
  return [`${path}.py`, `${path}/__init__.py`]
}

export function readModule(call: ModuleCall): CommandGrade {
  const { module, args, recorder } = call
  const own = findShadowingFile(module, recorder)
  if (own) return weakestGrade('expected', recorder.runsFile(own, 'python', 'python -m', args))
  const program = PROGRAM_MODULE.test(module) ? module : RENAMED_MODULES.get(module)
  if (program) return recorder.runs([makePlainWord(program), ...args], 'python -m')
  if (args.some((word) => word.text === '--help' || word.text === '-h'))
    return findModuleAnalyzer(module) ? 'proven' : 'expected'
  const analyzer = findModuleAnalyzer(module) ?? findModuleAnalyzer(module.split('.')[0] ?? module)
  return analyzer ? analyzer(call) : analyzeProjectModule(call)
}

/** A file of this session that Python takes instead of its own module: the working directory comes first. */
function findShadowingFile(module: string, recorder: EffectRecorder): PathUse | undefined {
  const top = module.split('.')[0] ?? module
  const { written } = recorder.facts.session
  if (written.size === 0) return undefined
  return [`${top}.py`, `${top}/__init__.py`, `${top}/__main__.py`]
    .map((name) => recorder.pathOf(name))
    .find(({ real }) => real !== undefined && written.has(real))
}

/** `python -m pdb -c commands file`: commands are code, or the debugger's own words. */
function analyzePdb(call: ModuleCall): CommandGrade {
  const { args, recorder, command } = call
  const options = readOptions(args, { values: '-cm command', stopAtOperand: true })
  const given = options.values('c', 'command').map((word): Value => word)
  const piped = command.stdin.kind === 'value' ? [command.stdin.value] : []
  const grades = [...given, ...piped].map(({ text, sources }) => {
    const code = text === undefined ? undefined : debuggedCode(text)
    return code === '' ? 'proven' : recorder.runsCode('python', { text: code, sources }, 'pdb')
  })
  return weakestGrade('expected', ...grades, analyzeScriptModule({ ...call, args: options.operands }))
}

function analyzeFilePrinting({ args, recorder, module }: ModuleCall): CommandGrade {
  let grade: CommandGrade = module === 'gzip' || module === 'base64' ? 'expected' : 'proven'
  for (const word of args) {
    if (word.known.startsWith('-')) continue
    const path = recorder.path(word)
    recorder.effect({ kind: 'read-path', path, list: false })
    if (!path.tags.includes('secret')) continue
    grade = 'plain'
    const source = { kind: 'file', path: path.real ?? path.text, secret: true } as const
    recorder.effect({ kind: 'expose-secret', source, sink: 'output' })
  }
  return grade
}

/** `python -m zipfile -e archive target`, `-c archive files`: as the programs that unpack and pack. */
function analyzeArchiveModule({ module, args, recorder }: ModuleCall): CommandGrade {
  const packs = args.findIndex((word) => /^(?:-c|--create)$/.test(word.known))
  if (packs >= 0) {
    const [program, flag] = module === 'zipfile' ? ['zip', '-r'] : ['tar', '-cf']
    return recorder.runs([makePlainWord(program), makePlainWord(flag), ...args.slice(packs + 1)], `python -m ${module}`)
  }
  const at = args.findIndex((word) => /^(?:-e|--extract)$/.test(word.known))
  if (at < 0) return 'expected'
  const [archive, target] = args.slice(at + 1).filter((word) => !word.known.startsWith('-'))
  if (!archive) return 'unknown'
  const [program, flag, into] = module === 'zipfile' ? ['unzip', '-o', '-d'] : ['tar', '-xf', '-C']
  const to = target ? [makePlainWord(into), target] : []
  return recorder.runs([makePlainWord(program), makePlainWord(flag), archive, ...to], `python -m ${module}`)
}

function analyzeProjectModule({ module, recorder, args }: ModuleCall): CommandGrade {
  const path = module.replaceAll('.', '/')
  for (const name of [`${path}.py`, `${path}/__main__.py`]) {
    const use = recorder.pathOf(name)
    if (use.real === undefined) continue
    const known =
      use.sessionMade || recorder.provenance(use.real).kind === 'elsewhere' || recorder.readText(use.real) !== undefined
    if (known) return weakestGrade('expected', recorder.runsFile(use, 'python', 'python -m', args))
  }
  recorder.effect({ kind: 'run-code', language: 'python', origin: 'project-file', read: false, host: undefined })
  return 'expected'
}

function analyzeJsonTool({ args, recorder }: ModuleCall): CommandGrade {
  const options = readOptions(args, { lenient: true, values: 'indent' })
  const [source, target] = options.operands
  if (source && source.text !== '-') recorder.effect({ kind: 'read-path', path: recorder.path(source), list: false })
  if (options.unknown.length > 0) return 'unknown'
  if (!target) return 'proven'
  const path = recorder.path(target)
  recorder.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined })
  return path.zone === 'project' || path.zone === 'temp' ? 'expected' : 'plain'
}

/** It serves a directory to everyone unless it is bound to this machine. */
function analyzeHttpServer({ args, recorder }: ModuleCall): CommandGrade {
  const options = readOptions(args, { flags: 'cgi', values: '-bdp bind directory protocol' })
  const directory = options.value('d', 'directory')
  const folder = directory ? recorder.path(directory) : recorder.pathOf('.')
  if (directory) recorder.effect({ kind: 'read-path', path: folder, list: !folder.tags.includes('gate-secret') })
  const bound = options.value('b', 'bind')
  if (bound || options.has('cgi')) return recordServerListening(bound?.text ?? '0.0.0.0', 'http.server', recorder)
  // A development server in its default setting, of the project or of temporary files alone.
  const ordinary = /^(?:project|project-root|temp)$/.test(folder.zone)
  const certainty = ordinary ? 'possible' : 'certain'
  recorder.effect({ kind: 'listen', reach: 'network', executes: false, by: 'http.server', certainty })
  return 'plain'
}

function analyzeTimeit({ args, recorder }: ModuleCall): CommandGrade {
  const options = readOptions(args, {
    flags: '-pvc verbose process',
    values: '-nrsu setup number repeat unit',
    stopAtOperand: true,
  })
  return recorder.runsCode(
    'python',
    joinWordTexts([...options.values('s', 'setup'), ...options.operands], '\n'),
    'timeit',
  )
}

function analyzeScriptModule(call: ModuleCall): CommandGrade {
  const { module, args, recorder } = call
  const at = args.findIndex((word) => word.known === '-m' || word.known === '--module')
  const inner = at < 0 ? undefined : args[at + 1]?.text
  if (inner !== undefined && inner !== module) return readModule({ ...call, module: inner, args: args.slice(at + 2) })
  const file = args.find((word) => /\.pyw?$/.test(word.known)) ?? args.find((word) => !word.known.startsWith('-'))
  return file ? runScriptFile(file, { language: 'python', wrapper: `python -m ${module}` }, recorder) : 'plain'
}

function analyzeDoctest({ args, recorder }: ModuleCall): CommandGrade {
  const { written } = recorder.facts.session
  const texts = args.flatMap((word) => written.get(recorder.path(word).real ?? '') ?? [])
  const lines = texts.flatMap((text) => [...text.matchAll(/^[ \t]*(?:>>>|\.\.\.) ?(.*)$/gm)])
  const text = lines.map(([, line = '']) => line).join('\n')
  return text === '' ? 'proven' : recorder.runsCode('python', { text, sources: [] }, 'python -m doctest')
}

/** An object that is read back may run whatever it names: one of this session is code. */
function analyzePickle({ args, recorder }: ModuleCall): CommandGrade {
  const { written, created } = recorder.facts.session
  const own = args.some((word) => {
    const { real = '' } = recorder.path(word)
    return written.has(real) || created.has(real)
  })
  return own ? recordUnreadCode('python', 'python -m pickle', recorder) : 'plain'
}

/** The environment is known by its mark from then on: what lies in it is the tools that were installed there. */
function analyzeVenv({ args, recorder }: ModuleCall): CommandGrade {
  let grade: CommandGrade = 'expected'
  for (const word of args) {
    if (word.known.startsWith('-')) continue
    const path = recorder.path(word)
    recorder.effect({ kind: 'write-path', path, how: 'create', content: undefined })
    const mark = recorder.pathOf(`${path.real ?? path.text}/${VENV_MARKER}`)
    recorder.effect({ kind: 'write-path', path: mark, how: 'create', content: undefined })
    if (args.some(({ known }) => known === '--clear') && !/(?:^|\/)\.?v?env[^/]*$/.test(path.text))
      recorder.effect({ kind: 'delete-path', path, recursive: true, wipe: false })
    if (path.zone !== 'project' && path.zone !== 'temp') grade = 'plain'
  }
  return grade
}
