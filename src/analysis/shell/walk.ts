import type {
  AndOr,
  Case,
  CompoundList,
  Coproc,
  Function as FunctionNode,
  If,
  PipelineNode,
  Redirected,
  Statement,
  TestExpression,
} from 'unbash'
import { EMPTY_VALUE, joinValues, literalWord, UNKNOWN_VALUE } from '../interpret/values.ts'
import type { Command, Stdin, Value } from '../words.ts'
import { evaluateArithmetic, evaluateSubscript, evaluateWord } from './arithmetic.ts'
import { resolveInput } from './data-flow.ts'
import { arithmeticContext, type ExpandHost, expandSingle, isShellHook, piecesOf } from './expand.ts'
import { expandHostFor } from './expand-host.ts'
import { type Frame, isSpent, noteGrade, noteUnknown, spend } from './frame.ts'
import { walkArithmeticFor, walkFor, walkSelect, walkWhile } from './loops.ts'
import { readConditionally } from './overlay.ts'
import { bindRedirects, type DescriptorTable, recordRedirects, standardInputOf } from './redirects.ts'
import { forkScope, mergeBranches, type Scope, setVariable } from './scope.ts'
import { recorderFor } from './shell-recorder.ts'
import { runSimple } from './simple-command.ts'

export type ShellNode = Statement | PipelineNode | AndOr | CompoundList

export function walkAll(nodes: readonly ShellNode[], frame: Frame): Value {
  let out: Value = EMPTY_VALUE
  for (const node of nodes) {
    if (isSpent(frame)) return UNKNOWN_VALUE
    out = joinValues(out, frame.scope.ended ? walkConditionally(node, frame) : walk(node, frame))
  }
  return out
}

function walkConditionally(node: ShellNode, frame: Frame, chain?: Set<string>): Value {
  return readConditionally(frame.analysis.overlay, () => walk(node, frame), chain)
}

export function walk(node: ShellNode, frame: Frame): Value {
  if (node.type !== 'Command' && !spend(frame, 1, { start: node.pos, end: node.end })) return UNKNOWN_VALUE
  switch (node.type) {
    case 'Statement':
      if (!node.background) return walk(node.command, frame)
      return walkConditionally(node.command, { ...frame, scope: forkScope(frame.scope), background: true })
    case 'Command':
      return runSimple(node, frame)
    case 'Pipeline':
      return walkPipeline(node, frame)
    case 'AndOr':
      return walkAndOr(node, frame)
    case 'CompoundList':
      return walkAll(node.commands, frame)
    case 'Subshell':
      return walkAll(node.body.commands, { ...frame, scope: forkScope(frame.scope) })
    case 'BraceGroup':
      return walkAll(node.body.commands, frame)
    case 'Redirected':
      return walkRedirected(node, frame)
    case 'If':
      return walkIf(node, frame)
    case 'Case':
      return walkCase(node, frame)
    case 'For':
      return walkFor(node, frame)
    case 'Select':
      return walkSelect(node, frame)
    case 'While':
      return walkWhile(node, frame)
    case 'ArithmeticFor':
      return walkArithmeticFor(node, frame)
    case 'ArithmeticCommand':
      if (!node.expression && node.body.trim() !== '') {
        noteUnknown(frame, 'arithmetic that is not understood', { start: node.pos, end: node.end })
        expandHostFor(frame).hidden({ text: node.body, sources: [] })
      }
      evaluateArithmetic(node.expression, arithmeticContext(expandHostFor(frame)))
      return EMPTY_VALUE
    case 'TestCommand':
      walkTest(node.expression, expandHostFor(frame))
      return EMPTY_VALUE
    case 'Function':
      return defineFunction(node, frame)
    case 'Coproc':
      return walkCoproc(node, frame)
  }
}

function defineFunction(node: FunctionNode, frame: Frame): Value {
  frame.scope.functions.set(node.name.value, [node.body])
  // The shell calls these by itself.
  if (isShellHook(node.name.value)) walk(node.body, { ...frame, scope: forkScope(frame.scope) })
  if (node.body.type === 'CompoundList')
    noteUnknown(frame, 'a function without a body', { start: node.pos, end: node.end })
  return EMPTY_VALUE
}

function walkPipeline(node: Extract<ShellNode, { type: 'Pipeline' }>, frame: Frame): Value {
  const [only] = node.commands
  if (node.commands.length === 1 && only) return walk(only, frame)
  let { stdin } = frame
  let out: Value = EMPTY_VALUE
  for (const [index, child] of node.commands.entries()) {
    if (isSpent(frame)) return UNKNOWN_VALUE
    const last = index === node.commands.length - 1
    out = walk(child, {
      ...frame,
      scope: forkScope(frame.scope),
      stdin,
      stdout: last ? frame.stdout : 'pipe',
      piped: true,
    })
    stdin = { kind: 'value', value: out }
  }
  return out
}

/** `a && b || c`: what comes after the first may not run; a directory change counts as successful. */
function walkAndOr(node: AndOr, frame: Frame): Value {
  const [first, ...rest] = node.commands
  if (!first) return EMPTY_VALUE
  const start = frame.scope.cwd
  const { files } = frame.analysis.overlay
  const before = files.chain
  const written = new Set<string>()
  files.chain = written
  let out = walk(first, frame)
  files.chain = before
  let always = cannotFail(first)
  let chain: Scope | undefined
  let ended = frame.scope.ended
  frame.scope.ended = false
  for (const [index, child] of rest.entries()) {
    if (isSpent(frame)) break
    const operator = node.operators[index]
    const scope = chain ?? frame.scope
    if (operator === '&&' && always) {
      out = joinValues(out, walk(child, { ...frame, scope }))
      ended ||= scope.ended
    } else if (operator === '&&') {
      chain ??= forkScope(frame.scope)
      out = joinValues(out, walkConditionally(child, { ...frame, scope: chain }, written))
    } else {
      const other = forkScope(scope)
      out = joinValues(out, walkConditionally(child, { ...frame, scope: other }))
      // `cd a || cd b` most often stays with the first; after `test || cd b` it may be either.
      const moved = scope.cwd === start && other.cwd !== start
      const whose = moved ? { files: frame.analysis.overlay.files } : { directoryOf: scope }
      mergeBranches(scope, { taken: [other], skippable: true, ...whose })
      scope.ended = false
    }
    always &&= operator === '&&' && cannotFail(child)
  }
  if (chain) mergeBranches(frame.scope, { taken: [chain], skippable: true, directoryOf: chain })
  frame.scope.ended = ended
  return out
}

const NEVER_FAILING_COMMANDS = new Set(
  'cd echo export printf : true set mkdir pushd local declare umask shopt source .'.split(' '),
)

/** Commands whose failure is out of the ordinary: what follows `&&` is then as good as unconditional. */
function cannotFail(node: PipelineNode): boolean {
  if (node.type !== 'Command') return false
  return node.name ? NEVER_FAILING_COMMANDS.has(node.name.value) : true
}

/** Bash evaluates the operands of these as arithmetic, subscripts included. */
const NUMERIC_TESTS = new Set(['-eq', '-ne', '-lt', '-le', '-gt', '-ge'])

/** `[[ … ]]`: only the substitutions in it do anything. */
function walkTest(node: TestExpression, host: ExpandHost): void {
  switch (node.type) {
    case 'TestUnary': {
      const word = expandSingle(node.operand, host)
      if (node.operator === '-v') evaluateSubscript(word, host)
      return
    }
    case 'TestBinary': {
      const words = [expandSingle(node.left, host), expandSingle(node.right, host)]
      if (NUMERIC_TESTS.has(node.operator)) for (const word of words) evaluateWord(word, host)
      return
    }
    case 'TestLogical':
      for (const operand of node.operands) walkTest(operand, host)
      return
    case 'TestNot':
      walkTest(node.operand, host)
      return
    case 'TestGroup':
      walkTest(node.expression, host)
      return
  }
}

/** `coproc body`: two descriptors lead to it; what is written to one is its input, the other gives what it prints. */
function walkCoproc(node: Coproc, frame: Frame): Value {
  const { overlay } = frame.analysis
  const run = (stdin: Stdin): Value =>
    frame.analysis.reader.walk(node.body, {
      ...frame,
      scope: forkScope(frame.scope),
      stdin,
      background: true,
      stdout: 'pipe',
      depth: frame.depth + 1,
    })
  const [from, to] = [200 + overlay.temporary++, 200 + overlay.temporary++]
  const path = `/dev/fd/${from}`
  const keep = (output: Value) => overlay.files.set(path, { text: output.text, sources: output.sources, made: true })
  keep(run(frame.stdin))
  let written: Value = EMPTY_VALUE
  let feeding = false
  // A body that writes to its own input would never end.
  const feed = (value: Value): void => {
    written = joinValues(written, value)
    if (feeding) return
    feeding = true
    keep(run({ kind: 'value', value: written }))
    feeding = false
  }
  const value: Value = { text: undefined, sources: [{ kind: 'file', path, secret: false }] }
  frame.scope.descriptors.set(from, { kind: 'input', value, word: undefined })
  frame.scope.descriptors.set(to, { kind: 'process', feed })
  const ends = [literalWord(String(from)), literalWord(String(to))]
  const [first] = ends
  if (first) setVariable(frame.scope, node.name?.value ?? 'COPROC', first, ends)
  return EMPTY_VALUE
}

function walkIf(node: If, frame: Frame): Value {
  let out = frame.analysis.reader.walk(node.clause, frame)
  const taken: Scope[] = []
  const branch = (body: If['then']) => {
    const scope = forkScope(frame.scope)
    out = joinValues(
      out,
      readConditionally(frame.analysis.overlay, () => frame.analysis.reader.walk(body, { ...frame, scope })),
    )
    taken.push(scope)
  }
  branch(node.then)
  for (const elif of node.elif) {
    frame.analysis.reader.walk(elif.clause, frame)
    branch(elif.then)
  }
  if (node.else) branch(node.else)
  mergeBranches(frame.scope, { taken, skippable: !node.else, files: frame.analysis.overlay.files })
  return out
}

function walkCase(node: Case, frame: Frame): Value {
  const host = expandHostFor(frame)
  expandSingle(node.word, host)
  const taken: Scope[] = []
  let out = EMPTY_VALUE
  let complete = false
  for (const item of node.items) {
    for (const pattern of item.pattern) piecesOf(pattern, host, false)
    complete ||= item.pattern.some((pattern) => pattern.text === '*')
    const scope = forkScope(frame.scope)
    out = joinValues(
      out,
      readConditionally(frame.analysis.overlay, () => frame.analysis.reader.walk(item.body, { ...frame, scope })),
    )
    taken.push(scope)
  }
  mergeBranches(frame.scope, { taken, skippable: !complete, files: frame.analysis.overlay.files })
  return out
}

/** A compound command with redirects: `{ …; } > file`, `while …; done < list`. */
function walkRedirected(node: Redirected, frame: Frame): Value {
  const table: DescriptorTable = new Map()
  const bound = bindRedirects(node.redirects, frame, table)
  const input = standardInputOf(table, frame)
  const stdin: Stdin = input ? { kind: 'value', value: resolveInput(input, frame) } : frame.stdin
  const stdout = table.get(1)
  const inner: Frame = { ...frame, stdin, stdout: stdout?.kind === 'path' ? 'file' : frame.stdout }
  const before = new Map(frame.scope.descriptors)
  for (const [number, descriptor] of table) if (number > 1) frame.scope.descriptors.set(number, descriptor)
  const output = frame.analysis.reader.walk(node.command, inner)
  restoreDescriptors(frame, before)
  const command: Command = {
    name: undefined,
    head: undefined,
    args: [],
    assignments: [],
    redirects: bound.map((item) => item.redirect),
    stdin,
    stdout: inner.stdout,
    span: { start: node.pos, end: node.end },
    wrapperNames: frame.wrapperNames,
    wrappers: frame.wrappers,
    cwd: frame.scope.cwd,
    background: frame.background,
  }
  const recorder = recorderFor(command, inner)
  const [grade, rest] = recordRedirects({ bound, table, output, silent: output.text === '' }, recorder, frame)
  noteGrade(frame, grade)
  return rest
}

function restoreDescriptors(frame: Frame, before: ReadonlyMap<number, import('./scope.ts').Descriptor>): void {
  frame.scope.descriptors.clear()
  for (const [number, descriptor] of before) frame.scope.descriptors.set(number, descriptor)
}
