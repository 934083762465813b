import type { ArrayValue, Assignment as AssignmentNode, Command as CommandNode, Word as ShellWord } from 'unbash'
import { LIMITS } from '../interpret/limits.ts'
import { dynamicWord, EMPTY_VALUE, UNKNOWN_VALUE } from '../interpret/values.ts'
import { recordAssignment } from '../interpret/variable-assignments.ts'
import { describeHostileName } from '../text/hidden-characters.ts'
import type { Assignment, Command, Stdin, Value, Word } from '../words.ts'
import { evaluateSubscript, evaluateText, evaluateWord, textsOfWord } from './arithmetic.ts'
import { assignVariable, recordFreshVariables } from './assign.ts'
import { resolveInput } from './data-flow.ts'
import { type Declaration, runCall } from './dispatch.ts'
import { type ExpandHost, expandSingle, expandWord, withZshClobbers, zshProgramName } from './expand.ts'
import { expandHostFor } from './expand-host.ts'
import { type Frame, noteCommand, noteGrade, noteHidden, noteOverrun, noteUnknown, noteUnread, spend } from './frame.ts'
import { hasForeignHost } from './parse.ts'
import { expandPrintedPaths } from './printed-output.ts'
import { bindRedirects, type DescriptorTable, recordRedirects, standardInputOf } from './redirects.ts'
import { deploymentWords, getDescriptor } from './scope.ts'
import { recorderFor } from './shell-recorder.ts'
import { withMatchedOptions } from './variants.ts'

const ASSIGNMENT_COST = 3

export function runSimple(node: CommandNode, frame: Frame): Value {
  if (isSkipped(node, frame)) return UNKNOWN_VALUE
  const span = { start: node.pos, end: node.end }
  if (!spend(frame, node.prefix.length * ASSIGNMENT_COST, span)) return UNKNOWN_VALUE
  const host = expandHostFor(frame)
  const head = node.name ? expandHead(node.name, frame, host) : []
  const args: Word[] = head.slice(1)
  const declarations: Declaration[] = []
  for (const item of boundedArguments(node, frame)) {
    if (item.type === 'Word')
      for (const word of expandWord(item, host)) {
        if (!word.paths && !word.glob) args.push(word)
        else for (const printed of expandPrintedPaths(word)) args.push(...withMatchedOptions(printed, frame))
      }
    else {
      const declaration = declarationOf(item, host)
      declarations.push(declaration)
      args.push(declarationWord(declaration, item))
    }
  }
  const table: DescriptorTable = new Map()
  const redirects = withZshClobbers(node)
  if (redirects !== node.redirects) noteUnknown(frame, 'a redirect that zsh reads otherwise', span, 'ambiguous')
  const bound = bindRedirects(redirects, frame, table)
  publishInputs(table, frame)
  const given = node.prefix.flatMap((item) => (item.type === 'Assignment' ? [declarationOf(item, host)] : []))
  const first = head[0]
  const input = standardInputOf(table, frame)
  const stdin: Stdin = input ? { kind: 'value', value: resolveInput(input, frame) } : frame.stdin
  if (!table.has(1)) {
    const inherited = getDescriptor(frame.scope, 1)
    if (inherited) table.set(1, inherited)
  }
  const command: Command = {
    name: zshProgramName(first?.text),
    head: first,
    args,
    assignments: given.map(({ name, word, append }): Assignment => ({ name, value: word, append })),
    inherited: deploymentWords(frame.scope),
    redirects: bound.map((item) => item.redirect),
    stdin,
    stdout: standardOutputOf(table, frame),
    span,
    wrapperNames: frame.wrapperNames,
    wrappers: frame.wrappers,
    cwd: frame.scope.cwd,
    background: frame.background,
  }
  checkWords(command, frame)
  runSubscripts(command, host, frame)
  if (first) return runCall({ command, frame, declarations, given, bound, table })
  return assignOnly({ command, frame, declarations, given, bound, table })
}

/** Counts commands; beyond the limit, those whose name was met often are passed over, and all of them at the end. */
function isSkipped(node: CommandNode, frame: Frame): boolean {
  const { analysis } = frame
  if (analysis.count < LIMITS.commands) {
    analysis.count++
    return false
  }
  noteOverrun(frame, 'too many commands', { start: node.pos, end: node.end })
  const name = node.name?.value ?? ''
  const met = analysis.met.get(name) ?? 0
  if (met >= LIMITS.repeats || analysis.count >= LIMITS.allCommands) return true
  analysis.met.set(name, met + 1)
  analysis.count++
  return false
}

function boundedArguments(node: CommandNode, frame: Frame): CommandNode['args'] {
  const { args } = node
  if (args.length <= LIMITS.arguments) return args
  noteUnread(frame, 'too many arguments', { start: node.pos, end: node.end })
  return [...args.slice(0, LIMITS.arguments / 2), ...args.slice(-LIMITS.arguments / 2)]
}

function expandHead(name: ShellWord, frame: Frame, host: ExpandHost): Word[] {
  if (name.text.startsWith('=') && /^=[A-Za-z]/.test(name.text))
    noteUnknown(frame, 'a path look-up of zsh', { start: name.pos, end: name.end }, 'ambiguous')
  return expandWord(name, host)
}

function checkWords(command: Command, frame: Frame): void {
  const { head, args, span } = command
  const hostile = head && describeHostileName(head.known.includes('\0') ? head.known.replaceAll('\0', '') : head.known)
  if (hostile) noteHidden(frame, `${hostile}: ${head.raw.slice(0, 60)}`, span)
  for (const word of args) {
    if (hasForeignHost(word.known)) noteUnknown(frame, 'a host name that is not plain ASCII', word.span)
    if (word.raw.startsWith('=') && /^=[A-Za-z]/.test(word.raw))
      noteUnknown(frame, 'a path look-up of zsh', word.span, 'ambiguous')
  }
}

/** Builtins that take variable names evaluate the subscripts in them, substitutions included. */
const NAME_TAKING_BUILTINS =
  /^(?:test|\[|let|read|unset|declare|typeset|local|export|readonly|printf|mapfile|readarray|getopts|wait)$/

function runSubscripts(command: Command, host: ExpandHost, frame: Frame): void {
  if (!NAME_TAKING_BUILTINS.test(command.name ?? '')) return
  // Only the name after `-v` is one; all else that it prints is data.
  const named = command.args.findIndex((word) => word.known.startsWith('-v'))
  const printed = named < 0 ? [] : command.args.slice(named, named + 2)
  for (const word of command.name === 'printf' ? printed : command.args) {
    if (/^[A-Za-z_]\w*\[[^$`]*\]$/.test(word.text ?? '')) evaluateSubscript(word, host)
    for (const text of textsOfWord(word)) {
      if (!/\[[^\]]*(?:\$\(|`)/.test(text)) continue
      noteUnknown(frame, 'a subscript that runs code', word.span)
      host.hidden({ text, sources: word.sources })
    }
  }
}

/** Descriptors that hold a text can be read by their path too: `sh /dev/fd/3 3<<< text`. */
function publishInputs(table: DescriptorTable, frame: Frame): void {
  const { files } = frame.analysis.overlay
  for (const [number, descriptor] of table) {
    if (number === 0 || descriptor.kind !== 'input') continue
    const { text, sources } = resolveInput(descriptor.value, frame)
    files.set(`/dev/fd/${number}`, { text, sources, made: true })
  }
}

function standardOutputOf(table: DescriptorTable, frame: Frame): Command['stdout'] {
  const bound = table.get(1)
  if (!bound || bound.kind === 'output') return frame.stdout
  return bound.kind === 'error' ? 'terminal' : 'file'
}

function declarationOf(node: AssignmentNode, host: ExpandHost): Declaration {
  const index = node.index && expandSingle(node.index, host)
  if (index) evaluateWord(index, host)
  const key = index?.text
  if (node.value.type === 'ArrayValue') return arrayDeclarationOf(node, node.value, host)
  const word = expandSingle(node.value, host, true)
  return { name: node.name, word, append: node.append === true, indexed: node.index !== undefined, key }
}

function arrayDeclarationOf(node: AssignmentNode, value: ArrayValue, host: ExpandHost): Declaration {
  if (!host.spend(value.elements.length, { start: node.pos, end: node.end }))
    return { name: node.name, word: dynamicWord(node.text, []), append: false, indexed: false }
  const elements = value.elements.flatMap((element) => expandWord(element, host))
  const keyed = elements.some((element) => /^\[[^\]]*\]=/.test(element.raw))
  for (const element of keyed ? elements : []) evaluateText(/^\[(.*?)\]=/s.exec(element.known)?.[1] ?? '', host)
  const word = elements[0] ?? dynamicWord(node.text, [])
  const base = { name: node.name, word, append: node.append === true, indexed: false }
  return keyed ? { ...base, word: dynamicWord(node.text, word.sources), entries: elements } : { ...base, elements }
}

function declarationWord(declaration: Declaration, node: AssignmentNode): Word {
  const { word, name } = declaration
  const known = `${name}=${word.known}`
  const { alternatives } = word
  return {
    ...word,
    raw: node.text,
    known,
    text: word.text === undefined ? undefined : known,
    ...(alternatives && {
      alternatives: { ...alternatives, texts: alternatives.texts.map((text) => `${name}=${text}`) },
    }),
    span: { start: node.pos, end: node.end },
  }
}

type Call = Parameters<typeof runCall>[0]

function assignOnly(call: Call): Value {
  const { frame, command, given, bound, table } = call
  const recorder = recorderFor(command, frame)
  let grade: ReturnType<typeof recordAssignment> = 'proven'
  for (const declaration of given) {
    grade = recordAssignment(declaration.name, declaration.word, recorder)
    noteGrade(frame, grade)
    assignVariable(declaration, frame)
  }
  noteGrade(frame, recordFreshVariables(frame, recorder))
  if (bound.length === 0) return EMPTY_VALUE
  noteCommand(frame, command)
  const [redirects, rest] = recordRedirects({ bound, table, output: EMPTY_VALUE, silent: true }, recorder, frame)
  noteGrade(frame, redirects)
  return rest
}
