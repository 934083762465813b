import type { AndOr, CompoundList, Function as FunctionNode, PipelineNode, Statement } from 'unbash'
import type { Value } from '../words.ts'
import { evaluate } from './arithmetic.ts'
import { walkCase, walkIf } from './branches.ts'
import { walkCoproc } from './coproc.ts'
import { arithmeticContext } from './expand.ts'
import { type Frame, isSpent, noteUnknown, spend } from './frame.ts'
import { hostFor } from './host.ts'
import { walkArithmeticFor, walkFor, walkSelect, walkWhile } from './loops.ts'
import { mergeInto } from './merge.ts'
import { perhaps } from './overlay.ts'
import { walkRedirected } from './redirected.ts'
import { fork, type Scope } from './scope.ts'
import { runSimple } from './simple.ts'
import { walkTest } from './test-command.ts'
import { joinValues, NOTHING, UNKNOWN_VALUE } from './values.ts'
import { isHook } from './zsh.ts'

export type ShellNode = Statement | PipelineNode | AndOr | CompoundList

export function walkAll(nodes: readonly ShellNode[], frame: Frame): Value {
  let out: Value = NOTHING
  for (const node of nodes) {
    if (isSpent(frame)) return UNKNOWN_VALUE
    out = joinValues(out, frame.scope.ended ? walkPerhaps(node, frame) : walk(node, frame))
  }
  return out
}

function walkPerhaps(node: ShellNode, frame: Frame, chain?: Set<string>): Value {
  return perhaps(frame.analysis.overlay, () => walk(node, frame), chain)
}

export function walk(node: ShellNode, frame: Frame): Value {
  if (node.type !== 'Command' && !spend(frame, 1, { start: node.pos, end: node.end })) return UNKNOWN_VALUE
  switch (node.type) {
    case 'Statement':
      if (!node.background) return walk(node.command, frame)
      return walkPerhaps(node.command, { ...frame, scope: fork(frame.scope), background: true })
    case 'Command':
      return runSimple(node, frame)
    case 'Pipeline':
      return walkPipeline(node, frame)
    case 'AndOr':
      return walkAndOr(node, frame)
    case 'CompoundList':
      return walkAll(node.commands, frame)
    case 'Subshell':
      return walkAll(node.body.commands, { ...frame, scope: fork(frame.scope) })
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
        hostFor(frame).hidden({ text: node.body, sources: [] })
      }
      evaluate(node.expression, arithmeticContext(hostFor(frame)))
      return NOTHING
    case 'TestCommand':
      walkTest(node.expression, hostFor(frame))
      return NOTHING
    case 'Function':
      return define(node, frame)
    case 'Coproc':
      return walkCoproc(node, frame)
  }
}

function define(node: FunctionNode, frame: Frame): Value {
  frame.scope.functions.set(node.name.value, [node.body])
  // The shell calls these by itself.
  if (isHook(node.name.value)) walk(node.body, { ...frame, scope: fork(frame.scope) })
  if (node.body.type === 'CompoundList')
    noteUnknown(frame, 'a function without a body', { start: node.pos, end: node.end })
  return NOTHING
}

function walkPipeline(node: Extract<ShellNode, { type: 'Pipeline' }>, frame: Frame): Value {
  const [only] = node.commands
  if (node.commands.length === 1 && only) return walk(only, frame)
  let { stdin } = frame
  let out: Value = NOTHING
  for (const [index, child] of node.commands.entries()) {
    if (isSpent(frame)) return UNKNOWN_VALUE
    const last = index === node.commands.length - 1
    out = walk(child, {
      ...frame,
      scope: fork(frame.scope),
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
  if (!first) return NOTHING
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
      chain ??= fork(frame.scope)
      out = joinValues(out, walkPerhaps(child, { ...frame, scope: chain }, written))
    } else {
      const other = fork(scope)
      out = joinValues(out, walkPerhaps(child, { ...frame, scope: other }))
      // `cd a || cd b` most often stays with the first; after `test || cd b` it may be either.
      const moved = scope.cwd === start && other.cwd !== start
      const whose = moved ? { files: frame.analysis.overlay.files } : { directoryOf: scope }
      mergeInto(scope, { taken: [other], skippable: true, ...whose })
      scope.ended = false
    }
    always &&= operator === '&&' && cannotFail(child)
  }
  if (chain) mergeInto(frame.scope, { taken: [chain], skippable: true, directoryOf: chain })
  frame.scope.ended = ended
  return out
}

const NEVER_FAIL = new Set([
  'cd',
  'echo',
  'export',
  'printf',
  ':',
  'true',
  'set',
  'mkdir',
  'pushd',
  'local',
  'declare',
  'umask',
  'shopt',
  'source',
  '.',
])

/** Commands whose failure is out of the ordinary: what follows `&&` is then as good as unconditional. */
function cannotFail(node: PipelineNode): boolean {
  if (node.type !== 'Command') return false
  return node.name ? NEVER_FAIL.has(node.name.value) : true
}
