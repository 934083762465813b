import { wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { familyFor, type ProgramFamily, programFor } from '../interpret/registry.ts'
import type { ToolInput } from '../tool.ts'
import { isPathKey } from './argument-keys.ts'
import { type CodeArgumentContext, looksLikeShell, recordCodeText } from './code-languages.ts'
import { classifyToolVerb } from './tool-verbs.ts'

const COMMAND_KEYS = new Set(
  'command commands cmd shell_command bash shell cmdline command_line argv exec run'.split(' '),
)
const CODE_KEYS = new Set(
  'script code source snippet program function expression js javascript python eval source_code'.split(' '),
)

const COMPOUND_CODE_KEY =
  /^(?:js|javascript|python|source|shell|bash|page|inline|cell|node|user)_(?:code|script|function|expression|snippet)$/

export function isCommandKey(key: string): boolean {
  return COMMAND_KEYS.has(key) || /_(?:command|cmd|cmdline)s?$/.test(key)
}

const GENERIC_TEXT_KEYS = new Set('args arguments input line text params query stdin keys data'.split(' '))

function isGenericCode(key: string, text: string, { runs, stated, hinted, evaluates }: CodeArgumentContext): boolean {
  return (
    runs &&
    GENERIC_TEXT_KEYS.has(key) &&
    (stated !== undefined || hinted.length > 0 || evaluates || looksLikeShell(text))
  )
}

/** Words that are given one by one, alone or beside the program's name, are joined. */
export function joinCommandWords(input: ToolInput): ToolInput {
  const whole: Record<string, unknown> = { ...input }
  for (const [key, value] of Object.entries(input)) {
    if (!isCommandKey(key) || key === 'commands') continue
    const rest = (toWordList(input['args']) ?? toWordList(input['arguments']) ?? []).map(quoteShellWord)
    const words = toWordList(value)?.map(quoteShellWord)
    if (words) whole[key] = [...words, ...rest].join(' ')
    else if (typeof value === 'string' && rest.length > 0) whole[key] = [value, ...rest].join(' ')
  }
  const named = joinProgramAndWords(input)
  if (named !== undefined) return { ...whole, command: named }
  if (!Object.keys(input).some(isCommandKey))
    for (const key of ['args', 'arguments', 'input']) {
      const words = toWordList(input[key])?.map(quoteShellWord)
      if (words) whole[key] = words.join(' ')
    }
  return whole
}

const WORD_LIST_KEYS = ['args', 'arguments', 'argv', 'params', 'parameters', 'options']
const PROGRAM_KEY =
  /(?:^|_)(?:program|executable|exe|binary|bin|interpreter|runtime|entrypoint|process|shell)(?:_(?:path|name|file))?$/

/** `{program: 'sh', args: […]}`: a program under whatever name, with its words beside it, is a command. */
function joinProgramAndWords(input: ToolInput): string | undefined {
  if (Object.keys(input).some((key) => isCommandKey(key) && key !== 'shell')) return undefined
  const key = WORD_LIST_KEYS.find((each) => each in input)
  const given = key === undefined ? undefined : input[key]
  const words = toWordList(given)?.map(quoteShellWord).join(' ') ?? (typeof given === 'string' ? given : undefined)
  const script = ['script', 'script_path', 'file', 'file_path', 'path'].map((each) => input[each]).find(isSingleWord)
  const program = Object.entries(input).find(
    ([name, value]) =>
      name !== key &&
      isSingleWord(value) &&
      (PROGRAM_KEY.test(name) || (words !== undefined && programFor(value) !== undefined)),
  )?.[1]
  if (!isSingleWord(program) || (words === undefined && script === undefined)) return undefined
  return [
    quoteShellWord(program),
    ...(script === undefined || script === program ? [] : [quoteShellWord(script)]),
    words ?? '',
  ]
    .join(' ')
    .trim()
}

function isSingleWord(value: unknown): value is string {
  return typeof value === 'string' && /^[^\s;|&]{1,300}$/.test(value)
}

/** Words beside the program in a tool's name: `run_az`, `exec_kubectl`, `aws_cli`. */
const TOOL_NAME_FILLERS = new Set('run exec execute call invoke cli command cmd tool raw'.split(' '))
/** What follows these is a program or code of its own. */
const CODE_RUNNING_FAMILIES: ReadonlySet<ProgramFamily | undefined> = new Set<ProgramFamily | undefined>([
  'interpreters',
  undefined,
])

/** A tool that is named after a program takes that program's words: they are its command line. */
export function prependNamedProgram(tool: string, input: ToolInput): ToolInput {
  const rest = wordsOf(tool).filter((word) => !TOOL_NAME_FILLERS.has(word))
  const [program] = rest
  if (
    program === undefined ||
    rest.length > 1 ||
    CODE_RUNNING_FAMILIES.has(familyFor(program)) ||
    classifyToolVerb(program).type !== 'opaque'
  )
    return input
  for (const key of ['args', 'arguments', 'argv', 'command', 'cmd', 'command_line']) {
    const value = input[key]
    const line = typeof value === 'string' ? value.trim() : toWordList(value)?.map(quoteShellWord).join(' ')
    if (line === undefined || line === '') continue
    const own = /^args|^arguments/.test(key)
    if (line.split(/\s/, 1)[0] === program || (!own && looksLikeShell(line))) return input
    const { [key]: _, ...others } = input
    return { ...others, command: `${program} ${line}` }
  }
  return input
}

export function toWordList(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  return value.every((each) => typeof each === 'string') ? value : undefined
}

export function quoteShellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

export function recordCodeArgument(
  key: string,
  text: string,
  hand: CodeArgumentContext,
  recorder: EffectRecorder,
): void {
  if (CODE_KEYS.has(key) || COMPOUND_CODE_KEY.test(key) || isGenericCode(key, text, hand))
    recordCodeText(key, text, hand, recorder)
}

const SCRIPT_FILE = /\.(?:sh|bash|zsh|fish|py|[cm]?[jt]s|rb|pl|php|lua|tcl|ps1)$/

export function recordScriptArgument(key: string, text: string, recorder: EffectRecorder): void {
  if (!(isPathKey(key) || CODE_KEYS.has(key) || key === 'target') || !isSingleWord(text)) return
  const path = recorder.pathOf(text)
  const written = path.real === undefined ? undefined : recorder.facts.session.written.get(path.real)
  if (written !== undefined && (SCRIPT_FILE.test(text) || written.startsWith('#!')))
    recorder.runsFile(path, undefined, key)
}
