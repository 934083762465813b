import { matching } from '../../generic/word-shapes.ts'
import { weakestGrade } from '../../interpret/grade.ts'
import { LIMITS } from '../../interpret/limits.ts'
import { readOptions } from '../../interpret/options.ts'
import { formatPrintf } from '../../interpret/printf.ts'
import type { CommandGrade } from '../../interpret/program.ts'
import { programFor } from '../../interpret/registry.ts'
import { dynamicWord, EMPTY_VALUE, literalWord, NEUTRAL_OUTCOME, withoutLastNewlines } from '../../interpret/values.ts'
import type { DataSource, Value, Word } from '../../words.ts'
import { OTHER_WRAPPER } from '../../wrappers.ts'
import { evaluateWord } from '../arithmetic.ts'
import type { Call, CallOutcome } from '../dispatch.ts'
import { expandHostFor } from '../expand-host.ts'
import { type Frame, lessCertain, noteHidden, noteUnknown, noteUnread } from '../frame.ts'
import { resolveProgram } from '../resolve-program.ts'
import { separators, setVariable } from '../scope.ts'
import { recorderFor, withWrappers } from '../shell-recorder.ts'
import type { Builtin } from './index.ts'

function runCallback(text: Value, call: Call, wrapper: string, certain = true): CommandGrade {
  const { frame, command } = call
  if (frame.depth >= LIMITS.depth) {
    noteUnread(frame, 'nested too deep', command.span)
    return 'unknown'
  }
  const certainty = certain ? frame.certainty : lessCertain(frame.certainty, 'likely')
  const inner: Frame = {
    ...frame,
    wrapperNames: [...frame.wrapperNames, wrapper],
    wrappers: [...frame.wrappers, OTHER_WRAPPER],
    depth: frame.depth + 1,
    certainty,
  }
  const [grade] = frame.analysis.reader.readLayer(text, inner, recorderFor(withWrappers(command, inner), inner))
  return weakestGrade('plain', grade)
}

const COMPLETION_OPTIONS = { flags: '-abcdefgjksuvEDIpr', values: '-oAGWFCXPS' } as const

/** `compgen -C cmd`, `-F function` and the expansions of `-W` run now; those of `complete` when a person asks. */
const completionBuiltin: Builtin = (call, recorder) => {
  const { command, frame } = call
  const name = command.name ?? 'compgen'
  const now = name === 'compgen'
  const options = readOptions(command.args, COMPLETION_OPTIONS)
  let grade: CommandGrade = resolveProgram(call, recorder).grade
  for (const word of options.values('C', 'F')) grade = weakestGrade(grade, runCallback(word, call, `${name} -C`, now))
  for (const word of options.values('W')) {
    if (word.text === undefined || !/[$`]/.test(word.text)) continue
    noteUnknown(frame, 'words that run code', command.span)
    expandHostFor(frame).hidden({ text: word.text, sources: word.sources })
  }
  return { grade, output: { text: undefined, sources: [{ kind: 'command', program: name, secret: false }] } }
}

/** `hash -p path name`: the name runs that path from now on. */
const hashBuiltin: Builtin = (call, recorder) => {
  const options = readOptions(call.command.args, { flags: '-ldtr', values: '-p' })
  const path = options.value('p')
  if (path) for (const word of options.operands) bindProgramName(word.text, path, call.frame)
  return { ...resolveProgram(call, recorder), output: EMPTY_VALUE }
}

export function bindProgramName(name: string | undefined, target: Word, frame: Frame): void {
  noteUnknown(frame, 'a name that is bound to another program', target.span)
  const bound = target.text?.slice(target.text.lastIndexOf('/') + 1)
  if (name !== undefined && bound !== name && target.text?.includes('/') && programFor(name))
    noteHidden(frame, `${name} stands for ${target.raw.slice(0, 60)}`, target.span)
  if (name !== undefined) frame.scope.aliases.set(name, target.text ?? '${_NOT_KNOWN_}')
}

/** `bind -x '"\C-x": cmd'` runs when a person presses the key. */
const bindBuiltin: Builtin = (call, recorder) => {
  const at = call.command.args.findIndex(matching(/^-[a-z]*x$/))
  const word = at < 0 ? undefined : call.command.args[at + 1]
  const outcome = resolveProgram(call, recorder)
  if (!word) return outcome
  const text = word.text?.replace(/^[^:]*:/, '')
  return { ...outcome, grade: weakestGrade(outcome.grade, runCallback({ ...word, text }, call, 'bind -x', false)) }
}

const letBuiltin: Builtin = (call) => {
  const host = expandHostFor(call.frame)
  for (const word of call.command.args) evaluateWord(word, host)
  return NEUTRAL_OUTCOME
}

export const CALLBACK_BUILTINS: readonly (readonly [string, Builtin])[] = [
  ['compgen', completionBuiltin],
  ['complete', completionBuiltin],
  ['hash', hashBuiltin],
  ['bind', bindBuiltin],
  ['let', letBuiltin],
]

const OPTION_WITH_VALUE = /^-[ers]*[adinNptu]$/

function readTargetNames(args: readonly Word[]): string[] {
  const names: string[] = []
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.text
    if (text === undefined) continue
    if (OPTION_WITH_VALUE.test(text)) {
      at++
      if (text.endsWith('a') && args[at]?.text !== undefined) names.push(args[at]?.text ?? '')
    } else if (!text.startsWith('-')) names.push(text)
  }
  return names.length === 0 ? ['REPLY'] : names
}

const readBuiltin: Builtin = (call, recorder) => {
  const outcome = readLine(call)
  if (isHiddenInput(call) && /\bsudo\b|password for/i.test(readPrompt(call)))
    recorder.effect({ kind: 'observe', what: 'keyboard', certainty: 'likely', by: 'a password prompt' })
  return outcome
}

/** `read -s` from a person: what is typed is not shown, so it is a secret. */
function isHiddenInput({ command }: Call): boolean {
  return command.stdin.kind === 'inherited' && command.args.some(matching(/^-[er]*s/))
}

function readPrompt({ command }: Call): string {
  const at = command.args.findIndex(matching(/^-[a-z]*p$/))
  return at < 0 ? '' : (command.args[at + 1]?.known ?? '')
}

function readLine(call: Call): CallOutcome {
  const { stdin, args } = call.command
  const names = readTargetNames(args)
  const { scope } = call.frame
  if (stdin.kind !== 'value') {
    const source: DataSource = isHiddenInput(call)
      ? { kind: 'secret-store', store: 'what is typed' }
      : { kind: 'unknown' }
    for (const name of names) setVariable(scope, name, dynamicWord(`$${name}`, [source]))
    return NEUTRAL_OUTCOME
  }
  const { text, paths, sources } = stdin.value
  if (text === undefined) {
    const [path] = paths ?? []
    for (const name of names)
      setVariable(scope, name, path && names.length === 1 ? path : dynamicWord(`$${name}`, sources))
    return NEUTRAL_OUTCOME
  }
  const line = readPart(text, args)
  if (line === undefined) {
    for (const name of names) setVariable(scope, name, dynamicWord(`$${name}`, sources))
    return NEUTRAL_OUTCOME
  }
  const array = readArrayName(args)
  if (array === undefined) fillVariables(call, names, line)
  else fillArray(call, array, line)
  return NEUTRAL_OUTCOME
}

/** The part of a text that one `read` takes: a line, or up to the sign behind `-d`; undefined when that is not known. */
function readPart(text: string, args: readonly Word[]): string | undefined {
  if (args.some((word) => word.text === undefined || /^-[a-z]*[nN]/.test(word.text))) return undefined
  const at = args.findIndex(matching(/^-[a-z]*d/))
  const option = args[at]?.known ?? ''
  const attached = option.slice(option.indexOf('d') + 1)
  const end = at < 0 ? '\n' : attached === '' ? (args[at + 1]?.known ?? '') : attached
  return text.split(end === '' ? '\0' : end.slice(0, 1), 1)[0] ?? ''
}

function readArrayName(args: readonly Word[]): string | undefined {
  const at = args.findIndex(matching(/^-[a-z]*a$/))
  return at < 0 ? undefined : args[at + 1]?.text
}

function fillArray({ frame, command }: Call, name: string, line: string): void {
  const sources = command.stdin.kind === 'value' ? command.stdin.value.sources : []
  const elements = splitFields(line, separators(frame.scope)).map((field) => ({ ...literalWord(field), sources }))
  setVariable(frame.scope, name, elements[0] ?? literalWord(''), elements)
}

function splitFields(line: string, blanks: string): string[] {
  return blanks === ' \t\n' ? line.trim().split(/[ \t]+/) : line.split(blanks[0] ?? ' ')
}

function fillVariables(call: Call, names: readonly string[], line: string): void {
  const { scope } = call.frame
  const blanks = separators(scope)
  const { stdin } = call.command
  const sources = stdin.kind === 'value' ? stdin.value.sources : []
  if (names.length === 1 && names[0] !== undefined) {
    const value = blanks === '' ? line : line.trim()
    setVariable(scope, names[0], { ...literalWord(value), sources, mayBeEmpty: value === '' })
    return
  }
  const fields = splitFields(line, blanks)
  names.forEach((name, index) => {
    const last = index === names.length - 1
    const value = last ? fields.slice(index).join(blanks[0] ?? ' ') : (fields[index] ?? '')
    setVariable(scope, name, { ...literalWord(value), sources, mayBeEmpty: value === '' })
  })
}

const mapfileBuiltin: Builtin = (call) => {
  const { stdin, args } = call.command
  const options = readOptions(args, { flags: '-t', values: '-dnOsuCc' })
  const name = options.operands.at(-1)?.text ?? 'MAPFILE'
  const { scope } = call.frame
  const value = stdin.kind === 'value' ? stdin.value : undefined
  if (value?.text === undefined) {
    const [path] = value?.paths ?? []
    setVariable(scope, name, path ?? dynamicWord(`$${name}`, value?.sources ?? [{ kind: 'unknown' }]))
  } else {
    const lines = withoutLastNewlines(value.text).split('\n')
    if (lines.length > LIMITS.arguments) noteUnread(call.frame, 'too many elements', call.command.span)
    const elements = lines.slice(0, LIMITS.arguments).map((line) => ({ ...literalWord(line), sources: value.sources }))
    setVariable(scope, name, elements[0] ?? literalWord(''), elements)
  }
  return { grade: runLineCallback(options.value('C'), call), output: EMPTY_VALUE }
}

/** `mapfile -C text` runs the text with a number and a line behind it. */
function runLineCallback(text: Word | undefined, call: Call): CommandGrade {
  if (!text) return 'proven'
  const { stdin } = call.command
  const line = stdin.kind === 'value' ? stdin.value.text?.split('\n', 1)[0] : undefined
  const words = ` 0 ${line === undefined ? '"${_NOT_KNOWN_}"' : `'${line.replaceAll("'", "'\\''")}'`}`
  return runCallback({ ...text, text: text.text === undefined ? undefined : text.text + words }, call, 'mapfile -C')
}

/** `printf -v name …` fills a variable; otherwise it is the program. */
const printfBuiltin: Builtin = (call, recorder) => {
  const [option, name, ...rest] = call.command.args
  if (option?.text !== '-v' || name?.text === undefined) return resolveProgram(call, recorder)
  const text = formatPrintf({ ...call.command, args: rest })
  const word =
    text === undefined
      ? dynamicWord(
          `$${name.text}`,
          rest.flatMap((each) => each.sources),
        )
      : literalWord(text)
  setVariable(call.frame.scope, name.text, word)
  return NEUTRAL_OUTCOME
}

export const INPUT_BUILTINS: readonly (readonly [string, Builtin])[] = [
  ['printf', printfBuiltin],
  ['read', readBuiltin],
  ['mapfile', mapfileBuiltin],
  ['readarray', mapfileBuiltin],
]
