import type { CodeLanguage } from '../../effects.ts'
import type { Command, Word } from '../../words.ts'
import { type Grammar, type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { readManage } from './manage.ts'
import { hostPart, listens, runScript, runStdin } from './scripts.ts'
import { splitSwitches } from './switches.ts'

interface Interpreter {
  readonly names: readonly string[]
  readonly language: CodeLanguage
  readonly grammar: Grammar
  /** Options whose value is code; several are one text. */
  readonly code: readonly string[]
  /** Options that only print something about the interpreter. */
  readonly info: readonly string[]
  /** Options that check the syntax and run nothing. */
  readonly check?: readonly string[]
  /** Options that load a file or module first. */
  readonly preload?: readonly string[]
  /** Options that change the files that are named. */
  readonly edits?: readonly string[]
  /** Operands after inline code are files that are read. */
  readonly filters?: boolean
  readonly more?: (options: Options, scribe: Scribe) => Standing
}

const ASKS = ['version', 'help', 'h']
const ASKING = ASKS.join(' ')

const INTERPRETERS: readonly Interpreter[] = [
  {
    names: ['ruby', 'irb'],
    language: 'ruby',
    grammar: {
      flags:
        '-vhcwWnpalsSdU version help verbose debug copyright yjit jit noecho simple-prompt disable-gems disable=gems',
      values: '-erICEFxK encoding external-encoding',
      optional: '-iW0T disable enable',
      stopAtOperand: true,
    },
    code: ['e'],
    info: ['version', 'h', 'help', 'copyright', 'v'],
    check: ['c'],
    preload: ['r'],
    edits: ['i'],
    filters: true,
    more: servesFolder,
  },
  {
    names: ['perl'],
    language: 'perl',
    grammar: {
      flags: '-vVhcwWXnpalsStTuUfg version help',
      values: '-eEIMm',
      optional: '-i0FCdDx',
      stopAtOperand: true,
    },
    code: ['e', 'E'],
    info: ['v', 'V', 'h', 'version', 'help'],
    check: ['c'],
    edits: ['i'],
    filters: true,
  },
  {
    names: ['php'],
    language: 'php',
    grammar: {
      flags: '-vhimlanqws version help info modules ini syntax-check',
      values: '-rfdcStBRFEz run file define server docroot rf rc re ri',
      stopAtOperand: true,
    },
    code: ['r', 'run', 'B', 'R', 'E'],
    info: ['v', 'version', 'h', 'help', 'i', 'info', 'm', 'modules', 'ini', 'rf', 'rc', 're', 'ri'],
    check: ['l', 'syntax-check', 'w', 's'],
    preload: ['f', 'file', 'F'],
    more: phpServer,
  },
  other(['lua', 'luajit'], { flags: '-viEW', values: '-eljb' }, ['e'], ['v']),
  other(
    ['rscript', 'r'],
    {
      lenient: true,
      flags: '-qs no-save no-restore no-init-file',
      values: '-ef file default-packages',
    },
    ['e'],
    ASKS,
  ),
  other(
    ['julia'],
    {
      flags: '-vhiq version help quiet banner',
      values: '-eELtpO eval print load project threads startup-file compile',
      optional: 'project',
    },
    ['e', 'eval', 'E', 'print'],
    ['v', ...ASKS],
  ),
  other(['tclsh'], { flags: '', values: 'encoding' }, [], []),
  other(['jshell'], { flags: `-qsv ${ASKING}`, values: '-RJ class-path startup' }, [], ASKS),
  other(['groovy', 'groovysh'], { flags: `-vnpl ${ASKING}`, values: '-eDic cp classpath' }, ['e'], ASKS),
  other(
    ['elixir', 'iex'],
    {
      flags: `-v logger-otp-reports no-halt ${ASKING}`,
      values: '-erS eval pa pz app erl cookie name sname rpc-eval',
    },
    ['e', 'eval'],
    ['v', ...ASKS],
  ),
  other(
    ['sbcl', 'clisp', 'ecl', 'clj', 'clojure', 'bb'],
    {
      flags: `-vq script noinform non-interactive quit batch ${ASKING}`,
      values: '-cexlmMAX eval load',
    },
    ['c', 'e', 'eval', 'x'],
    ASKS,
  ),
  other(
    ['gnuplot', 'ocaml', 'ghci', 'runghc'],
    { flags: `-q silent quiet ${ASKING}`, values: '-er eval batch' },
    ['e', 'eval', 'r'],
    ASKS,
  ),
]

function other(
  names: readonly string[],
  grammar: Grammar,
  code: readonly string[],
  info: readonly string[],
): Interpreter {
  return { names, language: 'other', grammar: { ...grammar, stopAtOperand: true }, code, info }
}

/** What Ruby's `un` library does as the programs of these names do. */
const FILE_VERBS = new Set(['rm', 'rmdir', 'cp', 'mv', 'ln', 'install', 'chmod', 'touch', 'mkdir'])

/** `ruby -run -e httpd`: serves a folder to everyone unless it is bound to this machine. */
function servesFolder(options: Options, scribe: Scribe): Standing {
  const verb = options.value('e')
  if (!options.values('r').some((word) => word.text === 'un') || !verb) return 'proven'
  if (FILE_VERBS.has(verb.text ?? '')) return scribe.runs([verb, ...options.operands], 'ruby -run')
  if (verb.text !== 'httpd') return 'proven'
  const line = options.operands.map((word) => word.known).join(' ')
  const reach = /(?:-b|--bind-address)[ =]?(?:127\.|localhost|::1)/.test(line) ? 'loopback' : 'network'
  scribe.effect({ kind: 'listen', reach, executes: false })
  return 'plain'
}

function read(kind: Interpreter, command: Command, scribe: Scribe): Standing {
  const combined = kind.language === 'perl' || kind.language === 'ruby'
  const options = readOptions(combined ? splitSwitches(command.args) : command.args, kind.grammar)
  const name = (command.name ?? kind.names[0] ?? '').replace(/^.*[/\\]/, '')
  const code = options.values(...kind.code)
  const standings: Standing[] = [options.unknown.length > 0 ? 'unknown' : 'proven']
  if (options.has(...kind.info) && code.length === 0 && options.operands.length === 0) return weakest(...standings)
  for (const word of options.values(...(kind.preload ?? []))) {
    if (/[./]/.test(word.known) || kind.language === 'php')
      standings.push(runScript(word, { language: kind.language, wrapper: name }, scribe))
    else standings.push('expected')
  }
  if (kind.more) standings.push(kind.more(options, scribe))
  if (kind.check && options.has(...kind.check) && code.length === 0) {
    for (const word of options.operands) scribe.effect({ kind: 'read-path', path: scribe.path(word), list: false })
    return weakest(...standings)
  }
  standings.push(runs(kind, options, command, scribe))
  return weakest(...standings)
}

function runs(kind: Interpreter, options: Options, command: Command, scribe: Scribe): Standing {
  const name = (command.name ?? kind.names[0] ?? '').replace(/^.*[/\\]/, '')
  const code = options.values(...kind.code)
  if (code.length > 0) return weakest(inline(kind, options, name, scribe), debugged(kind, options, command, scribe))
  const [file, ...args] = options.operands
  if (kind.preload && options.has('f', 'file', 'S', 'server')) return 'proven'
  if (!file || /^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(file.text ?? ''))
    return runStdin(command, kind.language, name, scribe)
  if (kind.language === 'php' && /(?:^|\/)artisan$/.test(file.text ?? '')) {
    const known = readManage(args, 'php', scribe)
    if (known) return known
  }
  if (kind.language === 'php' && /(?:^|\/)bin\/(?:console|doctrine|phinx)$/.test(file.text ?? ''))
    return weakest(
      scribe.runs([{ ...file, known: 'doctrine', text: 'doctrine' }, ...args], name),
      runScript(file, { language: kind.language, wrapper: name, args }, scribe),
    )
  return runScript(file, { language: kind.language, wrapper: name, args }, scribe)
}

/** Perl's debugger reads commands: `!line` for the shell, anything else is code. */
function debugged(kind: Interpreter, options: Options, command: Command, scribe: Scribe): Standing {
  const listens = kind.language === 'perl' ? options.has('d') : options.has('i', 'a')
  if (!listens || command.stdin.kind === 'inherited' || kind.language === 'ruby') return 'proven'
  const { value } = command.stdin
  const lines = (value.text ?? '').split('\n').filter((line) => /^\s*!/.test(line))
  const shells = lines.map((line) =>
    scribe.runsShell({ text: line.replace(/^\s*!+/, ''), sources: value.sources }, 'perl -d'),
  )
  return weakest('unknown', ...shells, scribe.runsCode(kind.language, value, 'perl -d'))
}

/** `-e code`, and the files it filters. */
function inline(kind: Interpreter, options: Options, name: string, scribe: Scribe): Standing {
  const code = options.values(...kind.code)
  const texts = code.map((word) => word.text)
  const text = texts.some((part) => part === undefined) ? undefined : texts.join('\n')
  const modules = options
    .values('M', 'm')
    .map((word) => `use ${word.known.replace('=', ' qw(').replace(/(qw\(.*)$/, '$1)')};\n`)
  const whole = text === undefined ? undefined : (kind.language === 'perl' ? modules.join('') : '') + text
  const standings: Standing[] = [
    scribe.runsCode(kind.language, { text: whole, sources: code.flatMap((word) => word.sources) }, `${name} -e`),
  ]
  if (!kind.filters) return weakest(...standings)
  const inPlace = options.has(...(kind.edits ?? []))
  const loops = options.has('n', 'p')
  for (const word of options.operands) standings.push(filtered(word, inPlace, loops, scribe))
  return weakest(...standings)
}

function filtered(word: Word, inPlace: boolean, loops: boolean, scribe: Scribe): Standing {
  if (!inPlace && !loops) return 'proven'
  const path = scribe.path(word)
  if (!inPlace) {
    scribe.effect({ kind: 'read-path', path, list: false })
    return 'proven'
  }
  scribe.effect({ kind: 'write-path', path, how: 'edit', content: undefined })
  return path.zone === 'project' || path.zone === 'temp' ? 'expected' : 'plain'
}

function phpServer(options: Options, scribe: Scribe): Standing {
  const address = options.value('S', 'server')
  return address ? listens(hostPart(address.text) ?? address.text, 'php -S', scribe) : 'proven'
}

export const SIMPLE: readonly Program[] = INTERPRETERS.map((kind) => ({
  names: kind.names,
  read: (command, scribe) => read(kind, command, scribe),
}))
