import type { CodeLanguage } from '../../effects.ts'
import type { Command, Word } from '../../words.ts'
import { type OptionGrammar, type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { readManage } from './manage.ts'
import { hostPart, listens, runScript, runStdin, weakest } from './scripts.ts'
import { splitSwitches } from './switches.ts'

interface Interpreter {
  readonly names: readonly string[]
  readonly language: CodeLanguage
  readonly grammar: OptionGrammar
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

const INTERPRETERS: readonly Interpreter[] = [
  {
    names: ['ruby', 'irb', 'jruby', 'truffleruby', 'mruby'],
    language: 'ruby',
    grammar: {
      flags: [
        'v',
        'version',
        'h',
        'help',
        'c',
        'w',
        'W',
        'n',
        'p',
        'a',
        'l',
        's',
        'S',
        'd',
        'U',
        'verbose',
        'debug',
        'copyright',
        'yjit',
        'jit',
        'noecho',
        'simple-prompt',
        'disable-gems',
        'disable=gems',
      ],
      values: ['e', 'r', 'I', 'C', 'E', 'F', 'x', 'encoding', 'external-encoding', 'K'],
      optional: ['i', 'W', '0', 'T', 'disable', 'enable'],
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
    names: ['perl', 'perl5'],
    language: 'perl',
    grammar: {
      flags: [
        'v',
        'V',
        'h',
        'c',
        'w',
        'W',
        'X',
        'n',
        'p',
        'a',
        'l',
        's',
        'S',
        't',
        'T',
        'u',
        'U',
        'f',
        'g',
        'version',
        'help',
      ],
      values: ['e', 'E', 'I', 'M', 'm'],
      optional: ['i', '0', 'F', 'C', 'd', 'D', 'x'],
      stopAtOperand: true,
    },
    code: ['e', 'E'],
    info: ['v', 'V', 'h', 'version', 'help'],
    check: ['c'],
    edits: ['i'],
    filters: true,
  },
  {
    names: ['php', 'php8', 'php7', 'php-cli', 'php8.1', 'php8.2', 'php8.3', 'php8.4'],
    language: 'php',
    grammar: {
      flags: [
        'v',
        'version',
        'h',
        'help',
        'i',
        'info',
        'm',
        'modules',
        'l',
        'a',
        'n',
        'q',
        'w',
        's',
        'ini',
        'syntax-check',
      ],
      values: [
        'r',
        'f',
        'd',
        'c',
        'S',
        't',
        'B',
        'R',
        'F',
        'E',
        'z',
        'run',
        'file',
        'define',
        'server',
        'docroot',
        'rf',
        'rc',
        're',
        'ri',
      ],
      stopAtOperand: true,
    },
    code: ['r', 'run', 'B', 'R', 'E'],
    info: ['v', 'version', 'h', 'help', 'i', 'info', 'm', 'modules', 'ini', 'rf', 'rc', 're', 'ri'],
    check: ['l', 'syntax-check', 'w', 's'],
    preload: ['f', 'file', 'F'],
    more: phpServer,
  },
  other(
    ['lua', 'luajit', 'lua5.1', 'lua5.3', 'lua5.4', 'luau'],
    { flags: ['v', 'i', 'E', 'W'], values: ['e', 'l', 'j', 'b'] },
    ['e'],
    ['v'],
  ),
  other(
    ['rscript', 'r', 'littler'],
    {
      flags: [
        'version',
        'help',
        'vanilla',
        'no-save',
        'no-restore',
        'quiet',
        'slave',
        'no-echo',
        'silent',
        'q',
        's',
        'verbose',
        'no-init-file',
        'no-environ',
        'no-site-file',
      ],
      values: ['e', 'f', 'file', 'default-packages'],
    },
    ['e'],
    ['version', 'help'],
  ),
  other(
    ['julia'],
    {
      flags: ['v', 'version', 'h', 'help', 'i', 'q', 'quiet', 'banner'],
      values: ['e', 'eval', 'E', 'print', 'L', 'load', 'project', 't', 'threads', 'p', 'O', 'startup-file', 'compile'],
      optional: ['project'],
    },
    ['e', 'eval', 'E', 'print'],
    ['v', 'version', 'h', 'help'],
  ),
  other(['tclsh', 'wish', 'expectk'], { flags: [], values: ['encoding'] }, [], []),
  other(
    ['jshell'],
    { flags: ['version', 'help', 'h', 'q', 's', 'v'], values: ['class-path', 'R', 'J', 'startup'] },
    [],
    ['version', 'help', 'h'],
  ),
  other(
    ['groovy', 'groovysh'],
    { flags: ['v', 'version', 'h', 'help', 'n', 'p', 'l'], values: ['e', 'cp', 'classpath', 'D', 'i', 'c'] },
    ['e'],
    ['v', 'version', 'h', 'help'],
  ),
  other(
    ['scala', 'scala-cli', 'amm'],
    { flags: ['version', 'help', 'h'], values: ['e', 'cp', 'classpath', 'D'] },
    ['e'],
    ['version', 'help', 'h'],
  ),
  other(
    ['kotlin', 'kotlinr'],
    { flags: ['version', 'help', 'h'], values: ['e', 'cp', 'classpath', 'D', 'howtorun'] },
    ['e'],
    ['version', 'help', 'h'],
  ),
  other(
    ['elixir', 'iex'],
    {
      flags: ['v', 'version', 'h', 'help', 'logger-otp-reports', 'no-halt'],
      values: ['e', 'eval', 'r', 'S', 'pa', 'pz', 'app', 'erl', 'cookie', 'name', 'sname', 'rpc-eval'],
    },
    ['e', 'eval'],
    ['v', 'version', 'h', 'help'],
  ),
  other(
    ['erl', 'escript'],
    {
      flags: ['noshell', 'noinput', 'version', 'detached', 'hidden', 'c', 's'],
      values: ['eval', 'pa', 'pz', 'name', 'sname', 'setcookie', 's', 'run', 'boot', 'config'],
      singleDash: true,
    },
    ['eval'],
    ['version'],
  ),
  other(
    ['guile', 'racket', 'sbcl', 'clisp', 'ecl', 'gosh', 'chez', 'scheme', 'clj', 'clojure', 'bb', 'janet', 'hy'],
    {
      flags: ['version', 'help', 'h', 'v', 'script', 'noinform', 'non-interactive', 'quit', 'batch', 'q'],
      values: ['c', 'e', 'eval', 'x', 'l', 'load', 'm', 'M', 'A', 'X'],
    },
    ['c', 'e', 'eval', 'x'],
    ['version', 'help', 'h'],
  ),
  other(
    ['octave', 'octave-cli', 'matlab', 'gp', 'maxima', 'gnuplot', 'ocaml', 'ghci', 'runghc', 'runhaskell', 'vlang'],
    {
      flags: ['version', 'help', 'h', 'q', 'silent', 'quiet', 'no-gui', 'nodisplay', 'batch'],
      values: ['e', 'eval', 'r', 'batch'],
    },
    ['e', 'eval', 'r'],
    ['version', 'help', 'h'],
  ),
]

function other(
  names: readonly string[],
  grammar: OptionGrammar,
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
