import type { Standing } from '../../programs/program.ts'
import { stateAssignment } from '../../programs/shell/assignments.ts'
import { stateGiven } from '../../programs/shell/given-names.ts'
import { weakest } from '../../programs/standing.ts'
import { like, unlike } from '../../programs/unlisted/shapes.ts'
import { isSecretName } from '../../secrets.ts'
import type { Value, Word } from '../../words.ts'
import { textsOfWord } from '../arithmetic.ts'
import { assign } from '../assign.ts'
import type { Call, CallOutcome, Declaration } from '../dispatch.ts'
import { type Frame, lessCertain, noteHidden, noteUnknown } from '../frame.ts'
import { LIMITS } from '../limits.ts'
import { markLocal } from '../living.ts'
import { choice, getAlias, getVariable, setVariable } from '../scope.ts'
import { type CoreScribe, scribeFor } from '../scribe.ts'
import { DONE, dynamicWord, literalWord, NOTHING } from '../values.ts'
import type { Builtin } from './index.ts'

/** Assignments that were only visible after expansion: `export "$name=value"`, `command export A=b`. */
function expanded(call: Call): Declaration[] {
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

function declareAll(call: Call, scribe: CoreScribe, local: boolean): Standing {
  let standing: Standing = 'proven'
  for (const declaration of [...call.declarations, ...expanded(call)]) {
    if (local) markLocal(call.frame, declaration.name)
    if (call.frame.scope.shell.references.has(declaration.name)) continue
    const state = call.command.name === 'export' ? stateGiven : stateAssignment
    standing = weakest(standing, state(declaration.name, declaration.word, scribe))
    assign(declaration, call.frame)
  }
  return standing
}

/** `export NAME`: what `${NAME:=value}` may have put there is handed on from here. */
function stateHandedOn(call: Call, scribe: CoreScribe): Standing {
  let standing: Standing = 'proven'
  for (const { text } of call.command.args) {
    const value = text !== undefined && /^[A-Za-z_]\w*$/.test(text) ? getVariable(call.frame.scope, text) : undefined
    for (const each of value?.word.alternatives?.texts.slice(0, 8) ?? [])
      standing = weakest(standing, stateGiven(text ?? '', literalWord(each, call.command.span), scribe))
  }
  return standing
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

const declare: Builtin = (call, scribe) => {
  const { args, name } = call.command
  const options = args.filter(like(/^[-+]/)).map((word) => word.known)
  if (args.some((word) => word.dynamic && word.known.startsWith('\0'))) {
    noteUnknown(call.frame, 'a variable name that is not known', call.command.span)
  }
  if (options.some((option) => option.includes('n') && name !== 'export')) {
    noteUnknown(call.frame, 'a reference to a variable', call.command.span)
  }
  markAttributes(call, options)
  const standing = declareAll(
    call,
    scribe,
    name === 'local' || (name !== 'export' && name !== 'readonly' && call.frame.scope.shell.active.size > 0),
  )
  const exports = name === 'export' || options.some(like(/^-.*x/))
  if (exports) exportNames(call, options)
  const handed = exports ? stateHandedOn(call, scribe) : 'proven'
  const lists = call.declarations.length === 0 && args.every(like(/^[-+][pxafFr]*$/))
  const prints = call.declarations.length === 0 && options.some(like(/^-.*[fFp]/))
  if (!lists)
    return { standing: weakest(standing, handed), output: prints ? { text: undefined, sources: [] } : NOTHING }
  const secret = { kind: 'environment', name: '*', secret: options.every(unlike(/[fF]/)) } as const
  return { standing, output: { text: undefined, sources: [secret] } }
}

const unset: Builtin = (call, scribe) => {
  for (const word of call.command.args) {
    if (word.text === undefined || word.text.startsWith('-')) continue
    const functions = call.command.args[0]?.text === '-f'
    if (functions) call.frame.scope.functions.set(word.text, [])
    else call.frame.scope.variables.set(word.text, undefined)
    if (/^HIST(?:FILE|SIZE|FILESIZE)$/.test(word.text)) {
      scribe.effect({ kind: 'weaken', area: 'history', feature: `unset ${word.text}` })
    }
  }
  return DONE
}

const COMMON =
  /^(?:sudo|su|doas|ssh|ls|cd|ll|cat|cp|mv|rm|git|vim?|nano|grep|find|ps|npm|python3?|docker|kubectl|make|pip3?|exit|clear)$/

/** Words of the grammar: an alias in their place makes another text of what follows than the one that was read. */
const RESERVED =
  /^(?:if|then|elif|else|fi|case|esac|for|select|while|until|do|done|in|function|time|coproc|!|\{|\}|\[\[)$/

function readAlias(name: string, body: Value, call: Call): void {
  const { frame } = call
  const grammar = RESERVED.test(name)
  if (grammar) noteHidden(frame, 'an alias in place of a word of the shell itself', call.command.span)
  if (frame.depth >= LIMITS.depth || !(grammar || (body.text !== undefined && COMMON.test(name)))) return
  const inner = { ...frame, maybe: true, certainty: lessCertain(frame.certainty, 'likely') }
  scribeFor(call.command, inner).runsShell(body, `alias ${name}`)
}

function setAlias(name: string, text: string | undefined, { scope, analysis }: Frame): void {
  const gives = getAlias(scope, name) !== undefined
  if (!gives || analysis.overlay.files.happens(`alias ${name}`)) scope.aliases.set(name, text)
}

const alias: Builtin = (call) => {
  if (call.command.args.some(like(/^-[gs]/))) noteUnknown(call.frame, 'an alias of zsh', call.command.span, 'ambiguous')
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
  return DONE
}

const unalias: Builtin = (call) => {
  for (const word of call.command.args) if (word.text !== undefined) setAlias(word.text, undefined, call.frame)
  return DONE
}

function isOption(args: readonly Word[], at: number, name: string): boolean {
  return args[at]?.text === '-o' && args[at + 1]?.text === name
}

/** `set -- a b` gives parameters; `set` alone prints every variable. */
const set: Builtin = (call, scribe) => {
  const { args } = call.command
  const { scope } = call.frame
  if (args.length === 0) {
    return {
      standing: 'proven',
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
  if (off) scribe.effect({ kind: 'weaken', area: 'history', feature: 'set +o history' })
  return DONE
}

const shift: Builtin = (call) => {
  const { scope } = call.frame
  const count = call.command.args[0]?.text ?? '1'
  scope.positional = /^\d+$/.test(count) ? scope.positional?.slice(Number(count)) : undefined
  return DONE
}

const printenv: Builtin = (call) => {
  const names = call.command.args.filter((word) => !word.known.startsWith('-'))
  const outcome = (output: CallOutcome['output']): CallOutcome => ({ standing: 'proven', output })
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
const getopts: Builtin = (call) => {
  const [, name, ...given] = call.command.args
  const { scope } = call.frame
  if (name?.text !== undefined) setVariable(scope, name.text, dynamicWord(`$${name.text}`, []))
  const words = given.length > 0 ? given : scope.positional
  const values = words?.flatMap((word, at) => optionValue(word, words[at + 1])) ?? []
  const [only, second] = values
  const unknown = dynamicWord('$OPTARG', [{ kind: 'argument' }])
  setVariable(scope, 'OPTARG', only && !second ? only : only ? choice('OPTARG', values) : unknown)
  return DONE
}

function optionValue(word: Word, next: Word | undefined): readonly Word[] {
  const letters = /^-[A-Za-z?]+/.exec(word.known)?.[0]
  if (letters === undefined) return []
  const attached = { ...word, known: word.known.slice(2), text: word.text?.slice(2) }
  return [...(attached.known === '' ? [] : [attached]), ...(next ? [next] : [])]
}

export const VARIABLES: readonly (readonly [string, Builtin])[] = [
  ['export', declare],
  ['declare', declare],
  ['typeset', declare],
  ['readonly', declare],
  ['local', declare],
  ['unset', unset],
  ['alias', alias],
  ['unalias', unalias],
  ['set', set],
  ['shift', shift],
  ['printenv', printenv],
  ['getopts', getopts],
]
