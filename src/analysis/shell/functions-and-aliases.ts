import type { Command as CommandNode, ParsedScript } from 'unbash'
import { isSecretName } from '../../knowledge/lexicon/secret-names.ts'
import type { SavedShellState } from '../facts.ts'
import { LIMITS } from '../interpret/limits.ts'
import { programFor } from '../interpret/registry.ts'
import { quoteForShell } from '../interpret/synthetic-words.ts'
import { EMPTY_SPAN, EMPTY_VALUE, joinValues, literalWord, UNKNOWN_VALUE } from '../interpret/values.ts'
import type { Value } from '../words.ts'
import { builtinFor } from './builtins/index.ts'
import type { Call, CallOutcome } from './dispatch.ts'
import { type Analysis, type Frame, lessCertain, noteUnknown, noteUnread } from './frame.ts'
import { parseShell } from './parse.ts'
import type { FunctionBody, FunctionLocals, Scope } from './scope.ts'
import { type CoreRecorder, recorderFor } from './shell-recorder.ts'
import type { ShellNode } from './walk.ts'

export function callFunction(
  name: string,
  bodies: readonly FunctionBody[],
  call: Call,
  recorder: CoreRecorder,
): CallOutcome {
  const { frame, command } = call
  const { active, called } = frame.scope.shell
  const fresh = bodies.filter((body) => !active.has(body))
  if (fresh.length === 0) {
    if (frame.background || frame.piped) recorder.effect({ kind: 'exhaust', what: 'processes', by: name })
    return { grade: 'plain', output: UNKNOWN_VALUE, passed: true }
  }
  const tired = frame.analysis.count >= LIMITS.commands && called.has(name)
  if (tired || frame.depth >= LIMITS.depth) {
    noteUnread(frame, 'functions nested too deep', command.span)
    return { grade: 'unknown', output: UNKNOWN_VALUE, passed: true }
  }
  let output: Value = EMPTY_VALUE
  for (const body of fresh) {
    active.add(body)
    output = joinValues(output, runBody(body, call))
    active.delete(body)
  }
  called.add(name)
  const text = bodies.length === 1 ? output.text : undefined
  return { grade: 'proven', output: { ...output, text }, passed: true }
}

function runBody(body: FunctionBody, { frame, command }: Call): Value {
  const { scope } = frame
  const { positional, shell } = scope
  const locals: FunctionLocals = { scope, hidden: new Map() }
  shell.locals.push(locals)
  scope.positional = command.args
  const output = frame.analysis.reader.walk(body, {
    ...frame,
    stdin: command.stdin,
    depth: frame.depth + 1,
    stdout: command.stdout,
  })
  scope.positional = positional
  scope.ended = false
  shell.locals.pop()
  for (const [name, value] of locals.hidden) {
    if (value === 'absent') scope.variables.delete(name)
    else scope.variables.set(name, value.before)
  }
  return output
}

/** Is this the text of the alias itself? The shell does not replace a name in its own replacement, but in a file or shell that this starts it does. */
export function isInAlias(name: string, { wrappers }: Pick<Frame, 'wrappers'>): boolean {
  const first = wrappers.findLastIndex(({ kind }) => kind !== 'alias')
  return wrappers.slice(first + 1).some(({ key }) => key === name)
}

/** An alias is its text with the words after it; whether the shell expands it depends on its mode, so both are read. */
export function callAlias(name: string, text: string, call: Call): void {
  const { frame, command } = call
  const rest = command.args.map((word) => word.raw).join(' ')
  const inner: Frame = {
    ...frame,
    wrapperNames: [...frame.wrapperNames, `alias ${name}`],
    wrappers: [...frame.wrappers, { kind: 'alias', key: name }],
    depth: frame.depth + 1,
    certainty: lessCertain(frame.certainty, 'likely'),
  }
  noteUnknown(frame, `${name} is an alias here`, command.span)
  const value: Value = { text: `${text} ${rest}`, sources: [] }
  frame.analysis.reader.readLayer(value, inner, recorderFor(command, inner))
}

/** An agent's shell may live on from call to call: what one call sets, the next one runs with. */

const MAX_TEXT = LIMITS.text

const NOTHING_READ = { text: '', script: undefined }

const DEFINITION_SYNTAX =
  /(?<![\w.:+-])([\w.:+-]{1,64})\s{0,8}\(\s{0,8}\)|\bfunction\s{1,8}([\w.:+-]{1,64})|\balias\s{1,8}(?:-\S{1,8}\s{1,8})?([\w.:+-]{1,64})=/g

/** No name is empty: this stands for those that a text may have defined beyond what was read of it. */
const UNREAD_DEFINITIONS = ''

function definitionsBeyond(text: string): readonly [string, string] | undefined {
  const names = new Set<string>()
  for (const [, ...found] of text.matchAll(DEFINITION_SYNTAX)) names.add(found.find((name) => name !== undefined) ?? '')
  return names.size === 0 ? undefined : [UNREAD_DEFINITIONS, [...names].filter(shadowsCommand).join(' ')]
}

export function savedShellStateOf(frame: Frame): SavedShellState | undefined {
  const { scope } = frame
  const { text, script } = frame.analysis.whole ?? NOTHING_READ
  const more = frame.analysis.overruns.size > 0 ? definitionsBeyond(text) : undefined
  if (scope.variables.size + scope.aliases.size + scope.functions.size === 0 && !more) return undefined
  const variables = [...scope.variables]
    .map(([name, variable]) => [name, variable?.word.text] as const)
    .filter((pair): pair is [string, string] => pair[1] !== undefined)
    .filter(([name]) => !isSecretName(name))
  const aliases = [...scope.aliases].flatMap(([name, body]): [string, string][] =>
    body === undefined ? [] : [[name, `alias ${name}=${quoteForShell(body)}`]],
  )
  const functions =
    scope.functions.size === 0 ? [] : functionsIn(text, script).filter(([name]) => scope.functions.has(name))
  const definitions = [...aliases, ...functions, ...(more ? [more] : [])]
  if (variables.length + definitions.length === 0) return undefined
  const characters = [...variables, ...definitions].reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (characters > MAX_TEXT) {
    noteUnread(frame, 'it leaves more in its shell than is kept', { start: 0, end: text.length })
    return { variables: new Map(), definitions: new Map([definitionsBeyond(text) ?? [UNREAD_DEFINITIONS, '']]) }
  }
  return { variables: new Map(variables), definitions: new Map(definitions) }
}

/** Does a name stand in the way of a command that everybody calls? Then whoever calls it next runs this. */
export function shadowsCommand(name: string): boolean {
  return programFor(name) !== undefined || builtinFor(name) !== undefined
}

export function readSessionAliases(frame: Frame): void {
  for (const [name, body] of frame.scope.aliases) {
    if (body === undefined || !shadowsCommand(name)) continue
    const layers = aliasWrappers(name, frame)
    const inner: Frame = { ...frame, ...layers, depth: frame.depth + 1, maybe: true }
    const command = { ...TYPED_COMMAND, ...layers, name, head: literalWord(name), cwd: frame.scope.cwd }
    frame.analysis.reader.readLayer({ text: body, sources: [] }, inner, recorderFor(command, inner))
  }
}

/** One layer deeper, and no surer than likely: whether that shell still lives is not known. */
function aliasWrappers(
  name: string,
  { wrapperNames, wrappers, certainty }: Frame,
): Pick<Frame, 'wrapperNames' | 'wrappers' | 'certainty'> {
  return {
    wrapperNames: [...wrapperNames, `alias ${name}`],
    wrappers: [...wrappers, { kind: 'alias', key: name }],
    certainty: lessCertain(certainty, 'likely'),
  }
}

const TYPED_COMMAND = {
  args: [],
  assignments: [],
  redirects: [],
  stdin: { kind: 'inherited' },
  stdout: 'terminal',
  span: EMPTY_SPAN,
  background: false,
} as const

function functionsIn(text: string, script: ParsedScript | undefined): [string, string][] {
  const found: [string, string][] = []
  visitCommands(script?.commands ?? [], (node) => {
    if (node.type !== 'Function') return
    found.push([node.name.value, text.slice(node.pos, script?.errors ? undefined : node.end)])
  })
  return found
}

interface Definition {
  readonly bodies: readonly FunctionBody[]
  readonly alias: string | undefined
}

/** A name that an earlier call of the session gave another meaning: read that way too. */
export function readEarlierDefinitions(name: string, call: Call, recorder: CoreRecorder): void {
  const { frame, command } = call
  const definitions = frame.facts.session.shell?.definitions
  if (!definitions || definitions.size === 0) return
  if (frame.place !== 'here' || isInAlias(name, command) || isOtherProcess(frame.scope)) return
  const text = definitions.get(name)
  if (text === undefined) {
    const more = definitions.get(UNREAD_DEFINITIONS)
    if (more !== undefined && (!shadowsCommand(name) || more.split(' ').includes(name)))
      noteUnread(frame, `an earlier call may have given ${name} a meaning: not all of it was read`, command.span)
    return
  }
  const { bodies, alias } = definitionOf(name, text, frame.analysis)
  if (alias === undefined && bodies.length === 0) return
  noteUnknown(frame, `${name} was given another meaning by an earlier call`, command.span)
  const inner: Frame = { ...frame, ...aliasWrappers(name, frame) }
  if (alias !== undefined) callAlias(name, alias, { ...call, frame: inner })
  if (bodies.length > 0) callFunction(name, bodies, { ...call, frame: inner }, recorder)
}

/** A program started from the shell has none of its aliases and functions. */
function isOtherProcess(scope: Scope): boolean {
  for (let at: Scope | undefined = scope; at; at = at.parent) if (at.boundary) return true
  return false
}

const DEFINITION_CACHE = new WeakMap<Analysis, Map<string, Definition>>()

function definitionOf(name: string, text: string, analysis: Analysis): Definition {
  const known = DEFINITION_CACHE.get(analysis) ?? new Map<string, Definition>()
  DEFINITION_CACHE.set(analysis, known)
  const found = known.get(name) ?? definedIn(text, name)
  known.set(name, found)
  return found
}

function definedIn(text: string, name: string): Definition {
  const bodies: FunctionBody[] = []
  let alias: string | undefined
  visitCommands(parseShell(text)?.commands ?? [], (node) => {
    if (node.type === 'Function' && node.name.value === name) bodies.push(node.body)
    if (node.type === 'Command') alias = aliasTextIn(node, name) ?? alias
  })
  return { bodies, alias }
}

/** Every command and definition that the shell itself runs, not a child of it. */
function visitCommands(nodes: readonly ShellNode[], see: (node: ShellNode) => void): void {
  for (const node of nodes) {
    see(node)
    switch (node.type) {
      case 'Statement':
        visitCommands([node.command], see)
        break
      case 'AndOr':
      case 'Pipeline':
      case 'CompoundList':
        visitCommands(node.commands, see)
        break
      case 'BraceGroup':
        visitCommands([node.body], see)
        break
      case 'If':
        visitCommands([node.then], see)
        break
      default:
        break
    }
  }
}

function aliasTextIn({ name: head, args }: CommandNode, name: string): string | undefined {
  if (head?.value !== 'alias') return undefined
  for (const item of args) {
    const written =
      item.type === 'Word' ? item.value : item.value.type === 'Word' ? `${item.name}=${item.value.value}` : ''
    if (written.startsWith(`${name}=`)) return written.slice(name.length + 1)
  }
  return undefined
}
