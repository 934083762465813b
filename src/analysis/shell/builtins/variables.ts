import { isSecretName } from '../../../knowledge/lexicon/secret-names.ts'
import { matching, notMatching } from '../../generic/word-shapes.ts'
import { weakestGrade } from '../../interpret/grade.ts'
import { LIMITS } from '../../interpret/limits.ts'
import type { CommandGrade } from '../../interpret/program.ts'
import { dynamicWord, EMPTY_VALUE, literalWord, NEUTRAL_OUTCOME } from '../../interpret/values.ts'
import { recordAssignment } from '../../interpret/variable-assignments.ts'
import { recordVariableRole } from '../../interpret/variable-roles.ts'
import type { Value, Word } from '../../words.ts'
import { textsOfWord } from '../arithmetic.ts'
import { assignVariable } from '../assign.ts'
import type { Call, CallOutcome, Declaration } from '../dispatch.ts'
import { type Frame, lessCertain, noteHidden, noteUnknown } from '../frame.ts'
import { choiceWord, getAlias, getVariable, markLocal, setVariable } from '../scope.ts'
import { type CoreRecorder, recorderFor } from '../shell-recorder.ts'
import type { Builtin } from './index.ts'

/** Assignments that were only visible after expansion: `export "$name=value"`, `command export A=b`. */
function expandedDeclarations(call: Call): Declaration[] {
  const direct = new Set(call.declarations.map((declaration) => declaration.name))
  return call.command.args.flatMap((word): Declaration[] => {
    const match = /^([A-Za-z_]\w*)(\+?)=/.exec(word.known)
    const name = match?.[1]
    if (!match || name === undefined || direct.has(name)) return []
    const known = word.known.slice(match[0].length)
    const value = { ...word, known, text: word.text === undefined ? undefined : known }
    return [{ name, word: value, append: match[2] === '+', indexed: false }]
  })
}

function declareAll(call: Call, recorder: CoreRecorder, local: boolean): CommandGrade {
  let grade: CommandGrade = 'proven'
  for (const declaration of [...call.declarations, ...expandedDeclarations(call)]) {
    if (local) markLocal(call.frame.scope, declaration.name)
    if (call.frame.scope.shell.references.has(declaration.name)) continue
    const state = call.command.name === 'export' ? recordVariableRole : recordAssignment
    grade = weakestGrade(grade, state(declaration.name, declaration.word, recorder))
    assignVariable(declaration, call.frame)
  }
  return grade
}

/** `export NAME`: what `${NAME:=value}` may have put there is handed on from here. */
function recordExportedDefaults(call: Call, recorder: CoreRecorder): CommandGrade {
  let grade: CommandGrade = 'proven'
  for (const { text } of call.command.args) {
    const value = text !== undefined && /^[A-Za-z_]\w*$/.test(text) ? getVariable(call.frame.scope, text) : undefined
    for (const each of value?.word.alternatives?.texts.slice(0, 8) ?? [])
      grade = weakestGrade(grade, recordVariableRole(text ?? '', literalWord(each, call.command.span), recorder))
  }
  return grade
}

function exportNames(call: Call, options: readonly string[]): void {
  const { exported, exportedFunctions } = call.frame.scope.shell
  const target = options.some((option) => option.includes('f')) ? exportedFunctions : exported
  for (const word of call.command.args) {
    const name = /^([A-Za-z_]\w*)(?:\+?=|$)/.exec(word.known)?.[1]
    if (name !== undefined) target.add(name)
  }
}

/** `-i` makes assignments arithmetic, `-n` makes the name stand for another variable. */
function markAttributes(call: Call, options: readonly string[]): void {
  const { integers, references } = call.frame.scope.shell
  const has = (letter: string) => options.some((option) => option.startsWith('-') && option.includes(letter))
  if (call.command.name === 'export' || call.command.name === 'readonly') return
  for (const word of call.command.args) {
    const match = /^([A-Za-z_]\w*)(?:=(.*))?$/s.exec(word.known)
    const name = match?.[1]
    if (name === undefined) continue
    if (has('i')) integers.add(name)
    references.delete(name)
    if (has('n') && match?.[2] !== undefined) references.set(name, match[2])
  }
}

const declareBuiltin: Builtin = (call, recorder) => {
  const { args, name } = call.command
  const options = args.filter(matching(/^[-+]/)).map((word) => word.known)
  if (args.some((word) => word.dynamic && word.known.startsWith('\0'))) {
    noteUnknown(call.frame, 'a variable name that is not known', call.command.span)
  }
  if (options.some((option) => option.includes('n') && name !== 'export')) {
    noteUnknown(call.frame, 'a reference to a variable', call.command.span)
  }
  markAttributes(call, options)
  const grade = declareAll(
    call,
    recorder,
    name === 'local' || (name !== 'export' && name !== 'readonly' && call.frame.scope.shell.active.size > 0),
  )
  const exports = name === 'export' || options.some(matching(/^-.*x/))
  if (exports) exportNames(call, options)
  const handed = exports ? recordExportedDefaults(call, recorder) : 'proven'
  const lists = call.declarations.length === 0 && args.every(matching(/^[-+][pxafFr]*$/))
  const prints = call.declarations.length === 0 && options.some(matching(/^-.*[fFp]/))
  if (!lists)
    return { grade: weakestGrade(grade, handed), output: prints ? { text: undefined, sources: [] } : EMPTY_VALUE }
  const secret = { kind: 'environment', name: '*', secret: options.every(notMatching(/[fF]/)) } as const
  return { grade, output: { text: undefined, sources: [secret] } }
}

const unsetBuiltin: Builtin = (call, recorder) => {
  for (const word of call.command.args) {
    if (word.text === undefined || word.text.startsWith('-')) continue
    const functions = call.command.args[0]?.text === '-f'
    if (functions) call.frame.scope.functions.set(word.text, [])
    else call.frame.scope.variables.set(word.text, undefined)
    if (/^HIST(?:FILE|SIZE|FILESIZE)$/.test(word.text)) {
      recorder.effect({ kind: 'weaken', area: 'history', feature: `unset ${word.text}` })
    }
  }
  return NEUTRAL_OUTCOME
}

const COMMON_COMMANDS =
  /^(?:sudo|su|doas|ssh|ls|cd|ll|cat|cp|mv|rm|git|vim?|nano|grep|find|ps|npm|python3?|docker|kubectl|make|pip3?|exit|clear)$/

/** Words of the grammar: an alias in their place makes another text of what follows than the one that was read. */
const RESERVED_WORDS =
  /^(?:if|then|elif|else|fi|case|esac|for|select|while|until|do|done|in|function|time|coproc|!|\{|\}|\[\[)$/

function readAlias(name: string, body: Value, call: Call): void {
  const { frame } = call
  const grammar = RESERVED_WORDS.test(name)
  if (grammar) noteHidden(frame, 'an alias in place of a word of the shell itself', call.command.span)
  if (frame.depth >= LIMITS.depth || !(grammar || (body.text !== undefined && COMMON_COMMANDS.test(name)))) return
  const inner = { ...frame, maybe: true, certainty: lessCertain(frame.certainty, 'likely') }
  recorderFor(call.command, inner).runsShell(body, `alias ${name}`)
}

function setAlias(name: string, text: string | undefined, { scope, analysis }: Frame): void {
  const gives = getAlias(scope, name) !== undefined
  if (!gives || analysis.overlay.files.happens(`alias ${name}`)) scope.aliases.set(name, text)
}

const aliasBuiltin: Builtin = (call) => {
  if (call.command.args.some(matching(/^-[gs]/)))
    noteUnknown(call.frame, 'an alias of zsh', call.command.span, 'ambiguous')
  for (const word of call.command.args) {
    const equals = word.known.indexOf('=')
    if (equals <= 0) continue
    const name = word.known.slice(0, equals)
    const texts = textsOfWord(word).map((each) => each.slice(equals + 1))
    const text = word.text === undefined ? undefined : texts[0]
    for (const each of texts) readAlias(name, { text: each, sources: word.sources }, call)
    if (texts.length === 0) readAlias(name, { text, sources: word.sources }, call)
    if (text === undefined) noteUnknown(call.frame, 'an alias that is not known', call.command.span)
    const chosen = texts[call.frame.analysis.overlay.files.chooses(`alias ${name}`, texts.length)]
    setAlias(name, chosen ?? word.known.slice(equals + 1).replaceAll('\0', '${_NOT_KNOWN_}'), call.frame)
  }
  return NEUTRAL_OUTCOME
}

const unaliasBuiltin: Builtin = (call) => {
  for (const word of call.command.args) if (word.text !== undefined) setAlias(word.text, undefined, call.frame)
  return NEUTRAL_OUTCOME
}

function isOption(args: readonly Word[], at: number, name: string): boolean {
  return args[at]?.text === '-o' && args[at + 1]?.text === name
}

/** `set -- a b` gives parameters; `set` alone prints every variable. */
const setBuiltin: Builtin = (call, recorder) => {
  const { args } = call.command
  const { scope } = call.frame
  if (args.length === 0) {
    return {
      grade: 'proven',
      output: { text: undefined, sources: [{ kind: 'environment', name: '*', secret: true }] },
    }
  }
  const dashes = args.findIndex((word) => word.text === '--')
  if (dashes >= 0) scope.positional = args.slice(dashes + 1)
  else {
    const plain = args.findIndex(
      (word, index) => !/^[-+]/.test(word.known) && !/^[-+][A-Za-z]*o$/.test(args[index - 1]?.known ?? ''),
    )
    if (plain >= 0) scope.positional = args.slice(plain)
  }
  if (args.some((word, index) => /^-[a-z]*a/.test(word.known) || isOption(args, index, 'allexport')))
    scope.shell.exportsAll = true
  // From here on a redirect may leave what lies there.
  if (args.some((word, index) => /^-[a-z]*C/.test(word.known) || isOption(args, index, 'noclobber')))
    call.frame.analysis.overlay.files.perhaps++
  const off = args.some((word, index) => word.text === '+o' && args[index + 1]?.text === 'history')
  if (off) recorder.effect({ kind: 'weaken', area: 'history', feature: 'set +o history' })
  return NEUTRAL_OUTCOME
}

const shiftBuiltin: Builtin = (call) => {
  const { scope } = call.frame
  const count = call.command.args[0]?.text ?? '1'
  scope.positional = /^\d+$/.test(count) ? scope.positional?.slice(Number(count)) : undefined
  return NEUTRAL_OUTCOME
}

const printenvBuiltin: Builtin = (call) => {
  const names = call.command.args.filter((word) => !word.known.startsWith('-'))
  const outcome = (output: CallOutcome['output']): CallOutcome => ({ grade: 'proven', output })
  if (names.length === 0)
    return outcome({ text: undefined, sources: [{ kind: 'environment', name: '*', secret: true }] })
  const sources = names.map((word) => ({
    kind: 'environment' as const,
    name: word.text ?? '?',
    secret: word.text === undefined || isSecretName(word.text),
  }))
  const variable = names[0]?.text === undefined ? undefined : getVariable(call.frame.scope, names[0].text)
  return outcome({ text: variable?.word.text === undefined ? undefined : `${variable.word.text}\n`, sources })
}

/** `getopts letters name`: the name becomes one of the letters, OPTARG any of the words that may be an option's value. */
const getoptsBuiltin: Builtin = (call) => {
  const [, name, ...given] = call.command.args
  const { scope } = call.frame
  if (name?.text !== undefined) setVariable(scope, name.text, dynamicWord(`$${name.text}`, []))
  const words = given.length > 0 ? given : scope.positional
  const values = words?.flatMap((word, at) => optionValue(word, words[at + 1])) ?? []
  const [only, second] = values
  const unknown = dynamicWord('$OPTARG', [{ kind: 'argument' }])
  setVariable(scope, 'OPTARG', only && !second ? only : only ? choiceWord('OPTARG', values) : unknown)
  return NEUTRAL_OUTCOME
}

function optionValue(word: Word, next: Word | undefined): readonly Word[] {
  const letters = /^-[A-Za-z?]+/.exec(word.known)?.[0]
  if (letters === undefined) return []
  const attached = { ...word, known: word.known.slice(2), text: word.text?.slice(2) }
  return [...(attached.known === '' ? [] : [attached]), ...(next ? [next] : [])]
}

export const VARIABLE_BUILTINS: readonly (readonly [string, Builtin])[] = [
  ['export', declareBuiltin],
  ['declare', declareBuiltin],
  ['typeset', declareBuiltin],
  ['readonly', declareBuiltin],
  ['local', declareBuiltin],
  ['unset', unsetBuiltin],
  ['alias', aliasBuiltin],
  ['unalias', unaliasBuiltin],
  ['set', setBuiltin],
  ['shift', shiftBuiltin],
  ['printenv', printenvBuiltin],
  ['getopts', getoptsBuiltin],
]
