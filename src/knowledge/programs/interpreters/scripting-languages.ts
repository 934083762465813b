import type { CodeLanguage } from '../../../analysis/effects.ts'
import { baseName } from '../../../analysis/interpret/base-name.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { joinWordTexts } from '../../../analysis/interpret/joined-words.ts'
import type { Options } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec, SpecCall } from '../../../analysis/interpret/spec.ts'
import { readSpecOptions } from '../../../analysis/interpret/spec-interpreter.ts'
import type { Command, Word } from '../../../analysis/words.ts'
import { parseHostPart, recordServerListening, runScriptFile, runStdin } from '../../recipes/script-runs.ts'
import { readFrameworkCommand } from './framework-commands.ts'

interface Interpreter {
  readonly language: CodeLanguage
  /** Options whose value is code; several are one text. */
  readonly code: readonly string[]
  readonly info?: readonly string[]
  readonly check?: readonly string[]
  readonly preload?: readonly string[]
  /** Operands after inline code are files that are read. */
  readonly filters?: true
  readonly more?: (options: Options, recorder: EffectRecorder) => CommandGrade
}

function makeInterpreterSpec(spec: Omit<ProgramSpec, 'rules' | 'style'>, kind: Interpreter): ProgramSpec {
  return { ...spec, style: 'leading', rules: [['**', (call) => analyzeInterpreter(kind, call)]] }
}

export const SCRIPTING_LANGUAGE_SPECS: readonly ProgramSpec[] = [
  makeInterpreterSpec(
    {
      names: 'ruby irb',
      options:
        '-vhcwWnpalsSdU --verbose --debug --copyright --yjit --jit --noecho --simple-prompt --disable-gems -erICEFxK: --encoding: --external-encoding: -iW0T? --disable? --enable?',
      examples: {
        match: [`ruby -e 'system("rm -rf /")'`, 'ruby -run -e httpd .'],
        pass: ['ruby -c app.rb', 'ruby -v'],
      },
    },
    {
      language: 'ruby',
      code: ['e'],
      info: ['h', 'copyright', 'v'],
      check: ['c'],
      preload: ['r'],
      filters: true,
      more: analyzeRubyUn,
    },
  ),
  makeInterpreterSpec(
    {
      names: 'perl',
      options: '-vVhcwWXnpalsStTuUfg -eEIMm: -i0FCdDx?',
      examples: { match: [`perl -e 'system "rm -rf /"'`, `perl -pi -e 's/a/b/' app.ts`], pass: ['perl -c app.pl'] },
    },
    { language: 'perl', code: ['e', 'E'], info: ['v', 'V', 'h'], check: ['c'], filters: true },
  ),
  makeInterpreterSpec(
    {
      names: 'php',
      options:
        '-vhimlanqws --info --modules --ini --syntax-check -rfdcStBRFEz: --run: --file: --define: --server: --docroot: --rf: --rc: --re: --ri:',
      examples: { match: [`php -r 'system("rm -rf /");'`, 'php -S 0.0.0.0:80'], pass: ['php -l app.php', 'php -v'] },
    },
    {
      language: 'php',
      code: ['r', 'run', 'B', 'R', 'E'],
      info: ['v', 'h', 'i', 'info', 'm', 'modules', 'ini', 'rf', 'rc', 're', 'ri'],
      check: ['l', 'syntax-check', 'w', 's'],
      preload: ['f', 'file', 'F'],
      more: recordPhpServer,
    },
  ),
  makeInterpreterSpec(
    {
      names:
        'lua luajit rscript r julia tclsh jshell groovy groovysh elixir iex sbcl clisp ecl clj clojure bb gnuplot ocaml ghci runghc',
      options:
        '-vhqsinp --no-save --no-restore --no-init-file --quiet --silent --banner --noinform --non-interactive --quit --batch --no-halt --script --logger-otp-reports -eElcxrbjDRJLtpOSmMAX: --eval: --print: --load: --file: --encoding: --project? --threads: --startup: --startup-file: --class-path: --classpath: --cp: --app: --name: --sname: --cookie: --rpc-eval: --default-packages:',
      examples: {
        match: [`lua -e 'os.execute("rm -rf /")'`, `elixir -e 'System.cmd("rm", ["-rf", "/"])'`],
        pass: ['lua -v', 'julia --version'],
      },
    },
    { language: 'other', code: ['c', 'e', 'E', 'eval', 'print', 'r', 'x'], info: ['v', 'h'] },
  ),
]

/** What Ruby's `un` library does as the programs of these names do. */
const RUBY_UN_FILE_VERBS = new Set(['rm', 'rmdir', 'cp', 'mv', 'ln', 'install', 'chmod', 'touch', 'mkdir'])

/** `ruby -run -e httpd`: serves a folder to everyone unless it is bound to this machine. */
function analyzeRubyUn(options: Options, recorder: EffectRecorder): CommandGrade {
  const verb = options.value('e')
  if (!options.values('r').some((word) => word.text === 'un') || !verb) return 'proven'
  if (RUBY_UN_FILE_VERBS.has(verb.text ?? '')) return recorder.runs([verb, ...options.operands], 'ruby -run')
  if (verb.text !== 'httpd') return 'proven'
  const line = options.operands.map((word) => word.known).join(' ')
  const reach = /(?:-b|--bind-address)[ =]?(?:127\.|localhost|::1)/.test(line) ? 'loopback' : 'network'
  recorder.effect({ kind: 'listen', reach, executes: false })
  return 'plain'
}

function analyzeInterpreter(kind: Interpreter, { spec, command, recorder }: SpecCall): CommandGrade {
  const { language, check = [], info = [], preload = [] } = kind
  const combined = language === 'perl' || language === 'ruby'
  const options = readSpecOptions(spec, combined ? { args: splitSwitches(command.args) } : command)
  const wrapper = baseName(command.name ?? '')
  const code = options.values(...kind.code)
  const unknown = options.unknown.length > 0 && 'unknown'
  if (options.has(...info) && code.length === 0 && options.operands.length === 0) return weakestGrade(unknown)
  const loaded = options
    .values(...preload)
    .map((word) =>
      /[./]/.test(word.known) || language === 'php' ? runScriptFile(word, { language, wrapper }, recorder) : 'expected',
    )
  const before = weakestGrade(unknown, ...loaded, kind.more?.(options, recorder))
  if (!options.has(...check) || code.length > 0)
    return weakestGrade(before, runInterpreterCall(kind, options, command, recorder))
  for (const word of options.operands) recorder.effect({ kind: 'read-path', path: recorder.path(word), list: false })
  return before
}

function runInterpreterCall(
  kind: Interpreter,
  options: Options,
  command: Command,
  recorder: EffectRecorder,
): CommandGrade {
  const name = baseName(command.name ?? '')
  const code = options.values(...kind.code)
  if (code.length > 0)
    return weakestGrade(
      runInlineCode(kind, options, name, recorder),
      runDebuggerInput(kind, options, command, recorder),
    )
  const [file, ...args] = options.operands
  // The node stands first, and what it is to do behind it.
  if (file && options.has('rpc-eval')) return recorder.runsCode(kind.language, file, name)
  if (kind.preload && options.has('f', 'file', 'S', 'server')) return 'proven'
  if (!file || /^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(file.text ?? ''))
    return runStdin(command, kind.language, name, recorder)
  if (kind.language === 'php' && /(?:^|\/)artisan$/.test(file.text ?? '')) {
    const known = readFrameworkCommand(args, 'php', recorder)
    if (known) return known
  }
  if (kind.language === 'php' && /(?:^|\/)bin\/(?:console|doctrine|phinx)$/.test(file.text ?? ''))
    return weakestGrade(
      recorder.runs([{ ...file, known: 'doctrine', text: 'doctrine' }, ...args], name),
      runScriptFile(file, { language: kind.language, wrapper: name, args }, recorder),
    )
  return runScriptFile(file, { language: kind.language, wrapper: name, args }, recorder)
}

/** Perl's debugger reads commands: `!line` for the shell, anything else is code. */
function runDebuggerInput(
  kind: Interpreter,
  options: Options,
  command: Command,
  recorder: EffectRecorder,
): CommandGrade {
  const listens = kind.language === 'perl' ? options.has('d') : options.has('i', 'a')
  if (!listens || command.stdin.kind === 'inherited' || kind.language === 'ruby') return 'proven'
  const { value } = command.stdin
  const lines = (value.text ?? '').split('\n').filter((line) => /^\s*!/.test(line))
  const shells = lines.map((line) =>
    recorder.runsShell({ text: line.replace(/^\s*!+/, ''), sources: value.sources }, 'perl -d'),
  )
  return weakestGrade('unknown', ...shells, recorder.runsCode(kind.language, value, 'perl -d'))
}

function runInlineCode(kind: Interpreter, options: Options, name: string, recorder: EffectRecorder): CommandGrade {
  const { text, sources } = joinWordTexts(options.values(...kind.code), '\n')
  const modules = options
    .values('M', 'm')
    .map((word) => `use ${word.known.replace('=', ' qw(').replace(/(qw\(.*)$/, '$1)')};\n`)
  const whole = text === undefined ? undefined : (kind.language === 'perl' ? modules.join('') : '') + text
  return weakestGrade(
    recorder.runsCode(kind.language, { text: whole, sources }, `${name} -e`),
    ...(kind.filters ? options.operands : []).map((word) => recordFilteredFile(word, options, recorder)),
  )
}

/** Files that the code goes through, or changes. */
function recordFilteredFile(word: Word, options: Options, recorder: EffectRecorder): CommandGrade {
  const path = recorder.path(word)
  if (options.has('i')) {
    const keeps = (options.value('i')?.known ?? '') !== ''
    recorder.effect({ kind: 'write-path', path, how: 'edit', content: undefined, ...(keeps && { backup: true }) })
    return path.zone === 'project' || path.zone === 'temp' ? 'expected' : 'plain'
  }
  if (options.has('n', 'p')) recorder.effect({ kind: 'read-path', path, list: false })
  return 'proven'
}

function recordPhpServer(options: Options, recorder: EffectRecorder): CommandGrade {
  const address = options.value('S', 'server')
  return address ? recordServerListening(parseHostPart(address.text) ?? address.text, 'php -S', recorder) : 'proven'
}

/** Switches that take digits and let others follow: `-0777pi`, `-l012ne`. */
const DIGIT_SWITCHES = new Set(['0', 'l', 'W', 'T', 'C'])
const REST_TAKING_SWITCHES = new Set(['e', 'E', 'i', 'I', 'M', 'm', 'F', 'x', 'd', 'D', 'r', 'K'])

/** Perl's and Ruby's combined switches one after another, so that none hides behind a number: `-0pi` → `-0 -pi`. */
function splitSwitches(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex(
    (word, at) => !word.known.startsWith('-') && !isValueTakingSwitch(words[at - 1]?.known ?? ''),
  )
  return words.flatMap((word, at) => (end >= 0 && at >= end ? [word] : splitSwitchWord(word)))
}

function isValueTakingSwitch(text: string): boolean {
  return /^-[^-]*[eEIMmr]$/.test(text)
}

function splitSwitchWord(word: Word): readonly Word[] {
  const { known } = word
  if (!/^-[A-Za-z0]*[0lWTC]/.test(known) || known.startsWith('--')) return [word]
  for (let at = 1; at < known.length; at++) {
    const letter = known[at] ?? ''
    if (REST_TAKING_SWITCHES.has(letter)) return [word]
    if (!DIGIT_SWITCHES.has(letter)) continue
    const digits = /^(?:x[0-9a-fA-F]+|[0-9]*)/.exec(known.slice(at + 1))?.[0].length ?? 0
    const next = at + 1 + digits
    if (next >= known.length) return [word]
    const rest = `-${known.slice(next)}`
    return [withKnownText(word, known.slice(0, next)), ...splitSwitchWord(withKnownText(word, rest))]
  }
  return [word]
}

const withKnownText = (word: Word, known: string): Word => ({
  ...word,
  known,
  text: known.includes('\0') ? undefined : known,
})
