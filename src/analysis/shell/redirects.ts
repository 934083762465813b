import type { Redirection, WordPart } from 'unbash'
import type { Redirect, RedirectKind, Value, Word } from '../words.ts'
import { socketOf } from './bound-sockets.ts'
import { expandBody, expandSingle } from './expand.ts'
import { type Frame, noteUnknown, noteUnread } from './frame.ts'
import { hostFor } from './host.ts'
import { LIMITS } from './limits.ts'
import { printedPaths } from './listing.ts'
import { type Descriptor, fork, getDescriptor, setVariable } from './scope.ts'
import { literalWord, NOTHING, UNKNOWN_VALUE } from './values.ts'

export interface Bound {
  readonly redirect: Redirect
  readonly descriptor: Descriptor
}

const KINDS = new Map<string, RedirectKind>([
  ['>', 'write'],
  ['>|', 'write'],
  ['&>', 'write'],
  ['>>', 'append'],
  ['&>>', 'append'],
  ['<', 'read'],
  ['<>', 'read-write'],
  ['<&', 'duplicate'],
  ['>&', 'duplicate'],
])

export type DescriptorTable = Map<number, Descriptor>

export function bindRedirects(items: readonly Redirection[], frame: Frame, table: DescriptorTable): Bound[] {
  const bound: Bound[] = []
  if (items.length > LIMITS.redirects)
    noteUnread(frame, 'too many redirects', { start: items[0]?.pos ?? 0, end: items.at(-1)?.end ?? 0 })
  for (const item of items.slice(-LIMITS.redirects)) {
    const one = bind(item, frame, table)
    if (one) bound.push(one)
  }
  return bound
}

function bind(item: Redirection, frame: Frame, table: DescriptorTable): Bound | undefined {
  const span = { start: item.pos, end: item.end }
  const number = descriptorNumber(item, frame)
  if (item.type === 'HereDoc') {
    const body = item.body.parts && !item.delimiter?.quoted ? expandBody(item.body.parts, hostFor(frame)) : undefined
    const value: Value = body
      ? { text: body.text, sources: body.sources }
      : {
          text: stripTabs(item.body.text, item.operator === '<<-'),
          sources: [{ kind: 'literal', text: item.body.text }],
        }
    const descriptor: Descriptor = { kind: 'input', value, word: undefined }
    table.set(number, descriptor)
    return {
      redirect: { kind: 'here-document', descriptor: number, target: literalWord('', span), body: value, span },
      descriptor,
    }
  }
  if (!item.target) return undefined
  const sink = item.type === 'Redirect' ? processSink(item.target.parts, frame) : undefined
  const target = sink ? literalWord('/dev/fd/62', span) : placeOf(expandSingle(item.target, hostFor(frame)))
  if (item.type === 'HereString') {
    const value: Value = { text: target.text === undefined ? undefined : `${target.text}\n`, sources: target.sources }
    const descriptor: Descriptor = { kind: 'input', value, word: undefined }
    table.set(number, descriptor)
    return { redirect: { kind: 'here-string', descriptor: number, target, body: value, span }, descriptor }
  }
  const written = item.operator === '>&' && !/^(?:\d+-?|-)$/.test(target.text ?? '') && !target.dynamic
  const kind = written ? 'write' : (KINDS.get(item.operator) ?? 'write')
  const descriptor = sink ?? descriptorFor({ kind, number }, target, table, frame)
  table.set(number, descriptor)
  if (item.descriptor?.type === 'FileDescriptorVariable') frame.scope.descriptors.set(number, descriptor)
  if (item.operator.startsWith('&') || written) table.set(2, descriptor)
  if (kind === 'duplicate' && target.text?.endsWith('-') && target.text.length > 1)
    table.set(Number.parseInt(target.text, 10), { kind: 'closed' })
  if (kind === 'duplicate' && target.dynamic) noteUnknown(frame, 'a descriptor that is not known', span)
  return { redirect: { kind, descriptor: number, target, span }, descriptor }
}

function placeOf(word: Word): Word {
  const [only = word, ...more] = printedPaths(word)
  return more.length === 0 ? only : word
}

function stripTabs(text: string, strip: boolean): string {
  return strip ? text.replace(/^\t+/gm, '') : text
}

function descriptorNumber(item: Redirection, frame: Frame): number {
  if (item.descriptor?.type === 'FileDescriptor') return item.descriptor.value
  if (item.descriptor?.type === 'FileDescriptorVariable') return namedDescriptor(item.descriptor.name, frame)
  return item.operator.startsWith('<') ? 0 : 1
}

/** `{name}>file`: the shell picks a free number and keeps it in the variable. */
function namedDescriptor(name: string, frame: Frame): number {
  const number = 10 + frame.analysis.overlay.temporary++
  setVariable(frame.scope, name, literalWord(String(number)))
  return number
}

/** `>&$REPLY`: whatever opened it, a connection of the shell's own too. */
const SOMEWHERE: Descriptor = { kind: 'socket', host: 'unknown', url: 'a descriptor that is not known' }

function descriptorFor(
  { kind, number }: { readonly kind: RedirectKind; readonly number: number },
  target: Word,
  table: DescriptorTable,
  frame: Frame,
): Descriptor {
  if (kind === 'duplicate' && target.text === undefined && number > 0) return SOMEWHERE
  if (kind === 'duplicate') return duplicated(target, table, frame)
  const socket = socketOf(target)
  if (socket) return { kind: 'socket', ...socket }
  if (kind === 'read') {
    const path = target.text ?? target.raw
    return { kind: 'input', word: target, value: { text: undefined, sources: [{ kind: 'file', path, secret: false }] } }
  }
  return { kind: 'path', word: target, append: kind === 'append' || (kind === 'read-write' && number === 0) }
}

function duplicated(target: Word, table: DescriptorTable, frame: Frame): Descriptor {
  if (target.text === undefined) return { kind: 'input', value: UNKNOWN_VALUE, word: undefined }
  const text = target.text.replace(/-$/, '')
  if (text === '') return { kind: 'closed' }
  const number = Number(text)
  const found = table.get(number) ?? getDescriptor(frame.scope, number)
  if (found) return found
  if (number === 2) return { kind: 'error' }
  if (number === 1) return { kind: 'output' }
  return { kind: 'closed' }
}

/** `> >(cmd)`. */
function processSink(parts: readonly WordPart[] | undefined, frame: Frame): Descriptor | undefined {
  const [part] = parts ?? []
  if (parts?.length !== 1 || part?.type !== 'ProcessSubstitution' || part.operator !== '>') return undefined
  const feed = (value: Value): void => {
    const scope = fork(frame.scope)
    scope.descriptors.set(1, { kind: 'output' })
    const inner: Frame = { ...frame, scope, stdin: { kind: 'value', value }, depth: frame.depth + 1 }
    frame.analysis.reader.walkAll(part.script?.commands ?? [], inner)
  }
  return { kind: 'process', feed }
}

export function inputOf(table: DescriptorTable, frame: Frame): Value | undefined {
  const bound = table.get(0) ?? getDescriptor(frame.scope, 0)
  if (!bound) return undefined
  switch (bound.kind) {
    case 'input':
      return bound.value
    case 'socket':
      return { text: undefined, sources: [{ kind: 'network', url: bound.url }] }
    case 'path':
      return { text: undefined, sources: [{ kind: 'file', path: bound.word.text ?? bound.word.raw, secret: false }] }
    case 'closed':
      return NOTHING
    case 'process':
    case 'error':
    case 'output':
      return undefined
  }
}
