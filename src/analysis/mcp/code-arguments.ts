import type { Scribe } from '../programs/program.ts'
import { familyFor, type ProgramFamily, programFor } from '../programs/registry.ts'
import type { Input } from '../tool.ts'
import { wordsOf } from '../verbs.ts'
import { type Hand, isShell, stateHandedCode } from './handed-code.ts'
import { isPathKey } from './keys.ts'
import { verbOf } from './verbs.ts'

const COMMANDS = new Set('command commands cmd shell_command bash shell cmdline command_line argv exec run'.split(' '))
const CODE = new Set(
  'script code source snippet program function expression js javascript python eval source_code'.split(' '),
)

const CODE_KEY =
  /^(?:js|javascript|python|source|shell|bash|page|inline|cell|node|user)_(?:code|script|function|expression|snippet)$/

export function isCommandKey(key: string): boolean {
  return COMMANDS.has(key) || /_(?:command|cmd|cmdline)s?$/.test(key)
}

const LOOSE = new Set('args arguments input line text params query stdin keys data'.split(' '))

function isLooseCode(key: string, text: string, { runs, told, hinted, evaluates }: Hand): boolean {
  return runs && LOOSE.has(key) && (told !== undefined || hinted.length > 0 || evaluates || isShell(text))
}

/** Words that are given one by one, alone or beside the program's name, are joined. */
export function withWholeCommands(input: Input): Input {
  const whole: Record<string, unknown> = { ...input }
  for (const [key, value] of Object.entries(input)) {
    if (!isCommandKey(key) || key === 'commands') continue
    const rest = (wordList(input['args']) ?? wordList(input['arguments']) ?? []).map(quoted)
    const words = wordList(value)?.map(quoted)
    if (words) whole[key] = [...words, ...rest].join(' ')
    else if (typeof value === 'string' && rest.length > 0) whole[key] = [value, ...rest].join(' ')
  }
  const named = programBeside(input)
  if (named !== undefined) return { ...whole, command: named }
  if (!Object.keys(input).some(isCommandKey))
    for (const key of ['args', 'arguments', 'input']) {
      const words = wordList(input[key])?.map(quoted)
      if (words) whole[key] = words.join(' ')
    }
  return whole
}

const WORDS = ['args', 'arguments', 'argv', 'params', 'parameters', 'options']
const STARTED =
  /(?:^|_)(?:program|executable|exe|binary|bin|interpreter|runtime|entrypoint|process|shell)(?:_(?:path|name|file))?$/

/** `{program: 'sh', args: […]}`: a program under whatever name, with its words beside it, is a command. */
function programBeside(input: Input): string | undefined {
  if (Object.keys(input).some((key) => isCommandKey(key) && key !== 'shell')) return undefined
  const key = WORDS.find((each) => each in input)
  const given = key === undefined ? undefined : input[key]
  const words = wordList(given)?.map(quoted).join(' ') ?? (typeof given === 'string' ? given : undefined)
  const script = ['script', 'script_path', 'file', 'file_path', 'path'].map((each) => input[each]).find(isOneWord)
  const program = Object.entries(input).find(
    ([name, value]) =>
      name !== key &&
      isOneWord(value) &&
      (STARTED.test(name) || (words !== undefined && programFor(value) !== undefined)),
  )?.[1]
  if (!isOneWord(program) || (words === undefined && script === undefined)) return undefined
  return [quoted(program), ...(script === undefined || script === program ? [] : [quoted(script)]), words ?? '']
    .join(' ')
    .trim()
}

function isOneWord(value: unknown): value is string {
  return typeof value === 'string' && /^[^\s;|&]{1,300}$/.test(value)
}

/** Words beside the program in a tool's name: `run_az`, `exec_kubectl`, `aws_cli`. */
const AROUND = new Set('run exec execute call invoke cli command cmd tool raw'.split(' '))
/** What follows these is a program or code of its own. */
const HOLDERS: ReadonlySet<ProgramFamily | undefined> = new Set<ProgramFamily | undefined>(['interpreters', undefined])

/** A tool that is named after a program takes that program's words: they are its command line. */
export function withNamedProgram(tool: string, input: Input): Input {
  const rest = wordsOf(tool).filter((word) => !AROUND.has(word))
  const [program] = rest
  if (program === undefined || rest.length > 1 || HOLDERS.has(familyFor(program)) || verbOf(program).type !== 'opaque')
    return input
  for (const key of ['args', 'arguments', 'argv', 'command', 'cmd', 'command_line']) {
    const value = input[key]
    const line = typeof value === 'string' ? value.trim() : wordList(value)?.map(quoted).join(' ')
    if (line === undefined || line === '') continue
    const own = /^args|^arguments/.test(key)
    if (line.split(/\s/, 1)[0] === program || (!own && isShell(line))) return input
    const { [key]: _, ...others } = input
    return { ...others, command: `${program} ${line}` }
  }
  return input
}

export function wordList(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  return value.every((each) => typeof each === 'string') ? value : undefined
}

export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

export function stateCodeArgument(key: string, text: string, hand: Hand, scribe: Scribe): void {
  if (CODE.has(key) || CODE_KEY.test(key) || isLooseCode(key, text, hand)) stateHandedCode(key, text, hand, scribe)
}

const SCRIPT = /\.(?:sh|bash|zsh|fish|py|[cm]?[jt]s|rb|pl|php|lua|tcl|ps1)$/

export function stateScriptArgument(key: string, text: string, scribe: Scribe): void {
  if (!(isPathKey(key) || CODE.has(key) || key === 'target') || !isOneWord(text)) return
  const path = scribe.pathOf(text)
  const written = path.real === undefined ? undefined : scribe.facts.session.written.get(path.real)
  if (written !== undefined && (SCRIPT.test(text) || written.startsWith('#!'))) scribe.runsFile(path, undefined, key)
}
