import type { AndOr, CompoundList, ParsedScript, PipelineNode, Redirection, Script, Statement } from 'unbash'
import { parse } from 'unbash'
import type { Assignment, Command, Redirect, RedirectKind, Stdin, Value, Word } from '../words.ts'
import { expandWord } from './expand.ts'
import type { Scope } from './scope.ts'
import { childScope } from './scope.ts'

type Node = Statement | PipelineNode | AndOr | CompoundList

/** What the walker needs from the analysis around it. */
export interface Visitor {
  /** A simple command would run: state its effects, say what it prints. */
  command(command: Command, scope: Scope): Value
  unknown(why: string, start: number, end: number): void
}

interface Place {
  readonly stdin: Stdin
  readonly stdout: Command['stdout']
  readonly background: boolean
  readonly via: readonly string[]
}

const NOTHING: Value = { text: '', sources: [] }

/** Walks a shell text in the order it would run and shows every simple command to the visitor. Returns what it prints. */
export function walkShell(text: string, scope: Scope, visitor: Visitor, place: Place): Value {
  const script: ParsedScript = parse(text)
  for (const error of script.errors ?? []) visitor.unknown(`syntax: ${error.message}`, error.pos, error.pos)
  let out: Value = NOTHING
  for (const statement of script.commands) out = join(out, walk(statement, scope, visitor, place))
  return out
}

function join(left: Value, right: Value): Value {
  const text = left.text === undefined || right.text === undefined ? undefined : left.text + right.text
  return { text, sources: [...left.sources, ...right.sources] }
}

function walk(node: Node, scope: Scope, visitor: Visitor, place: Place): Value {
  const all = (nodes: readonly (Node | undefined)[], inner: Scope = scope): Value =>
    nodes.reduce<Value>((out, child) => (child ? join(out, walk(child, inner, visitor, place)) : out), NOTHING)
  switch (node.type) {
    case 'Statement':
      return walk(node.command, scope, visitor, { ...place, background: place.background || node.background === true })
    case 'Command':
      return simple(node, scope, visitor, place)
    case 'Pipeline': {
      let stdin = place.stdin
      let out: Value = NOTHING
      node.commands.forEach((child, index) => {
        const last = index === node.commands.length - 1
        out = walk(child, childScope(scope), visitor, { ...place, stdin, stdout: last ? place.stdout : 'pipe' })
        stdin = { kind: 'value', value: out }
      })
      return out
    }
    case 'AndOr':
      return all(node.commands)
    case 'Subshell':
      return all(node.body.commands, childScope(scope))
    case 'BraceGroup':
      return all(node.body.commands)
    case 'CompoundList':
      return all(node.commands)
    case 'Redirected':
      return walk(node.command, scope, visitor, place)
    case 'If':
      return all([node.clause, node.then, ...node.elif.flatMap((elif) => [elif.clause, elif.then]), node.else])
    case 'While':
      return all([node.clause, node.body])
    case 'For':
      return all([node.body])
    case 'Function':
      if (node.name.value) scope.functions.set(node.name.value, node.body as never)
      return NOTHING
    default:
      visitor.unknown(`${node.type} is not read yet`, node.pos, node.end)
      return { text: undefined, sources: [{ kind: 'unknown' }] }
  }
}

function simple(node: Extract<Node, { type: 'Command' }>, scope: Scope, visitor: Visitor, place: Place): Value {
  const substitute = (part: { type: string; script?: Script | undefined }, inner: Scope): Value => {
    if (!part.script) return { text: undefined, sources: [{ kind: 'unknown' }] }
    const child = childScope(inner)
    return part.script.commands.reduce<Value>(
      (out, statement) => join(out, walk(statement, child, visitor, { ...place, stdout: 'captured' })),
      NOTHING,
    )
  }
  const words = (word: Parameters<typeof expandWord>[0]): Word[] => expandWord(word, scope, substitute as never)
  const assignments: Assignment[] = []
  for (const item of node.prefix) {
    if (item.type !== 'Assignment' || item.value.type !== 'Word') continue
    const value = words(item.value)[0]
    if (value) assignments.push({ name: item.name, value, append: item.append === true })
  }
  const redirects = node.redirects.flatMap((item) => redirect(item, words))
  const head = node.name ? words(node.name) : []
  const args = [...head.slice(1), ...node.args.flatMap((arg) => (arg.type === 'Word' ? words(arg) : []))]
  if (head.length === 0) {
    for (const { name, value } of assignments) scope.variables.set(name, value)
    if (redirects.length === 0) return NOTHING
  }
  const body = redirects.findLast((item) => item.body)?.body
  const input = redirects.findLast((item) => item.kind === 'read' && item.descriptor === 0)
  const file: Value | undefined = input && {
    text: undefined,
    sources: [{ kind: 'file', path: input.target.text ?? input.target.raw, secret: false }],
  }
  const given = body ?? file
  return visitor.command(
    {
      name: head[0]?.text,
      head: head[0],
      args,
      assignments,
      redirects,
      stdin: given ? { kind: 'value', value: given } : place.stdin,
      stdout: redirects.some((item) => item.descriptor === 1 && item.kind !== 'duplicate') ? 'file' : place.stdout,
      span: { start: node.pos, end: node.end },
      via: place.via,
      cwd: scope.cwd,
      background: place.background,
    },
    scope,
  )
}

const KINDS: Record<string, RedirectKind> = {
  '>': 'write',
  '>|': 'write',
  '&>': 'write',
  '>>': 'append',
  '&>>': 'append',
  '<': 'read',
  '<>': 'read-write',
  '<&': 'duplicate',
  '>&': 'duplicate',
}

function redirect(item: Redirection, words: (word: Parameters<typeof expandWord>[0]) => Word[]): Redirect[] {
  const span = { start: item.pos, end: item.end }
  const descriptor =
    item.descriptor?.type === 'FileDescriptor' ? item.descriptor.value : item.operator.startsWith('<') ? 0 : 1
  if (item.type === 'HereDoc') {
    const text = item.body.parts ? undefined : item.body.text
    return [
      {
        kind: 'here-document',
        descriptor,
        target: literal('', span),
        body: { text, sources: text === undefined ? [{ kind: 'unknown' }] : [{ kind: 'literal', text }] },
        span,
      },
    ]
  }
  const target = item.target ? words(item.target)[0] : undefined
  if (!target) return []
  if (item.type === 'HereString') return [{ kind: 'here-string', descriptor, target, body: target, span }]
  const duplicates = item.operator === '>&' || item.operator === '<&'
  const kind = duplicates && !/^(?:\d+-?|-)$/.test(target.text ?? '') ? 'write' : (KINDS[item.operator] ?? 'write')
  return [{ kind, descriptor, target, span }]
}

export function literal(text: string, span: { start: number; end: number }): Word {
  return {
    raw: text,
    text,
    known: text,
    span,
    glob: false,
    dynamic: false,
    mayBeEmpty: text === '',
    quoted: false,
    sources: [],
  }
}
